package plots

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"stampede/model/observe"
)

// The samples are timelines made by hand that look like what runs produce: a
// key with a TTL of 2 s, read by a hundred clients, over 10 s.

const (
	second = time.Second
	ms     = time.Millisecond
)

func blank(length, bucket time.Duration) observe.Timeline {
	return observe.Timeline{
		Duration: length,
		Bucket:   bucket,
		Buckets:  make([]observe.Bucket, (length+bucket-1)/bucket),
	}
}

// naive: at each of five expiries all hundred clients ask the origin.
func naive() Panel {
	t := blank(10*second, 100*ms)
	for i := range 5 {
		at := 1900*ms*time.Duration(i) + 150*ms
		t.Expiries = append(t.Expiries, observe.Expiry{At: at})
		b := int(at / t.Bucket)
		t.Buckets[b+1].Waiting = 100
		t.Buckets[b] = observe.Bucket{OnMiss: 1, Duplicate: 99, Waiting: 100}
		if i%2 == 1 { // some meet the end of a bucket
			t.Buckets[b] = observe.Bucket{OnMiss: 1, Duplicate: 60, Waiting: 60}
			t.Buckets[b+1] = observe.Bucket{Duplicate: 39, Waiting: 100}
		}
	}
	return Panel{Label: "naive", Note: "500 recomputes, 5 expiries, 495 duplicates", Timeline: t}
}

// lock: one recompute at each expiry, by whoever holds the lock for 200 ms.
func lock() Panel {
	t := blank(10*second, 100*ms)
	for i := range 5 {
		at := 1900*ms*time.Duration(i) + 150*ms
		t.Expiries = append(t.Expiries, observe.Expiry{At: at})
		t.Buckets[at/t.Bucket].OnMiss++
		t.Holds = append(t.Holds, observe.Hold{From: at + ms, To: at + 201*ms})
	}
	return Panel{Label: "lock", Note: "5 recomputes, 5 expiries", Timeline: t}
}

// lockLost: a load that outlives its lock lets the next client in.
func lockLost() Panel {
	t := blank(10*second, 100*ms)
	for i := range 5 {
		at := 1900*ms*time.Duration(i) + 150*ms
		t.Expiries = append(t.Expiries, observe.Expiry{At: at})
		t.Buckets[at/t.Bucket].OnMiss++
		if i%2 == 0 {
			t.Holds = append(t.Holds, observe.Hold{From: at, To: at + 200*ms})
			continue
		}
		for j := range time.Duration(3) {
			from := at + j*300*ms
			t.Holds = append(t.Holds, observe.Hold{From: from, To: from + 300*ms, Lost: j < 2})
			if j > 0 {
				t.Buckets[from/t.Bucket].Duplicate++
			}
		}
	}
	return Panel{Label: "lock, TTL too short", Note: "9 recomputes, 5 expiries, 4 locks lost", Timeline: t}
}

// xfetch: early refreshes, at times by two clients at once.
func xfetch() Panel {
	t := blank(10*second, 100*ms)
	t.Expiries = []observe.Expiry{{At: 12 * ms}}
	t.Buckets[0] = observe.Bucket{OnMiss: 1, Duplicate: 99}
	for i, at := range []time.Duration{1730, 3410, 5190, 6800, 8570} {
		b := &t.Buckets[at*ms/t.Bucket]
		b.Early++
		b.Duplicate += i % 3
	}
	return Panel{Label: "xfetch", Note: "108 recomputes, 1 expiry, 5 early", Timeline: t}
}

// hundredKeys: each with its own phase, so that their locks overlap.
func hundredKeys(locks bool) Panel {
	t := blank(10*second, 100*ms)
	r := rand.New(rand.NewPCG(1, 2))
	for key := range int32(100) {
		for at := time.Duration(r.Int64N(int64(2 * second))); at < t.Duration; at += 2*second + time.Duration(r.Int64N(int64(200*ms))) {
			t.Expiries = append(t.Expiries, observe.Expiry{At: at, Key: key})
			b := &t.Buckets[at/t.Bucket]
			b.OnMiss++
			if !locks {
				b.Duplicate += r.IntN(9)
				continue
			}
			length := 150*ms + time.Duration(r.Int64N(int64(250*ms)))
			t.Holds = append(t.Holds, observe.Hold{From: at, To: at + length, Key: key, Lost: r.IntN(60) == 0})
		}
	}
	slices.SortFunc(t.Expiries, func(a, b observe.Expiry) int { return int(a.At - b.At) })
	slices.SortFunc(t.Holds, func(a, b observe.Hold) int { return int(a.From - b.From) })
	label := "naive"
	if locks {
		label = "lock"
		countHeld(&t)
	}
	return Panel{Label: label, Note: "100 keys, TTL 2 s", Timeline: t}
}

