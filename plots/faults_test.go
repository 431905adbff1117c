package plots_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/plots"
)

func faulty(faults ...observe.FaultSpan) string {
	var b bytes.Buffer
	p := plots.Picture{Title: "t", Panels: []plots.Panel{{Label: "lock", Timeline: observe.Timeline{
		Duration: 10 * time.Second, Bucket: 100 * time.Millisecond, Buckets: make([]observe.Bucket, 100), Faults: faults,
	}}}}
	if err := p.Write(&b, "svg"); err != nil {
		panic(err)
	}
	return b.String()
}

const shade = "#F6E3EE"

func bands(svg string) int {
	i := strings.Index(svg, shade)
	if i < 0 {
		return 0
	}
	return strings.Count(strings.ToUpper(svg), shade)
}

// A run without faults has neither bands nor a word of them.
func TestFaultsAreShadedWhereThereAreSome(t *testing.T) {
	if svg := faulty(); bands(svg) != 0 || strings.Contains(svg, ">fault<") {
		t.Error("a run without faults is shaded")
	}
	span := observe.FaultSpan{From: 2 * time.Second, To: 3 * time.Second}
	if svg := faulty(span); bands(svg) != 2 || !strings.Contains(svg, ">fault<") {
		t.Errorf("%d shaded areas, want the band and the legend's", bands(svg))
	}
}

// What was wrong at one time is one band, and what happened at once is seen too.
func TestFaultsThatMeetAreOneBand(t *testing.T) {
	s := time.Second
	together := faulty(observe.FaultSpan{From: 2 * s, To: 4 * s}, observe.FaultSpan{From: 3 * s, To: 5 * s})
	if one := faulty(observe.FaultSpan{From: 2 * s, To: 5 * s}); together != one {
		t.Error("two faults that overlap are drawn in another way than one of their length")
	}
	if at := faulty(observe.FaultSpan{From: 9 * s, To: 9 * s}); bands(at) == 0 {
		t.Error("an instant fault is not drawn")
	}
	if late := faulty(observe.FaultSpan{From: 11 * s, To: 12 * s}); strings.Contains(late, "NaN") {
		t.Error("a fault after the end of the axis is drawn")
	}
}

// Each fault is named beside its band, once, and only where the name has room.
func TestFaultsAreNamedWhereThereIsRoom(t *testing.T) {
	s := time.Second
	p := plots.Picture{
		Title:  "t",
		Faults: []string{"pause process-2", "failover primary"},
		Panels: []plots.Panel{{Label: "lock", Timeline: observe.Timeline{
			Duration: 10 * s, Bucket: s, Buckets: make([]observe.Bucket, 10),
			Faults: []observe.FaultSpan{
				{From: 1 * s, To: 2 * s},
				{From: 3 * s, To: 4 * s},                                // the same again
				{From: 3*s + 100*time.Millisecond, To: 5 * s, Fault: 1}, // another, with room
				{From: 9900 * time.Millisecond, To: 10 * s, Fault: 0},   // at the page's edge
			},
		}}},
	}
	var b bytes.Buffer
	if err := p.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, name := range p.Faults {
		if n := strings.Count(b.String(), ">"+name+"<"); n != 1 {
			t.Errorf("%q stands %d times on the page, want once", name, n)
		}
	}
}
