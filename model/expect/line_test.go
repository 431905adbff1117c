package expect

import (
	"strings"
	"testing"
)

func TestLinesReadBack(t *testing.T) {
	for _, text := range []string{
		"recomputes <= expiries",
		"latency.p99 < 50ms",
		"foreign_deletes == 0",
		"stale_share < 1%",
		"locks.lost != 1",
		"redis.peak >= 1e3/s",
		"recomputes between 757 and 843",
		"hit_share in 90s..120s > 98.5%",
		"overlap.total == 4.9s",
		"recomputes between episodes and reads",
	} {
		l, err := Parse(text)
		if err != nil {
			t.Error(err)
		} else if l.String() != text {
			t.Errorf("%s is written %s", text, l)
		}
	}
	for _, text := range []string{"  recomputes   <=\texpiries ", "recomputes<=expiries"} {
		if l, err := Parse(text); err != nil || l.String() != "recomputes <= expiries" {
			t.Errorf("%v, %v", l, err)
		}
	}
}

func TestParseSaysWhatIsAccepted(t *testing.T) {
	const forms = "METRIC OP VALUE, METRIC OP METRIC or METRIC between VALUE and VALUE, as in duplicate_recomputes == 0"
	const figures = "accepted are the figures of a run by their names in JSON, as in recomputes, latency.p99 and locks.lost (simulate list metrics)"
	for text, want := range map[string]string{
		"":                                "no expectation; accepted is " + forms,
		"recomputes":                      `"recomputes" alone; accepted is ` + forms,
		"recompute <= 5":                  `unknown metric "recompute"; did you mean recomputes?`,
		"banana <= 5":                     `unknown metric "banana"; ` + figures,
		"lost == 0":                       `unknown metric "lost"; did you mean locks.lost?`,
		"latency < 5ms":                   `unknown metric "latency"; did you mean latency.max?`,
		"latency_p99 < 5ms":               `unknown metric "latency_p99"; did you mean latency.p99?`,
		"5 <= recomputes":                 `unknown metric "5"; ` + figures,
		"recomputes = 5":                  `unknown operator "="; accepted are <, <=, ==, !=, >=, > and between`,
		"recomputes =< 5":                 `unknown operator "=<"; accepted are <, <=, ==, !=, >=, > and between`,
		"recomputes <=":                   `"recomputes <=" has 0 words after <=; accepted is one: a value or a metric`,
		"recomputes <= 5 6":               `"recomputes <= 5 6" has 2 words after <=; accepted is one: a value or a metric`,
		"recomputes between 5 6":          `"recomputes between 5 6" is not complete; accepted is METRIC between VALUE and VALUE`,
		"recomputes <= five":              `"five" is neither a value nor a metric; ` + figures,
		"recomputes <= expirys":           `"expirys" is neither a value nor a metric; did you mean expiries?`,
		"recomputes <= 5ms":               `recomputes cannot be compared with "5ms"; accepted is a number, as in 5`,
		"recomputes <= 5%":                `recomputes cannot be compared with "5%"; accepted is a number, as in 5`,
		"latency.p99 < 50":                `latency.p99 cannot be compared with "50"; accepted is a length of time, as in 50ms`,
		"latency.p99 < 0":                 `latency.p99 cannot be compared with "0"; accepted is a length of time, as in 50ms`,
		"latency.p99 < recomputes":        `latency.p99 cannot be compared with "recomputes"; accepted is a length of time, as in 50ms`,
		"stale_share < 0.01":              `stale_share cannot be compared with "0.01"; accepted is a share, as in 1%`,
		"redis.peak < 5":                  `redis.peak cannot be compared with "5"; accepted is a number per second, as in 2000/s`,
		"hit_share >= 950%":               "hit_share is never as high as 950%; accepted is up to 100%",
		"hit_share between 95% and 101%":  "hit_share is never as high as 101%; accepted is up to 100%",
		"errors >= -1":                    "errors is never as low as -1; accepted is 0 or more",
		"latency.p99 < -5ms":              "latency.p99 is never as low as -5ms; accepted is 0 or more",
		"reads between 5 and 1":           "nothing is between 5 and 1; accepted is the lower value first",
		"latency.p99 between 1s and 5ms":  "nothing is between 1s and 5ms; accepted is the lower value first",
		"recomputes <= NaN":               `"NaN" is neither a value nor a metric; ` + figures,
		"recomputes <= 0x10":              `"0x10" is neither a value nor a metric; ` + figures,
		"recomputes in 5s <= 5":           `"5s" is not a window; accepted is FROM..TO, as in 10s..70s`,
		"recomputes in 5s..5s <= 5":       `"5s..5s" is not a window; accepted is FROM..TO, as in 10s..70s`,
		"recomputes in 5s..6s":            `"recomputes in 5s..6s" alone; accepted is ` + forms,
		"unfinished in 5s..6s == 0":       "unfinished is of the whole run; accepted is it without a window",
		"reads in 1s..2s > overlap.max":   "overlap.max is of the whole run; accepted is it without a window",
		strings.Repeat("x", 201):          "an expectation of 201 bytes; accepted is up to 200",
		strings.Repeat("é", 80) + " == 1": `unknown metric "` + strings.Repeat("é", 60) + `…"; ` + figures,
	} {
		if l, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v, %v\nwant %s", text, l, err, want)
		}
	}
}
