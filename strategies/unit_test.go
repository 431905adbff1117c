package strategies

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// drawEnv is an environment of which only the random draws work.
type drawEnv struct {
	Env
	draws []uint64
}

func (e *drawEnv) Uint64() uint64 {
	d := e.draws[0]
	e.draws = e.draws[1:]
	return d
}

func TestEntryKeepsDataAndDelta(t *testing.T) {
	for _, e := range []Entry{
		{}, {Data: []byte("value"), Delta: 123456789}, {Data: []byte{0, 1, 255}, Delta: math.MaxInt64, Grace: math.MaxInt64},
	} {
		got, ok := DecodeEntry(e.Encode())
		if !ok || string(got.Data) != string(e.Data) || got.Delta != e.Delta || got.Grace != e.Grace {
			t.Errorf("%+v came back as %+v, %v", e, got, ok)
		}
	}
	// A clock that was set back while loading must not give a negative δ.
	if got, _ := DecodeEntry(Entry{Delta: -1}.Encode()); got.Delta != 0 {
		t.Errorf("a negative δ came back as %v", got.Delta)
	}
}

func TestForeignBytesAreNoEntry(t *testing.T) {
	for _, b := range []string{"", "1", "12345678", "{\"json\":true}", "\x02" + strings.Repeat("\x00", 16), "\x01" + strings.Repeat("\xff", 16), "\x01" + strings.Repeat("\x00", 8) + strings.Repeat("\xff", 8)} {
		if e, ok := DecodeEntry([]byte(b)); ok {
			t.Errorf("%q was read as %+v", b, e)
		}
	}
}

