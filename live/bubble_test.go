package live

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	"pgregory.net/rapid"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/props"
	"stampede/strategies"
)

// Each run of the tests draws the same cases: one that fails does so at the change that
// is to blame. -rapid.seed=0 draws others each time.
func init() { _ = flag.Set("rapid.seed", "1") }

// bubble is a world between the two: the strategies, the production binding and
// the real client, on miniredis, in virtual time. Connections are in memory, and
// what is sent on them takes a while.
//
// A bubble fakes the clock, not the order of goroutines. So that a run is the same
// each time no two things may happen at one instant: each delay is longer than
// the one before it by a nanosecond.
type bubble struct {
	server  *miniredis.Miniredis
	delay   time.Duration
	started atomic.Bool // the first event has happened: no connection is opened by no one's order
	delays  atomic.Int64
}

func (b *bubble) dial(context.Context, string, string) (net.Conn, error) {
	c, err := b.server.Dial()
	if err != nil {
		return nil, err
	}
	d := &delayed{Conn: c, bubble: b, requests: make(chan request, requestsLimit), closed: make(chan struct{})}
	go d.deliver()
	return d, nil
}

// delayed is a connection whose requests are under way for a while. Who sends one
// does not wait for that: the client holds a mutex while it subscribes, and in a
// bubble no time passes while somebody waits for a mutex. For the same reason the
// introduction of a connection takes no time.
type delayed struct {
	net.Conn
	bubble   *bubble
	requests chan request
	closed   chan struct{}
	once     sync.Once
}

type request struct {
	data []byte
	due  time.Time
}

// requestsLimit is more requests than one connection has under way.
const requestsLimit = 64

func (d *delayed) Write(data []byte) (int, error) {
	r := request{bytes.Clone(data), time.Now()}
	if b := d.bubble; b.started.Load() && !introduces(data) {
		r.due = r.due.Add(b.delay + time.Duration(b.delays.Add(1)))
	}
	select {
	case d.requests <- r:
		return len(data), nil
	case <-d.closed:
		return 0, net.ErrClosed
	}
}

// introduces tells whether a request belongs to the beginning of a connection.
func introduces(data []byte) bool {
	text := strings.ToLower(string(data[:min(len(data), 40)]))
	return strings.Contains(text, "\r\nhello\r\n") || strings.Contains(text, "\r\nclient\r\n")
}

func (d *delayed) deliver() {
	for {
		select {
		case r := <-d.requests:
			time.Sleep(time.Until(r.due))
			if _, err := d.Conn.Write(r.data); err != nil {
				return
			}
		case <-d.closed:
			return
		}
	}
}

func (d *delayed) Close() error {
	d.once.Do(func() { close(d.closed) })
	return d.Conn.Close()
}

// play runs a scenario within a bubble, to its end.
func (b *bubble) play(sc scenario.Scenario, preset strategies.Preset, seed uint64, sinks ...observe.Sink) error {
	silence()
	b.server = miniredis.NewMiniRedis()
	defer b.server.Close()
	first, err := b.server.Dial() // it starts the server
	if err != nil {
		return err
	}
	defer func() { _ = first.Close() }()
	driveClock(b.server)
	a, err := parseAddress("redis://127.0.0.1:1")
	if err != nil {
		return err
	}
	a.dial = b.dial
	s := newServer(a, nil, noStop)
	defer func() { _ = s.close() }()
	sinks = append(sinks, sinkFunc(func(*observe.Event) { b.started.Store(true) }))
	r, err := newRun(context.Background(), Config{Scenario: sc, Strategy: preset, Seed: seed}, s, "stampede:", sinks)
	if err != nil {
		return err
	}
	defer r.close()
	for _, p := range r.processes {
		p.(*process).Clients = 1 // connections cost nothing here: they need not be there before
	}
	return r.play()
}

// bubbleScenario has readers at instants of their own.
func bubbleScenario(draw func(label string, least, most int) int) scenario.Scenario {
	sc := scenario.Defaults()
	sc.Version, sc.Name = scenario.Version, "bubble"
	sc.Duration = scenario.Length(400 * time.Millisecond)
	sc.Processes = draw("processes", 1, 3)
	sc.Cache.TTL = scenario.Length(draw("TTL ms", 20, 150)) * scenario.Length(time.Millisecond)
	// It may run out during a load, or just when the release arrives.
	sc.Cache.Lock.TTL = scenario.Length(draw("lock TTL ms", 20, 600)) * scenario.Length(time.Millisecond)
	sc.Cache.Lock.Poll = scenario.Length(draw("poll ms", 1, 20)) * scenario.Length(time.Millisecond)
	sc.Cache.Lock.AtomicPublish = draw("atomic publish", 0, 1) == 1
	load := draw("load ms", 1, 100)
	for i := range draw("readers", 1, 8) {
		sc.Clients = append(sc.Clients, scenario.Client{
			Name: fmt.Sprintf("r%d", i+1), Process: i%sc.Processes + 1,
			At:   scenario.Length(draw("at ms", 1, 300))*scenario.Length(time.Millisecond) + scenario.Length(1000*i+7*i*i),
			Load: scenario.Length(load)*scenario.Length(time.Millisecond) + scenario.Length(13*i+1),
		})
	}
	return sc
}

