package serve_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"stampede/live/serve"
	"stampede/model/redis"
)

// start serves an instance until the test ends, and returns its address.
func start(t *testing.T, o redis.Options) string {
	t.Helper()
	o.Scripts, o.ActiveExpiry = redis.StrategyScripts(), true
	s, err := serve.Listen(serve.Config{Listen: "127.0.0.1:0", Options: o})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s.Addr()
}

func newClient(t *testing.T, addr string) *goredis.Client {
	c := goredis.NewClient(&goredis.Options{Addr: addr, MaxRetries: -1})
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestGoRedisCanTalkToIt(t *testing.T) {
	ctx := context.Background()
	c := newClient(t, start(t, redis.Options{}))
	if ok, err := c.SetNX(ctx, "lock", "token", time.Hour).Result(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if ok, _ := c.SetNX(ctx, "lock", "other", time.Hour).Result(); ok {
		t.Error("two hold the lock")
	}
	results, err := c.TxPipelined(ctx, func(p goredis.Pipeliner) error {
		p.Get(ctx, "lock")
		p.PTTL(ctx, "lock")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ttl := results[1].(*goredis.DurationCmd).Val()
	if got := results[0].(*goredis.StringCmd).Val(); got != "token" || ttl <= 0 || ttl > time.Hour {
		t.Errorf("in one transaction: %q, %v", got, ttl)
	}
	for _, s := range redis.StrategyScripts()[:1] {
		script := goredis.NewScript(s.Text)
		if err := script.EvalSha(ctx, c, []string{"lock"}, "token").Err(); !goredis.HasErrorPrefix(err, "NOSCRIPT") {
			t.Errorf("a script that nobody has sent: %v", err)
		}
		if n, err := script.Run(ctx, c, []string{"lock"}, "token").Int(); n != 1 || err != nil {
			t.Errorf("release: %d, %v", n, err)
		}
	}
	if _, err := c.Get(ctx, "lock").Result(); !errors.Is(err, goredis.Nil) {
		t.Errorf("the lock is still there: %v", err)
	}
}

func TestMessagesReachTheSubscribers(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c := newClient(t, start(t, redis.Options{}))
	s := c.Subscribe(ctx, "done")
	defer func() { _ = s.Close() }()
	if _, err := s.Receive(ctx); err != nil { // the confirmation
		t.Fatal(err)
	}
	if n, err := c.Publish(ctx, "done", "key").Result(); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	m, err := s.ReceiveMessage(ctx)
	if err != nil || m.Channel != "done" || m.Payload != "key" {
		t.Fatal(m, err)
	}
}

func TestExpiredKeysGoWithoutBeingAskedFor(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c := newClient(t, start(t, redis.Options{}))
	for i := range 100 {
		c.Set(ctx, fmt.Sprint(i), "v", time.Millisecond)
	}
	for c.DBSize(ctx).Val() > 0 {
		if ctx.Err() != nil {
			t.Fatal("they are still there")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestRedisCLICanTalkToIt(t *testing.T) {
	cli, err := exec.LookPath("redis-cli")
	if err != nil {
		t.Skip(err)
	}
	host, port, _ := strings.Cut(start(t, redis.Options{Version: redis.Redis84}), ":")
	for _, c := range []struct{ command, want string }{
		{"SET a 1 EX 100", "OK"},
		{"TTL a", "100"},
		{"SET a 2 IFEQ 1", "OK"},
		{"DELEX a IFEQ 1", "0"},
		{"DELEX a IFEQ 2", "1"},
		{"GET a", ""},
		{"HSET h f v g w", "2"},
		{"HGETALL h", "f\nv\ng\nw"},
		{"INCR h", "WRONGTYPE Operation against a key holding the wrong kind of value"},
		{"NOSUCH x", "ERR unknown command 'NOSUCH', with args beginning with: 'x'"},
	} {
		args := append([]string{"-h", host, "-p", port}, strings.Fields(c.command)...)
		out, err := exec.Command(cli, args...).CombinedOutput()
		if got := strings.TrimSpace(string(out)); got != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.command, got, c.want, err)
		}
	}
}

func TestOnlyThisMachineIsServedUnlessAllowed(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "nonsense"} {
		if _, err := serve.Listen(serve.Config{Listen: address}); !errors.Is(err, serve.ErrAddress) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
