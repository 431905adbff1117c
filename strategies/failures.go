package strategies

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// failures: what went wrong is remembered for a short time, apart from the
// values.
//
// Idea: after a failed load a note beside the entry tells everyone for how long
// not to ask the origin again; each further failure doubles that. With
// "fail-safe" the old value is served meanwhile, with "negative" the failure is
// the answer; and "negative" also remembers that there is no such value.
//
// Guarantee: a failing origin is asked once in a back-off for each key, by whoever
// refreshes. No failure is remembered for longer than the longest back-off, and
// none is ever taken for a value.
//
// How it breaks: a value that comes into being is not seen while its absence is
// remembered, unless it is invalidated. An old value may be very wrong.
//
// Source: RFC 5861 (stale-if-error); RFC 2308 (negative caching); the fail-safe
// of FusionCache; nginx/nginx#1000 for the missing back-off.
type failures struct{ *Cache }

// A note is a kind, how many failures there were in a row, for how long at the
// end of its life the note only counts (nanoseconds, big-endian), and the error's
// text.
const (
	noteAbsent  = 'a'
	noteFailure = 'f'
	noteHeader  = 1 + 1 + 8
	noteTextMax = 200
)

// recall returns the failure that is to be remembered now, if there is one.
func (f *failures) recall(ctx context.Context, key string) error {
	note, ttl, found := f.read(ctx, key)
	if !found || ttl < noteCounts(note) {
		return nil
	}
	if note[0] == noteAbsent {
		return fmt.Errorf("%w (remembered): %s", ErrNotFound, note[noteHeader:])
	}
	return fmt.Errorf("%w (remembered): %s", ErrOrigin, note[noteHeader:])
}

// read reads the note of key. Without Redis there is nothing to remember.
func (f *failures) read(ctx context.Context, key string) ([]byte, time.Duration, bool) {
	note, ttl, found, err := f.Env.Redis().Recall(ctx, beside(key, failedKey))
	return note, ttl, err == nil && found && len(note) >= noteHeader
}

func noteCounts(note []byte) time.Duration { return time.Duration(binary.BigEndian.Uint64(note[2:])) }

// note remembers how a load ended.
func (f *failures) note(ctx context.Context, key string, err error) {
	o := f.Options.Failure
	switch {
	case err == nil, ctx.Err() != nil, errors.Is(err, ErrOverload):
	case errors.Is(err, ErrNotFound):
		if f.choices.Negative {
			f.write(ctx, key, noteAbsent, 1, err, o.Absent, 0)
		}
	default:
		count := byte(1)
		if past, _, found := f.read(ctx, key); found && past[0] == noteFailure && past[1] < 255 {
			count = past[1] + 1
		}
		f.write(ctx, key, noteFailure, count, err, backOff(o, count), o.BackOffMax)
	}
}

// backOff is how long after so many failures in a row the origin is left alone.
func backOff(o FailureOptions, count byte) time.Duration {
	d := o.BackOff
	for ; count > 1 && d < o.BackOffMax; count-- {
		d *= 2
	}
	return min(d, o.BackOffMax)
}

func (f *failures) write(ctx context.Context, key string, kind, count byte, err error, holds, counts time.Duration) {
	note := append(make([]byte, 0, noteHeader), kind, count)
	note = binary.BigEndian.AppendUint64(note, uint64(counts))
	text := err.Error()
	note = append(note, text[:min(len(text), noteTextMax)]...)
	// If this fails, the next load tells the same.
	_ = f.Env.Redis().Remember(ctx, beside(key, failedKey), note, holds+counts)
}
