package redis_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
	"stampede/strategies/script"
)

// A request is what a strategy's call becomes in the model, and a command what it
// becomes on a real server. They must be one and the same.
func TestRequestsDoWhatTheirCommandsDo(t *testing.T) {
	checks(t, 500)
	rapid.Check(t, func(t *rapid.T) {
		s := sim.New(sim.Config{})
		defer s.Close()
		server := redis.NewServer(s, observe.NewRecorder(1), redis.Options{})
		other := newModel()
		for i := range rapid.IntRange(1, 20).Draw(t, "steps") {
			r := redis.Request{
				Command: rapid.SampledFrom([]observe.Command{
					observe.Get, observe.GetWithTTL, observe.Set, observe.SetIfAbsent, observe.Delete,
					observe.CompareAndDelete, observe.PublishAndRelease,
				}).Draw(t, "command"),
				Work:  &observe.Work{ID: uint64(i + 1)},
				Key:   rapid.SampledFrom([]string{"a", "b", "lock"}).Draw(t, "key"),
				Lock:  rapid.SampledFrom([]string{"a", "b", "lock"}).Draw(t, "lock"),
				Token: rapid.SampledFrom([]string{"1", "2"}).Draw(t, "token"),
				Value: []byte(rapid.SampledFrom([]string{"1", "2"}).Draw(t, "value")),
				TTL:   time.Duration(rapid.IntRange(-1, 300).Draw(t, "ttl")) * ms,
			}
			if r.Lock == r.Key {
				continue
			}
			server.Execute(&r)
			if got, want := replyOf(&r), commandReply(t, other, &r); got != want {
				t.Fatalf("request %+v: %s, command: %s", r, got, want)
			}
			wait := time.Duration(rapid.IntRange(0, 150).Draw(t, "wait")) * ms
			s.Schedule(s.Now()+wait, sim.Client, sim.HandlerFunc(func() {}))
			if err := s.Run(s.Now() + wait); err != nil {
				t.Fatal(err)
			}
			other.wait(wait)
		}
	})
}

// replyOf writes down the reply to a request.
func replyOf(r *redis.Request) string {
	switch {
	case r.Err != nil:
		return r.Err.Error()
	case r.Command == observe.Get:
		return fmt.Sprintf("%v %q", r.OK, r.Data)
	case r.Command == observe.GetWithTTL:
		return fmt.Sprintf("%v %q %d", r.OK, r.Data, r.Remaining.Milliseconds())
	}
	return fmt.Sprint(r.OK)
}

// commandReply executes the command that a request stands for, and writes its reply
// down the same way.
func commandReply(t *rapid.T, m *modelTarget, r *redis.Request) string {
	ttl := fmt.Sprint(r.TTL.Milliseconds())
	var reply redis.Reply
	switch r.Command {
	case observe.Get, observe.GetWithTTL:
		reply = mustRun(t, m, "GET", r.Key)
		text := fmt.Sprintf("%v %q", reply.Kind == redis.BulkString, reply.Text)
		if r.Command == observe.GetWithTTL {
			text += fmt.Sprintf(" %d", max(mustRun(t, m, "PTTL", r.Key).Int, 0))
		}
		return text
	case observe.Set:
		reply = mustRun(t, m, "SET", r.Key, string(r.Value), "PX", ttl)
	case observe.SetIfAbsent:
		reply = mustRun(t, m, "SET", r.Key, r.Token, "NX", "PX", ttl)
	case observe.Delete:
		reply = mustRun(t, m, "DEL", r.Key)
	case observe.CompareAndDelete:
		reply = mustRun(t, m, "EVAL", script.CompareAndDelete.Text, "1", r.Key, r.Token)
	case observe.PublishAndRelease:
		reply = mustRun(t, m, "EVAL", script.PublishAndRelease.Text, "2", r.Key, r.Lock, string(r.Value), ttl, r.Token)
	}
	if reply.Kind == redis.ErrorReply {
		text, _, _ := strings.Cut(reply.Text, " script: ") // a script adds where it happened
		return text
	}
	return fmt.Sprint(reply.Text == "OK" || reply.Int == 1)
}

