package generate

import "slices"

// Choices is what a generator chose, by label, in the order it asked. As a source
// it chooses the same again, and the dullest for what it was not asked before.
type Choices struct{ made []choice }

type choice struct {
	label        string
	value, least int
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
	r.made = append(r.made, choice{label, v, least})
	return v
}

// Int chooses what was chosen before.
func (c Choices) Int(label string, least, most int) int {
	if i := slices.IndexFunc(c.made, func(m choice) bool { return m.label == label }); i >= 0 {
		return min(max(c.made[i].value, least), most)
	}
	return least
}

// Duller returns the choices that differ from c in one that is duller: the
// dullest first, then halfway there, then the next.
func (c Choices) Duller(yield func(Choices) bool) {
	for i, m := range c.made {
		last := m.value
		for _, v := range [...]int{m.least, m.least + (m.value-m.least)/2, m.value - 1} {
			if v >= m.value || v < m.least || v == last {
				continue
			}
			last = v
			made := slices.Clone(c.made)
			made[i].value = v
			if !yield(Choices{made}) {
				return
			}
		}
	}
}
