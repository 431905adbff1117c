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

// PublishFenced writes an entry, unless a higher number of the fence has written it
// already, or another holder of the same number: a server that took over may give a
// number again that the one before it gave last. The same entry once more, as when
// the first answer was lost, is no other's. Both keys must be in one hash slot.
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
local number, written = tonumber(ARGV[3]), tonumber(redis.call('HGET', KEYS[2], 'written') or 0)
if number < written or number == written and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('HSET', KEYS[2], 'written', ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1
`)
