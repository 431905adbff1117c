package world

func swallow() {
	defer func() { _ = recover() }() // want: recover
}

func own() {
	recover := func() any { return nil }
	_ = recover()
}
