package workload

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// readTrace returns all requests of a trace, with the names of their keys.

func readTrace(text string, o TraceOptions) (all []Request, names []string, err error) {
	trace, err := NewTrace("t.csv", strings.NewReader(text), o)
	if err != nil {
		return nil, nil, err
	}
	return drain(trace)
}

func drain(trace *Trace) (all []Request, names []string, err error) {
	var r Request
	for trace.Next(&r) {
		all = append(all, r)
		names = append(names, trace.KeyName(r.Key))
	}
	return all, names, trace.Err()
}

const second = time.Second

func TestTraceFormats(t *testing.T) {
	two := []Request{{At: second}, {At: 2 * second, Key: 1}}
	for name, c := range map[string]struct {
		text  string
		want  []Request
		names string
	}{
		"two columns":              {"1,a\n2,b\n", two, "a b"},
		"no end of the last line":  {"1,a\n2,b", two, "a b"},
		"carriage returns":         {"1,a\r\n2,b\r\n", two, "a b"},
		"a byte order mark":        {"\uFEFF1,a\n2,b\n", two, "a b"},
		"blank lines and comments": {"# a trace\n\n1,a\n  \n#2,c\n2,b\n\n", two, "a b"},
		"space":                    {" 1 , a \n\t2,b\t\n", two, "a b"},
		"a header":                 {"time,key\n1,a\n2,b\n", two, "a b"},
		"a header in any order":    {"Key, Key-Size ,TIMESTAMP\na,1,1\nb,1,2\n", two, "a b"},
		"units":                    {"1s,a\n2000ms,b\n", two, "a b"},
		"scientific notation":      {"1e0,a\n.2e+01,b\n", two, "a b"},
		"commas in quotes":         {`1,"a,b,c,d,e,f",get` + "\n" + `2,"g""",read` + "\n", two, `a,b,c,d,e,f g"`},
		"a quote within a field":   {"1,a\"b\n2,\"c\"\n", two, `a"b c`},
		"five columns": {
			"0.5,a,set,60,100\n0.5,b,GET,,\n0.75,a,Delete\n1,a,read,1.5,2\n",
			[]Request{
				{At: second / 2, Operation: Write, TTL: minute, Size: 100},
				{At: second / 2, Key: 1},
				{At: 750 * ms, Operation: Invalidate},
				{At: second, TTL: 1500 * ms, Size: 2},
			},
			"a b a a",
		},
		"seven columns": {
			"0,nz:u:eeW511W3dcH3de3d15ec,22,304,6,get,0\n0,nz:q:1,22,304,7,set,86400\n1,nz:q:1,22,0,7,delete,0\n1,nz:q:1,22,9,7,incr,0\n",
			[]Request{
				{Size: 304},
				{Key: 1, Operation: Write, TTL: 24 * time.Hour, Size: 304},
				{At: second, Key: 1, Operation: Invalidate},
				{At: second, Key: 1, Operation: Write, Size: 9},
			},
			"nz:u:eeW511W3dcH3de3d15ec nz:q:1 nz:q:1 nz:q:1",
		},
		"seven columns with commas in keys": {
			"0,a,b,5,304,6,get,0\n1,c,1,304,6,gets,0\n", []Request{{Size: 304}, {At: second, Key: 1, Size: 304}}, "a,b c",
		},
		"below a nanosecond": {
			"1583020800.1234567899,a\n", []Request{{At: 1583020800*second + 123456789}}, "a",
		},
	} {
		all, names, err := readTrace(c.text, TraceOptions{})
		if err != nil || !slices.Equal(all, c.want) || strings.Join(names, " ") != c.names {
			t.Errorf("%s:\n\t%v of %q, %v, want\n\t%v of %q", name, all, names, err, c.want, c.names)
		}
	}
}

// The fast way to read a time gives what the standard library gives.

func TestTraceOptions(t *testing.T) {
	const text = "10,a\n12,b\n11,c\n12,a\n14,d\n"
	clamp := TraceOptions{ClampTimes: true, FromFirst: true, Begin: second, Until: 5 * second, FirstKey: 7}
	all, names, err := readTrace(text, clamp)
	want := []Request{{At: second, Key: 7}, {At: 3 * second, Key: 8}, {At: 3 * second, Key: 9}, {At: 3 * second, Key: 7}}
	if err != nil || !slices.Equal(all, want) || strings.Join(names, "") != "abca" {
		t.Errorf("got %v of %v, %v, want %v", all, names, err, want)
	}
	if all, _, err := readTrace("0,a,5,304,6,get,0\n", TraceOptions{Format: ProductionFormat}); err != nil || all[0].Size != 304 {
		t.Errorf("the chosen format: %v, %v", all, err)
	}
	for _, c := range []struct {
		o    TraceOptions
		want string
	}{
		{TraceOptions{Format: 3}, "format is 3; accepted is DetectFormat, PlainFormat or ProductionFormat"},
		{TraceOptions{FirstKey: -1}, "first-key is -1; accepted is from 0 to 2147483646"},
		{TraceOptions{MaxKeys: -1}, "max-keys is -1; accepted is from 0 to 2147483647"},
		{TraceOptions{Begin: -1}, "begin is -1ns; accepted is from 0s to 876000h"},
		{TraceOptions{Until: -1}, "until is -1ns; accepted is from 0s to 876000h"},
	} {
		if _, err := NewTrace("t.csv", strings.NewReader(""), c.o); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
