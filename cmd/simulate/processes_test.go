package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"stampede/model/observe"
)

// Where processes live is a word; virtual time has none of the operating system's.
func TestSlipsAboutProcesses(t *testing.T) {
	t.Parallel()
	for args, says := range map[string]string{
		"run --redis miniredis --processes 8":     "their number is --set processes=8",
		"run --redis miniredis --processes owns":  "did you mean own?",
		"run --redis miniredis --processes child": "accepted is here, own",
		"run --processes own":                     "accepted with a --redis other than sim",
	} {
		if code, stdout, stderr := call(t, strings.Fields(args)...); code != exitUsage || stdout != "" || !strings.Contains(stderr, says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q", args, code, stderr)
		}
	}
}

// What a run has left behind is part of its result, and the command that repeats it
// says where its processes were.
func TestALiveResultSaysWhatItLeaves(t *testing.T) {
	t.Parallel()
	args := strings.Fields("run --strategy lock --redis miniredis --processes own --set duration=300ms --set from=0s --set ttl=1m --set start=warm")
	code, stdout, stderr := call(t, append(args, "--format", "json")...)
	var r observe.Result
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitHolds {
		t.Fatalf("status %d, %v: %s", code, err, stderr)
	}
	if l := r.Left; l == nil || l.KeysRemoved != 1 || l.ProcessesEnded != 5 || l.MayBe != nil || !strings.HasPrefix(l.Prefix, "stampede:") {
		t.Errorf("%+v", l)
	}
	_, stdout, _ = call(t, args...)
	if !strings.Contains(stdout, "left behind  nothing (1 key of stampede:") || !strings.Contains(stdout, " removed, 5 client processes ended)\n") || !strings.Contains(stdout, " --processes own\n") {
		t.Error(stdout)
	}
}

// A run that is interrupted at its terminal shows what it has, exits with 3, and
// leaves no process and no key.
func TestAnInterruptedCommandLeavesNothing(t *testing.T) {
	t.Parallel()
	m := miniredis.RunT(t)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(os.Args[0], strings.Fields("run --strategy lock --processes own --set duration=1m --set workers=10 --redis redis://"+m.Addr())...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "an entry is there", func() bool { return len(m.Keys()) > 0 && m.Exists(m.Keys()[0]) })
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the status is asked for below
	if code := cmd.ProcessState.ExitCode(); code != exitEnvironment || !strings.HasSuffix(stderr.String(), "simulate: interrupted\n") {
		t.Errorf("status %d, %s", code, stderr.String())
	}
	if text := stdout.String(); !strings.Contains(text, "\nreads ") || !strings.Contains(text, "left behind  nothing (") || !strings.Contains(text, "5 client processes ended)") {
		t.Error(text)
	}
	if keys := m.Keys(); len(keys) > 0 {
		t.Errorf("keys are left: %q", keys)
	}
	await(t, "all connections are closed", func() bool { return m.CurrentConnectionCount() == 0 })
}

func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited for 20 s until %s", what)
		}
	}
}

// A server that goes away during a run may keep keys: the run says so.
func TestALostServerMayKeepKeys(t *testing.T) {
	t.Parallel()
	m := miniredis.RunT(t)
	go func() {
		await(t, "an entry is there", func() bool { return len(m.Keys()) > 0 })
		m.Close()
	}()
	code, stdout, stderr := call(t, strings.Fields("run --strategy lock --set duration=1m --set workers=10 --redis redis://"+m.Addr())...)
	if code != exitEnvironment || !strings.Contains(stderr, "lost during the run") {
		t.Errorf("status %d, %s", code, stderr)
	}
	if !strings.Contains(stdout, "left behind  maybe keys of stampede:") || !strings.Contains(stdout, "each until its TTL, if it has one (0 keys of ") {
		t.Error(stdout)
	}
}

// What concerns a whole server is refused, by name and in a line, on one that the
// run has not started.
func TestServerWideFaultsAreRefused(t *testing.T) {
	t.Parallel()
	m := miniredis.RunT(t)
	for _, verb := range []string{"flush", "crash", "pause", "client-pause", "script-flush", "failover", "isolate", "squeeze"} {
		file := filepath.Join(t.TempDir(), "faults.yaml")
		more := map[string]string{"squeeze": ", share: 50%", "client-pause": ", for: 1s"}[verb]
		to := map[string]string{"failover": "primary", "isolate": "primary"}[verb]
		if to == "" {
			to = "redis"
		}
		servers := map[string]string{"failover": ", servers: {replicas: 1, detection: 1s}", "isolate": ", servers: {replicas: 1, detection: 1s}"}[verb]
		text := "version: 1\nname: faults\narrivals: {poisson: {rate: 10/s}}\nredis: {client: {timeout: 300ms}, memory: {limit: 4mb}" + servers +
			"}\nfaults: [{do: " + verb + ", to: " + to + ", at: 1s" + more + "}]\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := call(t, "run", "--scenario", file, "--redis", "redis://"+m.Addr())
		if code != exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 ||
			!strings.Contains(stderr, verb+" "+to+": that is not done to a server that the run has not started; accepted is auto") {
			t.Errorf("%s: status %d, %q", verb, code, stderr)
		}
	}
}
