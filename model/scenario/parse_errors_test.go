package scenario

import "testing"

// Each bad file with the whole error it must give: the place, the path, what is
// wrong, what is accepted, and the excerpt.
var badFiles = []struct{ name, source, want string }{
	{
		"an empty file",
		"",
		"x.yaml: no scenario in it; accepted is a mapping, which begins with version: 1",
	},
	{
		"only comments and markers",
		`---
# nothing
---
`,
		"x.yaml: no scenario in it; accepted is a mapping, which begins with version: 1",
	},
	{
		"a list",
		`- version: 1
`,
		`x.yaml:1:1: a list; accepted is a mapping, as in version: 1
   >  1 | - version: 1
          ^`,
	},
	{
		"a distribution with a comma, not in quotes, inside braces",
		`version: 1
name: x
origin: {recompute: 1ms + lognormal(800ms, 0.3) + mix(5% uniform(1s, 2s), 95% 1ms)} # not in quotes
`,
		`x.yaml:3:21: origin.recompute: "1ms + lognormal(800ms" is cut off at its comma; accepted is "1ms + lognormal(800ms, 0.3) + mix(5% uniform(1s, 2s), 95% 1ms)", in quotes, inside { } and [ ]
      2 | name: x
   >  3 | origin: {recompute: 1ms + lognormal(800ms, 0.3) + mix(5% uniform(1s, 2s), 95% 1ms)} # not in quotes
                              ^`,
	},
	{
		"a popularity with commas, not in quotes, inside braces",
		`version: 1
name: x
keys: 3
arrivals: {sum: [{popularity: weights(1, 90, 3), poisson: {rate: 3/s}}]}
`,
		`x.yaml:4:31: arrivals.sum[0].popularity: "weights(1" is cut off at its comma; accepted is "weights(1, 90, 3)", in quotes, inside { } and [ ]
      3 | keys: 3
   >  4 | arrivals: {sum: [{popularity: weights(1, 90, 3), poisson: {rate: 3/s}}]}
                                        ^`,
	},
	{
		"a value that would be wrong in quotes, too",
		`version: 1
name: x
clients: [{name: a, load: uniform(1ms, 2ms)}]
`,
		`x.yaml:3:27: clients[0].load: "uniform(1ms, 2ms)" is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s
      2 | name: x
   >  3 | clients: [{name: a, load: uniform(1ms, 2ms)}]
                                    ^`,
	},
	{
		"a distribution without its last parenthesis",
		`version: 1
name: x
origin:
  recompute: lognormal(1ms, 3
`,
		`x.yaml:4:14: origin.recompute: "lognormal(1ms, 3": accepted is lognormal(MEDIAN, SIGMA)
      3 | origin:
   >  4 |   recompute: lognormal(1ms, 3
                       ^`,
	},
	{
		"a text with a comma, not in quotes, inside braces",
		`version: 1
name: x
variants: [{name: q, about: one, two}]
`,
		`x.yaml:3:34: variants[0].two: unknown field "two"; accepted are name, about, strategy, set and expect; a value with a comma in it stands in quotes inside { }
      2 | name: x
   >  3 | variants: [{name: q, about: one, two}]
                                           ^`,
	},
	{
		"a scalar",
		`hot-key
`,
		`x.yaml:1:1: "hot-key"; accepted is a mapping, as in version: 1
   >  1 | hot-key
          ^`,
	},
	{
		"two documents",
		`version: 1
name: a
---
version: 1
name: b
`,
		`x.yaml:4:1: a second document; accepted is one scenario a file
      3 | ---
   >  4 | version: 1
          ^`,
	},
	{
		"a directive",
		`%YAML 1.2
---
version: 1
`,
		`x.yaml:1:1: a directive (%); accepted is a scenario without
   >  1 | %YAML 1.2
          ^`,
	},
	{
		"no version",
		`name: a
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:1:1: version: missing; accepted is version: 1
   >  1 | name: a
          ^`,
	},
	{
		"a later version, which may differ in anything",
		`version: 2
load: heavy
`,
		`x.yaml:1:10: version: "2" is not known here; accepted is 1
   >  1 | version: 2
                   ^`,
	},
	{
		"a version that is a text",
		`version: one
`,
		`x.yaml:1:10: version: "one" is not known here; accepted is 1
   >  1 | version: one
                   ^`,
	},
	{
		"no version but a slip",
		`verison: 1
name: a
`,
		`x.yaml:1:1: verison: unknown field "verison"; did you mean version?
   >  1 | verison: 1
          ^`,
	},
	{
		"no name",
		`version: 1
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:1:1: name: missing; accepted is a name in letters, digits and hyphens, as in name: hot-key
   >  1 | version: 1
          ^`,
	},
	{
		"a name with capitals",
		`version: 1
name: Hot Key
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:2:7: name: "Hot Key" is not accepted; accepted is up to 64 letters, digits and single hyphens between them, as in hot-key
      1 | version: 1
   >  2 | name: Hot Key
                ^`,
	},
	{
		"no arrivals",
		`version: 1
name: a
`,
		`x.yaml:1:1: arrivals: missing; accepted is one kind of arrivals, as in arrivals: {poisson: {rate: 200/s}}
   >  1 | version: 1
          ^`,
	},
	{
		"empty arrivals",
		`version: 1
name: a
arrivals: {}
`,
		`x.yaml:3:1: arrivals: empty is not accepted; accepted is exactly one of closed, constant, poisson, bursts, ramp, flash-crowd, daily, cron, warm-up, trace and sum
      2 | name: a
   >  3 | arrivals: {}
          ^`,
	},
	{
		"both kinds of arrivals",
		`version: 1
name: a
arrivals:
  closed: {workers: 3, think: 1ms}
  poisson: {rate: 1/s}
`,
		`x.yaml:3:1: arrivals: both closed and poisson is not accepted; accepted is exactly one of them
      2 | name: a
   >  3 | arrivals:
          ^`,
	},
	{
		"no workers",
		`version: 1
name: a
arrivals:
  closed:
    think: 1ms
`,
		`x.yaml:4:3: arrivals.closed.workers: missing; accepted is a whole number, as in workers: 100
      3 | arrivals:
   >  4 |   closed:
            ^`,
	},
	{
		"no rate",
		`version: 1
name: a
arrivals:
  poisson: {}
`,
		`x.yaml:4:3: arrivals.poisson.rate: missing; accepted is a number per second, as in rate: 2000/s
      3 | arrivals:
   >  4 |   poisson: {}
            ^`,
	},
	{
		"a slip in a field",
		`version: 1
name: hot
arrivals:
  closed:
    workerz: 100
`,
		`x.yaml:5:5: arrivals.closed.workerz: unknown field "workerz"; did you mean workers?
      4 |   closed:
   >  5 |     workerz: 100
              ^`,
	},
	{
		"a field that belongs elsewhere",
		`version: 1
name: a
workers: 100
`,
		`x.yaml:3:1: workers: unknown field "workers"; did you mean arrivals.closed.workers?
      2 | name: a
   >  3 | workers: 100
          ^`,
	},
	{
		"a short name in place of a path",
		`version: 1
name: a
lock-ttl: 5s
`,
		`x.yaml:3:1: lock-ttl: unknown field "lock-ttl"; did you mean cache.lock.ttl?
      2 | name: a
   >  3 | lock-ttl: 5s
          ^`,
	},
	{
		"a field like no other",
		`version: 1
cache:
  banana: 5s
`,
		`x.yaml:3:3: cache.banana: unknown field "banana"; accepted are ttl, jitter, stale, logical, interval, beta, smoothing, ahead, load-timeout, lock, lease, redlock, guard, failure and fallback
      2 | cache:
   >  3 |   banana: 5s
            ^`,
	},
	{
		"a field twice",
		`version: 1
name: a
keys: 1
keys: 2
`,
		`x.yaml:4:1: keys: a second keys; accepted is one, and line 3 has it
      3 | keys: 1
   >  4 | keys: 2
          ^`,
	},
	{
		"a field twice, deeper",
		`version: 1
cache:
  lock: {ttl: 1s, poll: 1ms, ttl: 2s}
`,
		`x.yaml:3:30: cache.lock.ttl: a second ttl; accepted is one, and line 3 has it
      2 | cache:
   >  3 |   lock: {ttl: 1s, poll: 1ms, ttl: 2s}
                                       ^`,
	},
	{
		"a group twice",
		`cache:
  ttl: 1s
keys: 1
cache:
  beta: 2
`,
		`x.yaml:4:1: cache: a second cache; accepted is one, and line 1 has it
      3 | keys: 1
   >  4 | cache:
          ^`,
	},
	{
		"an anchor",
		`version: 1
keys: &n 3
`,
		`x.yaml:2:7: keys: an anchor (&); accepted is the value itself, written out
      1 | version: 1
   >  2 | keys: &n 3
                ^`,
	},
	{
		"an alias",
		`version: 1
keys: &n 3
processes: *n
`,
		`x.yaml:2:7: keys: an anchor (&); accepted is the value itself, written out
      1 | version: 1
   >  2 | keys: &n 3
                ^`,
	},
	{
		"an alias to nothing",
		`version: 1
processes: *n
`,
		`x.yaml:2:12: processes: an alias (*); accepted is the value itself, written out
      1 | version: 1
   >  2 | processes: *n
                     ^`,
	},
	{
		"a merge key",
		`version: 1
<<: {keys: 3}
`,
		`x.yaml:2:1: a merge key (<<); accepted is the value itself, written out
      1 | version: 1
   >  2 | <<: {keys: 3}
          ^`,
	},
	{
		"a tag",
		`version: 1
keys: !!int "3"
`,
		`x.yaml:2:7: keys: a tag (!); accepted is the value itself, written out
      1 | version: 1
   >  2 | keys: !!int "3"
                ^`,
	},
	{
		"a complex key",
		`version: 1
? keys
: 3
`,
		`x.yaml:2:1: a complex key (?); accepted is the value itself, written out
      1 | version: 1
   >  2 | ? keys
          ^`,
	},
	{
		"a key that is a number",
		`version: 1
1: 3
`,
		`x.yaml:2:1: "1" is not the name of a field; accepted is a plain word, as in ttl: 1s
      1 | version: 1
   >  2 | 1: 3
          ^`,
	},
	{
		"a list where a mapping is expected",
		`version: 1
cache:
  - ttl: 1s
`,
		`x.yaml:3:3: cache: a list; accepted is a mapping with ttl, jitter, stale, logical, interval, beta, smoothing, ahead, load-timeout, lock, lease, redlock, guard, failure and fallback
      2 | cache:
   >  3 |   - ttl: 1s
            ^`,
	},
	{
		"a scalar where a mapping is expected",
		`version: 1
cache: 1s
`,
		`x.yaml:2:8: cache: "1s"; accepted is a mapping with ttl, jitter, stale, logical, interval, beta, smoothing, ahead, load-timeout, lock, lease, redlock, guard, failure and fallback
      1 | version: 1
   >  2 | cache: 1s
                 ^`,
	},
	{
		"nothing where a mapping is expected",
		`version: 1
arrivals:
  closed:
`,
		`x.yaml:3:11: arrivals.closed: no value; accepted is a mapping with workers, think and ramp
      2 | arrivals:
   >  3 |   closed:
                    ^`,
	},
	{
		"a mapping where a length is expected",
		`version: 1
cache:
  ttl: {seconds: 1}
`,
		`x.yaml:3:8: cache.ttl: a mapping; accepted is a length of time, as in 150ms
      2 | cache:
   >  3 |   ttl: {seconds: 1}
                 ^`,
	},
	{
		"a list where a number is expected",
		`version: 1
keys: [1, 2]
`,
		`x.yaml:2:7: keys: a list; accepted is a whole number, as in 100
      1 | version: 1
   >  2 | keys: [1, 2]
                ^`,
	},
	{
		"nothing where a number is expected",
		`version: 1
keys:
processes: 3
`,
		`x.yaml:2:6: keys: no value; accepted is a whole number, as in 100
      1 | version: 1
   >  2 | keys:
               ^`,
	},
	{
		"null where a text is expected",
		`version: 1
name: ~
`,
		`x.yaml:2:7: name: no value; accepted is text
      1 | version: 1
   >  2 | name: ~
                ^`,
	},
	{
		"a length without a unit",
		`version: 1
duration: 5
`,
		`x.yaml:2:11: duration: "5" has no unit; accepted is a number with one, as in 150ms or 1m30s
      1 | version: 1
   >  2 | duration: 5
                    ^`,
	},
	{
		"a length of an unknown unit",
		`version: 1
duration: 1d
`,
		`x.yaml:2:11: duration: "1d" is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s
      1 | version: 1
   >  2 | duration: 1d
                    ^`,
	},
	{
		"a negative length",
		`version: 1
cache:
  ttl: -5s
`,
		`x.yaml:3:8: cache.ttl: "-5s" is negative; accepted is 0 or more
      2 | cache:
   >  3 |   ttl: -5s
                 ^`,
	},
	{
		"a length that is no number",
		`version: 1
bucket: soon
`,
		`x.yaml:2:9: bucket: "soon" is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s
      1 | version: 1
   >  2 | bucket: soon
                  ^`,
	},
	{
		"a length beyond 64 bits",
		`version: 1
duration: 9999999999h
`,
		`x.yaml:2:11: duration: "9999999999h" is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s
      1 | version: 1
   >  2 | duration: 9999999999h
                    ^`,
	},
	{
		"a duration of zero",
		`version: 1
name: a
duration: 0s
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:3:11: duration: 0s is not accepted; accepted is more than 0s, up to 87600h
      2 | name: a
   >  3 | duration: 0s
                    ^`,
	},
	{
		"a duration of eleven years",
		`version: 1
name: a
duration: 96360h
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:3:11: duration: 96360h is not accepted; accepted is more than 0s, up to 87600h
      2 | name: a
   >  3 | duration: 96360h
                    ^`,
	},
	{
		"a bucket below a millisecond",
		`version: 1
name: a
bucket: 10us
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:3:9: bucket: 10µs is not accepted; accepted is from 1ms to 87600h
      2 | name: a
   >  3 | bucket: 10us
                  ^`,
	},
	{
		"too many buckets",
		`version: 1
name: a
duration: 8760h
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:3:11: duration: 8760h is not accepted; accepted is up to 1000000s, which is 10000000 buckets of 100ms
      2 | name: a
   >  3 | duration: 8760h
                    ^`,
	},
	{
		"from at the end",
		`version: 1
name: a
from: 10s
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:3:7: from: 10s is not accepted; accepted is from 0s to less than the duration, 10s
      2 | name: a
   >  3 | from: 10s
                ^`,
	},
	{
		"a number with a fraction",
		`version: 1
keys: 1.5
`,
		`x.yaml:2:7: keys: "1.5" is not a whole number; accepted is decimal digits, as in 100
      1 | version: 1
   >  2 | keys: 1.5
                ^`,
	},
	{
		"a number in quotes",
		`version: 1
keys: "3"
`,
		`x.yaml:2:7: keys: "3" is text, for it stands in quotes; accepted is a whole number, as in 100
      1 | version: 1
   >  2 | keys: "3"
                ^`,
	},
	{
		"a hexadecimal number",
		`version: 1
keys: 0x10
`,
		`x.yaml:2:7: keys: "0x10" is not a whole number; accepted is decimal digits, as in 100
      1 | version: 1
   >  2 | keys: 0x10
                ^`,
	},
	{
		"a number with underscores",
		`version: 1
keys: 1_000
`,
		`x.yaml:2:7: keys: "1_000" is not a whole number; accepted is decimal digits, as in 100
      1 | version: 1
   >  2 | keys: 1_000
                ^`,
	},
	{
		"a number beyond 64 bits",
		`version: 1
keys: 99999999999999999999
`,
		`x.yaml:2:7: keys: "99999999999999999999" is too large a number; accepted is a whole number of up to nine digits
      1 | version: 1
   >  2 | keys: 99999999999999999999
                ^`,
	},
	{
		"no keys",
		`version: 1
name: a
keys: 0
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:3:7: keys: 0 is not accepted; accepted is from 1 to 10000000
      2 | name: a
   >  3 | keys: 0
                ^`,
	},
	{
		"more keys than fit",
		`version: 1
name: a
keys: 10000001
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:3:7: keys: 10000001 is not accepted; accepted is from 1 to 10000000
      2 | name: a
   >  3 | keys: 10000001
                ^`,
	},
	{
		"negative connections",
		`version: 1
name: a
origin:
  connections: -1
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:4:16: origin.connections: -1 is not accepted; accepted is from 0 to 1000000
      3 | origin:
   >  4 |   connections: -1
                         ^`,
	},
	{
		"no workers at all",
		`version: 1
name: a
arrivals:
  closed:
    workers: 0
    think: 5ms
`,
		`x.yaml:5:14: arrivals.closed.workers: 0 is not accepted; accepted is from 1 to 1000000
      4 |   closed:
   >  5 |     workers: 0
                       ^`,
	},
	{
		"workers to whom time does not pass",
		`version: 1
name: a
arrivals: {closed: {workers: 1}}
network: {request: 0s, reply: 0s}
redis: {service: 0s}
`,
		`x.yaml:3:12: arrivals.closed.think: 0s is not accepted; accepted is more than 0, where network and redis take no time
      2 | name: a
   >  3 | arrivals: {closed: {workers: 1}}
                     ^`,
	},
	{
		"beta not a number",
		`version: 1
cache:
  beta: .nan
`,
		`x.yaml:3:9: cache.beta: ".nan" is not a number; accepted is a decimal number, as in 1.5
      2 | cache:
   >  3 |   beta: .nan
                  ^`,
	},
	{
		"beta infinite",
		`version: 1
cache:
  beta: .inf
`,
		`x.yaml:3:9: cache.beta: ".inf" is not a number; accepted is a decimal number, as in 1.5
      2 | cache:
   >  3 |   beta: .inf
                  ^`,
	},
	{
		"beta infinite, in Go's spelling",
		`version: 1
cache:
  beta: Inf
`,
		`x.yaml:3:9: cache.beta: "Inf" is not a number; accepted is a decimal number, as in 1.5
      2 | cache:
   >  3 |   beta: Inf
                  ^`,
	},
	{
		"beta in hexadecimal",
		`version: 1
cache:
  beta: 0x1p3
`,
		`x.yaml:3:9: cache.beta: "0x1p3" is not a number; accepted is a decimal number, as in 1.5
      2 | cache:
   >  3 |   beta: 0x1p3
                  ^`,
	},
	{
		"beta too large for a float",
		`version: 1
cache:
  beta: 1e999
`,
		`x.yaml:3:9: cache.beta: "1e999" is too large a number; accepted is a decimal number, as in 1.5
      2 | cache:
   >  3 |   beta: 1e999
                  ^`,
	},
	{
		"beta negative",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
cache:
  beta: -1
`,
		`x.yaml:5:9: cache.beta: -1 is not accepted; accepted is from 0 to 1000
      4 | cache:
   >  5 |   beta: -1
                  ^`,
	},
	{
		"a rate without its unit",
		`version: 1
arrivals: {poisson: {rate: 200}}
`,
		`x.yaml:2:28: arrivals.poisson.rate: "200" is not a rate; accepted is a number per second, as in 2000/s
      1 | version: 1
   >  2 | arrivals: {poisson: {rate: 200}}
                                     ^`,
	},
	{
		"a rate of zero",
		`version: 1
name: a
arrivals: {poisson: {rate: 0/s}}
`,
		`x.yaml:3:28: arrivals.poisson.rate: 0/s is not accepted; accepted is from 0.000001/s to 1000000000/s
      2 | name: a
   >  3 | arrivals: {poisson: {rate: 0/s}}
                                     ^`,
	},
	{
		"a rate too high",
		`version: 1
name: a
arrivals: {poisson: {rate: 2e9/s}}
`,
		`x.yaml:3:28: arrivals.poisson.rate: 2000000000/s is not accepted; accepted is from 0.000001/s to 1000000000/s
      2 | name: a
   >  3 | arrivals: {poisson: {rate: 2e9/s}}
                                     ^`,
	},
	{
		"a jitter of an unknown unit",
		`version: 1
cache:
  jitter: half
`,
		`x.yaml:3:11: cache.jitter: "half" is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s, or a share of the TTL, as in 50%
      2 | cache:
   >  3 |   jitter: half
                    ^`,
	},
	{
		"a jitter above ten times the TTL",
		`version: 1
cache:
  jitter: 1001%
`,
		`x.yaml:3:11: cache.jitter: "1001%" is not a share of the TTL; accepted is from 0% to 1000%
      2 | cache:
   >  3 |   jitter: 1001%
                    ^`,
	},
	{
		"an unknown start",
		`version: 1
start: hot
`,
		`x.yaml:2:8: start: "hot" is not a start; accepted is cold, warm or aged
      1 | version: 1
   >  2 | start: hot
                 ^`,
	},
	{
		"an unknown popularity",
		`version: 1
popularity: normal
`,
		`x.yaml:2:13: popularity: "normal" is not a popularity; accepted is uniform, zipf(EXPONENT) with an exponent from 0 to 3, hot(KEYS, SHARE), as in hot(10%, 90%) or hot(1, 50%), or weights(W, W, …) with a number of 0 or more for each key
      1 | version: 1
   >  2 | popularity: normal
                      ^`,
	},
	{
		"an unknown distribution",
		`version: 1
origin: {recompute: normal(5ms)}
`,
		`x.yaml:2:21: origin.recompute: "normal(5ms)": unknown distribution; accepted is a sum of terms 5ms, exp(MEAN), uniform(FROM, TO), lognormal(MEDIAN, SIGMA), mix(95% 20ms, 5% exp(500ms))
      1 | version: 1
   >  2 | origin: {recompute: normal(5ms)}
                              ^`,
	},
	{
		"a distribution with too few arguments",
		`version: 1
origin:
  recompute: 1ms + uniform(5ms)
`,
		`x.yaml:3:14: origin.recompute: "uniform(5ms)": accepted is uniform(FROM, TO)
      2 | origin:
   >  3 |   recompute: 1ms + uniform(5ms)
                       ^`,
	},
	{
		"a mean above a year",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
origin:
  recompute: exp(9000h)
`,
		`x.yaml:5:14: origin.recompute: exp(9000h) is not accepted; accepted is a mean of up to 8760h
      4 | origin:
   >  5 |   recompute: exp(9000h)
                       ^`,
	},
	{
		"a truth in another word",
		`version: 1
cache: {lock: {atomic-publish: yes}}
`,
		`x.yaml:2:32: cache.lock.atomic-publish: "yes" is neither; accepted is true or false
      1 | version: 1
   >  2 | cache: {lock: {atomic-publish: yes}}
                                         ^`,
	},
	{
		"a TTL below a millisecond",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
cache: {ttl: 999us}
`,
		`x.yaml:4:14: cache.ttl: 999µs is not accepted; accepted is from 1ms to 87600h
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | cache: {ttl: 999us}
                       ^`,
	},
	{
		"a lock that does not poll",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
cache:
  lock:
    poll: 0s
`,
		`x.yaml:6:11: cache.lock.poll: 0s is not accepted; accepted is more than 0s, up to 87600h
      5 |   lock:
   >  6 |     poll: 0s
                    ^`,
	},
	{
		"a tab in the indentation",
		`version: 1
cache:
	ttl: 1s
`,
		`x.yaml:3:1: a tab in the indentation; accepted are spaces
      2 | cache:
   >  3 |  ttl: 1s
          ^`,
	},
	{
		"an unclosed bracket",
		`version: 1
cache: {ttl: 1s
keys: 3
`,
		`x.yaml:3:1: not YAML: ',' or '}' must be specified; accepted is name: value on a line of its own, indented by spaces
      2 | cache: {ttl: 1s
   >  3 | keys: 3
          ^`,
	},
	{
		"a line that is no field",
		`version: 1
name a
keys: 3
`,
		`x.yaml:2:1: not YAML: non-map value is specified; accepted is name: value on a line of its own, indented by spaces
      1 | version: 1
   >  2 | name a
          ^`,
	},
	{
		"indentation that matches nothing",
		`version: 1
cache:
    ttl: 1s
  beta: 1
`,
		`x.yaml:4:3: not YAML: value is not allowed in this context; accepted is name: value on a line of its own, indented by spaces
      3 |     ttl: 1s
   >  4 |   beta: 1
            ^`,
	},
	{
		"a place after a folded text, with characters of several bytes",
		`version: 1
about: >-
  Früh erneuern:
  e^(1/β)
source: "βδ", kezs: 1
`,
		`x.yaml:5:13: not YAML: value is not allowed in this context. map key-value is pre-defined; accepted is name: value on a line of its own, indented by spaces
      4 |   e^(1/β)
   >  5 | source: "βδ", kezs: 1
                      ^`,
	},
	{
		"a column in characters",
		`version: 1
cache: {jitter: 5%, "ß": 1}
`,
		`x.yaml:2:21: cache.ß: unknown field "ß"; accepted are ttl, jitter, stale, logical, interval, beta, smoothing, ahead, load-timeout, lock, lease, redlock, guard, failure and fallback
      1 | version: 1
   >  2 | cache: {jitter: 5%, "ß": 1}
                              ^`,
	},
	{
		"a control character",
		"version: 1\nname: a\x00b\n",
		`x.yaml:2:8: the control character U+0000; accepted is printable text
      1 | version: 1
   >  2 | name: a b
                 ^`,
	},
	{
		"bytes that are not UTF-8",
		"version: 1\nname: caf\xe9\n",
		"x.yaml:2:10: the byte 0xe9 is not UTF-8; accepted is text in UTF-8\n      1 | version: 1\n   >  2 | name: caf�\n                   ^",
	},
	{
		"a line far to the right",
		`version: 1
cache: {                                                                                                                   ttl: 1s, bta: 1}
`,
		`x.yaml:2:133: cache.bta: unknown field "bta"; did you mean beta?
      1 |
   >  2 |                                         ttl: 1s, bta: 1}
                                                           ^`,
	},
	{
		"line ends of long ago",
		"version: 1\rname: a\r",
		"x.yaml:1:11: the control character U+000D; accepted is printable text\n   >  1 | version: 1 name: a\n                    ^",
	},
	{
		"a byte order mark, and Windows line ends in comments",
		"\uFEFFversion: 1\r\n# hot\r\n\r\n# key\r\nkeyz: 1\r\n",
		"x.yaml:5:1: keyz: unknown field \"keyz\"; did you mean keys?\n      4 | # key\n   >  5 | keyz: 1\n          ^",
	},
	{
		"Windows line ends",
		"version: 1\r\ncache:\r\n  btea: 1\r\n",
		`x.yaml:3:3: cache.btea: unknown field "btea"; did you mean beta?
      2 | cache:
   >  3 |   btea: 1
            ^`,
	},
	{
		"an unknown strategy",
		`version: 1
strategy: lok
`,
		`x.yaml:2:11: strategy: unknown strategy "lok"; did you mean lock?
      1 | version: 1
   >  2 | strategy: lok
                    ^`,
	},
	{
		"a composition of nothing known",
		`version: 1
strategy: lock+jiter
`,
		`x.yaml:2:11: strategy: not a composition: "jiter"; did you mean jitter?
      1 | version: 1
   >  2 | strategy: lock+jiter
                    ^`,
	},
	{
		"an expectation that is no list",
		`version: 1
expect: recomputes <= expiries
`,
		`x.yaml:2:9: expect: "recomputes <= expiries"; accepted is a list, each an expectation, as in duplicate_recomputes == 0
      1 | version: 1
   >  2 | expect: recomputes <= expiries
                  ^`,
	},
	{
		"an expectation of an unknown metric",
		`version: 1
expect:
  - recomputes <= expiries
  - latancy.p99 < 50ms
`,
		`x.yaml:4:5: expect[1]: unknown metric "latancy.p99"; did you mean latency.p99?
      3 |   - recomputes <= expiries
   >  4 |   - latancy.p99 < 50ms
              ^`,
	},
	{
		"an expectation without a unit",
		`version: 1
expect:
  - latency.p99 < 50
`,
		`x.yaml:3:5: expect[0]: latency.p99 cannot be compared with "50"; accepted is a length of time, as in 50ms
      2 | expect:
   >  3 |   - latency.p99 < 50
              ^`,
	},
	{
		"an expectation after the end",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
expect: [reads in 10s..20s > 0]
`,
		`x.yaml:4:10: expect[0]: "reads in 10s..20s > 0" is not accepted; accepted is a window that begins before the end, 10s
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | expect: [reads in 10s..20s > 0]
                   ^`,
	},
	{
		"a variant without a name",
		`version: 1
variants:
  - strategy: lock
`,
		`x.yaml:3:5: variants[0].name: missing; accepted is a name in letters, digits and hyphens, as in name: faulty
      2 | variants:
   >  3 |   - strategy: lock
              ^`,
	},
	{
		"two variants of one name",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
variants: [{name: right}, {name: right}]
`,
		`x.yaml:4:34: variants[1].name: "right" is not accepted; accepted is a name that no other variant has
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | variants: [{name: right}, {name: right}]
                                           ^`,
	},
	{
		"variants by name",
		`version: 1
variants:
  right: {strategy: lock}
`,
		`x.yaml:3:3: variants: a mapping; accepted is a list, each a mapping with name, about, strategy, set and expect
      2 | variants:
   >  3 |   right: {strategy: lock}
            ^`,
	},
	{
		"a slip in an assignment of a variant",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
variants:
  - name: right
    set: [ttl=1s, lok-ttl=5s]
`,
		`x.yaml:6:19: variants[0].set[1]: unknown name "lok-ttl"; did you mean lock-ttl?
      5 |   - name: right
   >  6 |     set: [ttl=1s, lok-ttl=5s]
                            ^`,
	},
	{
		"an assignment of a variant without a unit",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
variants: [{name: right, set: [ttl=5]}]
`,
		`x.yaml:4:32: variants[0].set[0]: cache.ttl: "5" has no unit; accepted is a number with one, as in 150ms or 1m30s
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | variants: [{name: right, set: [ttl=5]}]
                                         ^`,
	},
	{
		"a variant out of range",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
variants:
  - name: right
    set: [keys=0]
`,
		`x.yaml:5:5: variants[0]: with its settings keys is 0; accepted is from 1 to 10000000
      4 | variants:
   >  5 |   - name: right
              ^`,
	},
	{
		"a variant that is another scenario",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
variants: [{name: right, set: [name=b]}]
`,
		`x.yaml:4:32: variants[0].set[0]: name says which scenario this is, and cannot be set; accepted is a scenario file of your own
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | variants: [{name: right, set: [name=b]}]
                                         ^`,
	},
	{
		"an unknown kind of arrivals",
		`version: 1
name: a
arrivals: {steady: {rate: 1/s}}
`,
		`x.yaml:3:12: arrivals.steady: unknown field "steady"; accepted are closed, constant, poisson, bursts, ramp, flash-crowd, daily, cron, warm-up, trace and sum
      2 | name: a
   >  3 | arrivals: {steady: {rate: 1/s}}
                     ^`,
	},
	{
		"three kinds of arrivals",
		`version: 1
name: a
arrivals: {constant: {rate: 1/s}, poisson: {rate: 1/s}, warm-up: {}}
`,
		`x.yaml:3:1: arrivals: constant, poisson and warm-up is not accepted; accepted is exactly one of them
      2 | name: a
   >  3 | arrivals: {constant: {rate: 1/s}, poisson: {rate: 1/s}, warm-up: {}}
          ^`,
	},
	{
		"a pattern out of its range",
		`version: 1
name: a
arrivals:
  bursts: {rate: 10/s, off-rate: 20/s, on: 1s, off: 1s}
`,
		`x.yaml:4:34: arrivals.bursts.off-rate: 20 is not accepted; accepted is up to the rate in a burst, 10
      3 | arrivals:
   >  4 |   bursts: {rate: 10/s, off-rate: 20/s, on: 1s, off: 1s}
                                           ^`,
	},
	{
		"a pattern without what it needs",
		`version: 1
name: a
arrivals:
  cron: {every: 1m}
`,
		`x.yaml:4:3: arrivals.cron.count: missing; accepted is a whole number, as in count: 500
      3 | arrivals:
   >  4 |   cron: {every: 1m}
            ^`,
	},
	{
		"an empty part of a sum",
		`version: 1
name: a
arrivals:
  sum:
    - poisson: {rate: 1/s}
    - keys: 1
`,
		`x.yaml:6:7: arrivals.sum[1]: empty is not accepted; accepted is exactly one of closed, constant, poisson, bursts, ramp, flash-crowd, daily, cron, warm-up and trace
      5 |     - poisson: {rate: 1/s}
   >  6 |     - keys: 1
                ^`,
	},
	{
		"a sum of nothing",
		`version: 1
name: a
arrivals: {sum: []}
`,
		`x.yaml:3:1: arrivals: empty is not accepted; accepted is exactly one of closed, constant, poisson, bursts, ramp, flash-crowd, daily, cron, warm-up, trace and sum
      2 | name: a
   >  3 | arrivals: {sum: []}
          ^`,
	},
	{
		"a part of a sum with too many keys",
		`version: 1
name: a
keys: 10
arrivals: {sum: [{first: 8, keys: 4, poisson: {rate: 1/s}}]}
`,
		`x.yaml:4:35: arrivals.sum[0].keys: 4 is not accepted; accepted is from 0 to 3
      3 | keys: 10
   >  4 | arrivals: {sum: [{first: 8, keys: 4, poisson: {rate: 1/s}}]}
                                            ^`,
	},
	{
		"a part of a sum that ends before it begins",
		`version: 1
name: a
arrivals: {sum: [{from: 2s, until: 1s, poisson: {rate: 1/s}}]}
`,
		`x.yaml:3:36: arrivals.sum[0].until: 1s is not accepted; accepted is 0s, or more than from, 2s
      2 | name: a
   >  3 | arrivals: {sum: [{from: 2s, until: 1s, poisson: {rate: 1/s}}]}
                                             ^`,
	},
	{
		"a slip deep in a sum",
		`version: 1
name: a
arrivals: {sum: [{poisson: {rate: 1/s}}, {flash-crowd: {peek: 1/s}}]}
`,
		`x.yaml:3:57: arrivals.sum[1].flash-crowd.peek: unknown field "peek"; did you mean peak?
      2 | name: a
   >  3 | arrivals: {sum: [{poisson: {rate: 1/s}}, {flash-crowd: {peek: 1/s}}]}
                                                                  ^`,
	},
	{
		"weights for other keys",
		`version: 1
name: a
keys: 3
popularity: weights(1, 2)
arrivals: {poisson: {rate: 1/s}}
`,
		`x.yaml:4:13: popularity: weights(1, 2) is not accepted; accepted is a weight for each key, and there are 3
      3 | keys: 3
   >  4 | popularity: weights(1, 2)
                      ^`,
	},
	{
		"an unknown format of traces",
		`version: 1
name: a
arrivals: {trace: {file: a.csv, format: csv}}
`,
		`x.yaml:3:41: arrivals.trace.format: "csv" is not a format of traces; accepted is detect, plain, production
      2 | name: a
   >  3 | arrivals: {trace: {file: a.csv, format: csv}}
                                                  ^`,
	},
	{
		"a size without a unit",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
redis: {memory: {limit: 100}}
`,
		`x.yaml:4:25: redis.memory.limit: "100" is not a size; accepted is a number of bytes, as in 512kb, 100mb or 2gb
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | redis: {memory: {limit: 100}}
                                  ^`,
	},
	{
		"an unknown eviction policy",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
redis: {memory: {keys: 5, policy: lru}}
`,
		`x.yaml:4:35: redis.memory.policy: "lru" is not accepted; accepted is noeviction, allkeys-lru, allkeys-lfu, allkeys-random, volatile-lru, volatile-lfu, volatile-random or volatile-ttl
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | redis: {memory: {keys: 5, policy: lru}}
                                            ^`,
	},
	{
		"a squeeze without a limit of memory",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: squeeze, to: redis, share: 50%}]
