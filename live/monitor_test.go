package live

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
	"stampede/model/scenario"
)

// What the servers say of the locks agrees with what the clients were answered.
func TestTheServersWordOnForeignDeletions(t *testing.T) {
	for _, kind := range []struct {
		name string
		url  func(*testing.T) string
	}{
		{"one server", func(t *testing.T) string { return redistest.Start(t).URL() }},
		{"a password", func(t *testing.T) string {
			s := redistest.Start(t)
			if _, err := s.Do(t.Context(), "ACL", "SETUSER", "app", "on", ">secret", "~stampede:*", "+@all"); err != nil {
				t.Fatal(err)
			}
			return "redis://app:secret@" + s.Addr
		}},
		{"sentinel", func(t *testing.T) string { return redistest.StartSentinels(t, 1).URL() }},
		{"cluster", func(t *testing.T) string { return redistest.StartCluster(t, 3, 1).URL() }},
	} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			url := kind.url(t)
			for _, strategy := range []string{"lock-plain-del", "lock", "lock-fenced"} {
				steadily(t, func() error {
					sc := hotKey(t, "keys=3", "recompute=150ms", "lock-ttl=100ms", "duration=1s")
					r, m := playMonitored(t, url, strategy, sc)
					return agree(r, m, strategy == "lock-plain-del")
				})
			}
		})
	}
}

// agree compares the servers' word with the answers. MONITOR says when it tells of a
// command, not by what time that was executed: they differ if the machine stands still
// just as a lock expires.
func agree(r observe.Result, m *observe.Monitored, wrong bool) error {
	if !m.Complete || m.Commands == 0 || m.Undecided != 0 ||
		m.Locks != r.Locks.Acquired || m.ForeignDeletes != r.ForeignDeletes || wrong != (m.ForeignDeletes > 0) {
		return fmt.Errorf("the servers say %+v, and the answers %d foreign deletions, %+v", *m, r.ForeignDeletes, r.Locks)
	}
	return nil
}

// The locks of a Redlock are on servers of their own, which are heard too.
func TestAllServersOfARedlockAreHeard(t *testing.T) {
	t.Parallel()
	redistest.Need(t)
	r, m := playMonitored(t, Auto, "redlock", hotKey(t, "workers=5", "wait=5s", "server-timeout=2s", "duration=1s"))
	if !m.Complete || m.Locks != r.Locks.Acquired || m.Locks < 5 || m.ForeignDeletes != 0 {
		t.Errorf("the servers say %+v, and the answers %+v", m, r.Locks)
	}
}

func playMonitored(t *testing.T, url, strategy string, sc scenario.Scenario) (observe.Result, *observe.Monitored) {
	t.Helper()
	summary := observe.NewSummary(time.Second, 0)
	info, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, strategy), Seed: 1, Redis: url, Monitor: true}, summary)
	if err != nil {
		t.Fatal(err)
	}
	return summary.Result(), info.Monitor
}

