package redis_test

import (
	"slices"
	"strings"
)

// knownDifference is where miniredis does not answer as a real server does.
type knownDifference struct {
	what    string
	stories []string
}

// miniredisDiffers is all of them. Besides, it words its errors in its own way: of
// an error only the code is compared.
var miniredisDiffers = []knownDifference{
	{"it takes options that exclude each other, or lets the first of two count", []string{
		"set-keepttl-and-px", "set-nx-xx", "set-ex-twice", "getex-persist-twice",
	}},
	{"it reads integers with a plus sign or a leading zero", []string{"set-ex-not-integer", "incr-not-integer"}},
	{"numbers and TTLs that are too large wrap around", []string{
		"set-ex-too-large", "setex-too-large", "psetex-too-large", "expire-too-large",
		"incrby-overflow", "decrby-min", "hincrby-overflow",
	}},
	{"GETEX with a time that has passed leaves the key", []string{"getex-past", "getex-exat-past"}},
	{"GETEX reads its options before it looks at the key, and gives a TTL to any type", []string{
		"getex-absent-bad-ttl", "getex-wrong-type", "getex-wrong-type-bad-ttl",
	}},
	{"DELEX is there whatever the version", []string{"delex-on-7.0"}},
	{"EXPIRE … LT takes an equal TTL", []string{"expire-gt-equal"}},
	{"TTL and EXPIRETIME are cut to whole seconds, not rounded", []string{"ttl-rounds", "expiretime-rounds"}},
	{"HGETALL sorts", []string{"hgetall"}},
	{"an unknown command does not spoil a transaction", []string{"multi-abort"}},
	{"no RESET", []string{"subscriber-reset"}},
	{"EVALSHA looks for the script before it counts the keys, and tells the case of a hash", []string{"evalsha-unknown", "eval-loads"}},
	{"no CONFIG, and no limit of memory", []string{
		"config-unknown", "config-memory", "oom", "oom-script", "volatile-policy-without-ttl", "evict-all", "evict-volatile",
	}},
}

func knownOfMiniredis(story string) (what string) {
	for _, k := range miniredisDiffers {
		if slices.Contains(k.stories, story) {
			return k.what
		}
	}
	return ""
}

// sameErrors makes an error equal to the wanted one if it has its code in it.
func sameErrors(got, want string) bool {
	got, isError := strings.CutPrefix(got, "(error) ")
	want, wantError := strings.CutPrefix(want, "(error) ")
	code, _, _ := strings.Cut(want, " ")
	return isError && wantError && strings.Contains(got, code)
}
