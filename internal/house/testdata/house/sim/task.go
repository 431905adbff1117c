package sim

type Task struct{}

func (t *Task) work(f func()) {
	defer func() { _ = recover() }()
	f()
}

func (t Task) work2() {
	defer func() { _ = recover() }() // want: recover
}