// A bubble's run has the same events each time, to the nanosecond. But those who
// wait for one thing wake at one instant and in no order: the listeners to one
// message, for one, so that lock-notify is not here.
func TestARunInABubbleRepeats(t *testing.T) {
	trace := func(t *testing.T, strategy string, seed uint64) (all string) {
		synctest.Test(t, func(t *testing.T) {
			next := newStream(seed, "test", "scenario")
			sc := bubbleScenario(func(_ string, least, most int) int { return least + int(next.Uint64()%uint64(most-least+1)) })
			var lines []string
			sink := sinkFunc(func(e *observe.Event) {
				facts := e.Facts(func(work uint64) string { return fmt.Sprintf("#%d", work) })
				lines = append(lines, fmt.Sprintf("%12d #%d %s", e.At, e.Work, facts))
			})
			if err := (&bubble{delay: 300 * time.Microsecond}).play(sc, presetNamed(t, strategy), seed, sink); err != nil {
				t.Fatal(err)
			}
			slices.Sort(lines)
			all = strings.Join(lines, "\n") + "\n"
		})
		return all
	}
	for _, strategy := range []string{"naive", "lock", "two-tier", "xfetch-lock", "refresh-ahead", "scheduled"} {
		events := 0
		for seed := range uint64(30) {
			first := trace(t, strategy, seed)
			events += strings.Count(first, "\n")
			if again := trace(t, strategy, seed); again != first {
				t.Fatalf("%s, seed %d: two runs differ:\n%s\n%s", strategy, seed, first, again)
			}
		}
		if events < 500 {
			t.Errorf("%s: only %d events in all", strategy, events)
		}
	}
}

// The strategies keep what they promise through the real client as well.
func TestPromisesHoldThroughTheRealClientInVirtualTime(t *testing.T) {
	begin, runs := time.Now(), 0
	for _, preset := range strategies.All() {
		t.Run(preset.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				sc := bubbleScenario(func(label string, least, most int) int { return rapid.IntRange(least, most).Draw(t, label) })
				delay := time.Duration(rapid.IntRange(1, 5000).Draw(t, "delay µs")) * time.Microsecond
				runs++
				rapid.SyncTest(t, func(t *rapid.T) {
					if broken := breaksInBubble(t, sc, preset, delay); broken != nil {
						t.Fatalf("it breaks %v", broken)
					}
				})
			})
		})
	}
	t.Logf("%.0f runs a minute", float64(runs)/time.Since(begin).Minutes())
}

// The deliberately wrong ones do not. These need neither faults nor loads that fail
// to show it.
func TestTheWrongOnesAreCaughtThroughTheRealClientInVirtualTime(t *testing.T) {
	const seeds = 500
	for _, name := range []string{
		"lock-no-recheck", "lock-decides-once", "lock-plain-del", "lock-constant-token", "lock-no-ttl", "lock-setnx-expire",
		"swr-dedupes-misses", "swr-dedupes-stale", "swr-leaked-ttl", "ttl-for-ever-below-1s", "ttl-expired-below-1s",
		"jitter-both-ways", "xfetch-wrong-sign", "xfetch-nearly-always", "xfetch-client-clock",
	} {
		preset := presetNamed(t, name)
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(seeds) {
				next := newStream(seed, "test", "scenario")
				draw := func(_ string, least, most int) int { return least + int(next.Uint64()%uint64(most-least+1)) }
				sc, delay := bubbleScenario(draw), time.Duration(draw("delay µs", 1, 5000))*time.Microsecond
				var broken []string
				synctest.Test(t, func(t *testing.T) { broken = breaksInBubble(t, sc, preset, delay) })
				if slices.Contains(broken, preset.Breaks) {
					t.Logf("by seed %d", seed)
					return
				}
			}
			t.Errorf("none of %d seeds breaks %s", seeds, preset.Breaks)
		})
	}
}

// breaksInBubble plays a scenario and returns the promises that it breaks.
func breaksInBubble(t interface{ Fatal(...any) }, sc scenario.Scenario, preset strategies.Preset, delay time.Duration) []string {
	run := props.RunOf(preset, sc)
	run.Live = true
	watch := props.NewWatch(run)
	if err := (&bubble{delay: delay}).play(sc, preset, 1, watch); err != nil {
		t.Fatal(err)
	}
	return watch.Broken()
}
