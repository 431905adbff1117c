package observe

import "time"

// StartWrite numbers w and records that a client begins a write to the origin.
func (r *Recorder) StartWrite(at time.Duration, w *Work) { r.start(at, w, WriteStart) }

// EndWrite records that a write is done.
func (r *Recorder) EndWrite(at time.Duration, w *Work, took time.Duration, failed bool) {
	r.Emit(Event{At: at, Kind: WriteEnd, Process: w.Process, Key: w.Key, Work: w.ID, Took: took, Failed: failed})
	r.episodes.end(w)
}

// StartRecompute records that w begins to load its key.
func (r *Recorder) StartRecompute(at time.Duration, w *Work) {
	w.recomputing, w.recomputeFrom = true, at
	r.wait(at, w)
	e := Event{
		At: at, Kind: RecomputeStart, Process: w.Process, Key: w.Key, Work: w.ID,
		Generation: w.Generation, Live: w.Live,
	}
	if w.Live {
		e.Took = w.Remaining(at)
	}
	r.Emit(e)
}

// EndRecompute records that the load is over.
func (r *Recorder) EndRecompute(at time.Duration, w *Work, failed bool) {
	w.recomputing = false
	r.Emit(Event{
		At: at, Kind: RecomputeEnd, Process: w.Process, Key: w.Key, Work: w.ID,
		Failed: failed, Took: at - w.recomputeFrom,
	})
}

// Crash records that w ended with the crash of its process, and so did the
// recompute that it was at. A read or a write counts as neither answered nor
// failed.
func (r *Recorder) Crash(at time.Duration, w *Work) {
	e := Event{At: at, Process: w.Process, Key: w.Key, Work: w.ID}
	if w.recomputing {
		w.recomputing = false
		e.Kind, e.Took = RecomputeAbandoned, at-w.recomputeFrom
		r.Emit(e)
		e.Took = 0
	}
	switch w.kind {
	case JobStart:
		e.Kind = JobCrashed
	case WriteStart:
		e.Kind = WriteCrashed
	default:
		e.Kind = ReadCrashed
	}
	r.Emit(e)
	if e.Kind == ReadCrashed {
		r.endRead(at, w)
	}
	r.episodes.end(w)
}
