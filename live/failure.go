package live

// failure is an error of one line, with its kind for who has to tell them apart.
type failure struct {
	kind error
	text string
}

func (f *failure) Error() string { return f.text }

func (f *failure) Unwrap() error { return f.kind }
