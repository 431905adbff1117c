package workload

import (
	"strings"
	"testing"
	"time"
)

func FuzzTrace(f *testing.F) {
	for _, text := range []string{
		"1,a\n2,b\n", "time,key,op\n1,\"a,b\",get\n", "0,a,1,1,1,get,0\n", "0,a,b,1,1,1,set,10\n", "1e3,a,,,\n", "key,time\nx,150ms\n", "\uFEFF#\n\n1,\"\"\"\"\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		trace, err := NewTrace("t", strings.NewReader(text), TraceOptions{Until: time.Hour, MaxKeys: 100})
		if err != nil {
			t.Fatal(err)
		}
		var r Request
		for last := time.Duration(0); trace.Next(&r); last = r.At {
			if r.At < last || r.At >= time.Hour || r.TTL < 0 || r.TTL > longest || r.Size < 0 || r.Operation > Invalidate {
				t.Fatalf("%q: %+v after %v", text, r, last)
			}
			if int(r.Key) >= trace.Keys() || trace.KeyName(r.Key) == "" {
				t.Fatalf("%q: key %d of %d", text, r.Key, trace.Keys())
			}
		}
		if err := trace.Err(); err != nil && !strings.Contains(err.Error(), "; accepted ") {
			t.Fatalf("%q: %v does not say what is accepted", text, err)
		}
	})
}

// endless is a file that never ends: one line after another.
