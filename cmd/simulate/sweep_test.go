package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stampede/model/expect"
	"stampede/model/observe"
	"stampede/study"
)

const smallSweep = "sweep --scenario poisson-hot-key --strategy lock,xfetch --set duration=6s --set ttl=2s --vary beta=0.5:2:log3 --seeds 2"

func TestSweepWritesTheSameForAnyWorkersAndShards(t *testing.T) {
	dir := t.TempDir()
	for _, format := range formats {
		format := " --format " + format
		code, one, stderr := call(t, strings.Fields(smallSweep+format+" --workers 1")...)
		if code != exitHolds || stderr != "" || !strings.Contains(one, "recomputes") {
			t.Fatalf("exit status %d, stderr %q, stdout %q", code, stderr, one)
		}
		if _, three, _ := call(t, strings.Fields(smallSweep+format+" --workers 3")...); three != one {
			t.Errorf("%s: three workers write\n%s\none writes\n%s", format, three, one)
		}
		files := make([]string, 5)
		for i := range files {
			t.Setenv("JOB_COMPLETION_INDEX", string(rune('0'+i)))
			code, shard, stderr := call(t, strings.Fields(smallSweep+" --shard auto/5")...)
			if code != exitHolds {
				t.Fatal(stderr)
			}
			files[4-i] = filepath.Join(dir, string(rune('a'+i)))
			if err := os.WriteFile(files[4-i], []byte(shard), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, merged, stderr := call(t, append(strings.Fields("merge"+format), files...)...); merged != one {
			t.Errorf("%s: five shards merge to\n%s%s\none process writes\n%s", format, merged, stderr, one)
		}
	}
}

// The command that a sweep prints makes it again: the one that its shards print,
// too.
func TestTheRepeatCommandOfASweep(t *testing.T) {
	for _, metrics := range []string{"", " --metric hits,latency.max"} {
		_, first, _ := call(t, strings.Fields(smallSweep+metrics)...)
		_, command, _ := strings.Cut(strings.TrimSpace(first), "repeat  simulate ")
		if _, again, stderr := call(t, strings.Fields(command)...); again != first {
			t.Errorf("%s\nwrites\n%s%s\nnot\n%s", command, again, stderr, first)
		}
	}
}

func TestABrokenPromiseInASweepIsAnExitStatus(t *testing.T) {
	code, stdout, stderr := call(t, strings.Fields("sweep --strategy lock-no-recheck --seeds 2")...)
	if code != exitBroken || !strings.Contains(stdout, "✗ single-recompute: simulate run ") {
		t.Errorf("exit status %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// What a scenario expects is judged in every run of a sweep, and the first run that
// does not hold is named by a command that shows it.
func TestASweepJudgesWhatTheScenarioExpects(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	const scenario = `version: 1
name: mine
arrivals: {poisson: {rate: 50/s}}
duration: 2s
cache: {ttl: 1s}
expect: [max_concurrent_recomputes <= 7]
`
	if err := os.WriteFile(path, []byte(scenario), 0o644); err != nil {
		t.Fatal(err)
	}
	sweep := []string{"sweep", "--scenario", path, "--strategy", "lock,naive", "--vary", "recompute=1ms,100ms", "--seed", "4", "--seeds", "12"}
	code, stdout, stderr := call(t, sweep...)
	if code != exitBroken {
		t.Fatalf("exit status %d, stderr %q", code, stderr)
	}
	for _, row := range []string{"lock 1ms 12/12", "naive 1ms 12/12", "lock 100ms 12/12"} {
		words := strings.Fields(row)
		if !regexp.MustCompile(`(?m)^` + words[0] + ` +` + words[1] + ` .* ` + words[2] + `$`).MatchString(stdout) {
			t.Errorf("no row %s in\n%s", row, stdout)
		}
	}
	_, command, named := strings.Cut(stdout, "✗ max_concurrent_recomputes <= 7 (is 10): simulate ")
	if !named {
		t.Errorf("the expectation is not named in\n%s", stdout)
	}
	command, _, _ = strings.Cut(command, "\n")
	if code, shown, _ := call(t, strings.Fields(command)...); code != exitBroken || !strings.Contains(shown, "✗ max_concurrent_recomputes <= 7: ") {
		t.Errorf("%s: exit status %d\n%s", command, code, shown)
	}
	if strings.Count(stdout, "✗") != 1 {
		t.Errorf("one row of four is broken:\n%s", stdout)
	}

	shards := make([]string, 2)
	for i := range shards {
		_, part, _ := call(t, append(sweep, "--shard", fmt.Sprintf("%d/2", i+1))...)
		shards[i] = filepath.Join(t.TempDir(), "shard.json")
		if err := os.WriteFile(shards[i], []byte(part), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code, merged, _ := call(t, "merge", shards[0], shards[1]); code != exitBroken || merged != stdout {
		t.Errorf("merge: exit status %d\n%s\nnot\n%s", code, merged, stdout)
	}
}

// A sweep has every figure that list metrics has, by its name, and as the run has it.
func TestASweepHasEveryMetric(t *testing.T) {
	args := strings.Fields("--strategy naive --seed 3 --format")
	_, text, _ := call(t, append(append([]string{"sweep", "--seeds", "1"}, args...), "csv")...)
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	means := make(map[string]string)
	for _, row := range rows[1:] {
		means[row[3]] = row[5] + row[4]
	}
	_, text, _ = call(t, append(append([]string{"sweep", "--seeds", "1"}, args...), "json")...)
	var grid study.Grid
	if err := json.Unmarshal([]byte(text), &grid); err != nil {
		t.Fatal(err)
	}
	for _, m := range expect.Metrics() {
		if _, ok := means[m.Name]; !ok {
			t.Errorf("CSV has no %s", m.Name)
		}
		if _, ok := grid.Cells[0].Metrics[m.Name]; !ok {
			t.Errorf("JSON has no %s", m.Name)
		}
	}
	_, text, _ = call(t, append(args, "json")...)
	var r observe.Result
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"overlap.max": fmt.Sprint(r.Overlap.Max), "overlap.longest": fmt.Sprint(r.Overlap.LongestMS, "ms"), "origin.loads": fmt.Sprint(r.Origin.Loads),
		"latency.p90": fmt.Sprint(r.LatencyMS.P90, "ms"), "redis.peak": fmt.Sprint(r.Redis.PeakPerS, "/s"), "age.max": fmt.Sprint(r.AgeMS.Max, "ms"),
	} {
		if want := strings.ReplaceAll(want, " ", ""); r.Overlap.Max < 2 || means[name] != want {
			t.Errorf("%s is %s in the sweep and %s in the run", name, means[name], want)
		}
	}
}

func TestShardsOfBatchSystems(t *testing.T) {
	for _, c := range []struct {
		shard, env, want string // want is the shard, or the error
	}{
		{"2/3", "", "shard 2/3"},
		{"auto/4", "JOB_COMPLETION_INDEX=3", "shard 4/4"},
		{"auto", "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=5", "shard 4/5"},
		{"auto", "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=5", "shard 1/5"},
		{"auto", "JOB_COMPLETION_INDEX=3", "the batch system does not say how many shards there are; accepted is auto/N"},
		{"auto/4", "JOB_COMPLETION_INDEX=x", `JOB_COMPLETION_INDEX is "x"; accepted is a number, as Kubernetes sets it`},
		{"auto/4", "JOB_COMPLETION_INDEX=4", "there is no shard 5/4; accepted is I/N with I from 1 to N"},
		{"auto/4", "", "auto finds no batch system; accepted is one that sets JOB_COMPLETION_INDEX or SLURM_ARRAY_TASK_ID"},
		{"0/3", "", "there is no shard 0/3; accepted is I/N with I from 1 to N"},
		{"2", "", `"2" is no shard; accepted is I/N as in 1/8, auto/N, or auto`},
		{"2/x", "", `"2/x" is no shard; accepted is I/N as in 1/8, auto/N, or auto`},
	} {
		t.Run(c.shard+" "+c.env, func(t *testing.T) {
			for assignment := range strings.FieldsSeq(c.env) {
				name, value, _ := strings.Cut(assignment, "=")
				t.Setenv(name, value)
			}
			s, err := parseShard(c.shard)
			got := s.String()
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestMergeSaysWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(file, []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"merge":                                     "merge: no files; accepted are those that simulate sweep --shard wrote",
		"merge " + file:                             file + ": not a shard of a sweep",
		"merge none.json":                           "none.json: cannot be read: no such file or directory; accepted is a file that simulate sweep --shard wrote",
		"sweep --workers 0":                         "--workers is 0; accepted is from 1 to 4096",
		"sweep --seeds 0":                           "--seeds is 0; accepted is 1 or more",
		"sweep --metric reads,hits,reads":           `--metric: reads stands twice`,
		"sweep --metric reads --format csv":         `--metric: csv has all figures; accepted with --format text, or with --plot`,
		"merge x.json --metric reads --format json": `--metric: json has all figures; accepted with --format text, or with --plot`,
		"sweep --metric recompte":                   `--metric: unknown metric "recompte"; did you mean recomputes?`,
		"sweep --metric latency_ms_p99":             `--metric: unknown metric "latency_ms_p99"; did you mean latency.p99?`,
		"sweep --metric latency_ms.p99":             `--metric: unknown metric "latency_ms.p99"; did you mean latency.p99?`,
		"sweep --metric redis_peak_per_s":           `--metric: unknown metric "redis_peak_per_s"; did you mean redis.peak?`,
	} {
		code, stdout, stderr := call(t, strings.Fields(args)...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, "simulate: "+want) {
			t.Errorf("simulate %s: %d, %q, want %q", args, code, stderr, want)
		}
	}
}

// A file or a pipe gets no bar.
func TestNoProgressWithoutATerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := newProgress(f)
	p.count("runs")(1, 2)
	p.end()
	if info, err := f.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("%v, %d bytes", err, info.Size())
	}
}

// One run has no standard error: 0 would say that all seeds are alike.
func TestOneSeedHasNoStandardError(t *testing.T) {
	for seeds, want := range map[string]bool{"1": false, "2": true} {
		_, stdout, stderr := call(t, strings.Fields("sweep --strategy lock --set duration=1s --seeds "+seeds)...)
		if strings.Contains(stdout, "±") != want || stderr != "" {
			t.Errorf("%s seeds:\n%s%s", seeds, stdout, stderr)
		}
	}
}

func TestTheCSVOfASweepSaysHowManyRunsHeld(t *testing.T) {
	_, stdout, _ := call(t, strings.Fields("sweep --strategy lock,lock-no-recheck --seeds 2 --format csv")...)
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0][:4], ","); got != "strategy,seeds,held,metric" {
		t.Fatalf("columns are %s", got)
	}
	for _, row := range rows[1:] {
		if want := map[string]string{"lock": "2", "lock-no-recheck": "0"}[row[0]]; row[2] != want {
			t.Fatalf("%v, want %s held", row, want)
		}
	}
}

// The variant stands in whatever a sweep writes, and in what is merged of its shards.
func TestASweepNamesTheVariant(t *testing.T) {
	sweep := strings.Fields("sweep --scenario corpus/D01 --variant right --strategy lock --seeds 1")
	_, stdout, stderr := call(t, sweep...)
	if !strings.HasPrefix(stdout, "D01 right, 1 seed from 1,") {
		t.Errorf("got\n%s%s", stdout, stderr)
	}
	var grid study.Grid
	_, text, _ := call(t, append(sweep, "--format", "json")...)
	if err := json.Unmarshal([]byte(text), &grid); err != nil || grid.Variant != "right" {
		t.Errorf("JSON has variant %q, %v", grid.Variant, err)
	}
	_, shard, _ := call(t, append(sweep, "--shard", "1/1")...)
	file := filepath.Join(t.TempDir(), "shard.json")
	if err := os.WriteFile(file, []byte(shard), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, merged, stderr := call(t, "merge", file); merged != stdout {
		t.Errorf("merged is\n%s%snot\n%s", merged, stderr, stdout)
	}
}
