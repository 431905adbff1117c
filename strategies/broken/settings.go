package broken

import (
	"time"

	"stampede/strategies"
)

const unlimited = 1 << 30

// shortLockTTL has a lock that ends before the load does.
//
// How it breaks: ⌈δ/L⌉ holders load at once.
//
// Caught by: one-at-a-time.
//
// Reported in: appstrate/appstrate#1417.
func shortLockTTL(o *strategies.Options) { o.Lock.TTL = min(o.Lock.TTL, 50*time.Millisecond) }

// fallThroughAll lets everyone who gives up waiting load.
//
// How it breaks: a slow or dead holder, and the herd is there all the same, only
// later.
//
// Caught by: bounded-fall-through.
//
// Reported in: flyingsquirrel0419/layercache#59; with a watchdog,
// appstrate/appstrate#1417.
func fallThroughAll(o *strategies.Options) { o.Lock.FallThrough = unlimited }

// pollBusily looks every millisecond.
//
// How it breaks: the waiters keep Redis busy with nothing else.
//
// Caught by: lock-load.
//
// Reported in: discourse/discourse#17886.
func pollBusily(o *strategies.Options) { o.Lock.Poll = time.Millisecond }

// waitForEver has no limit to the wait.
//
// How it breaks: a holder that is stuck, and all its readers are.
//
// Caught by: reads-end.
//
// Reported in: bbangert/retools#8.
func waitForEver(o *strategies.Options) { o.Lock.Wait = 365 * 24 * time.Hour }

// neverTooOld keeps the old value without a limit.
//
// How it breaks: a key that nobody reads for an hour answers with what is an hour
// old.
//
// Caught by: bounded-age.
//
// Reported in: ben-manes/caffeine#626.
func neverTooOld(o *strategies.Options) { o.Stale = 365 * 24 * time.Hour }

// holdForEver lets a watchdog renew without a limit.
//
// How it breaks: a holder that is stuck keeps the lock for ever.
//
// Caught by: lock-released.
//
// Reported in: redisson/redisson#3714.
func holdForEver(o *strategies.Options) { o.Lock.MaxHold = 365 * 24 * time.Hour }

// absentAsLong remembers absences for as long as values.
//
// How it breaks: a new row stays unseen for the TTL of a good value.
//
// Caught by: errors-remembered.
//
// Reported in: redis/rueidis#921.
func absentAsLong(o *strategies.Options) { o.Failure.Absent = max(o.TTL, o.Failure.Absent) }

// errorAsLong remembers failures for as long as values.
//
// How it breaks: one hiccup lasts for minutes.
//
// Caught by: errors-remembered.
//
// Reported in: getsentry/snuba#2125.
func errorAsLong(o *strategies.Options) {
	o.Failure.BackOff = max(o.TTL, o.Failure.BackOff)
	o.Failure.BackOffMax = o.Failure.BackOff
}
