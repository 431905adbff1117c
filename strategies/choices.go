package strategies

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Choices are the independent decisions that make a strategy. The zero value
// is naive: refresh on a miss, every caller, a fixed TTL.
type Choices struct {
	XFetch       bool // refresh early by XFetch, not only on a miss
	Singleflight bool // one per process refreshes
	Lock         bool // one per cluster refreshes; with Singleflight, one process's one
	Jitter       bool // lengthen each TTL by a random part: half of it unless Options.Jitter says
}

type part struct {
	name string
	of   func(*Choices) *bool
}

// parts names the choices in the order in which a composition is written.
var parts = []part{
	{"xfetch", func(c *Choices) *bool { return &c.XFetch }},
	{"singleflight", func(c *Choices) *bool { return &c.Singleflight }},
	{"lock", func(c *Choices) *bool { return &c.Lock }},
	{"jitter", func(c *Choices) *bool { return &c.Jitter }},
}

// String names the composition, as in xfetch+lock; naive if it has no part.
func (c Choices) String() string {
	var names []string
	for _, p := range parts {
		if *p.of(&c) {
			names = append(names, p.name)
		}
	}
	if names == nil {
		return "naive"
	}
	return strings.Join(names, "+")
}

// ErrComposition is wrapped by the error of a composition that cannot be.
var ErrComposition = errors.New("not a composition")

// ParseChoices reads a composition such as lock+jitter.
func ParseChoices(s string) (Choices, error) {
	var c Choices
	names := strings.Split(s, "+")
	for _, name := range names {
		if name == "naive" {
			if len(names) > 1 {
				return c, fmt.Errorf("%w: naive is the strategy without parts, so %q adds nothing by it", ErrComposition, s)
			}
			return c, nil
		}
		i := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
		if i < 0 {
			return c, fmt.Errorf("%w: %q; the parts are %s", ErrComposition, name, partNames())
		}
		on := parts[i].of(&c)
		if *on {
			return c, fmt.Errorf("%w: %q stands twice in %q", ErrComposition, name, s)
		}
		*on = true
	}
	return c, nil
}

func partNames() string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// New composes the strategy for one application process.
func (c Choices) New(env Env, load Loader, o Options) (Strategy, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if c.Jitter && o.Jitter == 0 {
		o.Jitter = o.TTL / 2
	}
	cache := &Cache{Env: env, Loader: load, Options: o}
	var who refresher = naive{cache}
	if c.Lock {
		who = lock{cache}
	}
	if c.Singleflight {
		who = newSingleflight(cache, who)
	}
	return &reader{cache: cache, refresh: who, xfetch: c.XFetch}, nil
}
