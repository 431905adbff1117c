package strategies

import (
	"context"
	"errors"
	"testing"
	"time"
)

// inlineEnv runs background work at once and stops its panics, as the top of a
// server's goroutine may.
type inlineEnv struct{ Env }

func (inlineEnv) Now() time.Time                       { return time.Time{} }
func (inlineEnv) Observe(context.Context, Observation) {}
func (inlineEnv) Redis() Redis                         { return emptyRedis{} }
func (inlineEnv) NewSignal(string) Signal              { return new(flag) }
func (inlineEnv) Go(ctx context.Context, _ string, fn func(context.Context)) {
	defer func() { _ = recover() }()
	fn(ctx)
}

type flag struct{ fired bool }

func (f *flag) Fire() { f.fired = true }

func (f *flag) Wait(context.Context) error {
	if !f.fired {
		return errors.New("it would wait for ever")
	}
	return nil
}

// emptyRedis holds nothing.
type emptyRedis struct{ Redis }

func (emptyRedis) Get(context.Context, string) ([]byte, bool, error) { return nil, false, nil }

func (emptyRedis) Set(context.Context, string, []byte, time.Duration) error { return nil }

// Corpus D15: a load panics. Who waits for it gets an error, and the next read
// begins a new flight.
func TestAPanicLeavesNoFlightInTheAir(t *testing.T) {
	panics := true
	s, err := Choices{Singleflight: true}.New(inlineEnv{}, func(context.Context, string) ([]byte, error) {
		if panics {
			panic("a bug")
		}
		return []byte("value"), nil
	}, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), "key"); !errors.Is(err, ErrOrigin) {
		t.Errorf("after the panic: %v", err)
	}
	panics = false
	if v, err := s.Get(t.Context(), "key"); err != nil || string(v.Data) != "value" {
		t.Errorf("the next read: %q, %v", v.Data, err)
	}
}

func TestTypedValuesComeBack(t *testing.T) {
	type product struct {
		Name  string
		Price float64
	}
	p, err := Compose("singleflight")
	if err != nil {
		t.Fatal(err)
	}
	load := func(_ context.Context, key string) (product, error) {
		if key == "none" {
			return product{}, ErrNotFound
		}
		return product{key, 9.99}, nil
	}
	c, err := NewTyped(inlineEnv{}, p, load, JSON[product](), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Get(t.Context(), "kettle"); err != nil || got != (product{"kettle", 9.99}) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := c.Get(t.Context(), "none"); !errors.Is(err, ErrNotFound) || errors.Is(err, ErrOrigin) {
		t.Errorf("what does not exist: %v", err)
	}
	bad := JSON[product]()
	bad.Decode = func([]byte) (product, error) { return product{}, errors.New("no product") }
	c, err = NewTyped(inlineEnv{}, p, load, bad, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get(t.Context(), "kettle"); err == nil || err.Error() != "the value of kettle: no product" {
		t.Errorf("bytes that are none: %v", err)
	}
}
