package scenario

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stampede/internal/near"
	"stampede/model/expect"
)

// Variant is one of several ways to run a scenario: what it does otherwise, and
// what it must show besides.
type Variant struct {
	Name     string        `yaml:"name" required:"a name in letters, digits and hyphens, as in name: faulty" about:"what --variant chooses it by"`
	About    string        `yaml:"about,omitempty" about:"how it differs, in a sentence"`
	Strategy Strategy      `yaml:"strategy,omitempty" about:"what to run, in place of the scenario's"`
	Set      []string      `yaml:"set,omitempty" about:"settings, NAME=VALUE each, as in lock-ttl=1s"`
	Expect   []expect.Line `yaml:"expect,omitempty" about:"what the run must show besides"`
}

// Variant returns the scenario as a variant runs it. An error says which there
// are.
func (s Scenario) Variant(name string) (Scenario, error) {
	i := slices.IndexFunc(s.Variants, func(v Variant) bool { return v.Name == name })
	if i < 0 {
		return Scenario{}, &Error{File: "variant " + quote(name), Message: "unknown; " + s.insteadOfVariant(name)}
	}
	return s.vary(i)
}

func (s Scenario) insteadOfVariant(name string) string {
	names := s.variantNames()
	if len(names) == 0 {
		return s.Name + " has no variants"
	}
	if similar, ok := near.Name(name, names); ok {
		return "did you mean " + similar + "?"
	}
	return accepted(names)
}

func (s Scenario) variantNames() []string {
	var names []string
	for _, v := range s.Variants {
		names = append(names, v.Name)
	}
	return names
}

// Unvaried reports that one of the variants must be chosen, if there are some.
func (s Scenario) Unvaried() error {
	if len(s.Variants) == 0 {
		return nil
	}
	return &Error{File: "scenario " + s.Name, Message: "it has variants, and one must be chosen; " + accepted(s.variantNames())}
}

// vary returns the scenario as its variant i runs it. An error leads with the
// path of the assignment.
func (s Scenario) vary(i int) (Scenario, error) {
	v := s.Variants[i]
	s.Variants = nil
	if v.Strategy != "" {
		s.Strategy = v.Strategy
	}
	for j, assignment := range v.Set {
		if err := s.Set(assignment); err != nil {
			var e *Error
			errors.As(err, &e)
			reason := e.Message
			if e.Path != "" {
				reason = e.Path + ": " + reason
			}
			return s, &Invalid{Path: fmt.Sprintf("variants[%d].set[%d]", i, j), Reason: reason}
		}
	}
	s.Expect = slices.Concat(s.Expect, v.Expect)
	return s, nil
}

// checkVariants checks each variant, and the scenario that it makes.
func (s Scenario) checkVariants(c *check) {
	for i, v := range s.Variants {
		path := fmt.Sprintf("variants[%d]", i)
		c.name(path+".name", v.Name)
		c.text(path+".about", v.About)
		earlier := slices.IndexFunc(s.Variants, func(w Variant) bool { return w.Name == v.Name })
		c.that(earlier == i, path+".name", quote(v.Name), "a name that no other variant has")
		if c.failed != nil {
			return
		}
		varied, err := s.vary(i)
		if err == nil {
			err = varied.Validate()
			var invalid *Invalid
			if errors.As(err, &invalid) {
				invalid = &Invalid{Path: path, Reason: "with its settings " + invalid.Error()}
				err = invalid
			}
		}
		if err != nil {
			errors.As(err, &c.failed)
			return
		}
	}
}

// checkExpectations checks that the windows of expectations begin while reads
// start.
func (s Scenario) checkExpectations(c *check) {
	for i, l := range s.Expect {
		from, _ := l.Window()
		c.that(from < time.Duration(s.Duration), fmt.Sprintf("expect[%d]", i), quote(l.String()), "a window that begins before the end, %v", s.Duration)
	}
}
