package script

// AcquireFenced takes a lock and gives its holder the next number of a fence. Both
// keys must be in one hash slot.
//
//	KEYS[1]  the lock's key
//	KEYS[2]  the fence's key
//	ARGV[1]  the token
//	ARGV[2]  the lock's TTL in milliseconds, positive
//	ARGV[3]  how long the fence is remembered, in milliseconds
//
// It returns the number, from 1, or 0 if the lock is held.
var AcquireFenced = named("acquire-fenced", `
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  return 0
end
local number = redis.call('HINCRBY', KEYS[2], 'granted', 1)
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return number
`)

// PublishFenced writes an entry, unless its writer's number of the fence, or a higher
// one, has written it already. A server that took over may give a number again that
// the one before it gave last. Both keys must be in one hash slot.
//
//	KEYS[1]  the entry's key
//	KEYS[2]  the fence's key
//	ARGV[1]  the entry
//	ARGV[2]  its TTL in milliseconds, positive
//	ARGV[3]  the writer's number
//	ARGV[4]  how long the fence is remembered, in milliseconds
//
// It returns 1 if it wrote the entry, else 0.
var PublishFenced = named("publish-fenced", `
local written = redis.call('HGET', KEYS[2], 'written')
if written and tonumber(ARGV[3]) <= tonumber(written) then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('HSET', KEYS[2], 'written', ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1
`)
