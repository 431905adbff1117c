package scenario

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// RedisMemory limits what each server holds.
type RedisMemory struct {
	Limit   Size   `yaml:"limit,omitempty" about:"the most that the entries take up, as in 100mb; 0b is no limit"`
	Keys    int    `yaml:"keys,omitempty" about:"the most keys, for experiments in which all are alike; 0 is no limit"`
	Policy  Policy `yaml:"policy" about:"which keys have to go where there is no room"`
	Samples int    `yaml:"samples,omitempty" about:"how many keys the server looks at for each that has to go; 0 is 5"`
	Exact   bool   `yaml:"exact" about:"give up the very first by the policy, which no real server can afford to know"`
}

// Limits of the memory.
const (
	SizeMax    = Size(1 << 50)
	SamplesMax = 64
)

func (m *RedisMemory) check(c *check) {
	if m == nil {
		return
	}
	c.that(m.Limit >= 0 && m.Limit <= SizeMax, "redis.memory.limit", m.Limit, "from 0b to %v", SizeMax)
	c.number("redis.memory.keys", m.Keys, 0, math.MaxInt32)
	c.number("redis.memory.samples", m.Samples, 0, SamplesMax)
	c.that(int(m.Policy) < len(evictions), "redis.memory.policy", uint8(m.Policy), "%s", evictions.alternatives())
}

// Limited tells whether there is a limit that a fault can lower.
func (m *RedisMemory) Limited() bool { return m != nil && (m.Limit > 0 || m.Keys > 0) }

// Policy says which keys go where there is no room, by its name on the real
// server.
type Policy uint8

var evictions = words[Policy]{
	"noeviction", "allkeys-lru", "allkeys-lfu", "allkeys-random",
	"volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl",
}

// String writes it as it is read.
func (p Policy) String() string { return evictions.text(p) }

// MarshalText writes it for a scenario file.
func (p Policy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads it.
func (p *Policy) UnmarshalText(text []byte) (err error) { *p, err = evictions.parse(text); return err }

// Size is a number of bytes, as in 100mb: powers of 1024, as Redis counts them.
type Size int64

var sizes = []struct {
	suffix string
	bytes  float64
}{{"gb", 1 << 30}, {"mb", 1 << 20}, {"kb", 1 << 10}, {"b", 1}}

var errSize = errors.New("accepted is a number of bytes, as in 512kb, 100mb or 2gb")

// String writes the size as it is read.
func (s Size) String() string {
	for _, u := range sizes {
		if n := int64(u.bytes); s != 0 && int64(s)%n == 0 || n == 1 {
			return strconv.FormatInt(int64(s)/n, 10) + u.suffix
		}
	}
	return ""
}

// MarshalText writes the size for a scenario file.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a size.
func (s *Size) UnmarshalText(text []byte) error {
	word := strings.ToLower(string(text))
	for _, u := range sizes {
		number, ok := strings.CutSuffix(word, u.suffix)
		if !ok {
			continue
		}
		v, err := parseNumber(strings.TrimSpace(number))
		bytes := float64(v * u.bytes)
		if err != nil || !(bytes >= 0 && bytes <= float64(SizeMax)) || bytes != math.Trunc(bytes) {
			break
		}
		*s = Size(bytes)
		return nil
	}
	return fmt.Errorf("%s is not a size; %w", quote(string(text)), errSize)
}
