package plots

import (
	"fmt"
	"io"

	"stampede/model/observe"
)

// Picture is what is drawn: one panel per run, stacked, all with the same axes.
type Picture struct {
	Title    string // scenario and seed, such as "hot-key, seed 42"
	Subtitle string // further settings, in small print; may be empty
	Panels   []Panel
	Faults   []string // what the faults of the timelines are, by their numbers, such as "pause process-2"
}

// Panel is one run.
type Panel struct {
	Label    string // the strategy
	Note     string // the outcome in a few words, such as "500 recomputes, 5 expiries"
	Timeline observe.Timeline
}

// Write draws the picture as png, svg or pdf. The bytes depend on nothing but
// the picture and the format. Nothing is written unless the whole picture could
// be drawn.
func (p Picture) Write(w io.Writer, format string) error { return writeTo(w, format, p.encode) }

func writeTo(w io.Writer, format string, encode func(format string) ([]byte, error)) error {
	data, err := encode(format)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("plots: writing the picture: %w", err)
	}
	return nil
}

func (p Picture) encode(format string) ([]byte, error) {
	return encode(format, p.Validate(), func() sheet {
		l := newLayout(p)
		return sheet{l.picture.Title, l.width, l.height, l.draw}
	})
}

// Validate says whether the picture can be drawn: there is a panel, each
// timeline has a length, and their buckets fit one common axis.
func (p Picture) Validate() error {
	if len(p.Panels) == 0 {
		return fmt.Errorf("plots: picture %q has no panels; at least one is needed", p.Title)
	}
	for i, panel := range p.Panels {
		if err := checkTimeline(panel.Timeline); err != nil {
			return fmt.Errorf("plots: panel %d (%s): %w", i+1, panel.Label, err)
		}
	}
	return p.checkBuckets()
}

func checkTimeline(t observe.Timeline) error {
	if t.Duration <= 0 {
		return fmt.Errorf("duration is %v; a length above zero is needed", t.Duration)
	}
	if t.Bucket <= 0 && (t.Bucket < 0 || len(t.Buckets) > 0) {
		return fmt.Errorf("bucket width is %v; a width above zero is needed", t.Bucket)
	}
	for i, b := range t.Buckets {
		if min(b.OnMiss, b.Early, b.Duplicate, b.Expiries, b.Waiting, b.Errors, b.Held, b.Lost) < 0 {
			return fmt.Errorf("bucket %d counts %+v; counts cannot be negative", i, b)
		}
	}
	for i, h := range t.Holds {
		if h.To < h.From {
			return fmt.Errorf("hold %d ends at %v, before its start at %v", i, h.To, h.From)
		}
	}
	return nil
}

// checkBuckets says whether the widest bucket is a whole number of each other
// panel's: only then can all panels count per the same interval.
func (p Picture) checkBuckets() error {
	widest := 0
	for i, panel := range p.Panels {
		if panel.Timeline.Bucket > p.Panels[widest].Timeline.Bucket {
			widest = i
		}
	}
	want := p.Panels[widest].Timeline.Bucket
	for i, panel := range p.Panels {
		if have := panel.Timeline.Bucket; have > 0 && want%have != 0 {
			return fmt.Errorf("plots: panel %d (%s) has buckets of %v and panel %d (%s) of %v; one must be a whole multiple of the other to share an axis",
				i+1, panel.Label, have, widest+1, p.Panels[widest].Label, want)
		}
	}
	return nil
}
