package scenario

import (
	"reflect"

	"stampede/model/expect"
	"stampede/model/fault"
	"stampede/model/workload"
)

// scalarForm is how the values of a type are written.
type scalarForm struct {
	text    string // as in "a length of time, as in 150ms"
	pattern string // a regular expression that a schema gives; some of what it lets through is wrong nonetheless
	or0     bool   // a bare 0 is accepted too
	words   []string
}

// Patterns of which others consist.
const (
	number = `[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?`
	length = `([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)`
)

var scalarForms = map[reflect.Type]scalarForm{
	reflect.TypeFor[Length](): {
		text: "a length of time, as in 150ms", pattern: `^(` + length + `)+$`, or0: true,
	},
	reflect.TypeFor[workload.Duration](): {
		text:    "a length of time or a distribution, as in 5ms or 0.1ms + exp(0.4ms)",
		pattern: `^(0|(` + length + `)+|[a-z]+\(.*\))( *\+ *(0|(` + length + `)+|[a-z]+\(.*\)))*$`, or0: true,
	},
	reflect.TypeFor[Rate](): {text: "a number per second, as in 2000/s", pattern: `^` + number + ` */s$`},
	reflect.TypeFor[Jitter](): {
		text: "a share of the TTL or a length of time, as in 50% or 500ms", pattern: `^(` + number + ` *%|(` + length + `)+)$`, or0: true,
	},
	reflect.TypeFor[Start]():     {text: starts.alternatives(), words: starts},
	reflect.TypeFor[ReadFrom]():  {text: readFroms.alternatives(), words: readFroms},
	reflect.TypeFor[Policy]():    {text: evictions.alternatives(), words: evictions},
	reflect.TypeFor[Size]():      {text: "a number of bytes, as in 100mb", pattern: `^` + number + ` *([kKmMgG]?[bB])$`},
	reflect.TypeFor[Then]():      {text: thens.alternatives(), words: thens},
	reflect.TypeFor[Order]():     {text: orders.alternatives(), words: orders},
	reflect.TypeFor[Action]():    {text: actions.alternatives(), words: actions},
	reflect.TypeFor[Direction](): {text: directions.alternatives(), words: directions},
	reflect.TypeFor[Share]():     {text: "a share in percent, as in 25%", pattern: `^` + number + ` *%$`},
	reflect.TypeFor[Offset](): {
		text: "a length of time that may be negative, as in -11s", pattern: `^-?(` + length + `)+$`, or0: true,
	},
	reflect.TypeFor[fault.Verb]():      {text: "a fault, as in crash", words: fault.VerbNames()},
	reflect.TypeFor[fault.Target]():    {text: "whom a fault befalls, as in process-2", pattern: `^([a-z]+(-[a-z]+)?(-[0-9]+)?|` + number + ` *%)$`},
	reflect.TypeFor[fault.Condition](): {text: "a condition, as in acquisition", words: fault.ConditionNames()},
	reflect.TypeFor[workload.Popularity](): {
		text: "uniform, zipf(EXPONENT), hot(KEYS, SHARE) or weights(W, W, …), as in zipf(0.99)", pattern: `^([a-z]+|[a-z]+ *\(.*\))$`,
	},
	reflect.TypeFor[workload.TraceFormat](): {text: "detect, plain or production", words: []string{"detect", "plain", "production"}},
	reflect.TypeFor[Strategy]():             {text: "a strategy, as in lock", pattern: `^[a-z0-9+-]+$`},
	reflect.TypeFor[expect.Line](): {
		text: "an expectation, as in duplicate_recomputes == 0", pattern: `^[a-z0-9_.]+( +in +[^ ]+)?( *(<|<=|==|!=|>=|>) *| +between +)[^ ]+( +and +[^ ]+)?$`,
	},
}

// form says how a value of a type is written.
func form(t reflect.Type) string {
	if inner, ok := group(t); ok {
		return "a mapping with " + enumerate(fieldNames(inner))
	}
	if element, ok := list(t); ok {
		return "a list, each " + form(element)
	}
	if f, ok := scalarForms[t]; ok {
		return f.text
	}
	switch t.Kind() {
	case reflect.Int:
		return "a whole number, as in 100"
	case reflect.Float64:
		return "a number, as in 1.5"
	case reflect.Bool:
		return "true or false"
	}
	return "text"
}
