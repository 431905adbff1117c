package workload

import (
	"fmt"
	"time"
)

// Group is a pattern of requests for keys that are numbered one after another.
// Groups may share keys: one reads them, another writes.
type Group struct {
	Pattern    Pattern
	First      int        // the first key
	Keys       int        // how many there are
	Popularity Popularity // of the keys; [WarmUp] does not ask for it
	Operation  Operation
	From       time.Duration // when the pattern begins: its instants count from here
	Until      time.Duration // when it ends; 0 is the end of the run
}

// KeysMax is the largest number of keys.
const KeysMax = 1<<31 - 1

// Validate reports the first field that is out of its range, as an [*Invalid].
func (g *Group) Validate() error {
	var f fields
	f.that(g.Pattern != nil, "pattern", "missing", "a pattern")
	f.that(g.First >= 0 && g.First < KeysMax, "first", g.First, fmt.Sprintf("from 0 to %d", KeysMax-1))
	f.that(g.Keys >= 1 && g.Keys <= KeysMax-g.First, "keys", g.Keys, fmt.Sprintf("from 1 to %d", KeysMax-g.First))
	f.length("from", g.From, 0)
	f.that(g.Until == 0 || g.Until > g.From && g.Until <= longest, "until", Length(g.Until), fmt.Sprintf("after from, %v, up to %v", Length(g.From), Length(longest)))
	if f.failed != nil {
		return f.failed
	}
	if err := g.Popularity.CheckKeys(g.Keys); err != nil {
		return err
	}
	return g.Pattern.Validate()
}

// end returns when the pattern ends, by its own instants.
func (g *Group) end(run time.Duration) time.Duration {
	end := min(run, longest)
	if g.Until > 0 {
		end = min(end, g.Until)
	}
	return max(end-g.From, 0)
}

// Expected returns how many requests there are on average in a run of that
// length.
func (g *Group) Expected(run time.Duration) float64 {
	return g.Pattern.Expected(g.Keys, g.end(run))
}

// Requests begins the stream of a run of that length: each request is before its
// end. The group must be valid, and s be its own, so that groups do not depend
// on each other. Of s it draws the instant and then the key of each request.
func (g *Group) Requests(s Source, run time.Duration) Requests {
	stream := &groupRequests{Group: *g, source: s, arrivals: g.Pattern.Arrivals(g.Keys, g.end(run))}
	if p, ok := g.Pattern.(keyChooser); ok {
		stream.keys = p.chooseKeys(g.Keys)
	} else {
		stream.keys = NewKeys(g.Keys, g.Popularity)
	}
	return stream
}

// keyChooser is a pattern that says which keys come when, whatever their
// popularity.
type keyChooser interface{ chooseKeys(n int) keyDraw }

type keyDraw interface{ Draw(s Source) int }

type groupRequests struct {
	Group
	source   Source
	arrivals Arrivals
	keys     keyDraw
}

func (g *groupRequests) Next(r *Request) bool {
	at, ok := g.arrivals.Next(g.source)
	if !ok {
		return false
	}
	*r = Request{At: g.From + at, Key: int32(g.First + g.keys.Draw(g.source)), Operation: g.Operation}
	return true
}

func (g *groupRequests) Err() error { return nil }
