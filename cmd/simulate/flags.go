package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stampede/internal/near"
	"stampede/live"
	"stampede/model/scenario"
	"stampede/plots"
	"stampede/strategies"
	"stampede/study"
)

// runFlags say what to run and how to show it; run and compare share them.
type runFlags struct {
	seed        uint64
	scenario    string
	variant     string
	set         []string
	parts       string
	strategy    string
	redis       string
	allowRemote bool
	format      string
	plot        string
	live        liveFlags
}

func (f *runFlags) register(c *cobra.Command, strategy, strategyHelp string) {
	f.registerScenario(c)
	f.registerStrategy(c, strategy, strategyHelp)
	f.registerSeed(c)
	f.registerServer(c)
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", strings.Join(formats, ", "))
	flags.StringVar(&f.plot, "plot", "", "draw the recompute timeline into a file: .png, .svg or .pdf")
}

// registerServer registers the flags that say where to run; calibrate has them too.
func (f *runFlags) registerServer(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.redis, "redis", "sim", "sim (virtual time); miniredis (embedded); auto, auto-sentinel or auto-cluster (started for the run); or a URL: redis://, rediss://, redis+sentinel:// or redis+cluster://; or the URLs of independent servers for a Redlock, with commas between")
	flags.BoolVar(&f.allowRemote, "allow-remote", false, "let --redis be a server that is not on this machine")
}

// needsServer makes --redis name a server: virtual time, which is the usual, has none.
func (f *runFlags) needsServer(c *cobra.Command) {
	flag := c.Flags().Lookup("redis")
	flag.Usage = strings.TrimPrefix(flag.Usage, "sim (virtual time); ")
	flag.DefValue, f.redis = live.Auto, live.Auto
}

// registerScenario registers the flags that say which scenario to run.
func (f *runFlags) registerScenario(c *cobra.Command) {
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.scenario, "scenario", "hot-key", "an embedded scenario (simulate list scenarios), or a file")
	f.registerSettings(flags)
	f.redis, f.format = "sim", "text" // unless a flag says another
}

func (f *runFlags) registerStrategy(c *cobra.Command, strategy, strategyHelp string) {
	c.Flags().StringVar(&f.strategy, "strategy", strategy, strategyHelp)
}

func (f *runFlags) registerSeed(c *cobra.Command) {
	c.Flags().Uint64Var(&f.seed, "seed", 1, "selects all random draws: the same seed is the same run")
}

// registerSettings registers the flags that change a scenario.
func (f *runFlags) registerSettings(flags *pflag.FlagSet) {
	flags.StringVar(&f.variant, "variant", "", "of a scenario that has some, as in faulty")
	flags.StringVar(&f.parts, "parts", "", "a file with parts of a scenario to use in place of its own (simulate calibrate writes one)")
	flags.StringArrayVar(&f.set, "set", nil, "NAME=VALUE, repeatable: a setting of the scenario (simulate list settings)")
}

var formats = []string{"text", "json", "csv"}

