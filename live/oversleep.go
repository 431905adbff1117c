package live

import (
	"sync"
	"time"

	"stampede/model/workload"
)

// sleeper measures by how much longer than asked this machine lets a process sleep,
// while a run is on.
type sleeper struct {
	asleep sync.WaitGroup
	awake  chan struct{} // closed when it is enough
	longer []time.Duration
}

func startSleeper(random workload.Source) *sleeper {
	s := &sleeper{awake: make(chan struct{})}
	pause := workload.Exponential(openPause)
	s.asleep.Go(func() {
		for {
			asked := pause.Draw(random)
			begin := time.Now()
			select {
			case <-s.awake:
				return
			case <-time.After(asked):
			}
			s.longer = append(s.longer, max(time.Since(begin)-asked, 0))
		}
	})
	return s
}

// stop ends the measurement.
func (s *sleeper) stop() Lengths {
	close(s.awake)
	s.asleep.Wait()
	return sorted(s.longer)
}