`,
		`x.yaml:4:15: faults[0].do: squeeze is not accepted; accepted is it where redis.memory has a limit
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: squeeze, to: redis, share: 50%}]
                        ^`,
	},
	{
		"an unknown fault",
		`version: 1
faults: [{do: explode, to: any}]
`,
		`x.yaml:2:15: faults[0].do: "explode" is not a fault; accepted is crash, restart, pause, shift-clock, drift, slow, fail, outage, brown-out, limit, lag, delay, drop, partition, disconnect, failover, migrate, flush, squeeze, isolate, client-pause or script-flush
      1 | version: 1
   >  2 | faults: [{do: explode, to: any}]
                        ^`,
	},
	{
		"a fault that befalls the wrong thing",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: crash, to: origin, at: 1s}]
`,
		`x.yaml:4:26: faults[0].to: origin is not accepted; accepted is processes and Redis for crash
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: crash, to: origin, at: 1s}]
                                   ^`,
	},
	{
		"a fault without what it needs",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults:
  - {do: pause, to: any, at: 1s}
  - {do: slow, to: origin, at: 1s}
`,
		`x.yaml:6:5: faults[1].factor: missing; slow needs it
      5 |   - {do: pause, to: any, at: 1s}
   >  6 |   - {do: slow, to: origin, at: 1s}
              ^`,
	},
	{
		"a process that there is not",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: pause, to: process-2, at: 1s}]
`,
		`x.yaml:4:26: faults[0].to: process-2 is not accepted; accepted is up to process-1
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: pause, to: process-2, at: 1s}]
                                   ^`,
	},
	{
		"an unknown condition",
		`version: 1
faults: [{do: pause, to: any, upon: full-moon}]
`,
		`x.yaml:2:37: faults[0].upon: "full-moon" is not a condition; accepted is acquisition, hold, contention, recompute, recomputed, publish, expiry, write, promotion or fault
      1 | version: 1
   >  2 | faults: [{do: pause, to: any, upon: full-moon}]
                                              ^`,
	},
	{
		"a client without a name",
		`version: 1
clients: [{at: 1s}]
`,
		`x.yaml:2:11: clients[0].name: missing; accepted is the client's name, as in name: A
      1 | version: 1
   >  2 | clients: [{at: 1s}]
                    ^`,
	},
	{
		"a client that comes after the end",
		`version: 1
name: a
clients:
  - {name: A, at: 1s}
  - {name: B, at: 10s}
`,
		`x.yaml:5:19: clients[1].at: 10s is not accepted; accepted is less than the duration, 10s
      4 |   - {name: A, at: 1s}
   >  5 |   - {name: B, at: 10s}
                            ^`,
	},
	{
		"a client of a key that there is not",
		`version: 1
name: a
clients: [{name: A, key: 2}]
`,
		`x.yaml:3:26: clients[0].key: 2 is not accepted; accepted is from 0 to 1
      2 | name: a
   >  3 | clients: [{name: A, key: 2}]
                                   ^`,
	},
	{
		"a client that does an unknown thing",
		`version: 1
clients: [{name: A, do: wait}]
`,
		`x.yaml:2:25: clients[0].do: "wait" is not accepted; accepted is read, write or invalidate
      1 | version: 1
   >  2 | clients: [{name: A, do: wait}]
                                  ^`,
	},
	{
		"a heal after the end",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
heal: {at: 11s}
`,
		`x.yaml:4:12: heal.at: 11s is not accepted; accepted is more than 0s, less than the duration, 10s
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | heal: {at: 11s}
                     ^`,
	},
	{
		"several shards without a cluster",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
redis: {servers: {shards: 3}}
`,
		`x.yaml:4:27: redis.servers.shards: 3 is not accepted; accepted is 1, or several in a cluster
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | redis: {servers: {shards: 3}}
                                    ^`,
	},
	{
		"workers that write",
		`version: 1
name: a
arrivals: {sum: [{do: write, closed: {workers: 3}}]}
`,
		`x.yaml:3:23: arrivals.sum[0].do: write is not accepted; accepted is read, where workers or a trace say what is done
      2 | name: a
   >  3 | arrivals: {sum: [{do: write, closed: {workers: 3}}]}
                                ^`,
	},
	{
		"a link to a server that is not there",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
network: {links: [{server: 2, request: 1ms, reply: 1ms}]}
`,
		`x.yaml:4:28: network.links[0].server: 2 is not accepted; accepted is from 0 to 1
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | network: {links: [{server: 2, request: 1ms, reply: 1ms}]}
                                     ^`,
	},
	{
		"a link without a length",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
network: {links: [{process: 1, request: 1ms}]}
`,
		`x.yaml:4:19: network.links[0].reply: missing; accepted is a length of time or a distribution, as in reply: 5ms
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | network: {links: [{process: 1, request: 1ms}]}
                            ^`,
	},
	{
		"a fault of a server that is not there",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: flush, to: redis-2, at: 1s}]
