package script

// CompareAndDelete deletes a key if it holds a token, and then tells the
// subscribers of a channel.
//
//	KEYS[1]  the key
//	ARGV[1]  the token
//	ARGV[2]  the channel; empty or left out: nobody is told
//
// It returns 1 if it deleted the key, else 0.
var CompareAndDelete = named("compare-and-delete", `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('DEL', KEYS[1])
if ARGV[2] and ARGV[2] ~= '' then
  redis.call('PUBLISH', ARGV[2], '')
end
return 1
`)

// CompareAndExpire lets a key live for a while from now if it holds a token.
//
//	KEYS[1]  the key
//	ARGV[1]  the token
//	ARGV[2]  the TTL in milliseconds, positive
//
// It returns 1 if it did, else 0.
var CompareAndExpire = named("compare-and-expire", `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`)

// PublishAndRelease writes an entry and deletes the lock that its writer holds, and
// then tells the subscribers of a channel; if the lock is gone, or another's, it
// does nothing. Both keys must be in one hash slot.
//
//	KEYS[1]  the entry's key
//	KEYS[2]  the lock's key
//	ARGV[1]  the entry
//	ARGV[2]  its TTL in milliseconds, positive
//	ARGV[3]  the token that the lock must hold
//	ARGV[4]  the channel; empty or left out: nobody is told
//
// It returns 1 if it did both, else 0.
var PublishAndRelease = named("publish-and-release", `
if redis.call('GET', KEYS[2]) ~= ARGV[3] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('DEL', KEYS[2])
if ARGV[4] and ARGV[4] ~= '' then
  redis.call('PUBLISH', ARGV[4], '')
end
return 1
`)
