// Package script holds the Lua scripts of the operations that Redis has no single
// command for. It is data: package strategies/goredis runs the texts, and
// whoever imitates a server can know a script by its hash.
package script

import (
	"crypto/sha1"
	"encoding/hex"
)

// Script is one Lua script.
type Script struct {
	Name string
	Text string
	// Hash is the SHA-1 of Text in hexadecimal, by which EVALSHA calls it.
	Hash string
}

// All returns the scripts.
func All() []Script {
	return []Script{
		CompareAndDelete, CompareAndExpire, PublishAndRelease, PublishLeased, VoidLease, AcquireFenced, PublishFenced,
	}
}

func named(name, text string) Script {
	hash := sha1.Sum([]byte(text))
	return Script{Name: name, Text: text, Hash: hex.EncodeToString(hash[:])}
}
