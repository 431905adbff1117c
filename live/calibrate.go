package live

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/strategies"
)

// Calibration is what a server's answers take, as clients of the scenario see
// them.
type Calibration struct {
	Server  observe.Server `json:"server"`
	Idle    Lengths        `json:"idle"`   // round trips of PING by one client
	Loaded  Lengths        `json:"loaded"` // round trips of GET, with as many clients as the scenario has
	Service time.Duration  `json:"-"`      // of a GET, by the server's own count; 0 if it does not tell
	// Oversleep is how much longer than asked a client sleeps, at that load.
	Oversleep Lengths `json:"oversleep"`
}

// MarshalJSON writes the service time in milliseconds, as all other lengths of time.
func (c Calibration) MarshalJSON() ([]byte, error) {
	type measured Calibration
	return json.Marshal(struct {
		measured
		Service float64 `json:"service_ms"`
	}{measured(c), observe.Milliseconds(c.Service)})
}

const (
	idlePings      = 500
	loadedFor      = 1500 * time.Millisecond
	calibrationTTL = time.Minute
)

// Calibrate measures a server with the clients of a scenario, without its
// strategy: each reads a key that is there, thinks, and reads again.
func Calibrate(ctx context.Context, c Config) (Calibration, error) {
	s, err := openServer(ctx, c)
	if err != nil {
		return Calibration{}, err
	}
	defer func() { _ = s.close() }()
	prefix := newPrefix()
	r, err := newRun(ctx, c, s, prefix, nil)
	if err != nil {
		return Calibration{}, err
	}
	defer r.close()
	m := &meter{run: r, key: prefix + "{calibration}"}
	result, err := m.measure(ctx)
	result.Server = s.about
	_, cleanErr := s.clean(context.WithoutCancel(ctx), prefix)
	if err != nil && ctx.Err() == nil {
		err = &failure{ErrUnavailable, fmt.Sprintf("%s: %v", s.shown, err)}
	}
	return result, errors.Join(err, cleanErr)
}

// meter measures.
type meter struct {
	run *run
	key string

	mu                sync.Mutex
	trips, oversleeps []time.Duration
}

func (m *meter) measure(ctx context.Context) (c Calibration, err error) {
	if err := m.run.connect(); err != nil {
		return c, err
	}
	entry := strategies.Entry{Data: observe.Payload{Version: 1}.Encode()}.Encode()
	if err := m.run.server.control.Set(ctx, m.key, entry, calibrationTTL).Err(); err != nil {
		return c, err
	}
	var pings []time.Duration
	for range idlePings {
		begin := time.Now()
		if err := m.run.processes[0].(*process).raw.Ping(ctx).Err(); err != nil {
			return c, err
		}
		pings = append(pings, time.Since(begin))
	}
	calls, used := m.commandStats(ctx)
	err = m.load(ctx)
	callsAfter, usedAfter := m.commandStats(ctx)
	if n := callsAfter - calls; n > 0 {
		c.Service = time.Duration(float64(usedAfter-used) / float64(n) * float64(time.Microsecond))
	}
	c.Idle, c.Loaded, c.Oversleep = sorted(pings), sorted(m.trips), sorted(m.oversleeps)
	return c, err
}

// load has all clients of the scenario read for a while.
func (m *meter) load(ctx context.Context) error {
	during, cancel := context.WithTimeout(ctx, loadedFor)
	defer cancel()
	var work sync.WaitGroup
	errs := make(chan error, 1)
	for i, pause := range m.clients() {
		p := m.run.processes[i%len(m.run.processes)].(*process)
		work.Go(func() {
			if err := m.client(during, ctx, p, pause); err != nil {
				select {
				case errs <- err:
				default:
				}
			}
		})
	}
	work.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return nil
	}
}