// Who may not ask is told so in a line.
func TestAServerThatDoesNotTell(t *testing.T) {
	t.Parallel()
	_, err := Run(t.Context(), Config{Scenario: hotKey(t), Strategy: presetNamed(t, "lock"), Redis: startACL(t), Monitor: true})
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "NOPERM") || !strings.Contains(err.Error(), "--monitor") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// The lives of locks, told line by line.
func TestTheLedgerFollowsTheServersWord(t *testing.T) {
	const set, outer = `"set" "p:l" "%s" "px" "100" "nx"`, "[0 127.0.0.1:5]"
	for _, c := range []struct {
		name  string
		lines []string
		want  observe.Monitored
	}{
		{"its own release", []string{
			"1.000000 " + outer + " " + fmt.Sprintf(set, "a"), `1.050000 [0 127.0.0.1:5] "evalsha" "f" "1" "p:l" "a"`, `1.050000 [0 lua] "del" "p:l"`,
		}, observe.Monitored{Locks: 1, Commands: 2}},
		{"another's", []string{
			"1.000000 " + outer + " " + fmt.Sprintf(set, "a"), "1.101000 " + outer + " " + fmt.Sprintf(set, "b"),
			`1.150000 [0 127.0.0.1:5] "evalsha" "f" "1" "p:l" "a"`, `1.150000 [0 lua] "getdel" "p:l"`,
		}, observe.Monitored{Locks: 2, Commands: 3, ForeignDeletes: 1}},
		{"too late, and nobody's", []string{
			"1.000000 " + outer + " " + fmt.Sprintf(set, "a"), `1.101000 [0 127.0.0.1:5] "evalsha" "f" "1" "p:l" "b"`, `1.101000 [0 lua] "getdel" "p:l"`,
		}, observe.Monitored{Locks: 1, Commands: 2}},
		{"refused while it is held", []string{
			"1.000000 " + outer + " " + fmt.Sprintf(set, "a"), "1.099000 " + outer + " " + fmt.Sprintf(set, "b"),
			`1.100000 [0 127.0.0.1:5] "evalsha" "f" "1" "p:l" "a"`, `1.100000 [0 lua] "del" "p:l"`,
		}, observe.Monitored{Locks: 1, Commands: 3}},
		{"renewed", []string{
			"1.000000 " + outer + " " + fmt.Sprintf(set, "a"), `1.090000 [0 lua] "pexpire" "p:l" "100"`, "1.180000 " + outer + " " + fmt.Sprintf(set, "b"),
		}, observe.Monitored{Locks: 1, Commands: 2}},
		{"a token that is not unique", []string{
			"1.000000 " + outer + " " + fmt.Sprintf(set, "1"), "1.101000 " + outer + " " + fmt.Sprintf(set, "1"),
			`1.150000 [0 127.0.0.1:5] "evalsha" "f" "1" "p:l" "1"`, `1.150000 [0 lua] "del" "p:l"`,
		}, observe.Monitored{Locks: 2, Commands: 3, Undecided: 1}},
		{"keys of others", []string{`1.000000 [0 127.0.0.1:5] "set" "q:l" "a" "nx"`, `1.001000 [0 127.0.0.1:5] "del" "q:l"`}, observe.Monitored{}},
		{"taken by a script, released by another connection's", []string{
			`1.000000 [0 127.0.0.1:5] "evalsha" "f" "2" "p:l" "p:fence" "a" "100"`, `1.000000 [0 lua] "set" "p:l" "a" "PX" "100" "NX"`,
			`1.010000 [0 127.0.0.1:6] "evalsha" "g" "1" "p:l" "a\"\x00"`, `1.010000 [0 lua] "del" "p:l"`,
		}, observe.Monitored{Locks: 1, Commands: 2, ForeignDeletes: 1}},
	} {
		l := newLedger("p:")
		for _, line := range c.lines {
			m, ok := parseMonitored("+" + line + "\r\n")
			if !ok {
				t.Errorf("%s: %q is not understood", c.name, line)
				continue
			}
			l.enter(0, m)
		}
		if got := l.result(false); *got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, *got, c.want)
		}
	}
	for _, line := range []string{"", "+OK", "-ERR no", `+1.5 [0 x] unquoted`, `+x [0 lua] "get"`} {
		if m, ok := parseMonitored(line); ok {
			t.Errorf("%q is taken for %+v", line, m)
		}
	}
}

// A server on this machine has this machine's clock.
func TestTheClockOfAServerIsMeasured(t *testing.T) {
	t.Parallel()
	s, err := openServer(t.Context(), Config{Redis: redistest.Start(t).URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.close() }()
	c := s.about.Clock
	if c == nil || c.UncertaintyMS <= 0 || c.AheadMS-c.UncertaintyMS > 1 || c.AheadMS+c.UncertaintyMS < -1 {
		t.Errorf("%+v", c)
	}
}
