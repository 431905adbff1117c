package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func call(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = simulate(context.Background(), args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestBadCommandLinesAreRefusedInALine(t *testing.T) {
	dir := t.TempDir()
	misspelt := filepath.Join(dir, "misspelt.yaml")
	if err := os.WriteFile(misspelt, []byte("version: 1\nname: x\narrivals:\n  closed:\n    workerz: 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string // the first line, without the leading "simulate: "
	}{
		{"--strategy lok", exitUsage, `--strategy: unknown strategy "lok"; did you mean lock?`},
		{"--strategy zzzzzz", exitUsage, `--strategy: unknown strategy "zzzzzz"; accepted is naive, jitter, singleflight, lock, lock-stale, lock-notify, lock-watchdog, lock-fenced, two-tier, xfetch, xfetch-lock, logical-ttl, swr, swr-lock, swr-xfetch, refresh-ahead, scheduled, lease, redlock, origin-guard, fail-safe, negative, a broken one, or a composition such as lock+jitter`},
		{"--strategy lock+jiter", exitUsage, `--strategy: not a composition: "jiter"; did you mean jitter?`},
		{"--strategy naive,lock", exitUsage, `--strategy: run takes one strategy, got "naive,lock"; simulate compare takes several`},
		{"--scenario hotkey", exitUsage, `scenario "hotkey": unknown; did you mean hot-key?`},
		{"--scenario " + filepath.Join(dir, "none.yaml"), exitUsage, filepath.Join(dir, "none.yaml") + `: no such file; accepted is the path of a scenario file, or one of cold-start, error-burst, hot-key, hundred-keys, overload, poisson-hot-key and slow-origin`},
		{"--scenario " + misspelt, exitUsage, misspelt + `:5:5: arrivals.closed.workerz: unknown field "workerz"; did you mean workers?`},
		{"--set ttl=-1s", exitUsage, `--set ttl=-1s: cache.ttl: "-1s" is negative; accepted is 0 or more`},
		{"--set workers=0", exitUsage, `arrivals.closed.workers is 0; accepted is from 1 to 1000000`},
		{"--set workerz=3", exitUsage, `--set workerz=3: unknown name "workerz"; did you mean workers?`},
		{"--seed -1", exitUsage, `--seed: "-1" is not accepted; accepted is a whole number from 0 to 18446744073709551615, as in 42`},
		{"--seed 18446744073709551616", exitUsage, `--seed: "18446744073709551616" is not accepted; accepted is a whole number from 0 to 18446744073709551615, as in 42`},
		{"sweep --workers x", exitUsage, `--workers: "x" is not accepted; accepted is a whole number, as in 4, up to 9223372036854775807`},
		{"serve --maxmemory 9223372036854775808", exitUsage, `--maxmemory: "9223372036854775808" is not accepted; accepted is a whole number, as in 4, up to 9223372036854775807`},
		{"check --for 5", exitUsage, `--for: "5" is not accepted; accepted is a length of time with its unit, as in 2m or 1m30s, up to 2562047h`},
		{"check --for 2562048h", exitUsage, `--for: "2562048h" is not accepted; accepted is a length of time with its unit, as in 2m or 1m30s, up to 2562047h`},
		{"pair --tolerance much", exitUsage, `--tolerance: "much" is not accepted; accepted is a number, as in 20 or 2.5`},
		{"pair --tolerance -1", exitUsage, `--tolerance is -1; accepted is a number of percent that is not negative, as in 20`},
		{"pair --tolerance nan", exitUsage, `--tolerance is NaN; accepted is a number of percent that is not negative, as in 20`},
		{"pair --runs 0", exitUsage, `--runs is 0; accepted is 1 or more`},
		{"pair --seeds -1", exitUsage, `--seeds is -1; accepted is 1 or more`},
		{"check --seeds 0", exitUsage, `--seeds is 0; accepted is 1 or more`},
		{"check --workers 0", exitUsage, `--workers is 0; accepted is from 1 to 4096`},
		{"check --workers 4097", exitUsage, `--workers is 4097; accepted is from 1 to 4096`},
		{"sweep --workers 1000000000", exitUsage, `--workers is 1000000000; accepted is from 1 to 4096`},
		{"check --for -1s", exitUsage, `--for is -1s; accepted is 0, which is no limit, or more`},
		{"check --broken unfenced --strategy lock", exitUsage, `--broken: it says what to search, and so does --strategy; accepted is one of them`},
		{"check --broken lock", exitUsage, `--broken: lock says of no invariant that it breaks it; accepted are the wrong variants (simulate list broken)`},
		{"check --broken unfenced,lock-plain-del,unfenced", exitUsage, `--broken: unfenced stands twice in "unfenced,lock-plain-del,unfenced"`},
		{"compare --strategy two-tier,singleflight+lock", exitUsage, `--strategy: two-tier stands twice in "two-tier,singleflight+lock"`},
		{"sweep --strategy lock,lock", exitUsage, `--strategy: lock stands twice in "lock,lock"`},
		{"pair --tolerance inf", exitUsage, `--tolerance: every figure is within an infinite one; accepted is a number of percent, as in 20`},
		{"replay none", exitUsage, `none: no such file; accepted is the path of a scenario file`},
		{"replay hot-key", exitUsage, `hot-key: no such file; accepted is the path of a scenario file`},
		{"replay " + dir, exitUsage, dir + `: cannot be read: is a directory; accepted is the path of a scenario file`},
		{"--parts ../../scenarios/hot-key.yaml", exitUsage, `../../scenarios/hot-key.yaml: version=1: version says which scenario this is, and cannot be set; accepted is a scenario file of your own`},
		{"sweep --vary tll=1s", exitUsage, `--vary: tll=1s: unknown name "tll"; did you mean ttl?`},
		{"sweep --vary ttl=1s,2", exitUsage, `--vary: ttl=2: cache.ttl: "2" has no unit; accepted is a number with one, as in 150ms or 1m30s`},
		{"--parts none.yaml", exitUsage, `none.yaml: cannot be read; accepted is the path of a file with parts of a scenario`},
		{"merge none.json", exitUsage, `none.json: cannot be read: no such file or directory; accepted is a file that simulate sweep --shard wrote`},
		{"--allow-remote=maybe", exitUsage, `--allow-remote: "maybe" is not accepted; accepted is true or false`},
		{"--format yaml", exitUsage, `--format: unknown "yaml"; accepted is text, json, csv`},
		{"--plot out.gif", exitUsage, `--plot: plots: out.gif: unknown ending ".gif"; accepted: .png, .svg, .pdf`},
		{"rum", exitUsage, `command: unknown "rum"; did you mean run?`},
		{"run hot-key", exitUsage, `simulate run: takes no arguments, only flags; got "hot-key"`},
		{"list strategy", exitUsage, `command: unknown "strategy"; accepted is broken, choices, faults, invariants, metrics, scenarios, settings, strategies`},
		{"--duration 1s", exitUsage, `unknown flag: --duration; it is a setting: --set duration=VALUE`},
		{"compare --strategies all", exitUsage, `unknown flag: --strategies; did you mean --strategy?`},
		{"run --frobnicate", exitUsage, `unknown flag: --frobnicate; simulate run --help lists those accepted`},
		{"--redis redis://127.0.0.1:1", exitEnvironment, `redis://127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused; accepted is miniredis, auto, auto-sentinel, auto-cluster or the URL of a running server, or URLs with commas between for a Redlock`},
		{"--redis redis://192.0.2.1:6379", exitUsage, `redis://192.0.2.1:6379: 192.0.2.1 is not this machine; --allow-remote permits a run on it`},
		{"--allow-remote", exitUsage, "--allow-remote: virtual time has no server to reach; accepted with a --redis other than sim"},
		{"sweep --shard 1/2 --format csv", exitUsage, "--format: a shard is no whole sweep; accepted is simulate merge --format"},
		{"sweep --shard 1/2 --metric reads", exitUsage, "--metric: a shard is no whole sweep; accepted is simulate merge --metric"},
		{"calibrate --format csv", exitUsage, `--format: unknown "csv"; accepted is yaml, json`},
		{"calibrate --plot x.png", exitUsage, "unknown flag: --plot; simulate calibrate --help lists those accepted"},
		{"calibrate --strategy lock", exitUsage, "unknown flag: --strategy; simulate calibrate --help lists those accepted"},
		{"--monitor", exitUsage, "--monitor: virtual time has no server to ask; accepted with a --redis other than sim"},
		{"--metrics-addr 127.0.0.1:0", exitUsage, "--metrics-addr: a run in virtual time is over at once; accepted with a --redis other than sim"},
		{"--redis miniredis --metrics-addr 9100", exitUsage, "--metrics-addr: address 9100: missing port in address; accepted is HOST:PORT, as in 127.0.0.1:0"},
		{"--redis miniredis --metrics-addr :0", exitUsage, "--metrics-addr: other machines can reach :0; accepted is an address of this one, as in 127.0.0.1:0, or --allow-remote"},
		{"--redis miniredis --metrics-addr 127.0.0.1:none", exitEnvironment, "--metrics-addr: listen tcp: lookup tcp/none: unknown port"},
		{"--redis smi", exitUsage, `--redis: unknown "smi"; did you mean sim?`},
		{"pair --redis auto-sentinal", exitUsage, `--redis: unknown "auto-sentinal"; did you mean auto-sentinel?`},
		{"calibrate --redis localhost:6379", exitUsage, `--redis: unknown "localhost:6379"; accepted is sim, miniredis, auto, auto-sentinel, auto-cluster, or a URL, as in redis://127.0.0.1:6379`},
		{"--redis ftp://x", exitUsage, `"ftp://x": no URL that begins with redis://, rediss://, redis+sentinel:// or redis+cluster://; accepted is miniredis, auto, auto-sentinel, auto-cluster or the URL of a running server, or URLs with commas between for a Redlock`},
	} {
		code, stdout, stderr := call(t, strings.Fields(c.args)...)
		line, _, _ := strings.Cut(stderr, "\n")
		if code != c.code || stdout != "" || line != "simulate: "+c.want {
			t.Errorf("simulate %s\n got %d: %s\nwant %d: simulate: %s", c.args, code, line, c.code, c.want)
		}
	}
}

// A flag that is given and empty is a script's mistake: left out, it has a meaning of its
// own, and `check --broken ""` would search the right strategies.
func TestNoFlagIsEmpty(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind != "string" && kind != "stringSlice" {
				return
			}
			args := append(strings.Fields(c.CommandPath())[1:], "--"+f.Name+"=")
			if strings.Contains(c.Use, " ") {
				args = append(args, "hot-key") // what it is about
			}
			want := fmt.Sprintf("simulate: --%s: it is empty; accepted is a value, or no --%[1]s\n", f.Name)
			if code, stdout, stderr := call(t, args...); code != exitUsage || stdout != "" || stderr != want {
				t.Errorf("simulate %q: exit status %d, %s%s", args, code, stdout, stderr)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand())
}

// Of each kind of flag that there is, a slip says what is accepted.
func TestEveryKindOfFlagHasAForm(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			switch kind := f.Value.Type(); kind {
			case "string", "stringArray", "stringSlice": // nothing is a slip
			default:
				if accepted[kind] == "" {
					t.Errorf("%s --%s: nothing says what is accepted for %s", c.CommandPath(), f.Name, kind)
				}
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand())
}

func TestABrokenPromiseIsAnExitStatus(t *testing.T) {
	if code, stdout, stderr := call(t, "--strategy", "lock-no-recheck"); code != exitBroken || stderr != "" || !strings.Contains(stdout, "✗ single-recompute") {
		t.Errorf("exit status %d, stderr %q, stdout %q", code, stderr, stdout)
	}
	if code, _, _ := call(t, "--strategy", "lock"); code != exitHolds {
		t.Errorf("exit status %d of a run in which all holds", code)
	}
}

func TestJSONHasTheDocumentedFields(t *testing.T) {
	_, stdout, _ := call(t, "--strategy", "lock", "--format", "json")
	var run map[string]any
	if err := json.Unmarshal([]byte(stdout), &run); err != nil {
		t.Fatal(err)
	}
	for _, field := range strings.Fields(`strategy scenario seed backend digest events reads hits misses stale errors
		expiries recomputes early_recomputes episodes duplicate_recomputes max_concurrent_recomputes peak_recomputes
		lead_ms foreign_deletes locks latency_ms age_ms redis origin violations`) {
		if _, ok := run[field]; !ok {
			t.Errorf("%s is missing", field)
		}
	}
	if v, ok := run["violations"].([]any); !ok || len(v) != 0 {
		t.Errorf("violations = %v, want an empty array", run["violations"])
	}
	_, stdout, _ = call(t, "compare", "--strategy", "naive,lock", "--format", "json")
	var runs []map[string]any
	if err := json.Unmarshal([]byte(stdout), &runs); err != nil || len(runs) != 2 || runs[1]["recomputes"] != 5.0 {
		t.Errorf("compare: %v, %d runs", err, len(runs))
	}
}

func TestCSVHasALineForEachRun(t *testing.T) {
	_, stdout, _ := call(t, "compare", "--strategy", "naive,lock", "--format", "csv")
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "strategy,scenario,variant,seed,") || !strings.HasPrefix(lines[2], "lock,hot-key,,1,sim,") {
		t.Errorf("got\n%s", stdout)
	}
}

// What a run was made of goes with its figures: in JSON the settings, the warnings and
// the command that makes it again, alone if it was one of several; and that the
// scenario expected something else in CSV too.
func TestARunSaysWhatItWasMadeOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	const scenario = "version: 1\nname: mine\narrivals: {poisson: {rate: 50/s}}\nduration: 2s\nexpect: [reads == 0, hits == 0, reads > 0]\n"
	if err := os.WriteFile(path, []byte(scenario), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"--scenario", path, "--seed", "7", "--set", "lock-ttl=100ms", "--set", "ttl=2s"}
	_, stdout, stderr := call(t, append([]string{"compare", "--strategy", "naive,lock", "--format", "json"}, args...)...)
	var runs []struct {
		From     string
		Set      []string
		Warnings []string
		Repeat   string
		Digest   string
		Held     []string
	}
	if err := json.Unmarshal([]byte(stdout), &runs); err != nil || len(runs) != 2 {
		t.Fatal(err, stdout)
	}
	lock := runs[1]
	if lock.From != path || strings.Join(lock.Set, " ") != "lock-ttl=100ms ttl=2s" || len(lock.Held) == 0 {
		t.Errorf("%+v", lock)
	}
	if len(lock.Warnings) != 1 || stderr != "simulate: warning: "+lock.Warnings[0]+"\n" {
		t.Errorf("warnings %q, on stderr %q", lock.Warnings, stderr)
	}
	_, again, _ := call(t, append(strings.Fields(lock.Repeat)[1:], "--format", "json")...)
	if !strings.Contains(again, `"digest": "`+lock.Digest+`"`) || !strings.Contains(again, `"repeat": "`+lock.Repeat+`"`) {
		t.Errorf("%s makes\n%s", lock.Repeat, again)
	}
	code, stdout, _ := call(t, append([]string{"run", "--format", "csv"}, args...)...)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	column := slices.Index(strings.Split(lines[0], ","), "unmet_expectations")
	if column < 0 || code != exitBroken || strings.Split(lines[1], ",")[column] != "2" {
		t.Errorf("exit status %d, column %d of\n%s", code, column, stdout)
	}
}

// The command that a run prints repeats it, whatever a shell makes of its words.
func TestTheRepeatCommandIsQuoted(t *testing.T) {
	_, stdout, _ := call(t, "--set", "network.request=0.1ms + exp(0.4ms)", "--set", "duration=1s")
	want := "repeat  simulate run --scenario hot-key --strategy naive --seed 1 --set 'network.request=0.1ms + exp(0.4ms)' --set duration=1s\n"
	if !strings.HasSuffix(stdout, want) {
		t.Errorf("got %q, want the end %q", stdout, want)
	}
}

// What check finds it saves, and replay shows it again.
func TestCheckFindsWhatReplayShows(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "failures")
	code, stdout, _ := call(t, "check", "--strategy", "lock,lock-plain-del", "--seeds", "200", "--failures", folder)
	if code != exitBroken || !strings.Contains(stdout, "no-foreign-delete is broken: a lock is deleted or extended only by") {
		t.Fatalf("check: exit status %d\n%s", code, stdout)
	}
	_, command, _ := strings.Cut(stdout, "replay  simulate replay ")
	file, _, _ := strings.Cut(command, "\n")
	code, stdout, stderr := call(t, "replay", file)
	if code != exitBroken || !strings.Contains(stdout, "deletes the lock of B\n") {
		t.Errorf("replay: exit status %d\n%s%s", code, stdout, stderr)
	}
	_, short, _ := call(t, "replay", file, "--until", "3")
	if first, _, _ := strings.Cut(short, "\n\n"); strings.Count(first, "\n") != 2 {
		t.Errorf("replay --until 3 shows\n%s", first)
	}
	if code, _, stderr := call(t, "replay", "../../scenarios/hot-key.yaml"); code != exitUsage || !strings.Contains(stderr, "hot-key is no case to replay") {
		t.Errorf("replay of a scenario that is no case: exit status %d, %s", code, stderr)
	}
}

