package observe

import "slices"

// episodes tells, key by key, the first recompute of an episode from the
// duplicates, and an absence newly met from one already known.
//
// An episode is all recomputes whose reads last saw the same generation of the
// entry, alive or expired. A recompute may still be to come for an old
// generation, from a read that looked long ago; so a generation is remembered
// until every read and job is over that started before the next one.
type episodes struct{ keys []keyHistory }

type keyHistory struct {
	current    uint64   // the latest generation
	absent     uint64   // 1 + the latest generation whose absence a read met
	recomputed []uint64 // generations with an episode, as far back as any work can see
	starting   []startedAt
}

// startedAt counts the work in progress that started in one generation.
type startedAt struct {
	generation uint64
	works      int
}

func newEpisodes(keys int) episodes {
	return episodes{keys: make([]keyHistory, keys)}
}

func (s *episodes) observe(e *Event) {
	switch e.Kind {
	case Look:
		k := &s.keys[e.Key]
		k.current = max(k.current, e.Generation)
		if !e.Live && e.Generation >= k.absent {
			k.absent = e.Generation + 1
			e.First = true
		}
	case Publish:
		k := &s.keys[e.Key]
		k.current = max(k.current, e.Generation)
	case RecomputeStart:
		k := &s.keys[e.Key]
		e.First = !slices.Contains(k.recomputed, e.Generation)
		if e.First {
			k.recomputed = append(k.recomputed, e.Generation)
		}
	}
}

// start notes that work begins in the current generation.
func (s *episodes) start(w *Work) {
	k := &s.keys[w.Key]
	w.started = k.current
	for i := range k.starting {
		if k.starting[i].generation == k.current {
			k.starting[i].works++
			return
		}
	}
	k.starting = append(k.starting, startedAt{k.current, 1})
}

// end notes that work is over, and forgets what no other can still see.
func (s *episodes) end(w *Work) {
	k := &s.keys[w.Key]
	i := slices.IndexFunc(k.starting, func(at startedAt) bool { return at.generation == w.started })
	k.starting[i].works--
	if k.starting[i].works > 0 {
		return
	}
	k.starting = slices.Delete(k.starting, i, i+1)
	oldest := k.current
	for _, at := range k.starting {
		oldest = min(oldest, at.generation)
	}
	k.recomputed = slices.DeleteFunc(k.recomputed, func(id uint64) bool { return id < oldest })
}
