package workload

import (
	"testing"
)

type endless struct {
	line []byte
	left []byte
}

func (e *endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		if len(e.left) == 0 {
			e.left = e.line
		}
		k := copy(b[n:], e.left)
		e.left = e.left[k:]
		n += k
	}
	return n, nil
}

func BenchmarkTraceSteadyLine(b *testing.B) {
	for name, line := range map[string]string{
		"plain":      "1234.567891,user:12345:profile\n",
		"five":       "1234.567891,user:12345:profile,set,300,1024\n",
		"quotes":     "1234.567891,\"user:12345:profile\",set,300,1024\n",
		"units":      "3600150.5ms,user:12345:profile\n",
		"production": "1234,nz:u:eeW511W3dcH3de3d15ec,22,304,6,get,0\n",
	} {
		b.Run(name, func(b *testing.B) {
			trace, err := NewTrace("t", &endless{line: []byte(line)}, TraceOptions{})
			if err != nil {
				b.Fatal(err)
			}
			var r Request
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				if !trace.Next(&r) {
					b.Fatal(trace.Err())
				}
			}
		})
	}
}
