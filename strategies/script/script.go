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

// CompareAndDelete deletes a key if it holds a token.
//
//	KEYS[1]  the key
//	ARGV[1]  the token
//
// It returns 1 if it deleted the key, else 0.
var CompareAndDelete = named("compare-and-delete", `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
`)

// PublishAndRelease writes an entry and deletes the lock that its writer holds;
// if the lock is gone, or another's, it does neither. Both keys must be in one
// hash slot.
//
//	KEYS[1]  the entry's key
//	KEYS[2]  the lock's key
//	ARGV[1]  the entry
//	ARGV[2]  its TTL in milliseconds, positive
//	ARGV[3]  the token that the lock must hold
//
// It returns 1 if it did both, else 0.
var PublishAndRelease = named("publish-and-release", `
if redis.call('GET', KEYS[2]) ~= ARGV[3] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('DEL', KEYS[2])
`)

// All returns the scripts.
func All() []Script { return []Script{CompareAndDelete, PublishAndRelease} }

func named(name, text string) Script {
	hash := sha1.Sum([]byte(text))
	return Script{Name: name, Text: text, Hash: hex.EncodeToString(hash[:])}
}
