package house

import "go/ast"

// sourceRule forbids a construct in the bodies and declarations of packages.
type sourceRule struct {
	name    string
	in      patterns
	but     patterns
	offence offence
	why     string
}

// deterministic are the packages in which a run is decided. The production
// binding and its metrics live among them, under strategies, but run by the wall clock.
var (
	deterministic = patterns{"sim/...", "model/...", "strategies/...", "internal/detmath", "internal/ordered"}
	production    = patterns{"strategies/goredis/...", "strategies/prom"}
)

var sourceRules = []sourceRule{
	{
		name: "wall-clock", in: deterministic, but: production,
		offence: uses(
			"time.Now", "time.Since", "time.Until", "time.After", "time.Tick", "time.Sleep",
			"time.NewTimer", "time.NewTicker", "time.AfterFunc",
		),
		why: "time is virtual: the wall clock differs in each run",
	},
	{
		name: "context-timer", in: deterministic, but: production,
		offence: functionsBut("context", "Background", "TODO", "WithValue", "WithoutCancel", "Cause"),
		why:     "the standard contexts use wall-clock timers and goroutines: ask the environment for one",
	},
	{
		name: "random-package", in: deterministic, but: production,
		offence: imports("math/rand", "crypto/rand", "hash/maphash"),
		why:     "they are seeded by the machine, or their stream is not promised to stay: use a seeded stream",
	},
	{
		name: "global-random", in: deterministic, but: production,
		offence: functionsBut("math/rand/v2", "New", "NewPCG", "NewChaCha8"),
		why:     "the global source is seeded by the machine, and NewZipf computes with platform floats",
	},
	{
		name: "float-sampler", in: deterministic, but: production,
		offence: uses("(*math/rand/v2.Rand).ExpFloat64", "(*math/rand/v2.Rand).NormFloat64"),
		why:     "these samplers draw differently where multiply-add is fused: use the ones over detmath",
	},
	{
		name: "platform-float", in: deterministic, but: production,
		offence: functionsBut(
			"math",
			"Abs", "Ceil", "Copysign", "Dim", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits",
			"Floor", "FMA", "Frexp", "Inf", "IsInf", "IsNaN", "Ldexp", "Max", "Min", "Mod", "Modf", "NaN",
			"Nextafter", "Remainder", "Round", "RoundToEven", "Signbit", "Sqrt", "Trunc",
		),
		why: "its last bits differ between platforms: use internal/detmath, or add an exact function to this list",
	},
	{
		name: "fused-product", in: deterministic, but: production,
		offence: fusedProduct,
		why:     "some platforms fuse it to one rounding: write the product as float64(x * y)",
	},
	{
		name: "goroutine", in: deterministic, but: production,
		offence: either(syntax[*ast.GoStmt]("go statement"), uses("(*sync.WaitGroup).Go")),
		why:     "the scheduler's order differs in each run: start a process through the environment",
	},
	{
		name: "select", in: deterministic, but: production,
		offence: syntax[*ast.SelectStmt]("select statement"),
		why:     "select picks at random among ready cases: wait for a signal",
	},
	{
		name: "channel", in: deterministic, but: production,
		offence: channelOperation,
		why:     "a blocked channel stops virtual time; close alone is allowed, for a context's Done: wait for a signal",
	},
	{
		name: "map-order", in: deterministic, but: production,
		offence: either(
			rangeOverMap,
			functionsBut("maps", "Clone", "Collect", "Copy", "Equal", "Insert"),
			uses("(reflect.Value).MapKeys", "(reflect.Value).MapRange"),
		),
		why: "the order of a map differs in each run: range over ordered.Keys of internal/ordered",
	},
	{
		name: "sync-map", in: deterministic, but: production,
		offence: uses("sync.Map"),
		why:     "its order differs in each run, and only one process runs at a time: a plain map will do",
	},
	{
		name: "recover", in: deterministic, but: production,
		offence: uses("recover"),
		why:     "a crash unwinds by a panic that nothing but the root of a task may catch",
	},
	{
		name: "environment", in: deterministic,
		offence: uses(
			"os.Getenv", "os.LookupEnv", "os.Environ", "os.ExpandEnv", "os.Args", "os.Getpid", "os.Hostname",
			"runtime.GOOS", "runtime.GOARCH", "runtime.NumCPU", "runtime.GOMAXPROCS", "runtime.NumGoroutine",
			"runtime.SetFinalizer", "runtime.AddCleanup",
		),
		why: "the machine must not decide a run, and a strategy must not ask which world it is in",
	},
}
