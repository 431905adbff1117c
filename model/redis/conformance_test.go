package redis_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"stampede/internal/redistest"
)

var update = flag.Bool("update", false, "record the conformance table from the real server")

// The goal: what is said of the modelled server is true of a real one. The method:
// one table of short scripts, recorded from a real server, is played to the
// model, to the real server anew, and to miniredis, whose differences are listed.

func TestConformanceOfTheModel(t *testing.T) {
	_, stories := readStories(t)
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) { s.check(t, newModel()) })
	}
}

func TestConformanceOfMiniredis(t *testing.T) {
	_, stories := readStories(t)
	met := make(map[string]bool)
	for _, s := range stories {
		m := newMini()
		answers, err := s.tell(m, "key:")
		m.close()
		for i := range answers {
			if sameErrors(answers[i].text, s.steps[i].want) {
				answers[i].text = s.steps[i].want
			}
		}
		wrong := s.differences(answers, err)
		switch known := knownOfMiniredis(s.name); {
		case len(wrong) > 0 && known == "":
			t.Errorf("%s\n%s", s.name, strings.Join(wrong, "\n"))
		case len(wrong) > 0:
			met[s.name] = true
		}
	}
	for _, k := range miniredisDiffers {
		t.Logf("known difference of miniredis: %s (%s)", k.what, strings.Join(k.stories, ", "))
		for _, name := range k.stories {
			if !met[name] {
				t.Errorf("%s: miniredis no longer differs: take it off the list", name)
			}
		}
	}
}

func TestConformanceOfARealServer(t *testing.T) {
	addr := redistest.Start(t).Addr
	head, stories := readStories(t)
	if *update {
		record(t, addr, head, stories)
	}
	var all sync.WaitGroup
	turns := make(chan bool, 32)
	var serial []*story
	for i, s := range stories {
		if s.serial {
			serial = append(serial, s)
			continue
		}
		all.Add(1)
		go func() {
			defer all.Done()
			turns <- true
			defer func() { <-turns }()
			s.checkReal(t, addr, fmt.Sprintf("key-%d:", i))
		}()
	}
	all.Wait()
	for i, s := range serial {
		s.checkReal(t, addr, fmt.Sprintf("serial-%d:", i))
	}
}

// check plays the story to a target and reports what differs.
func (s *story) check(t *testing.T, to target) {
	t.Helper()
	answers, err := s.tell(to, "key:")
	to.close()
	for _, d := range s.differences(answers, err) {
		t.Error(d)
	}
}

func (s *story) differences(answers []answer, err error) (found []string) {
	if err != nil {
		return []string{err.Error()}
	}
	for i, st := range s.steps {
		if !st.agrees(answers[i]) {
			found = append(found, fmt.Sprintf("%s\n  got  %s\n  want %s", st.line, answers[i].text, st.want))
		}
	}
	return found
}

// lateLimit is how much later than meant a step may be: half of what the table
// leaves between a deadline and the next look at the key.
const lateLimit = 20 * time.Millisecond

// tellReal plays the story to the real server, again if the machine was too busy
// for its times.
func (s *story) tellReal(addr, prefix string) (answers []answer, err error) {
	for attempt := range 50 {
		r := newReal(addr)
		if s.onTheClock() {
			r.onWholeSecond()
		}
		answers, err = s.tell(r, fmt.Sprintf("%s%d:", prefix, attempt))
		r.close()
		if err != nil || !late(answers) {
			return answers, err
		}
	}
	return answers, fmt.Errorf("%s: each attempt was late by more than %v", s.name, lateLimit)
}

func late(answers []answer) bool {
	for _, a := range answers {
		if a.late > lateLimit {
			return true
		}
	}
	return false
}

func (s *story) checkReal(t *testing.T, addr, prefix string) {
	answers, err := s.tellReal(addr, prefix)
	for _, d := range s.differences(answers, err) {
		t.Errorf("%s: %s", s.name, d)
	}
}

// record writes the table with the answers of the real server; times that
// depend on how fast it was asked are the model's.
func record(t *testing.T, addr string, head []string, stories []*story) {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(head, "\n"))
	for i, s := range stories {
		model, err := s.tell(newModel(), "key:")
		if err != nil {
			t.Fatal(err)
		}
		answers, err := s.tellReal(addr, fmt.Sprintf("record-%d:", i))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n== %s", s.name)
		if s.serial {
			b.WriteString(" serial")
		}
		b.WriteString("\n")
		for j := range s.steps {
			st := &s.steps[j]
			fmt.Fprintln(&b, st.line)
			if st.wait > 0 {
				continue
			}
			st.want = model[j].text
			if !st.agrees(answers[j]) {
				st.want = answers[j].text
			}
			fmt.Fprintf(&b, "  %s\n", st.want)
		}
	}
	if err := os.WriteFile(table, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
