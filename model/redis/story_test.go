package redis_test

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"stampede/model/redis"
	"stampede/strategies/script"
)

// story is one script of the conformance table.
type story struct {
	name   string
	serial bool // it concerns the whole server
	steps  []step
	looks  int // at the end of a sequence, the steps that look at all keys
}

// step is a line of a story: a wait, a command, or the receipt of a message.
type step struct {
	line  string
	wait  time.Duration
	conn  int
	words []string // none: a message is received
	want  string
}

const table = "testdata/conformance.txt"

func readStories(t testing.TB) (head []string, stories []*story) {
	t.Helper()
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var s *story
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "#"):
			head = append(head, line)
		case line == "":
		case strings.HasPrefix(line, "== "):
			s = new(story)
			s.name, s.serial = strings.CutSuffix(line[3:], " serial")
			stories = append(stories, s)
		case strings.HasPrefix(line, "wait "):
			d, err := time.ParseDuration(line[5:])
			if err != nil {
				t.Fatal(err)
			}
			s.steps = append(s.steps, step{line: line, wait: d})
		case strings.HasPrefix(line, "  "):
			s.steps[len(s.steps)-1].want = line[2:]
		default:
			s.steps = append(s.steps, parseStep(t, line))
		}
	}
	return head, stories
}

var stepPattern = regexp.MustCompile(`^(\d?)([<>]) ?(.*)$`)

func parseStep(t testing.TB, line string) step {
	m := stepPattern.FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("%s: what is %q?", table, line)
	}
	s := step{line: line, conn: 1}
	if m[1] != "" {
		s.conn, _ = strconv.Atoi(m[1])
	}
	if m[2] == ">" {
		s.words = wordPattern.FindAllString(m[3], -1)
	}
	return s
}

var (
	wordPattern = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'[^']*'|\S+`)
	timePattern = regexp.MustCompile(`^@(ms|s)([+-]\d+)(\.\d+)?$`)
	luaPattern  = regexp.MustCompile(`^\{(sha:|SHA:)?([a-z-]+)\}$`)
)

// expand puts a word's meaning in its place.
func expand(word, prefix string, began time.Time) string {
	if m := timePattern.FindStringSubmatch(word); m != nil {
		n, _ := strconv.ParseInt(m[2], 10, 64)
		if m[1] == "ms" {
			return fmt.Sprint(began.UnixMilli() + n)
		}
		if m[3] != "" { // a fraction of a second, for a command that takes milliseconds
			f, _ := strconv.ParseFloat(m[3], 64)
			return fmt.Sprint((began.Unix()+n)*1000 + int64(f*1000))
		}
		return fmt.Sprint(began.Unix() + n)
	}
	if m := luaPattern.FindStringSubmatch(word); m != nil {
		for _, s := range script.All() {
			switch {
			case s.Name != m[2]:
			case m[1] == "sha:":
				return s.Hash
			case m[1] == "SHA:":
				return strings.ToUpper(s.Hash)
			default:
				return s.Text
			}
		}
	}
	if s, err := strconv.Unquote(word); err == nil && word[0] == '"' {
		return s
	}
	if word[0] == '\'' {
		return word[1 : len(word)-1]
	}
	return strings.ReplaceAll(word, "$", prefix)
}

// onTheClock tells whether a story is about seconds of the clock.
func (s *story) onTheClock() bool {
	for _, st := range s.steps {
		if strings.Contains(st.line, "@s") || strings.Contains(st.line, "> EXPIRETIME") {
			return true
		}
	}
	return false
}

// answer is a reply to a step, and by how much this or an earlier step was late.
type answer struct {
	text string
	late time.Duration
}

// tell plays the story to a target and returns the answers to its steps.
func (s *story) tell(to target, prefix string) ([]answer, error) {
	var answers []answer
	late := time.Duration(0)
	for _, st := range s.steps {
		if st.wait > 0 {
			to.wait(st.wait)
			answers = append(answers, answer{})
			continue
		}
		var r redis.Reply
		var err error
		if st.words == nil {
			r, err = to.receive(st.conn)
		} else {
			args := make([]string, len(st.words))
			for i, w := range st.words {
				args[i] = expand(w, prefix, to.began())
			}
			r, err = to.do(st.conn, args...)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", s.name, st.line, err)
		}
		if r.Kind == redis.Integer && r.Int > 0 && len(st.words) > 0 {
			switch st.words[0] {
			case "EXPIRETIME":
				r.Int -= to.began().Unix()
			case "PEXPIRETIME":
				r.Int -= to.began().UnixMilli()
			}
		}
		late = max(late, to.late())
		answers = append(answers, answer{word(r, prefix), late})
	}
	return answers, nil
}

// agrees compares an answer with what is wanted. Times in milliseconds may differ
// by what the answer was late.
func (st *step) agrees(got answer) bool {
	if got.text == st.want {
		return true
	}
	if len(st.words) == 0 {
		return false
	}
	if !strings.Contains(" PTTL PEXPIRETIME EXEC ", " "+st.words[0]+" ") {
		return false
	}
	want, have := numbers(st.want), numbers(got.text)
	if want.text != have.text || len(want.values) != len(have.values) {
		return false
	}
	for i := range want.values {
		if d := time.Duration(want.values[i]-have.values[i]) * time.Millisecond; d.Abs() > got.late+grain(got) {
			return false
		}
	}
	return true
}

// grain is the server's whole milliseconds, where the time does not stand still
// between two commands.
func grain(a answer) time.Duration {
	if a.late == 0 {
		return 0
	}
	return time.Millisecond
}

// numbered is a text with its numbers taken out.
type numbered struct {
	text   string
	values []int64
}

var integerPattern = regexp.MustCompile(`\(integer\) (\d+)`)

func numbers(s string) (n numbered) {
	n.text = integerPattern.ReplaceAllStringFunc(s, func(m string) string {
		v, _ := strconv.ParseInt(strings.TrimPrefix(m, "(integer) "), 10, 64)
		n.values = append(n.values, v)
		return "#"
	})
	return n
}
