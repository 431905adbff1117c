package house

// exception lets one function break one source rule. One that excuses nothing
// is reported as soon as its package exists.
type exception struct {
	rule     string
	folder   string
	function string // "Keys", "(*Task).work"
	why      string
}

var exceptions = []exception{
	{
		rule: "recover", folder: "sim", function: "(*Task).work",
		why: "the root of a task, where the unwinding of a crashed process ends",
	},
	{
		rule: "map-order", folder: "internal/ordered", function: "Keys",
		why: "it sorts what it collects",
	},
}

const (
	exceptionRule = "exception"
	exceptionWhy  = "delete it from internal/house/exceptions.go, or name the function as it is called now"
)