// clients returns the pauses between the reads of each client: the workers' think
// times, and for an open stream that of so many as keep up its rate.
func (m *meter) clients() (pauses []func() time.Duration) {
	for _, part := range m.run.scenario.Parts() {
		if c := part.Closed; c != nil {
			random := m.run.random("calibration", "think time")
			for range c.Workers {
				pauses = append(pauses, func() time.Duration { return c.Think.Draw(random) })
			}
		}
	}
	if pauses == nil {
		random, pause := m.run.random("calibration", "pauses"), workload.Exponential(openPause)
		for range len(m.run.processes) {
			pauses = append(pauses, func() time.Duration { return pause.Draw(random) })
		}
	}
	return pauses
}

// openPause is the mean pause of each client that stands for an open stream. A
// timer wakes late by up to a millisecond, unless it is set for whole ones.
const openPause = 5 * time.Millisecond

// client reads again and again during a time. A read that is under way at its end
// has no deadline: it is as good as the others.
func (m *meter) client(during, ctx context.Context, p *process, pause func() time.Duration) error {
	for {
		asked := pause()
		begin := time.Now()
		if p.Sleep(during, asked) != nil {
			return nil
		}
		slept := time.Since(begin)
		begin = time.Now()
		err := p.raw.Get(ctx, m.key).Err()
		trip := time.Since(begin)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		m.mu.Lock()
		m.trips = append(m.trips, trip)
		if asked > 0 {
			m.oversleeps = append(m.oversleeps, max(slept-asked, 0))
		}
		m.mu.Unlock()
	}
}

// commandStats returns how many GETs the servers have executed, and the
// microseconds that these took.
func (m *meter) commandStats(ctx context.Context) (calls, microseconds int64) {
	_ = m.run.server.info(ctx, "commandstats", func(name, value string) {
		if name != "cmdstat_get" {
			return
		}
		for fact := range strings.SplitSeq(value, ",") {
			name, value, _ := strings.Cut(fact, "=")
			n, _ := strconv.ParseInt(value, 10, 64)
			switch name {
			case "calls":
				calls += n
			case "usec":
				microseconds += n
			}
		}
	})
	return calls, microseconds
}

// Middle returns the one of several calibrations, at least one, whose slow round trips
// are the median: in another the machine may have stood still.
func Middle(all []Calibration) Calibration {
	byTail := slices.SortedFunc(slices.Values(all), func(a, b Calibration) int {
		return cmp.Compare(a.Loaded.Quantile(0.99), b.Loaded.Quantile(0.99))
	})
	return byTail[len(byTail)/2]
}

// Apply has a scenario's network, server and timers be the measured ones. Those of the
// origin too: in a live run it is a timer of this machine.
func (c Calibration) Apply(sc *scenario.Scenario) error {
	load := fmt.Sprintf("origin.recompute=%v + %s", sc.Origin.Recompute, c.Oversleep.distribution())
	for _, assignment := range append(c.Assignments(), load) {
		if err := sc.Set(assignment); err != nil {
			return err
		}
	}
	return nil
}

// Assignments returns the settings of a scenario that were measured.
func (c Calibration) Assignments() []string {
	request := c.Loaded.least() / 2
	rest := c.Loaded.plus(-request - c.Service)
	return []string{
		"network.request=" + request.String(),
		"network.reply=" + rest.distribution(),
		"redis.service=" + c.Service.String(),
		"oversleep=" + c.Oversleep.distribution(),
	}
}

// YAML returns the measured parts of a scenario file.
func (c Calibration) YAML() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Measured on %s, %s.\n", c.Server.Version, c.Server.Client)
	group := ""
	for _, assignment := range c.Assignments() {
		path, value, _ := strings.Cut(assignment, "=")
		of, name, within := strings.Cut(path, ".")
		if !within {
			fmt.Fprintf(&b, "%s: %s\n", path, value)
			continue
		}
		if of != group {
			fmt.Fprintf(&b, "%s:\n", of)
			group = of
		}
		fmt.Fprintf(&b, "  %s: %s\n", name, value)
	}
	return b.String()
}