`,
		`x.yaml:4:26: faults[0].to: redis-2 is not accepted; accepted is up to redis-1
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: flush, to: redis-2, at: 1s}]
                                   ^`,
	},
	{
		"a fault of a lock server that is not there",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: crash, to: lock-server-6, at: 1s}]
`,
		`x.yaml:4:26: faults[0].to: lock-server-6 is not accepted; accepted is up to lock-server-5
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: crash, to: lock-server-6, at: 1s}]
                                   ^`,
	},
	{
		"a failover of a lock server",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: failover, to: lock-server-1, at: 1s}]
`,
		`x.yaml:4:29: faults[0].to: lock-server-1 is not accepted; accepted is another server for failover
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: failover, to: lock-server-1, at: 1s}]
                                      ^`,
	},
	{
		"a replica of the origin that is not there",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: lag, to: origin-2, by: 1s, at: 1s}]
`,
		`x.yaml:4:24: faults[0].to: origin-2 is not accepted; accepted is up to origin-1
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: lag, to: origin-2, by: 1s, at: 1s}]
                                 ^`,
	},
	{
		"an outage of a replica of the origin",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: outage, to: origin-1, at: 1s}]
`,
		`x.yaml:4:27: faults[0].to: origin-1 is not accepted; accepted is origin for outage
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: outage, to: origin-1, at: 1s}]
                                    ^`,
	},
	{
		"a lag without a length",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: lag, to: origin, at: 1s}]
`,
		`x.yaml:4:10: faults[0].by: missing; lag needs it
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: lag, to: origin, at: 1s}]
                   ^`,
	},
	{
		"a negative lag",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: lag, to: origin, by: -1s, at: 1s}]
