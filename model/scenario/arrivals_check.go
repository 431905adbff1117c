package scenario

import (
	"errors"
	"fmt"

	"stampede/model/workload"
)

// GroupsMax is how many parts a sum of arrivals may have.
const GroupsMax = 1000

func (s Scenario) checkArrivals(c *check) {
	if len(s.Clients) == 0 || s.Arrivals.given() {
		c.choice("arrivals", s.Arrivals)
	}
	c.that(len(s.Arrivals.Sum) <= GroupsMax, "arrivals.sum", len(s.Arrivals.Sum), "up to %d", GroupsMax)
	for i, g := range s.Arrivals.Sum {
		path := fmt.Sprintf("arrivals.sum[%d]", i)
		c.choice(path, g.Kinds)
		c.number(path+".first", g.First, 0, s.Keys)
		c.number(path+".keys", g.Keys, 0, s.Keys-max(g.First, 1)+1)
		c.that(int(g.Do) < len(operations), path+".do", uint8(g.Do), "%s", actions.alternatives())
		c.that(g.Do == Read || g.Closed == nil && g.Trace == nil, path+".do", g.Do, "read, where workers or a trace say what is done")
		c.that(g.From < s.Duration, path+".from", g.From, "less than the duration, %v", s.Duration)
		c.that(g.Until == 0 || g.Until > g.From, path+".until", g.Until, "0s, or more than from, %v", g.From)
	}
	if c.failed != nil {
		return
	}
	c.popularity("popularity", s.Popularity, s.Keys)
	for _, p := range s.Parts() {
		popularity := "popularity"
		if s.Arrivals.Sum != nil {
			popularity = p.Path + ".popularity"
		}
		c.popularity(popularity, p.Popularity, p.Keys)
		s.checkPart(c, p)
	}
}

func (s Scenario) checkPart(c *check, p Part) {
	if p.Closed != nil {
		s.checkClosed(c, p.Path+".closed", p.Closed)
		return
	}
	if t := p.Trace; t != nil {
		c.that(t.File != "", p.Path+".trace.file", quote(t.File), "the path of a file")
		c.that(t.Format <= workload.ProductionFormat, p.Path+".trace.format", uint8(t.Format), "detect, plain or production")
		return
	}
	if p.Constant != nil {
		c.positiveRate(p.Path+".constant.rate", p.Constant.Rate)
	}
	if p.Poisson != nil {
		c.positiveRate(p.Path+".poisson.rate", p.Poisson.Rate)
	}
	name, pattern := p.pattern()
	var invalid *workload.Invalid
	if err := pattern.Validate(); errors.As(err, &invalid) {
		c.that(false, p.Path+"."+name+"."+invalid.Field, invalid.Value, "%s", invalid.Accepted)
	}
}

func (s Scenario) checkClosed(c *check, path string, a *Closed) {
	c.number(path+".workers", a.Workers, 1, WorkersMax)
	c.duration(path+".think", a.Think)
	c.length(path+".ramp", a.Ramp, 0)
	// Otherwise a worker that always hits would read for ever at one instant.
	passes := a.Think.Mean() + s.Network.Request.Mean() + s.Network.Reply.Mean() + s.Redis.Service.Mean()
	c.that(passes != 0, path+".think", a.Think, "more than 0, where network and redis take no time")
}

// positiveRate checks the rate of an endless stream.
func (c *check) positiveRate(path string, r Rate) {
	c.that(r >= RateMin && r <= RateMax, path, r, "from %v to %v", RateMin, RateMax)
}

// popularity checks that a popularity can be that of so many keys.
func (c *check) popularity(path string, p workload.Popularity, keys int) {
	var invalid *workload.Invalid
	if err := p.CheckKeys(keys); errors.As(err, &invalid) {
		c.that(false, path, invalid.Value, "%s", invalid.Accepted)
	}
}
