package strategies

// Preset is a strategy that has a name.
type Preset struct {
	Name    string
	Choices Choices
	// Guarantee says in a line what it does and promises, Cost what that costs,
	// and When to use it.
	Guarantee, Cost, When string
	// Breaks names the invariant that must catch a deliberately wrong variant;
	// empty for a right strategy.
	Breaks string
	// New makes the strategy for one application process.
	New func(Env, Loader, Options) (Strategy, error)

	settings []setting
}

// All returns the right strategies, in the order of a reader's interest.
func All() []Preset {
	all := []Preset{
		{
			Name:      "naive",
			Guarantee: "cache-aside and nothing else: whoever misses recomputes",
			Cost:      "a stampede at each expiry",
			When:      "keys that are read seldom",
		},
		{
			Name: "jitter", Choices: Choices{Jitter: true},
			Guarantee: "naive with random TTLs: different keys expire apart, one hot key stampedes as before",
			Cost:      "entries live longer than the TTL",
			When:      "many keys that are written together",
		},
		{
			Name: "singleflight", Choices: Choices{Singleflight: true},
			Guarantee: "one recompute per process: P processes recompute at most P times for each expiry",
			Cost:      "none",
			When:      "few processes, or a cheap origin",
		},
		{
			Name: "lock", Choices: Choices{Lock: true},
			Guarantee: "one recompute per cluster for each expiry; the others poll until it is there",
			Cost:      "waiting reads, and their polling",
			When:      "an origin that one recompute at a time is enough for",
		},
		{
			Name: "lock-stale", Choices: Choices{Lock: true, Stale: true},
			Guarantee: "lock; who has waited for too long gets the old value, if there is one, and else fails fast",
			Cost:      "entries take memory for twice the TTL",
			When:      "loads that may take longer than readers can wait",
		},
		{
			Name: "lock-notify", Choices: Choices{Lock: true, Notify: true},
			Guarantee: "lock; the others are woken by the release instead of polling",
			Cost:      "a subscription for each key that is waited for",
			When:      "many waiters, or long loads",
		},
		{
			Name: "lock-watchdog", Choices: Choices{Lock: true, Watchdog: true},
			Guarantee: "lock that is renewed while its holder works: a short TTL, and long loads",
			Cost:      "a renewal each third of the lock's TTL",
			When:      "load times that nobody knows",
		},
		{
			Name: "lock-fenced", Choices: Choices{Lock: true, Fenced: true},
			Guarantee: "lock; a holder that has lost it does not overwrite the value of a later one",
			Cost:      "a counter for each key",
			When:      "values that must not go back",
		},
		{
			Name: "two-tier", Choices: Choices{Singleflight: true, Lock: true},
			Guarantee: "singleflight in the process, then the lock: one recompute, and one waiter per process",
			Cost:      "waiting reads, up to twice the wait limit for those who join another's wait",
			When:      "the practical default",
		},
		{
			Name: "xfetch", Choices: Choices{XFetch: true},
			Guarantee: "early recompute by chance, e^(1/β) for each refresh on average; a busy key never expires",
			Cost:      "a few duplicates; the reader whose lot it is waits",
			When:      "busy keys, and no lock wanted",
		},
		{
			Name: "xfetch-lock", Choices: Choices{XFetch: true, Lock: true},
			Guarantee: "early recompute by chance, in the background, by one per cluster",
			Cost:      "a lock attempt for each early draw",
			When:      "busy keys whose readers must not wait",
		},
		{
			Name: "logical-ttl", Choices: Choices{LogicalTTL: true, Lock: true},
			Guarantee: "past nine tenths of its TTL an entry is old: one refreshes it, the others take the old value",
			Cost:      "values a little older; the one waits",
			When:      "keys that are read in the last tenth of their TTL",
		},
		{
			Name: "swr", Choices: Choices{SWR: true},
			Guarantee: "past its TTL the old value is served at once, and each such read refreshes in the background",
			Cost:      "the stampede moves to the background",
			When:      "nowhere but for comparison: take swr-lock",
		},
		{
			Name: "swr-lock", Choices: Choices{SWR: true, Lock: true},
			Guarantee: "past its TTL the old value is served at once, while one per cluster refreshes",
			Cost:      "values up to twice the TTL old",
			When:      "reads that must be fast, and values that may be old",
		},
		{
			Name: "swr-xfetch", Choices: Choices{SWR: true, XFetch: true},
			Guarantee: "swr, and before that early recompute by chance, in the background",
			Cost:      "a few duplicates",
			When:      "busy keys, fast reads, and no lock wanted",
		},
		{
			Name: "refresh-ahead", Choices: Choices{RefreshAhead: true, Singleflight: true, Lock: true},
			Guarantee: "one per cluster refreshes in the background once a fifth of the TTL is left",
			Cost:      "a key is refreshed up to a fifth earlier than it had to be",
			When:      "keys that are read all the time",
		},
		{
			Name: "scheduled", Choices: Choices{Scheduled: true},
			Guarantee: "entries have no TTL; while they are read, one per cluster rewrites them in each interval",
			Cost:      "memory for ever; after failed refreshes, old values without limit",
			When:      "a few keys that everyone reads",
		},
		{
			Name: "lease", Choices: Choices{Lease: true},
			Guarantee: "one recompute per key and period; an invalidation voids it; meanwhile the old value is served",
			Cost:      "old values for the rest of a period",
			When:      "keys that are invalidated often",
		},
		{
			Name: "redlock", Choices: Choices{Redlock: true},
			Guarantee: "lock on a majority of independent servers: it outlives the loss of a minority",
			Cost:      "a round trip to each server, for each attempt",
			When:      "hardly ever for a cache",
		},
		{
			Name: "origin-guard", Choices: Choices{OriginGuard: true},
			Guarantee: "at most so many recomputes in progress per process; the reads beyond fail at once",
			Cost:      "errors",
			When:      "behind any other, as the last line",
		},
		{
			Name: "fail-safe", Choices: Choices{FailSafe: true, Lock: true},
			Guarantee: "while loads fail the old value is served, and the origin asked ever more seldom",
			Cost:      "entries take memory for twice the TTL",
			When:      "an origin that fails at times",
		},
		{
			Name: "negative", Choices: Choices{Negative: true, Lock: true},
			Guarantee: "failures and absences are remembered shortly, apart from the values",
			Cost:      "a new value may be unseen for that long, unless it is invalidated",
			When:      "reads of what does not exist",
		},
	}
	for i := range all {
		all[i].New = all[i].Choices.New
	}
	return all
}
