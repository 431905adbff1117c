package strategies

// Preset is a strategy that has a name.
type Preset struct {
	Name    string
	Choices Choices
	// Guarantee says in a line what it does and promises.
	Guarantee string
	// Breaks names the invariant that must catch a deliberately wrong variant;
	// empty for a right strategy.
	Breaks string
	// New makes the strategy for one application process.
	New func(Env, Loader, Options) (Strategy, error)
}

// All returns the right strategies, in the order of a reader's interest.
func All() []Preset {
	return []Preset{
		preset("naive", Choices{}, "cache-aside and nothing else: whoever misses recomputes"),
		preset("jitter", Choices{Jitter: true}, "naive with random TTLs: different keys expire apart, one hot key stampedes as before"),
		preset("singleflight", Choices{Singleflight: true}, "one recompute per process: P processes recompute at most P times for each expiry"),
		preset("lock", Choices{Lock: true}, "one recompute per cluster for each expiry; the others poll until it is there"),
		preset("two-tier", Choices{Singleflight: true, Lock: true}, "singleflight in the process, then the lock: one recompute, and one waiter per process"),
		preset("xfetch", Choices{XFetch: true}, "early recompute by chance, e^(1/β) for each refresh on average; a busy key never expires"),
		preset("xfetch-lock", Choices{XFetch: true, Lock: true}, "early recompute by chance, in the background, by one per cluster"),
	}
}

func preset(name string, c Choices, guarantee string) Preset {
	return Preset{Name: name, Choices: c, Guarantee: guarantee, New: c.New}
}

// Composed returns the preset of these choices, or one named after them.
func Composed(c Choices) Preset {
	for _, p := range All() {
		if p.Choices == c {
			return p
		}
	}
	return preset(c.String(), c, "a composition")
}
