package redis_test

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
)

// The goal: the sampled LRU and LFU of the model keep what a real server's keep.
// The method: a cache-aside reader replays one trace to a real server, at a
// steady rate, and then to the model with the same commands at the same times;
// as many entries fit into the one as were seen in the other. The rate matters:
// the server's LRU clock ticks once a second.

const (
	replayRate  = 20_000 // reads a second
	replayBatch = 50     // reads sent at one time, and then the writes of those that missed
	residents   = 3_000  // keys that fit, about
	valueSize   = 1_000
)

// phases of the trace.
var phases = []string{"zipf", "zipf and a scan", "zipf and a burst", "zipf again"} // of equal length

// evictionTrace is the keys that are read: Zipf 0.99 over 20,000 keys; then every
// second read is of a scan, which reads each key once; then every second is of
// 1,000 keys that were never read before; then as at first.
func evictionTrace(reads int) []string {
	const keys = 20_000
	random := sim.NewRand(1, "eviction", "trace")
	popularity, err := workload.ParsePopularity("zipf(0.99)")
	if err != nil {
		panic(err)
	}
	zipf := workload.NewKeys(keys, popularity)
	trace := make([]string, reads)
	for i := range trace {
		phase := i * len(phases) / reads
		switch {
		case i%2 == 0 && phase == 1:
			trace[i] = fmt.Sprintf("scan:%d", i)
		case i%2 == 0 && phase == 2:
			trace[i] = fmt.Sprintf("burst:%d", random.IntN(1000))
		default:
			trace[i] = fmt.Sprintf("key:%d", zipf.Draw(random))
		}
	}
	return trace
}

// hits counts the reads of each phase that found their key.
type hits struct{ found, reads [4]int }

func (h *hits) add(at, reads int, found bool) {
	phase := at * len(phases) / reads
	h.reads[phase]++
	if found {
		h.found[phase]++
	}
}

func (h *hits) ratio(phase int) float64 {
	return 100 * float64(h.found[phase]) / float64(h.reads[phase])
}

func (h *hits) total() float64 {
	found, reads := 0, 0
	for i := range phases {
		found += h.found[i]
		reads += h.reads[i]
	}
	return 100 * float64(found) / float64(reads)
}

// replay reads the trace through do, which executes commands in order and returns
// the replies. before is called before each batch.
func replay(trace []string, before func(batch int), do func([][]string) []redis.Reply) (h hits) {
	value := strings.Repeat("v", valueSize)
	for first := 0; first < len(trace); first += replayBatch {
		before(first / replayBatch)
		batch := trace[first:min(first+replayBatch, len(trace))]
		reads := make([][]string, len(batch))
		for i, key := range batch {
			reads[i] = []string{"GET", key}
		}
		var writes [][]string
		for i, r := range do(reads) {
			found := r.Kind == redis.BulkString
			h.add(first+i, len(trace), found)
			if !found {
				writes = append(writes, []string{"SET", batch[i], value})
			}
		}
		do(writes)
	}
	return h
}

func TestSampledEvictionKeepsWhatARealServerKeeps(t *testing.T) {
	seconds := 4 // a longer trace is a better proof: EVICTION_SECONDS=60
	if s, err := strconv.Atoi(os.Getenv("EVICTION_SECONDS")); err == nil {
		seconds = s
	}
	trace := evictionTrace(seconds * replayRate)
	for _, p := range []redis.Policy{redis.AllKeysLRU, redis.AllKeysLFU} {
		t.Run(p.String(), func(t *testing.T) {
			t.Parallel()
			actual, times, resident := replayReal(t, p, trace)
			sampled := replayModel(p, false, trace, times, resident)
			exact := replayModel(p, true, trace, times, resident)
			t.Logf("%d reads at %d/s, %d keys resident", len(trace), replayRate, resident)
			for i, name := range phases {
				t.Logf("%-17s hit ratio: real %.1f %%, model %.1f %%, exact %.1f %%", name, actual.ratio(i), sampled.ratio(i), exact.ratio(i))
			}
			got, want := sampled.total(), actual.total()
			t.Logf("%-17s hit ratio: real %.1f %%, model %.1f %%, exact %.1f %%", "all", want, got, exact.total())
			if math.Abs(got-want) > 2 {
				t.Errorf("the model hits %.1f %%, the real server %.1f %%: more than 2 points apart", got, want)
			}
		})
	}
}

// replayReal returns the hits of a real server, the times of the batches, and how
// many keys it held once it was full.
func replayReal(t *testing.T, p redis.Policy, trace []string) (hits, []time.Time, int) {
	t.Helper()
	to := newReal(redistest.Start(t, "--maxmemory-policy", p.String()).Addr)
	defer to.close()
	pipeline := func(commands [][]string) []redis.Reply {
		replies, err := to.pipeline(commands)
		if err != nil {
			t.Fatal(err)
		}
		return replies
	}
	// The memory that so many entries take up is the limit.
	var fill [][]string
	for i := range residents {
		fill = append(fill, []string{"SET", fmt.Sprintf("fill:%d", i), strings.Repeat("v", valueSize)})
	}
	pipeline(fill)
	_, memory, _ := strings.Cut(mustDo(t, to, "INFO", "memory").Text, "used_memory:")
	memory, _, _ = strings.Cut(memory, "\r\n")
	mustDo(t, to, "FLUSHALL")
	mustDo(t, to, "CONFIG", "SET", "maxmemory", memory)

	var times []time.Time
	resident, counts := 0, 0
	start := time.Now()
	h := replay(trace, func(batch int) {
		time.Sleep(time.Until(start.Add(time.Duration(batch) * replayBatch * time.Second / replayRate)))
		times = append(times, time.Now())
		if done := batch * replayBatch * 4 / len(trace); done > 0 && batch%40 == 0 {
			resident += int(mustDo(t, to, "DBSIZE").Int)
			counts++
		}
	}, pipeline)
	return h, times, resident / counts
}

// replayModel returns the hits of the model, with room for so many keys.
func replayModel(p redis.Policy, exact bool, trace []string, times []time.Time, keys int) hits {
	o := redis.Options{Memory: redis.Memory{MaxKeys: keys, Policy: p, Exact: exact}}
	in := redis.NewInstance(o, sim.NewRand(1, "eviction", "sampling"))
	var now time.Duration
	return replay(trace, func(batch int) { now = time.Duration(times[batch].UnixNano()) }, func(commands [][]string) []redis.Reply {
		replies := make([]redis.Reply, len(commands))
		for i, c := range commands {
			words := make([][]byte, len(c))
			for j, w := range c {
				words[j] = []byte(w)
			}
			replies[i] = in.Do(now, words)
		}
		return replies
	})
}
