package world

import (
	"time"

	"stampede/model/origin"
	"stampede/model/scenario"
)

func originOptions(s scenario.Scenario) origin.Options {
	o := s.Origin
	return origin.Options{
		Latency: o.Recompute, Connections: o.Connections, Contention: o.Contention.Of(),
		Rate: float64(o.Limit), Burst: o.Burst, Lag: o.Lag, Cancel: o.CancelLate,
		Keys: s.Keys, Absent: o.Absent,
	}
}

func originClient(c scenario.OriginClient) origin.ClientOptions {
	return origin.ClientOptions{
		Timeout: time.Duration(c.Timeout), Retries: c.Retries, Backoff: c.Backoff,
		Budget: c.Budget.Of(), Admit: float64(c.Admit),
	}
}
