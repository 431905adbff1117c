package live

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
	redisserver "github.com/alicebob/miniredis/v2/server"
	"github.com/redis/go-redis/v9"

	"stampede/model/observe"
)

// startMiniredis starts the embedded server. It listens on a port: its
// connections in memory have no buffer, so that a client which sends much before
// it reads the answers waits for ever.
func startMiniredis() (*server, error) {
	m := miniredis.NewMiniRedis()
	if err := m.Start(); err != nil {
		return nil, &failure{ErrUnavailable, fmt.Sprintf("%s: %v", Miniredis, err)}
	}
	driveClock(m)
	a, err := parseAddress("redis://" + m.Addr())
	if err != nil {
		panic("live: startMiniredis: " + err.Error())
	}
	a.shown = Miniredis
	s := newServer(a, nil, func() error {
		m.Close()
		return nil
	})
	s.about = observe.Server{
		Version: strings.TrimSpace(Miniredis + " " + strings.TrimPrefix(moduleVersion("github.com/alicebob/miniredis/v2"), "v")),
		Client:  "go-redis " + redis.Version(),
	}
	return s, nil
}

// tickShare is how many times longer than a tick of miniredis's clock the time
// between two of them is.
const tickShare = 10

// driveClock lets the keys of miniredis, which was made for tests, live by the
// wall clock. By itself it can do so too, but then each command goes through all
// keys, to shorten their lives. This clock ticks at commands as well, but only
// once in a millisecond, and more seldom if there are many thousand keys.
func driveClock(m *miniredis.Miniredis) {
	var mu sync.Mutex
	var next time.Time
	m.SetTime(time.Now())
	m.ClockTTL(true)
	m.Server().SetPreHook(func(*redisserver.Peer, string, ...string) bool {
		// Lua scripts call commands while they hold the server's lock, so here
		// nothing may be waited for.
		if !mu.TryLock() {
			return false
		}
		defer mu.Unlock()
		now := time.Now()
		if now.Before(next) || !m.TryLock() {
			return false
		}
		m.Unlock()
		m.SetTime(now)
		m.DB(0) // any access goes through the keys
		next = now.Add(max(time.Millisecond, tickShare*time.Since(now)))
		return false
	})
}
