package live

import (
	"errors"
	"strings"
	"testing"
)

func TestBadAddressesAreRefusedInOneLine(t *testing.T) {
	addresses := []struct {
		address string
		kind    error
		says    []string
	}{
		{"redis://127.0.0.1:1", ErrUnavailable, []string{
			"redis://127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused; accepted is miniredis, auto, auto-sentinel, auto-cluster or the URL of a running server",
		}},
		{"redis://user:secret@127.0.0.1:1", ErrUnavailable, []string{"redis://user:xxxxx@127.0.0.1:1: dial tcp"}},
		{"127.0.0.1:6379", ErrServer, []string{"redis://", "accepted is miniredis"}},
		{"minired", ErrServer, []string{`"minired"`, "accepted is miniredis"}},
		{"", ErrServer, []string{`""`, "accepted is miniredis"}},
		{"http://127.0.0.1:6379", ErrServer, []string{`"http://127.0.0.1:6379"`, "redis://"}},
		{"http://user:secret@127.0.0.1", ErrServer, []string{"http://user:xxxxx@127.0.0.1"}},
		{"redis://user:secret@127.0.0.1:port", ErrServer, []string{"accepted is miniredis"}},
		{"redis://127.0.0.1:6379/zero", ErrServer, []string{"redis://127.0.0.1:6379/zero", "accepted is miniredis"}},
		{"redis://127.0.0.1:1,127.0.0.1:2", ErrServer, []string{"redis+sentinel://… or redis+cluster://…"}},
		{"redis+ring://127.0.0.1:1", ErrServer, []string{"redis+cluster://"}},
		{"redis+sentinel://127.0.0.1:1", ErrServer, []string{"no name of a primary"}},
		{"redis+sentinel://127.0.0.1:1/mymaster?password=secret", ErrUnavailable, []string{"redis+sentinel://127.0.0.1:1/mymaster?password=xxxxx"}},
		{"redis+cluster://u:secret@127.0.0.1:1,192.0.2.1:6379", ErrServer, []string{"192.0.2.1 is not this machine"}},
		{"redis+cluster://127.0.0.1:1?refresh=soon", ErrServer, []string{"as in 300ms"}},
		{"redis://127.0.0.1:1?cacert=ca.pem", ErrServer, []string{"rediss://"}},
		{"rediss://127.0.0.1:1?cacert=no/such/file", ErrServer, []string{"no such file"}},
		{"redis://192.0.2.1:6379", ErrServer, []string{"192.0.2.1 is not this machine", "--allow-remote"}},
		{"rediss://:secret@[2001:db8::1]", ErrServer, []string{"2001:db8::1 is not this machine", "--allow-remote"}},
	}
	for _, a := range addresses {
		info, err := Run(t.Context(), Config{Scenario: hotKey(t), Strategy: presetNamed(t, "naive"), Redis: a.address})
		if !errors.Is(err, a.kind) {
			t.Errorf("%q: %v, want %v", a.address, err, a.kind)
			continue
		}
		for _, text := range a.says {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%q: %v; it does not say %q", a.address, err, text)
			}
		}
		if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", a.address, err)
		}
		if info.Left.Prefix != "" || info.Server.Version != "" {
			t.Errorf("%q: %+v", a.address, info)
		}
	}
}

func TestAddressesAreShownWithoutPasswords(t *testing.T) {
	for address, want := range map[string]string{
		"auto":                            "auto",
		"miniredis":                       "miniredis",
		"redis://127.0.0.1:6379/0?x=b&a=": "redis://127.0.0.1:6379/0?x=b&a=",
		"redis://user@127.0.0.1":          "redis://user@127.0.0.1",
		"redis://:secret@127.0.0.1:1/2":   "redis://:xxxxx@127.0.0.1:1/2",
		"rediss://u:secret@a,redis://b,redis://:secret@c":                 "rediss://u:xxxxx@a,redis://b,redis://:xxxxx@c",
		"redis+cluster://u:secret@a:1,b:2,c:3":                            "redis+cluster://u:xxxxx@a:1,b:2,c:3",
		"redis+sentinel://a:1,b:2/main?password=secret":                   "redis+sentinel://a:1,b:2/main?password=xxxxx",
		"redis+sentinel://a:1/main/3?sentinel_password=secret&password=s": "redis+sentinel://a:1/main/3?password=xxxxx&sentinel_password=xxxxx",
	} {
		if got := Shown(address); got != want {
			t.Errorf("%s is shown as %s, want %s", address, got, want)
		}
	}
}

func TestLoopbackIsNotRemote(t *testing.T) {
	for _, host := range []string{"", "localhost", "127.0.0.1", "127.3.2.1", "::1"} {
		if err := checkLocal(t.Context(), "it", host); err != nil {
			t.Errorf("%q: %v", host, err)
		}
	}
}
