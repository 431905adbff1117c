package main

import "io"

// standardOutput is the command's standard output. It remembers what failed, so that no command
// has to watch each line that it writes.
type standardOutput struct {
	to  io.Writer
	err error // the first
}

func (o *standardOutput) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err // a hole in it would be taken for the whole
	}
	n, err := o.to.Write(b)
	o.err = err
	return n, err
}
