package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/model/observe"
	"stampede/model/scenario"
)

// prepare connects the processes, fills a warm cache and starts the clock.
func (r *run) prepare() error {
	err := r.connect()
	if err == nil {
		err = r.memory.limitAll(r.over, r.life)
	}
	var filled []fill
	if err == nil && r.scenario.Start == scenario.Warm {
		filled, err = r.fill()
	}
	if cause := context.Cause(r.over); cause != nil {
		return cause
	}
	if errors.Is(err, ErrProcess) {
		return err
	}
	if err != nil {
		return &failure{ErrUnavailable, fmt.Sprintf("%s: %v", r.server.shown, err)}
	}
	r.recorder.start()
	if r.scenario.Redis.Memory != nil {
		r.recorder.loss(observe.Evicted) // what goes before its time had no room
	}
	for i, f := range filled {
		w := &observe.Work{Key: int32(i)}
		r.recorder.publishing(f.Entry, f.TTL)
		r.recorder.published(w, observe.NoCommand, f.Entry, f.TTL)
	}
	return nil
}

// connect opens the connections that the processes will need at once, so that no
// read pays for them.
func (r *run) connect() error {
	errs := make([]error, len(r.processes))
	var wait sync.WaitGroup
	for i, p := range r.processes {
		wait.Go(func() { errs[i] = p.connect(r.over) })
	}
	wait.Wait()
	return first(errs)
}

// first returns the first error of a list.
func first(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// fill is an entry of a warm cache.
type fill struct {
	Entry []byte
	TTL   time.Duration
}

// fillBatch is the number of entries that are written in one round trip.
const fillBatch = 1000

// fill writes an entry of every key, as a load just finished would.
func (r *run) fill() ([]fill, error) {
	values := make([][]byte, len(r.keys))
	for i := range values {
		values[i] = observe.Payload{Version: r.origin.nextVersion(int32(i), 0)}.Encode()
	}
	filled, err := r.processes[0].fill(values)
	if err != nil {
		return nil, err
	}
	for from := 0; from < len(filled); from += fillBatch {
		to := min(from+fillBatch, len(filled))
		_, err := r.server.control.Pipelined(r.over, func(p redis.Pipeliner) error {
			for i := from; i < to; i++ {
				p.Set(r.over, r.keys[i], filled[i].Entry, max(filled[i].TTL, 0)) // 0 is for ever
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return filled, nil
}
