package generate

import (
	"fmt"
	"time"

	"stampede/model/scenario"
)

// traffic draws who reads, who writes, and who does not wait for the answer. The
// dullest is a script, which leaves nothing to chance.
func traffic(s Source, sc *scenario.Scenario) {
	const (
		script = iota
		workers
		stream
	)
	kind := oneOf(s, "traffic", script, workers, stream)
	if kind == script {
		scripted(s, sc)
		return
	}
	sc.Keys = s.Int("keys", 1, keysMax)
	sc.Duration = lengths(s, "duration", 200, 400, 800)
	if kind == workers {
		sc.Arrivals.Closed = &scenario.Closed{Workers: s.Int("workers", 1, 8), Think: drawn(s, "think time", 1, 5, 20)}
	} else {
		sc.Arrivals.Poisson = &scenario.Poisson{Rate: scenario.Rate(oneOf(s, "arrivals", 50, 200))}
	}
	if rate := oneOf(s, "writes", 0, 0, 20, 50); rate > 0 {
		sc.Writes = &scenario.Writes{
			Rate: scenario.Rate(rate), Then: oneOf(s, "then", scenario.Invalidate, scenario.Nothing, scenario.WriteThrough),
		}
	}
	if after := lengths(s, "leaves after", 0, 0, 2, 5, 20); after > 0 {
		sc.Clients = []scenario.Client{{Name: "L", At: lengths(s, "comes at", 0, 30), Every: lengths(s, "comes every", 0, 15), Cancel: after}}
	}
}

// A script has so many clients at most, and so many keys.
const (
	clientsMax = 4
	keysMax    = 3
)

// scripted draws clients that ask once each, one after the other or together.
func scripted(s Source, sc *scenario.Scenario) {
	sc.Keys, sc.Duration = 1, scenario.Length(time.Second)
	at := scenario.Length(0)
	for i := range clientsMax {
		name := string(rune('A' + i))
		label := fmt.Sprintf("client %s: ", name)
		if i > 0 {
			if !oneOf(s, label+"comes", false, true, true) {
				return
			}
			at += lengths(s, label+"after", 0, 5, 15, 120, 30, 60, 240)
		}
		c := scenario.Client{
			Name: name, At: at, Do: oneOf(s, label+"does", scenario.Read, scenario.InvalidateKey, scenario.WriteValue),
			Key: s.Int(label+"key", 1, keysMax), Load: lengths(s, label+"load", 0, 100, 300), Fails: yes(s, label+"fails"),
			Cancel: lengths(s, label+"leaves after", 0, 2, 20),
		}
		sc.Keys = max(sc.Keys, c.Key)
		sc.Clients = append(sc.Clients, c)
		if c.Do == scenario.WriteValue {
			sc.Writes = &scenario.Writes{Then: scenario.Invalidate}
		}
	}
}
