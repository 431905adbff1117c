package generate

import "slices"

// Choices is what a generator chose, by label, in the order it asked. As a source
// it chooses the same again, and the dullest for what it was not asked before.
type Choices struct{ made []choice }

type choice struct {
	label              string
	value, least, most int
}

// Record returns the choices that generator makes from a source.
func Record(s Source, generator func(Source)) Choices {
	r := &recorder{source: s}
	generator(r)
	return Choices{r.made}
}

type recorder struct {
	source Source
	made   []choice
}

func (r *recorder) Int(label string, least, most int) int {
	v := r.source.Int(label, least, most)
	r.made = append(r.made, choice{label, v, least, most})
	return v
}

// Int chooses what was chosen before.
func (c Choices) Int(label string, least, most int) int {
	if i := slices.IndexFunc(c.made, func(m choice) bool { return m.label == label }); i >= 0 {
		return min(max(c.made[i].value, least), most)
	}
	return least
}

// Duller yields the choices that are a step duller than c, the dullest first.
// Where a single choice cannot be made duller, one may be if an earlier one is
// made less dull instead: of two ways to the same end, the first is taken.
func (c Choices) Duller(yield func(Choices) bool) {
	for i := range c.made {
		for _, v := range below(c.made[i]) {
			if !yield(c.with(i, v)) {
				return
			}
		}
	}
	for i := range c.made {
		if c.made[i].value == c.made[i].least {
			continue
		}
		without := c.with(i, c.made[i].least)
		for j := range i {
			// It must not become more exciting by more than i became duller.
			highest := min(c.made[j].most, c.made[j].least+c.made[i].value-c.made[i].least)
			if c.made[j].value != c.made[j].least {
				continue
			}
			for v := c.made[j].least + 1; v <= highest; v++ {
				if !yield(without.with(j, v)) {
					return
				}
			}
		}
	}
}

// below returns the values of a choice to try instead: the dullest, halfway to
// it, and the next.
func below(m choice) []int {
	values := []int{m.least, m.least + (m.value-m.least)/2, m.value - 1}
	values = slices.DeleteFunc(values, func(v int) bool { return v < m.least || v >= m.value })
	return slices.Compact(values)
}

func (c Choices) with(i, value int) Choices {
	made := slices.Clone(c.made)
	made[i].value = value
	return Choices{made}
}
