package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stampede/model/workload"
	"stampede/study"
)

// progress draws a bar on a terminal. Elsewhere, as in the log of a batch job, it
// writes a line now and then once something takes long.
type progress struct {
	to       io.Writer
	terminal bool
	now      func() time.Time
	begun    time.Time
	drawn    time.Time
}

// redrawn is how often a bar on a terminal is drawn anew, and logged how often a
// line is written elsewhere.
const (
	redrawn = 100 * time.Millisecond
	logged  = 30 * time.Second
)

func newProgress(w io.Writer) *progress {
	p := &progress{to: w, now: time.Now, begun: time.Now()}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// count shows how many of the things are done.
func (p *progress) count(things string) study.Progress {
	return func(done, of int) {
		if p.due() || p.terminal && done == of {
			p.draw(float64(done)/float64(of), fmt.Sprintf("%d of %d %s", done, of, things))
		}
	}
}

// trace shows how far a trace is read.
func (p *progress) trace(t workload.TraceProgress) {
	if !p.due() {
		return
	}
	took := p.now().Sub(p.begun).Seconds()
	text := fmt.Sprintf("%s lines, %s a second", thousands(uint64(t.Lines)), thousands(uint64(float64(t.Lines)/took)))
	if t.Total == 0 {
		p.draw(0, fmt.Sprintf("%s MB · %s", megabytes(t.Read), text))
		return
	}
	share := float64(t.Read) / float64(t.Total)
	left := time.Duration(took * (1 - share) / share * float64(time.Second)).Round(time.Second)
	p.draw(share, fmt.Sprintf("%.0f %% of %s MB · %s · %v left", 100*share, megabytes(t.Total), text, left))
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/1e6) }

// due tells whether it is time to show something.
func (p *progress) due() bool {
	if p.terminal {
		return p.now().Sub(p.drawn) >= redrawn
	}
	last := p.drawn
	if last.IsZero() {
		last = p.begun
	}
	return p.now().Sub(last) >= logged
}

func (p *progress) draw(share float64, text string) {
	p.drawn = p.now()
	if !p.terminal {
		fmt.Fprintf(p.to, "simulate: %s\n", text)
		return
	}
	const width = 40
	full := int(width * share)
	// The end of a longer text before is cleared.
	fmt.Fprintf(p.to, "\r%s%s %s\x1b[K", strings.Repeat("█", full), strings.Repeat("░", width-full), text)
}

// end takes the bar away.
func (p *progress) end() {
	if p.terminal && !p.drawn.IsZero() {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
