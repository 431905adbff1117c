package workload

import (
	"errors"
	"strings"
	"testing"
)

func TestTraceErrorsNameTheLine(t *testing.T) {
	const times = "accepted is a number of seconds, as in 12.5, or one with a unit, as in 150ms"
	const both = "accepted are time,key[,op[,ttl[,size]]] and seconds,key,key size,value size,client,operation,TTL"
	const quoted = "a quote is not closed, or text follows it; accepted is a field in quotes on one line, with each quote in it doubled"
	for _, c := range []struct {
		name, text, want string
		options          TraceOptions
	}{
		{name: "nothing", text: "", want: "t.csv: there are no requests in it; accepted is one a line, time,key[,op[,ttl[,size]]] or seconds,key,key size,value size,client,operation,TTL"},
		{name: "a header and nothing", text: "time,key\n# none\n", want: "t.csv: there are no requests in it; accepted is one a line, time,key[,op[,ttl[,size]]] or seconds,key,key size,value size,client,operation,TTL"},
		{name: "one column", text: "1\n", want: "t.csv:1: 1 column; " + both},
		{name: "six columns", text: "1,a,get,0,0,0\n", want: "t.csv:1: 6 columns; " + both},
		{name: "seven columns without an operation", text: "1,a,1,1,1,1,1\n", want: "t.csv:1: 7 columns; " + both},
		{name: "one column later", text: "1,a\n\n2\n", want: "t.csv:3: 1 column; accepted is time,key[,op[,ttl[,size]]]"},
		{name: "too many columns later", text: "1,a\n1,a,get,0,0,0\n", want: "t.csv:2: more than 5 columns; accepted is time,key[,op[,ttl[,size]]]"},
		{name: "too few of seven", text: "1,a,1,1,1,get,1\n1,a,get\n", want: "t.csv:2: 3 columns; accepted is seconds,key,key size,value size,client,operation,TTL"},
		{name: "too few of the header's", text: "time,key,op\n1,a\n", want: "t.csv:2: 2 columns; accepted is time,key,op"},
		{name: "too many for the header", text: "time,key\n1,a,get\n", want: "t.csv:2: more than 2 columns; accepted is time,key"},
		{name: "an unknown column", text: "time,key,colour\n", want: `t.csv:1: neither a request nor a header, for there is no column "colour"; accepted are time,key[,op[,ttl[,size]]] and seconds,key,key size,value size,client,operation,TTL`},
		{name: "a column twice", text: "time,key,Time\n", want: `t.csv:1: a second column "Time"; accepted is one of each`},
		{name: "a header without time", text: "key,op\n", want: "t.csv:1: the header has no column time; accepted is one with time and key"},
		{name: "a header without key", text: "time,op\n", want: "t.csv:1: the header has no column key; accepted is one with time and key"},
		{name: "a second header", text: "time,key\ntime,key\n", want: `t.csv:2: time "time" is not a time; ` + times},
		{name: "a header later", text: "1,a\ntime,key\n", want: `t.csv:2: time "time" is not a time; ` + times},
		{name: "no time", text: "1,a\n,b\n", want: "t.csv:2: the time is missing; " + times},
		{name: "a word for a time", text: "1,a\n2x,b\n", want: `t.csv:2: time "2x" is not a time; ` + times},
		{name: "a point without digits", text: "1,a\n2.,b\n.,b\n", want: `t.csv:3: time "." is not a time; ` + times},
		{name: "hexadecimal", text: "0x10,a\n", want: `t.csv:1: time "0x10" is not a time; ` + times},
		{name: "infinite", text: "1,a\nInf,a\n", want: `t.csv:2: time "Inf" is not a time; ` + times},
		{name: "a negative time", text: "-1,a\n", want: `t.csv:1: time "-1" is negative; accepted is 0 or more`},
		{name: "a negative length", text: "-1ms,a\n", want: `t.csv:1: time "-1ms" is negative; accepted is 0 or more`},
		{name: "a time too long", text: "3153600001,a\n", want: `t.csv:1: time "3153600001" is too long; accepted is up to 876000h, or 3153600000 seconds`},
		{name: "a length too long", text: "900000h,a\n", want: `t.csv:1: time "900000h" is too long; accepted is up to 876000h, or 3153600000 seconds`},
		{name: "in milliseconds since 1970", text: "1583020800123,a\n", want: `t.csv:1: time "1583020800123" is too long; accepted is up to 876000h, or 3153600000 seconds`},
		{name: "out of order", text: "time,key\n5,a\n\n7.5,b\n7,c\n", want: "t.csv:5: time 7s is before 7.5s in line 4; accepted are times that do not decrease"},
		{name: "no key", text: "1,\n", want: "t.csv:1: the key is missing; accepted is any text"},
		{name: "an empty key in quotes", text: `1,""` + "\n", want: "t.csv:1: the key is missing; accepted is any text"},
		{name: "no key of seven", text: "1,a,1,1,1,get,1\n1,,1,1,1,get,1\n", want: "t.csv:2: the key is missing; accepted is any text"},
		{name: "an open quote", text: "1,\"a\n", want: "t.csv:1: " + quoted},
		{name: "text after a quote", text: "1,\"a\"b,get\n", want: "t.csv:1: " + quoted},
		{name: "an unknown operation", text: "1,a,fetch\n", want: `t.csv:1: operation "fetch" is unknown; accepted are read get gets; write set add replace cas append prepend incr decr; invalidate delete del`},
		{name: "a TTL that is none", text: "1,a,set,forever\n", want: `t.csv:1: TTL "forever" is not a time; ` + times},
		{name: "a negative TTL", text: "1,a,set,-1\n", want: `t.csv:1: TTL "-1" is negative; accepted is 0 or more`},
		{name: "a size that is none", text: "1,a,set,1,1kB\n", want: `t.csv:1: size "1kB" is not a number of bytes; accepted are up to 12 digits`},
		{name: "a size too large", text: "1,a,set,1,1000000000000\n", want: `t.csv:1: size "1000000000000" is not a number of bytes; accepted are up to 12 digits`},
		{name: "too many keys", text: "1,a\n2,b\n3,a\n4,c\n", options: TraceOptions{MaxKeys: 2}, want: `t.csv:4: key "c" is one too many; accepted are up to 2 different keys`},
		{name: "too long a line", text: "1,a\n2," + strings.Repeat("b", lineMax), want: "t.csv:2: the line is too long; accepted is up to 131072 bytes"},
		{name: "gzip by another name", text: "\x1f\x8b\x08", want: "t.csv:1: the file is compressed with gzip; accepted is one whose name says so, by .gz or .zst"},
		{name: "zstd by another name", text: "\x28\xb5\x2f\xfd", want: "t.csv:1: the file is compressed with zstd; accepted is one whose name says so, by .gz or .zst"},
		{name: "a format that it is not", text: "1,a\n", options: TraceOptions{Format: ProductionFormat}, want: "t.csv:1: 2 columns; accepted is seconds,key,key size,value size,client,operation,TTL"},
	} {
		_, _, err := readTrace(c.text, c.options)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n\t%v, want\n\t%s", c.name, err, c.want)
		}
		if _, ok := errors.AsType[*TraceError](err); !ok {
			t.Errorf("%s: the error is a %T", c.name, err)
		}
	}
}
