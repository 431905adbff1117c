package scenario

// Replay is what makes a run the same again, besides the scenario and its
// strategy. A search writes it into the cases that it finds.
type Replay struct {
	Seed   int    `yaml:"seed"`   // the run's seed
	Salt   int    `yaml:"salt"`   // the order of what happens at one instant; 0 is the usual one
	Breaks string `yaml:"breaks"` // the invariant that the case breaks
}
