package prom

import (
	"cmp"
	"container/heap"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// keysCounted bounds the keys whose reads are counted: those that are read more
	// often than one read in so many are among them.
	keysCounted = 1000
	// keysShown are the hottest of them.
	keysShown = 10
)

// hotKeys finds the keys that cost most if they stampede, in bounded memory. Reads
// are counted by Space-Saving: a key that is new takes the place of the one that was
// read least, and its count. (Metwally, Agrawal, El Abbadi: Efficient Computation of
// Frequent and Top-k Elements in Data Streams, 2005)
type hotKeys struct {
	desc *prometheus.Desc

	mu    sync.Mutex
	byKey map[string]*hotKey
	least leastRead // the same keys
	all   loads
}

// hotKey is what is known of a key.
type hotKey struct {
	key   string
	reads uint64
	loads loads
	place int // in the heap
}

// loads are how long loads took.
type loads struct {
	count int
	took  time.Duration
}

func (l *loads) add(took time.Duration) {
	l.count++
	l.took += took
}

// mean returns the mean in seconds, 0 if there were none.
func (l *loads) mean() float64 {
	if l.count == 0 {
		return 0
	}
	return l.took.Seconds() / float64(l.count)
}

func newHotKeys() *hotKeys {
	return &hotKeys{
		desc: prometheus.NewDesc("hot_key_load_seconds",
			"Reads of a key times the mean duration of a load: what it would have cost the origin without a cache. The ten keys that have most.",
			[]string{"key"}, nil),
		byKey: make(map[string]*hotKey),
	}
}

// read counts a read of a key.
func (h *hotKeys) read(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	k, known := h.byKey[key]
	switch {
	case known:
	case len(h.least) < keysCounted:
		k = &hotKey{key: key}
		h.byKey[key] = k
		heap.Push(&h.least, k)
	default:
		k = h.least[0]
		delete(h.byKey, k.key)
		k.key, k.loads = key, loads{}
		h.byKey[key] = k
	}
	k.reads++
	heap.Fix(&h.least, k.place)
}

// loaded counts a load of a key.
func (h *hotKeys) loaded(key string, took time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all.add(took)
	if k, known := h.byKey[key]; known {
		k.loads.add(took)
	}
}

// Describe tells what Collect collects.
func (h *hotKeys) Describe(to chan<- *prometheus.Desc) { to <- h.desc }

// Collect tells the hottest keys. A key that has not been loaded yet is taken to
// cost what the others do.
func (h *hotKeys) Collect(to chan<- prometheus.Metric) {
	type cost struct {
		key     string
		seconds float64
	}
	h.mu.Lock()
	costs := make([]cost, 0, len(h.least))
	for _, k := range h.least {
		mean := k.loads.mean()
		if k.loads.count == 0 {
			mean = h.all.mean()
		}
		costs = append(costs, cost{k.key, float64(k.reads) * mean})
	}
	h.mu.Unlock()
	slices.SortFunc(costs, func(a, b cost) int {
		return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.key, b.key))
	})
	for _, c := range costs[:min(len(costs), keysShown)] {
		to <- prometheus.MustNewConstMetric(h.desc, prometheus.GaugeValue, c.seconds, label(c.key))
	}
}

// label returns a key as the value of a label, which is UTF-8.
func label(key string) string {
	if utf8.ValidString(key) {
		return key
	}
	return strconv.QuoteToASCII(key)
}

// leastRead is a heap: the key that was read least is the first.
type leastRead []*hotKey

func (l leastRead) Len() int           { return len(l) }
func (l leastRead) Less(i, j int) bool { return l[i].reads < l[j].reads }
func (l leastRead) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].place, l[j].place = i, j
}

// Push adds a key at the end.
func (l *leastRead) Push(x any) {
	k := x.(*hotKey)
	k.place = len(*l)
	*l = append(*l, k)
}

// Pop is not asked for: a key gives its place to another.
func (l *leastRead) Pop() any { panic("prom: leastRead.Pop: no key is removed") }
