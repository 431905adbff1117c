package expect

import (
	"slices"
	"time"

	"stampede/model/observe"
)

// Watch consumes the events of a run for the lines that are about a window of
// it.
type Watch struct {
	lines   []Line
	windows []windowed
}

type windowed struct {
	window
	summary *observe.Summary
}

// NewWatch returns the watch of these lines. The summaries are the maker's, so
// that a window counts as the run does.
func NewWatch(lines []Line, summary func() *observe.Summary) *Watch {
	w := &Watch{lines: lines}
	for _, l := range lines {
		if l.window != (window{}) && w.find(l.window) < 0 {
			w.windows = append(w.windows, windowed{l.window, summary()})
		}
	}
	return w
}

func (w *Watch) find(of window) int {
	return slices.IndexFunc(w.windows, func(have windowed) bool { return have.window == of })
}

// Observe counts an event in the windows that it falls into.
func (w *Watch) Observe(e *observe.Event) {
	for i := range w.windows {
		if in := &w.windows[i]; in.from <= e.At && e.At < in.to {
			in.summary.Observe(e)
		}
	}
}

// ObserveAnswer tells the windows what the read was answered with that ends next.
func (w *Watch) ObserveAnswer(by *observe.Work, a observe.Answer) {
	for _, in := range w.windows {
		in.summary.ObserveAnswer(by, a)
	}
}

// ObserveWriteFailure has nothing to count.
func (w *Watch) ObserveWriteFailure(time.Duration, *observe.Work, error) {}

// Judge returns what came of the lines, given the figures of the whole run.
func (w *Watch) Judge(whole observe.Result) []observe.Expectation {
	judged := make([]observe.Expectation, len(w.lines))
	for i, l := range w.lines {
		r := whole
		if at := w.find(l.window); at >= 0 {
			r = w.windows[at].summary.Result()
		}
		judged[i] = l.judge(r)
	}
	return judged
}

// none is the value of a metric where there is nothing to measure. What is
// expected of it does not hold: a line must not pass for want of reads.
const none = "none"

func (l Line) judge(r observe.Result) observe.Expectation {
	e := observe.Expectation{Text: l.String(), Value: none}
	m, _ := find(l.metric)
	x, measured := m.Of(r)
	if measured {
		e.Value = write(x, m.Unit)
	}
	var bounds []float64
	for _, b := range l.bounds {
		y := b.value.of
		if b.metric != "" {
			other, _ := find(b.metric)
			var ok bool
			y, ok = other.Of(r)
			e.Bound = none
			if ok {
				e.Bound = write(y, other.Unit)
			}
			measured = measured && ok
		}
		bounds = append(bounds, y)
	}
	op := operators[slices.IndexFunc(operators, func(o operator) bool { return o.name == l.op })]
	e.Holds = measured && op.holds(x, bounds)
	return e
}
