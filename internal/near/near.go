// Package near finds the name that someone probably meant.
package near

import "strings"

// Name returns the candidate nearest to word, if one is near enough to be what
// was meant: at most one slip in a word of up to five letters, two in one of up
// to eight, three in a longer one; or else the one candidate that word, of three
// letters or more, is the beginning of. A slip is a letter that is wrong,
// missing or too many, or two neighbours exchanged. Case counts for nothing, and
// an underscore is a hyphen. Of equally near candidates the first is returned.
func Name(word string, candidates []string) (string, bool) {
	w := []rune(fold(word))
	best, least := "", slips(len(w))+1
	for _, c := range candidates {
		// A name that shares half of its letters with the word, or less, is
		// not near, however short both are.
		d := distance(w, []rune(fold(c)))
		if d < least && 2*d < max(len(w), len([]rune(c))) {
			best, least = c, d
		}
	}
	if best != "" {
		return best, true
	}
	return completion(string(w), candidates)
}

// completion returns the only candidate that begins with word.
func completion(word string, candidates []string) (string, bool) {
	if len(word) < 3 {
		return "", false
	}
	found := ""
	for _, c := range candidates {
		if !strings.HasPrefix(fold(c), word) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = c
	}
	return found, found != ""
}

func slips(letters int) int {
	switch {
	case letters <= 5:
		return 1
	case letters <= 8:
		return 2
	}
	return 3
}

func fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "-") }

// distance is the number of slips that turn a into b, no letter being touched
// twice (Damerau's distance, in its restricted form).
func distance(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(last[j-1]+wrong, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
