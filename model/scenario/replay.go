package scenario

// Replay is what makes a run the same again, besides the scenario and its
// strategy. A search writes it into the cases that it finds.
type Replay struct {
	Seed   int    `yaml:"seed" about:"the run's seed"`
	Salt   int    `yaml:"salt" about:"the order of what happens at one instant; 0 is the usual one"`
	Zero   int    `yaml:"zero,omitempty" about:"which draw of the first process's strategy is 0; 0 is none"`
	Breaks string `yaml:"breaks" about:"the invariant that the case breaks"`
}
