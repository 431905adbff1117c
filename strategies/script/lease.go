package script

// PublishLeased writes an entry if its writer's token is that of the lease, which
// stays for the rest of its period, or what is to be left of it. Both keys must be
// in one hash slot.
//
//	KEYS[1]  the entry's key
//	KEYS[2]  the lease's key
//	ARGV[1]  the entry
//	ARGV[2]  its TTL in milliseconds; 0: it lives for ever
//	ARGV[3]  the token that the lease must hold
//	ARGV[4]  the most that is left of its period, in milliseconds; 0: all of it
//
// It returns 1 if it wrote the entry, else 0.
var PublishLeased = named("publish-leased", `
if redis.call('GET', KEYS[2]) ~= ARGV[3] then
  return 0
end
if ARGV[2] == '0' then
  redis.call('SET', KEYS[1], ARGV[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
if ARGV[4] ~= '0' and redis.call('PTTL', KEYS[2]) > tonumber(ARGV[4]) then
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
end
return 1
`)

// VoidLease makes the token of a lease worthless, for the rest of its period, and
// lets an entry live no longer than a while from now. Both keys must be in one
// hash slot.
//
//	KEYS[1]  the entry's key
//	KEYS[2]  the lease's key
//	ARGV[1]  how long the entry may still live, in milliseconds, positive
//
// It returns 1 if there is an entry, else 0.
var VoidLease = named("void-lease", `
local left = redis.call('PTTL', KEYS[2])
if left > 0 then
  redis.call('SET', KEYS[2], '', 'PX', left)
end
left = redis.call('PTTL', KEYS[1])
if left == -2 then
  return 0
end
if left == -1 or left > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return 1
`)
