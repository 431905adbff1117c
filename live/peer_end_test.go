package live

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"stampede/internal/child"
	"stampede/model/observe"
)

// startParent starts this program as a run whose processes are its own, and waits
// until all are connected to the server.
func startParent(t *testing.T, m *miniredis.Miniredis) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "parent", "redis://"+m.Addr())
	cmd.SysProcAttr = child.Attributes()
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Kill(cmd) })
	awaitConnections(t, m, func(n int) bool { return n > 4*2 })
	return cmd
}

// parent is that run. One of its processes is frozen.
func parent(url string) error {
	sc, err := parentScenario()
	if err != nil {
		return err
	}
	preset, err := sc.Strategy.Preset()
	if err != nil {
		return err
	}
	_, err = Run(context.Background(), Config{Scenario: sc, Strategy: preset, Seed: 1, Redis: url, Worker: ownWorker()})
	return err
}

func awaitConnections(t *testing.T, m *miniredis.Miniredis, enough func(int) bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !enough(m.CurrentConnectionCount()); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d connections to the server", m.CurrentConnectionCount())
		}
	}
}

// No process outlives the run that has started it, not even a frozen one: their
// connections close.
func TestProcessesEndWithARunThatIsKilled(t *testing.T) {
	t.Parallel()
	m := miniredis.RunT(t)
	cmd := startParent(t, m)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	awaitConnections(t, m, func(n int) bool { return n == 0 })
}

// A worker ends with its orders, and one that has no orders says so.
func TestAWorkerEndsWithItsOrders(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := Work(strings.NewReader("no orders"), &out); err == nil || out.Len() > 0 {
		t.Errorf("%v, and it tells %q", err, out.String())
	}
	cmd := exec.Command(os.Args[0], "worker")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	if err := cmd.Wait(); err == nil {
		t.Error("a worker without orders is content")
	}
}

// A process that ends by itself ends the run, which says which one and how.
func TestAProcessThatEndsByItselfEndsTheRun(t *testing.T) {
	t.Parallel()
	c := Config{Scenario: hotKey(t, "duration=1m"), Strategy: presetNamed(t, "lock"), Seed: 1, Redis: Miniredis, Worker: ownWorker()}
	s, err := openServer(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.close() }()
	var r *run
	reads := 0
	r, err = newRun(t.Context(), c, s, newPrefix(), []observe.Sink{sinkFunc(func(e *observe.Event) {
		if reads++; reads == 20 {
			go child.Kill(r.processes[2].(*peer).current().cmd)
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if err := r.play(); !errors.Is(err, ErrProcess) || err.Error() != "process-3 ended by itself: signal: killed" {
		t.Error(err)
	}
}

// A command that is no worker is an error of one line.
func TestWhatIsNoWorkerIsRefused(t *testing.T) {
	t.Parallel()
	for command, says := range map[string]string{"/no/such/program": "no such file", "false": "process-"} {
		c := Config{Scenario: hotKey(t), Strategy: presetNamed(t, "lock"), Redis: Miniredis, Worker: []string{command}}
		_, err := Run(t.Context(), c)
		if !errors.Is(err, ErrProcess) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", command, err)
		}
	}
}

// A run that is interrupted leaves no process and no key, and says so.
func TestAnInterruptedRunLeavesNothing(t *testing.T) {
	t.Parallel()
	m := miniredis.RunT(t)
	ctx, sink := cancelAt(t.Context(), observe.ReadEnd)
	c := Config{Scenario: hotKey(t, "duration=1m", "ttl=1m", "start=warm"), Strategy: presetNamed(t, "lock"), Seed: 1, Redis: "redis://" + m.Addr(), Worker: ownWorker()}
	info, err := Run(ctx, c, sink)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if n := len(m.Keys()); n != 0 || info.Left.KeysRemoved != 1 || info.Left.ProcessesEnded != 4 || info.Left.MayBe != nil {
		t.Errorf("%d keys are left; %v", n, info.Left)
	}
	awaitConnections(t, m, func(n int) bool { return n == 0 })
}
