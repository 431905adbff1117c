package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress draws a bar on a terminal, and nothing elsewhere.
type progress struct {
	to    io.Writer // nil if it is no terminal
	drawn time.Time
}

func newProgress(w io.Writer) *progress {
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return &progress{to: w}
		}
	}
	return &progress{}
}

// show draws the bar, ten times a second at most.
func (p *progress) show(done, of int) {
	if p.to == nil || time.Since(p.drawn) < 100*time.Millisecond && done < of {
		return
	}
	p.drawn = time.Now()
	const width = 40
	full := width * done / of
	fmt.Fprintf(p.to, "\r%s%s %d of %d runs", strings.Repeat("█", full), strings.Repeat("░", width-full), done, of)
}

// end takes the bar away.
func (p *progress) end() {
	if p.to != nil && !p.drawn.IsZero() {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
