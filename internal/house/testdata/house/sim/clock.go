package sim

import (
	"time"
	wall "time"
)

func clock(deadline time.Time) time.Duration {
	_ = time.Now()                           // want: wall-clock
	_ = time.Since(deadline)                 // want: wall-clock
	_ = time.Until(deadline)                 // want: wall-clock
	_ = time.After(time.Second)              // want: wall-clock
	_ = time.Tick(time.Second)               // want: wall-clock
	_ = time.NewTimer(time.Second)           // want: wall-clock
	_ = time.NewTicker(time.Second)          // want: wall-clock
	_ = time.AfterFunc(time.Second, func() { // want: wall-clock
		time.Sleep(1) // want: wall-clock
	})
	now := wall.Now // want: wall-clock
	return deadline.Add(time.Second).Sub(now())
}
