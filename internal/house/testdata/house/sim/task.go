package sim

type Task struct{}

func (t *Task) body(f func()) {
	defer func() { _ = recover() }()
	f()
}

func (t Task) body2() {
	defer func() { _ = recover() }() // want: recover
}