// check refuses what can be refused before anything runs.
func (f *runFlags) check() error {
	if !slices.Contains(formats, f.format) {
		return unknown("--format", f.format, formats)
	}
	if f.plot != "" {
		if _, err := plots.FormatOf(f.plot); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	if !strings.Contains(f.redis, "://") && !slices.Contains(backends, f.redis) {
		return unknown("--redis", f.redis, append(slices.Clone(backends), "or a URL, as in redis://127.0.0.1:6379"))
	}
	return nil
}

// backends are what --redis may be besides a URL.
var backends = []string{"sim", live.Miniredis, live.Auto, live.AutoSentinel, live.AutoCluster}

// tryOutput reports if what the flags name could not be written in the end.
func (f *runFlags) tryOutput() error {
	if f.plot == "" {
		return nil
	}
	return tryFile("--plot", f.plot)
}

// load returns the scenario, as its variant runs it, with the settings of the
// command line.
func (f *runFlags) load() (scenario.Scenario, error) {
	s, err := scenario.Load(f.scenario)
	if err == nil {
		if f.variant != "" {
			s, err = s.Variant(f.variant)
		} else {
			err = s.Unvaried()
		}
	}
	if err != nil {
		return s, err
	}
	return s, f.apply(&s)
}

// apply makes the settings of the command line.
func (f *runFlags) apply(s *scenario.Scenario) error {
	if f.parts != "" {
		parts, err := scenario.LoadParts(f.parts)
		if err != nil {
			return err
		}
		for _, assignment := range parts {
			if err := s.Set(assignment); err != nil {
				return scenario.NotSet(err, f.parts)
			}
		}
	}
	for _, assignment := range f.set {
		if err := s.Set(assignment); err != nil {
			return err
		}
	}
	return s.Validate()
}

// prepare returns the scenario and the strategies that the flags name, and warns of
// what is odd about the scenario.
func (f *runFlags) prepare(warnings io.Writer) (sc scenario.Scenario, presets []strategies.Preset, err error) {
	if err := f.check(); err != nil {
		return sc, nil, err
	}
	// A slip in a strategy's name comes before one in the scenario.
	if f.strategy != "" {
		if _, err := study.Strategies(f.strategy); err != nil {
			return sc, nil, fmt.Errorf("--strategy: %w", err)
		}
	}
	if sc, err = f.load(); err != nil {
		return sc, nil, err
	}
	if f.strategy == "" {
		f.strategy = cmp.Or(string(sc.Strategy), "naive")
	}
	if presets, err = study.Strategies(f.strategy); err != nil {
		return sc, nil, err
	}
	for _, warning := range sc.Warnings() {
		fmt.Fprintf(warnings, "simulate: warning: %s\n", warning)
	}
	return sc, presets, nil
}

// repeat returns the command that makes the same run again.
func (f *runFlags) repeat(command string) string {
	words := append([]string{"simulate", command}, f.scenarioWords()...)
	words = append(words, "--strategy", f.strategy, "--seed", strconv.FormatUint(f.seed, 10))
	words = append(words, f.settingWords()...)
	if f.redis != "sim" {
		words = append(words, "--redis", live.Shown(f.redis)) // logs are read by many
	}
	if f.allowRemote {
		words = append(words, "--allow-remote")
	}
	if f.live.processes == processesOwn {
		words = append(words, "--processes", processesOwn)
	}
	if f.live.monitor {
		words = append(words, "--monitor")
	}
	return commandLine(words)
}

func (f *runFlags) scenarioWords() []string {
	words := []string{"--scenario", f.scenario}
	if f.variant != "" {
		words = append(words, "--variant", f.variant)
	}
	if f.parts != "" {
		words = append(words, "--parts", f.parts)
	}
	return words
}

func (f *runFlags) settingWords() (words []string) {
	for _, assignment := range f.set {
		words = append(words, "--set", assignment)
	}
	return words
}

// commandLine joins words to what a shell takes for them.
func commandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellQuote(w)
	}
	return strings.Join(quoted, " ")
}

// shellQuote quotes a word if a shell would read it as anything but itself.
func shellQuote(w string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,+%@", r)
	}
	if w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0 {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// workersMax is more than the CPUs of any machine: further workers take memory and give
// nothing.
const workersMax = 4096

func checkWorkers(n int) error {
	if n < 1 || n > workersMax {
		return fmt.Errorf("--workers is %d; accepted is from 1 to %d", n, workersMax)
	}
	return nil
}

// unknown is the error of a word that is none of those accepted.
func unknown(what, word string, accepted []string) error {
	if similar, ok := near.Name(word, accepted); ok {
		return fmt.Errorf("%s: unknown %q; did you mean %s?", what, word, similar)
	}
	return fmt.Errorf("%s: unknown %q; accepted is %s", what, word, strings.Join(accepted, ", "))
}