// countHeld counts the locks of a timeline in its buckets.
func countHeld(t *observe.Timeline) {
	for i := range t.Buckets {
		for _, h := range t.Holds {
			if from := time.Duration(i) * t.Bucket; h.From < from+t.Bucket && h.To > from {
				t.Buckets[i].Held++
			}
			if int(h.To/t.Bucket) == i && h.Lost {
				t.Buckets[i].Lost++
			}
		}
	}
}

// crowd: more keys and locks than are kept one by one, and reads that fail.
func crowd() Panel {
	p := hundredKeys(true)
	p.Timeline.Expiries, p.Timeline.Holds = nil, nil
	for i := range p.Timeline.Buckets {
		b := &p.Timeline.Buckets[i]
		b.Expiries = i % 3
		b.Waiting = i * i
		if i > 40 && i < 60 {
			b.Errors = 1 + i%7
		}
	}
	p.Note = "1,000,000 keys"
	return p
}

// fewKeys: several locks at once, yet few enough for a lane each.
func fewKeys() Panel {
	t := blank(10*second, 100*ms)
	for key := range int32(8) {
		for at := time.Duration(key) * 90 * ms; at < t.Duration; at += 2100 * ms {
			t.Expiries = append(t.Expiries, observe.Expiry{At: at, Key: key})
			t.Buckets[at/t.Bucket].OnMiss++
			h := observe.Hold{From: at, To: at + 700*ms, Key: key, Lost: key == 5}
			t.Holds = append(t.Holds, h)
		}
	}
	slices.SortFunc(t.Expiries, func(a, b observe.Expiry) int { return int(a.At - b.At) })
	slices.SortFunc(t.Holds, func(a, b observe.Hold) int { return int(a.From - b.From) })
	return Panel{Label: "lock", Note: "8 keys, recompute 700 ms", Timeline: t}
}

// wordy: more text than there is room for, of all kinds.
func wordy() Panel {
	p := long()
	p.Label = "a composition with a very long name <that> & \"goes\" on: lock+jitter+xfetch+stale-while-revalidate"
	p.Note = "1,000 recomputes · 5 expiries · 12 duplicates · β = 1.0 · µ ≥ 3 – and then some more"
	p.Timeline.Duration = 800 * ms
	p.Timeline.Bucket = 177 * time.Microsecond
	return p
}

// empty: nobody came.
func empty() Panel {
	return Panel{Label: "naive", Note: "no reads", Timeline: blank(10*second, 100*ms)}
}

// long: 450 s in 4,500 buckets, with more faults than were kept.
func long() Panel {
	t := blank(450*second, 100*ms)
	for at := 40 * ms; at < t.Duration; at += 2200 * ms {
		t.Expiries = append(t.Expiries, observe.Expiry{At: at})
		t.Buckets[at/t.Bucket].OnMiss++
		t.Buckets[at/t.Bucket].Duplicate += int(at/ms) % 7
		t.Holds = append(t.Holds, observe.Hold{From: at, To: at + 200*ms, Lost: int(at/ms)%37 == 0})
	}
	t.Dropped = 1234
	return Panel{Label: "lock+jitter", Note: "a long run", Timeline: t}
}

func picture(panels ...Panel) Picture {
	return Picture{
		Title:    "hot-key, seed 42",
		Subtitle: "100 clients, TTL 2 s, recompute 200 ms, lock TTL 5 s",
		Panels:   panels,
	}
}

// samples are one picture for each shape that a run can take.
func samples() map[string]Picture {
	plain := picture(naive())
	plain.Subtitle = ""
	wordyAbout := picture(wordy(), wordy())
	wordyAbout.Title = strings.Repeat("a title that does not end ", 9)
	wordyAbout.Subtitle = strings.Repeat("nor does this — ", 20)
	return map[string]Picture{
		"compare":  picture(naive(), lock(), xfetch()),
		"one":      plain,
		"lost":     picture(lock(), lockLost()),
		"few-keys": picture(fewKeys(), lockLost()),
		"keys":     picture(hundredKeys(false), hundredKeys(true)),
		"crowd":    picture(crowd(), lock()),
		"empty":    picture(empty()),
		"long":     picture(long()),
		"wordy":    wordyAbout,
		"ten": picture(naive(), lock(), xfetch(), lockLost(), hundredKeys(true),
			empty(), fewKeys(), xfetch(), lockLost(), lock()),
	}
}
