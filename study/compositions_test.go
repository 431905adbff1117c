package study_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"stampede/props/generate"
	"stampede/strategies"
	"stampede/study"
)

// What a composition promises follows from its parts. Each case of this search has
// another one, drawn among all that there are, and none is accused.
func TestCompositionsAreNotAccused(t *testing.T) {
	t.Parallel()
	for seed := range uint64(1000 * *thorough) {
		p := drawnComposition(generate.Seeded(seed))
		f, _, err := study.Search{Space: space(p), From: seed, Seeds: 1}.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if f != nil {
			t.Errorf("%s breaks %s: simulate check --strategy %s --seeds %d", p.Name, f.Invariant, p.Name, f.Case.Seed)
		}
	}
}

// drawnComposition draws which parts there are, few or many, until they go together.
func drawnComposition(s generate.Source) strategies.Preset {
	for try := 0; ; try++ {
		label := fmt.Sprintf("composition %d: ", try)
		share := s.Int(label+"share", 1, 5)
		var names []string
		for _, part := range strategies.Parts() {
			if s.Int(label+part.Name, 1, 8) <= share {
				names = append(names, part.Name)
			}
		}
		if p, err := strategies.Compose(strings.Join(names, "+")); err == nil {
			return p
		}
	}
}
