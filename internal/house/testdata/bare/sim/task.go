package sim // want: exception

type Task struct{}

func (t *Task) run() {
	defer func() { _ = recover() }() // want: recover
}