// The conditional commands of Redis 8.4, by their documentation: there is no such
// server here to compare with.
func TestConditionalWritesOfRedis84(t *testing.T) {
	m := newModelAt(redis.Redis84)
	for _, c := range []struct{ command, want string }{
		{"SET k 1 IFEQ 0", "(nil)"},
		{"EXISTS k", "(integer) 0"},
		{"SET k 1 IFNE 0", "OK"},
		{"SET k 2 IFEQ 1 PX 5000", "OK"},
		{"PTTL k", "(integer) 5000"},
		{"SET k 3 IFEQ 1", "(nil)"},
		{"SET k 3 IFEQ 2 GET", `"2"`},
		{"SET k 4 IFNE 3", "(nil)"},
		{"SET k 4 NX IFEQ 3", "(error) ERR syntax error"},
		{"DELEX k IFEQ 1", "(integer) 0"},
		{"DELEX k IFNE 3", "(integer) 0"},
		{"DELEX k IFEQ 3", "(integer) 1"},
		{"DELEX k IFEQ 3", "(integer) 0"},
		{"SET k 5", "OK"},
		{"DELEX k IFNE 3", "(integer) 1"},
		{"HSET k f v", "(integer) 1"},
		{"SET k 6 IFEQ 5", "(error) WRONGTYPE Operation against a key holding the wrong kind of value"},
		{"DELEX k", "(integer) 1"},
	} {
		if got := mustDo(t, m, strings.Fields(c.command)...).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.command, got, c.want)
		}
	}
}

// A script that is given no keys fails where it uses one: Lua has nil there.
func TestAScriptThatLacksKeysFails(t *testing.T) {
	m := newModelAt(redis.Redis84)
	for _, s := range script.All() {
		for _, call := range [][]string{{"0"}, {"0", "a", "b", "c", "d", "e"}} {
			if r := mustDo(t, m, append([]string{"EVAL", s.Text}, call...)...); r.Kind != redis.ErrorReply {
				t.Errorf("%s with %q: %+v", s.Name, call, r)
			}
		}
	}
}

// Whatever words a client sends, it gets an answer.
func TestNoWordsBringTheServerDown(t *testing.T) {
	checks(t, 2000)
	words := rapid.SampledFrom([]string{
		"k", "h", "", "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "NX", "XX", "GT", "EX", "PX", "PXAT",
		"GET", "KEEPTTL", "PERSIST", "IFEQ", "LOAD", "EXISTS", "FLUSH", "SET", "INFO", "maxmemory", "maxmemory-policy",
		"allkeys-lru", "volatile-lfu", "*", "[", script.CompareAndDelete.Text, script.CompareAndDelete.Hash,
	})
	rapid.Check(t, func(t *rapid.T) {
		m := newModelAt(redis.Redis84)
		for range rapid.IntRange(1, 10).Draw(t, "commands") {
			name := rapid.SampledFrom(m.instance.CommandNames()).Draw(t, "name")
			args := rapid.SliceOfN(words, 0, 6).Draw(t, "arguments")
			if r := mustRun(t, m, append([]string{name}, args...)...); r.Kind == 0 {
				t.Fatalf("%s %q: no answer", name, args)
			}
		}
	})
}

// A client whose answer was lost sends its request again.
func TestAFencedWriteMayBeSentTwice(t *testing.T) {
	s := sim.New(sim.Config{})
	defer s.Close()
	server := redis.NewServer(s, observe.NewRecorder(1), redis.Options{})
	for i, c := range []struct {
		number int64
		value  string
		want   bool
	}{{2, "second", true}, {2, "second", true}, {2, "another's", false}, {1, "first", false}, {1, "second", false}} {
		r := redis.Request{
			Command: observe.PublishFenced, Work: &observe.Work{ID: uint64(i + 1)},
			Key: "k", Lock: "fence", Value: []byte(c.value), TTL: time.Second, Number: c.number,
		}
		if server.Execute(&r); r.OK != c.want || r.Err != nil {
			t.Errorf("%q under the number %d: %v, %v, want %v", c.value, c.number, r.OK, r.Err, c.want)
		}
	}
}
