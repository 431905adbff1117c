package scenario

import (
	"slices"
	"testing"
)

func TestWarningsNameTheRisk(t *testing.T) {
	for _, c := range []struct {
		sets []string
		want []string
	}{
		{nil, nil},
		{[]string{"recompute=200ms", "lock-ttl=120ms"}, []string{"cache.lock.ttl 120ms does not exceed the mean recompute time 200ms: a second holder will be let in during a load"}},
		{[]string{"recompute=200ms", "lock-ttl=200ms"}, []string{"cache.lock.ttl 200ms does not exceed the mean recompute time 200ms: a second holder will be let in during a load"}},
		{[]string{"recompute=200ms", "lock-ttl=201ms"}, nil},
		{[]string{"recompute=exp(1s)", "ttl=1s"}, []string{"cache.ttl 1s does not exceed the mean recompute time 1s: an entry lives no longer than it takes to load"}},
		{[]string{"recompute=3s"}, []string{"cache.lock.wait 2s is below the mean recompute time 3s: readers will give up before the load that they wait for ends"}},
		{[]string{"poll=3s"}, []string{"cache.lock.poll 3s exceeds cache.lock.wait 2s: a waiting reader will look once and give up"}},
		{[]string{"poll=999ns"}, []string{"cache.lock.poll 999ns is below a microsecond: the polling alone will saturate Redis"}},
		{[]string{"processes=11"}, []string{"arrivals.closed.workers 10 is below processes 11: some processes will have nothing to do"}},
	} {
		s := closed()
		for _, set := range c.sets {
			if err := s.Set(set); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Validate(); err != nil {
			t.Errorf("%v: %v", c.sets, err)
		}
		if got := s.Warnings(); !slices.Equal(got, c.want) {
			t.Errorf("%v:\n got %q\nwant %q", c.sets, got, c.want)
		}
	}
}