`,
		`x.yaml:4:36: faults[0].by: -1s is not accepted; accepted is more than 0s for lag
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: lag, to: origin, by: -1s, at: 1s}]
                                             ^`,
	},
	{
		"a migration without a cluster",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: migrate, to: redis-1, by: 1ms, at: 1s}]
`,
		`x.yaml:4:15: faults[0].do: migrate is not accepted; accepted is it where redis.servers is a cluster of several shards
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: migrate, to: redis-1, by: 1ms, at: 1s}]
                        ^`,
	},
	{
		"a migration to all servers",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
redis: {servers: {cluster: true, shards: 2}}
faults: [{do: migrate, to: redis, by: 1ms, at: 1s}]
`,
		`x.yaml:5:28: faults[0].to: redis is not accepted; accepted is one server for migrate
      4 | redis: {servers: {cluster: true, shards: 2}}
   >  5 | faults: [{do: migrate, to: redis, by: 1ms, at: 1s}]
                                     ^`,
	},
	{
		"a fault of the way to a server that is not there",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: delay, to: any, by: 1ms, server: 2, at: 1s}]
`,
		`x.yaml:4:48: faults[0].server: 2 is not accepted; accepted is from 0 to 1
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: delay, to: any, by: 1ms, server: 2, at: 1s}]
                                                         ^`,
	},
	{
		"a way to a server, of a server",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
redis: {client: {timeout: 1s}}
faults: [{do: partition, to: redis-1, server: 1, at: 1s}]
`,
		`x.yaml:5:47: faults[0].server: 1 is not accepted; accepted is nothing, where the target is a server
      4 | redis: {client: {timeout: 1s}}
   >  5 | faults: [{do: partition, to: redis-1, server: 1, at: 1s}]
                                                        ^`,
	},
	{
		"a process on the side of a process",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
redis: {client: {timeout: 1s}}
faults: [{do: partition, to: process-1, process: 1, at: 1s}]
`,
		`x.yaml:5:50: faults[0].process: 1 is not accepted; accepted is nothing, where the target is no server
      4 | redis: {client: {timeout: 1s}}
   >  5 | faults: [{do: partition, to: process-1, process: 1, at: 1s}]
                                                           ^`,
	},
	{
		"a partition one way, of a server",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
redis: {client: {timeout: 1s}}
faults: [{do: partition, to: redis-1, way: requests, at: 1s}]
`,
		`x.yaml:5:44: faults[0].way: requests is not accepted; accepted is nothing, where the target is a server
      4 | redis: {client: {timeout: 1s}}
   >  5 | faults: [{do: partition, to: redis-1, way: requests, at: 1s}]
                                                     ^`,
	},
	{
		"a server cut off from a client that waits for ever",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: partition, to: redis-1, at: 1s}]
`,
		`x.yaml:4:15: faults[0].do: partition is not accepted; accepted is it where redis.client.timeout is more than 0s: no reply comes
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: partition, to: redis-1, at: 1s}]
                        ^`,
	},
	{
		"no read replica",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
origin: {replicas: 0}
`,
		`x.yaml:4:20: origin.replicas: 0 is not accepted; accepted is from 1 to 100
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | origin: {replicas: 0}
                             ^`,
	},
	{
		"a length of a disconnection",
		`version: 1
name: a
arrivals: {poisson: {rate: 1/s}}
faults: [{do: disconnect, to: any, at: 1s, for: 1s}]
`,
		`x.yaml:4:49: faults[0].for: 1s is not accepted; accepted is nothing: disconnect happens at once
      3 | arrivals: {poisson: {rate: 1/s}}
   >  4 | faults: [{do: disconnect, to: any, at: 1s, for: 1s}]
                                                          ^`,
	},
}

func TestParseSaysWhereAndWhatIsAccepted(t *testing.T) {
	for _, c := range badFiles {
		t.Run(c.name, func(t *testing.T) {
			s, err := Parse("x.yaml", []byte(c.source))
			if err == nil {
				t.Fatalf("accepted as\n%s", s.YAML())
			}
			if got := err.Error(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
