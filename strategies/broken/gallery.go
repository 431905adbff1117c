package broken

import "stampede/strategies"

// All returns the wrong variants.
func All() []strategies.Preset {
	locked := strategies.Choices{Lock: true}
	swrLocked := strategies.Choices{SWR: true, Lock: true}
	watched := strategies.Choices{Lock: true, Watchdog: true}
	fenced := strategies.Choices{Lock: true, Fenced: true}
	leased := strategies.Choices{Lease: true}
	scheduled := strategies.Choices{Scheduled: true}
	early := strategies.Choices{XFetch: true}
	flights := strategies.Choices{Singleflight: true}
	failSafe := strategies.Choices{FailSafe: true, Lock: true}
	negative := strategies.Choices{Negative: true, Lock: true}
	fallThrough := strategies.Choices{Lock: true, FallThrough: true}
	watchedFallThrough := strategies.Choices{Lock: true, Watchdog: true, FallThrough: true}
	return []strategies.Preset{
		wrong("retry-for-ever", strategies.Choices{}, "livelock-free", retryForEver, "tries a load that has failed again until it succeeds"),
		wrong("local-copy", strategies.Choices{}, "bounded-age", over(strategies.Choices{}, newLocalCopy), "keeps what it has read in its own memory, without a TTL"),
		wrong("lock-no-recheck", locked, "single-recompute", newLockNoRecheck, "does not look again once it holds the lock"),
		wrong("lock-plain-del", locked, "no-foreign-delete", over(locked, newPlainDel), "releases by a plain DEL, whoever holds the lock by now"),
		wrong("lock-get-then-del", locked, "no-foreign-delete", over(locked, newGetThenDel), "compares and deletes in two steps"),
		wrong("lock-constant-token", locked, "no-foreign-delete", over(locked, newConstantToken), "every lock holds the same token"),
		wrong("lock-no-ttl", locked, "lock-has-ttl", over(locked, newNoTTL), "its locks live for ever"),
		wrong("lock-setnx-expire", locked, "lock-has-ttl", over(locked, newSetnxExpire), "takes the lock first and gives it a TTL then"),
		wrong("lock-repair-ttl", locked, "lock-released", over(locked, newRepairTTL), "a loser writes the lock anew if it seems to have no TTL"),
		wrong("lock-fixed-name", locked, "reads-end", over(locked, fixedName), "one lock for all keys"),
		wrong("lock-striped", locked, "acyclic", over(locked, striped), "a few locks for all keys"),
		wrong("lock-other-slot", locked, "no-cross-slot", over(locked, otherSlot), "value and lock are in different hash slots"),
		wrong("lock-short-ttl", locked, "one-at-a-time", with(locked, shortLockTTL), "its TTL is shorter than the load"),
		wrong("lock-fall-through-all", fallThrough, "bounded-fall-through", with(fallThrough, fallThroughAll), "all who have waited for too long load"),
		wrong("lock-decides-once", locked, "single-recompute", newDecidesOnce, "does not look again after it has waited for the lock"),
		wrong("lock-only-looks", locked, "bounded-fall-through", newOnlyLooks, "its waiters do not compete for the lock, and load when they give up"),
		wrong("lock-poll-busily", locked, "lock-load", with(locked, pollBusily), "its waiters look every millisecond"),
		wrong("lock-wait-for-ever", locked, "reads-end", with(locked, waitForEver), "its waiters wait without a limit"),
		wrong("lock-without-end", locked, "livelock-free", withoutEnd, "its locks live for ever, and its waiters wait without a limit"),
		wrong("lock-recursive", locked, "reads-end", newRecursive, "who waits calls itself, without a limit"),
		wrong("lock-nothing-for-losers", locked, "reads-answered", newNothingForLosers, "who does not get the lock gets nothing, and no error"),
		wrong("lock-kept-on-error", locked, "lock-released", newKeptOnError, "a failed load keeps the lock"),
		wrong("lock-error-as-value", locked, "errors-remembered", errorAsValue, "caches the error of a load as the value"),
		wrong("lock-error-as-text", locked, "declared-errors", newErrorAsText, "hands errors on as text, so that nobody can tell what they are"),
		wrong("lock-safety-margin", locked, "miss-recomputes", over(locked, newSafetyMargin), "takes a value that is about to expire for none"),
		wrong("lock-notify-blindly", strategies.Choices{Lock: true, Notify: true}, "reads-end", newNotifyBlindly, "does not look once it has subscribed"),
		wrong("watchdog-one-failure", watched, "one-at-a-time", over(watched, newOneFailure), "one failed renewal ends all"),
		wrong("watchdog-once", watched, "one-at-a-time", over(watched, newOnceRenewed), "renews the name, not the acquisition"),
		wrong("watchdog-any-lock", watched, "no-foreign-delete", over(watched, newAnyLock), "renews the lock under the name, whoever holds it by now"),
		wrong("watchdog-for-ever", watched, "lock-released", with(watched, holdForEver), "renews without a limit"),
		wrong("watchdog-fall-through", watchedFallThrough, "one-at-a-time", with(watchedFallThrough, fallThroughAll), "renews the lock, and lets the waiters load beside its holder"),
		wrong("unfenced", fenced, "values-in-order", over(fenced, newUnfenced), "numbers the holders and does not look at the number"),
		wrong("redlock-of-the-reachable", strategies.Choices{Redlock: true}, "bounded-fall-through", majorityOfTheReachable, "takes the majority of the servers it reaches for that of all"),
		wrong("redlock-striped", strategies.Choices{Redlock: true}, "acyclic", newStripedServers, "a few locks for all keys, on each server"),
		wrong("lease-not-voided", leased, "no-old-after-invalidation", over(leased, newNotVoided), "an invalidation leaves the token valid"),
		wrong("scheduled-each-process", scheduled, "one-per-period", over(scheduled, newEachProcess), "each process refreshes, in turns of its own"),
		wrong("guard-per-key", strategies.Choices{OriginGuard: true}, "bounded-loads", newGuardPerKey, "limits the loads of each key, and not those of the process"),
		wrong("singleflight-borrowed-context", flights, "errors-stay-home", inBorrowedContext(flights), "the flight ends with the read that began it"),
		wrong("singleflight-dropped-turns", flights, "one-per-process", newDroppedTurns, "takes the lock off its table while others wait for it"),
		wrong("singleflight-never-lands", flights, "deadlock-free", newNeverLands, "who waits for a load that fails waits for ever"),
		wrong("singleflight-first-only", flights, "reads-answered", newFirstOnly, "one of those who wait gets the value, the others nothing"),
		wrong("singleflight-forgets", flights, "one-per-process", newForgets, "a forgotten flight takes the next one off the table"),
		wrong("swr-borrowed-context", swrLocked, "lock-released", inBorrowedContextToTheEnd(swrLocked), "a refresh ends with the read that began it, and keeps its lock"),
		wrong("swr-dedupes-misses", swrLocked, "single-recompute", dedupesMisses, "every stale read refreshes"),
		wrong("swr-dedupes-stale", swrLocked, "single-recompute", dedupesStale, "an empty cache lets everyone through"),
		wrong("swr-leaked-ttl", swrLocked, "ttl-in-range", newLeakedTTL, "the new value gets the TTL of the old"),
		wrong("swr-never-too-old", swrLocked, "bounded-age", with(swrLocked, neverTooOld), "old values are served without a limit"),
		wrong("fail-safe-no-back-off", failSafe, "back-off", over(failSafe, newForgetful), "a failing origin gets every read"),
		wrong("negative-forgotten", negative, "back-off", over(negative, newForgetful), "an absence is asked for again and again"),
		wrong("negative-absent-as-long", negative, "errors-remembered", with(negative, absentAsLong), "an absence is remembered for as long as a value"),
		wrong("negative-error-as-long", negative, "errors-remembered", with(negative, errorAsLong), "an error is remembered for as long as a value"),
		wrong("ttl-for-ever-below-1s", strategies.Choices{}, "ttl-in-range", over(strategies.Choices{}, forEverBelowASecond), "counts whole seconds, and takes 0 for no TTL"),
		wrong("ttl-refused-below-1s", strategies.Choices{}, "ttl-in-range", over(strategies.Choices{}, refusedBelowASecond), "counts whole seconds, and 0 is refused"),
		wrong("ttl-expired-below-1s", strategies.Choices{}, "ttl-in-range", over(strategies.Choices{}, newExpiredBelowASecond), "counts whole seconds, and 0 deletes"),
		wrong("ttl-cut-by-reads", strategies.Choices{}, "losses-told", newIdleOut, "a read cuts the TTL down to an idle time"),
		wrong("jitter-both-ways", strategies.Choices{}, "ttl-in-range", over(strategies.Choices{}, jitterBothWays), "the random part can be more than the TTL, and negative"),
		wrong("jitter-later", strategies.Choices{Jitter: true, Lock: true}, "expiries-spread", jitterLater, "the first fill is not jittered"),
		wrong("xfetch-wrong-sign", early, "early-formula", earlyBy(wrongSign), "the exponent lacks its minus: it never fires"),
		wrong("xfetch-nearly-always", early, "early-formula", earlyBy(nearlyAlways), "refreshes with a probability near 1"),
		wrong("xfetch-swapped", early, "early-formula", earlyBy(swapped), "mixes δ and β"),
		wrong("xfetch-log-of-zero", early, "early-formula", earlyBy(logOfZero), "draws from [0, 1) and takes the logarithm"),
		wrong("xfetch-whole-seconds-delta", early, "early-formula", earlyBy(wholeSecondsDelta), "measures loads in whole seconds"),
		wrong("xfetch-wrong-unit", early, "early-formula", earlyBy(secondsForMilliseconds), "its threshold is in the wrong unit"),
		wrong("xfetch-client-clock", early, "early-formula", over(early, newClientClock), "judges an absolute instant by the client's clock"),
		wrong("xfetch-early-error", early, "errors-stay-home", newEarlyError, "a failed early refresh fails the read"),
	}
}

// Unpromised returns wrong variants of strategies that promise nothing of what
// these break. No search can accuse them: a scenario shows each.
func Unpromised() []strategies.Preset {
	return []strategies.Preset{
		wrong("redlock-unchecked", strategies.Choices{Redlock: true}, "", uncheckedValidity, "does not ask how long the asking took"),
	}
}

func wrong(name string, c strategies.Choices, breaks string, make maker, how string) strategies.Preset {
	return strategies.Preset{Name: name, Choices: c, Guarantee: "BROKEN: " + how, Breaks: breaks, New: make}
}