func TestXFetchDecision(t *testing.T) {
	const (
		certain = 0              // U is 2^-53, its logarithm -36.7
		never   = math.MaxUint64 // U is 1, its logarithm 0
		half    = 1 << 63        // U is just above 1/2
	)
	second := time.Second
	for _, c := range []struct {
		name string
		e    Entry
		beta float64
		draw uint64
		want bool
	}{
		{"far from the expiry", Entry{Delta: second, Remaining: 30 * second}, 1, half, false},
		{"the luckiest draw", Entry{Delta: second, Remaining: 30 * second}, 1, certain, true},
		{"even that is not early enough", Entry{Delta: second, Remaining: 37 * second}, 1, certain, false},
		{"δ·β·ln 2 exceeds the remaining TTL", Entry{Delta: second, Remaining: 690 * time.Millisecond}, 1, half, true},
		{"it does not", Entry{Delta: second, Remaining: 694 * time.Millisecond}, 1, half, false},
		{"β scales it", Entry{Delta: second, Remaining: 694 * time.Millisecond}, 2, half, true},
		{"the unluckiest draw", Entry{Delta: second, Remaining: time.Millisecond}, 1, never, false},
		{"the last millisecond, the unluckiest draw", Entry{Delta: second, Remaining: 0}, 1, never, false},
		{"a load that took no time", Entry{Delta: 0, Remaining: time.Millisecond}, 1, certain, false},
		{"β = 0", Entry{Delta: second, Remaining: 0}, 0, certain, false},
		{"an entry that lives for ever", Entry{Delta: second, Remaining: -1}, 1, certain, false},
	} {
		if got := xfetch(&drawEnv{draws: []uint64{c.draw}}, c.e.freshFor(), c.e.Delta, c.beta).Refresh; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOpenUnitIsNever0(t *testing.T) {
	if u := openUnit(&drawEnv{draws: []uint64{0}}); u != 0x1p-53 {
		t.Errorf("the lowest U is %v", u)
	}
	if u := openUnit(&drawEnv{draws: []uint64{math.MaxUint64}}); u != 1 {
		t.Errorf("the highest U is %v", u)
	}
}

func TestJitterStaysInItsRange(t *testing.T) {
	const most = 500 * time.Millisecond
	for _, c := range []struct {
		draw uint64
		most time.Duration
		want time.Duration
	}{
		{0, most, 0},
		{math.MaxUint64, most, most},
		{1 << 63, most, most / 2},
		{math.MaxUint64, 0, 0},
	} {
		if got := jitter(&drawEnv{draws: []uint64{c.draw}}, c.most); got != c.want {
			t.Errorf("draw %#x of %v: %v, want %v", c.draw, c.most, got, c.want)
		}
	}
}

func TestOptionsOutOfRangeAreNamed(t *testing.T) {
	if err := DefaultOptions().Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	for want, spoil := range map[string]func(*Options){
		"ttl is 999.999µs; accepted is at least 1ms":              func(o *Options) { o.TTL = time.Millisecond - 1 },
		"jitter is -1ns; accepted is 0 or more":                   func(o *Options) { o.Jitter = -1 },
		"ttl is 876000h0m0.000000001s; accepted is up to 876000h": func(o *Options) { o.TTL = lengthMax + 1 },
		"beta is -1; accepted is 0 or more, and finite":           func(o *Options) { o.Beta = -1 },
		"beta is NaN; accepted is 0 or more, and finite":          func(o *Options) { o.Beta = math.NaN() },
		"beta is +Inf; accepted is 0 or more, and finite":         func(o *Options) { o.Beta = math.Inf(1) },
		"lock.ttl is 0s; accepted is at least 1ms":                func(o *Options) { o.Lock.TTL = 0 },
		"lock.poll is 0s; accepted is more than 0":                func(o *Options) { o.Lock.Poll = 0 },
		"lock.wait is -1s; accepted is more than 0":               func(o *Options) { o.Lock.Wait = -time.Second },
	} {
		o := DefaultOptions()
		spoil(&o)
		if err := o.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		for _, p := range All() {
			if _, err := p.New(nil, nil, o); err == nil {
				t.Errorf("%s accepts: %s", p.Name, want)
			}
		}
	}
}

func TestCompositions(t *testing.T) {
	for text, want := range map[string]Choices{
		"naive":             {},
		"lock+jitter":       {Lock: true, Jitter: true},
		"jitter+lock":       {Lock: true, Jitter: true},
		"xfetch":            {XFetch: true},
		"lock+singleflight": {Lock: true, Singleflight: true},
		"swr=1s+lock=2s":    {SWR: true, Lock: true},
	} {
		if got, err := Compose(text); err != nil || got.Choices != want {
			t.Errorf("%s: %+v, %v", text, got.Choices, err)
		}
	}
	if got := (Choices{Lock: true, Jitter: true}).String(); got != "lock+jitter" {
		t.Errorf("lock and jitter are called %s", got)
	}
	for text, want := range map[string]string{
		"lock+lock":           `"lock" stands twice`,
		"lok+jitter":          `"lok"; did you mean lock?`,
		"mutex":               `"mutex"; the parts are xfetch, refresh-ahead, swr,`,
		"naive+lock":          "naive is the strategy without parts",
		"lock+":               `""; the parts are`,
		"singleflight=2":      `singleflight takes no parameter, got "2"`,
		"lock=soon":           "lock=soon; accepted is a positive length of time, as in 500ms",
		"lock+jitter=soon":    "jitter=soon; accepted is a share of the TTL or a length of time, as in 50% or 500ms",
		"jitter=0s":           "jitter=0s; accepted is a share of the TTL or a length of time, as in 50% or 500ms",
		"swr=876001h":         "swr=876001h: stale is 876001h0m0s; accepted is up to 876000h",
		"two-tier+jitter":     `"two-tier"; write singleflight+lock in its place`,
		"swr-lock+fallback=2": `"swr-lock"; write swr+lock in its place`,
		"lock=1ns":            "lock=1ns: lock.ttl is 1ns; accepted is at least 1ms",
		"xfetch=-1":           "xfetch=-1: beta is -1; accepted is 0 or more, and finite",
		"xfetch=NaN":          "beta is NaN",
		"logical-ttl=100%":    "logical is 1; accepted is above 0, below 1",
		"jitter=1h%":          "accepted is a share of the TTL or a length of time, as in 50% or 500ms",
		"lock+redlock":        "take one of them",
		"notify":              "add lock",
		"singleflight+stale":  "nobody waits",
		"scheduled+jitter":    "no TTL",
		"logical-ttl=90%":     "say who refreshes",
		"fallback+last-value": "take one of them",
	} {
		if _, err := Compose(text); !errors.Is(err, ErrComposition) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// What a composition says of itself goes before the options.
func TestParametersSetOptions(t *testing.T) {
	p, err := Compose("lock=2s+jitter=50%+origin-guard=3")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.TTL = 10 * time.Second
	if o = p.Options(o); o.Lock.TTL != 2*time.Second || o.Jitter != 5*time.Second || o.Guard.Concurrent != 3 || p.Name != "lock=2s+jitter=50%+origin-guard=3" {
		t.Errorf("%s: %+v", p.Name, o)
	}
}

func TestCompositionsAreCalledByTheirPreset(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range All() {
		if c := Composed(p.Choices); c.Name != p.Name {
			t.Errorf("the choices of %s are called %s", p.Name, c.Name)
		}
		if seen[p.Name] || seen[p.Choices.String()+"!"] {
			t.Errorf("%s stands twice", p.Name)
		}
		seen[p.Name], seen[p.Choices.String()+"!"] = true, true
	}
	if c := Composed(Choices{Lock: true, Jitter: true}); c.Name != "lock+jitter" {
		t.Errorf("lock and jitter are called %s", c.Name)
	}
}

func TestLockSharesTheHashSlotOfItsKey(t *testing.T) {
	for key, want := range map[string]string{
		"product:1":       "{product:1}:lock",
		"{product}:1":     "{product}:1:lock",
		"user:{42}:posts": "user:{42}:posts:lock",
		"a{b":             "{a{b}:lock",
		"{":               "{{}:lock",
	} {
		if got := LockKey(key); got != want {
			t.Errorf("LockKey(%q) = %q, want %q", key, got, want)
		}
	}
}

// No key is too odd: a tag that falls into its slot is found for it.
func TestTheLockOfAnOddKeySharesItsSlotToo(t *testing.T) {
	for _, key := range []string{"a}b", "{}a", "{}{x}", "", "}", "\x00}\xff"} {
		got := LockKey(key)
		_, rest, _ := strings.Cut(got, "{")
		tag, _, ok := strings.Cut(rest, "}")
		if !ok || tag == "" || hashSlot(tag) != hashSlot(key) || !strings.HasSuffix(got, key+":lock") {
			t.Errorf("LockKey(%q) = %q, in slot %d; want %d", key, got, hashSlot(tag), hashSlot(key))
		}
	}
	if hashSlot("123456789") != 0x31C3%16384 { // the check value of CRC-16/XMODEM
		t.Errorf("the slot of 123456789 is %d", hashSlot("123456789"))
	}
}
