package house

// importRule limits direct imports: of the packages that match of, those in
// from may import only the ones in only. The standard library is free to all.
type importRule struct {
	name string
	from patterns
	but  patterns // packages of from that the rule leaves out
	of   patterns
	only patterns
	why  string
}

// pure are the packages of model that both worlds share.
var pure = patterns{"model/scenario", "model/expect", "model/workload", "model/fault", "model/observe"}

var importRules = []importRule{
	{
		name: "sim-alone",
		from: patterns{"sim/..."},
		of:   patterns{"..."},
		only: patterns{"internal/detmath"},
		why:  "virtual time knows no caches and needs nothing but the standard library and detmath",
	},
	{
		name: "strategies-worldless",
		from: patterns{"strategies/..."},
		of:   patterns{"sim/...", "model/...", "live/..."},
		why:  "one source runs in every world, so a strategy sees its Env and no world",
	},
	{
		name: "model-below-users",
		from: patterns{"model/..."},
		of:   patterns{"live/...", "study/...", "props/...", "plots/...", "cmd/..."},
		why:  "the modelled world must not depend on the other world or on those who study it",
	},
	{
		name: "pure",
		from: pure,
		of:   patterns{"model/..."},
		only: pure,
		why:  "the live world uses these packages too, so they must not bring the modelled parts along",
	},
	{
		name: "live-pure",
		from: patterns{"live/..."},
		but:  patterns{"live/serve"},
		of:   patterns{"model/..."},
		only: pure,
		why:  "a live run that leaned on the model could not check the model",
	},
	{
		name: "serve-redis",
		from: patterns{"live/serve"},
		of:   patterns{"model/..."},
		only: append(patterns{"model/redis"}, pure...),
		why:  "it serves the modelled Redis and no other part of the modelled world",
	},
	{
		name: "redis-libraries",
		from: patterns{"..."},
		but:  patterns{"live/...", "strategies/goredis"},
		of:   patterns{"github.com/redis/go-redis/...", "github.com/alicebob/miniredis/..."},
		why:  "a real client belongs to the live world, to the production binding and to tests",
	},
	{
		name: "rapid",
		from: patterns{"..."},
		but:  patterns{"props/proptest"},
		of:   patterns{"pgregory.net/rapid/..."},
		why:  "rapid registers command-line flags on import: tests and proptest only",
	},
	{
		name: "plot-library",
		from: patterns{"..."},
		but:  patterns{"plots"},
		of:   patterns{"gonum.org/v1/plot/..."},
		why:  "figures are drawn in one place, and all else builds without fonts and image formats",
	},
	{
		name: "command-library",
		from: patterns{"..."},
		but:  patterns{"cmd/..."},
		of:   patterns{"github.com/spf13/cobra/..."},
		why:  "only a command has a command line",
	},
}

// linkRule forbids what a package reaches through any chain of imports.
type linkRule struct {
	name  string
	from  patterns
	never patterns
	why   string
}

var linkRules = []linkRule{
	{
		name:  "rapid-unlinked",
		from:  patterns{"cmd/..."},
		never: patterns{"pgregory.net/rapid/..."},
		why:   "rapid registers flags on import, which a user of the command would see",
	},
}

// Two rules that need no table of their own.
const (
	rowRule = "row"
	rowWhy  = "each package needs a row in listing (internal/house/listing.go) that says who may import it"

	downwardsRule = "downwards"
	downwardsWhy  = "imports point down the listing in internal/house/listing.go"
)