func TestCheckOfTheWrongVariantsHoldsIfEachIsCaught(t *testing.T) {
	if code, stdout, _ := call(t, "check", "--broken", "lock-no-recheck,lock-plain-del"); code != exitHolds || strings.Contains(stdout, "not caught") {
		t.Errorf("exit status %d\n%s", code, stdout)
	}
	if code, stdout, _ := call(t, "check", "--broken", "lock-plain-del", "--seeds", "1"); code != exitBroken || !strings.Contains(stdout, "not caught") {
		t.Errorf("with one case: exit status %d\n%s", code, stdout)
	}
}

// What a command prints to be repeated gets into logs.
func TestNoPasswordIsRepeated(t *testing.T) {
	f := runFlags{scenario: "hot-key", strategy: "lock", redis: "redis://:secret@127.0.0.1:6379"}
	if got := f.repeat("run"); strings.Contains(got, "secret") || !strings.HasSuffix(got, "--redis redis://:xxxxx@127.0.0.1:6379") {
		t.Errorf("repeat is %s", got)
	}
}

// What needs a server does not offer virtual time.
func TestTheHelpOffersWhatIsAccepted(t *testing.T) {
	for command, offered := range map[string]bool{"run": true, "compare": true, "pair": false, "calibrate": false} {
		_, help, _ := call(t, command, "--help")
		if strings.Contains(help, "sim (virtual time)") != offered || strings.Contains(help, `(default "sim")`) != offered || strings.Contains(help, `(default "auto")`) == offered {
			t.Errorf("%s:\n%s", command, help)
		}
	}
}
