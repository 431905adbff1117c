package strategies

import (
	"fmt"
	"slices"
	"strings"

	"stampede/internal/near"
)

// Compose reads a composition such as lock+singleflight+jitter=50%: parts joined
// by +, some with a parameter, which goes before the option of the same
// meaning; or the name of a preset. It has the name of its preset where there is
// one.
func Compose(text string) (Preset, error) {
	for _, p := range All() {
		if p.Name == text {
			return p, nil
		}
	}
	var c Choices
	var settings []setting
	words := strings.Split(text, "+")
	for _, word := range words {
		name, value, valued := strings.Cut(word, "=")
		if name == "naive" {
			if len(words) > 1 || valued {
				return Preset{}, fmt.Errorf("%w: naive is the strategy without parts, so %q adds nothing by it", ErrComposition, text)
			}
			continue
		}
		i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == name })
		if i < 0 {
			return Preset{}, fmt.Errorf("%w: %q; %s", ErrComposition, name, instead(name))
		}
		on := parts[i].of(&c)
		if *on {
			return Preset{}, fmt.Errorf("%w: %q stands twice in %q", ErrComposition, name, text)
		}
		*on = true
		if valued {
			s := setting{&parts[i], value}
			if err := s.check(); err != nil {
				return Preset{}, err
			}
			settings = append(settings, s)
		}
	}
	if err := c.Validate(); err != nil {
		return Preset{}, err
	}
	p := Composed(c)
	if settings != nil {
		p = composition(text, c, settings)
	}
	return p, nil
}

// instead says which part was meant, or which there are.
func instead(name string) string {
	for _, p := range All() {
		if p.Name == name {
			return "write " + p.Choices.String() + " in its place"
		}
	}
	var names []string
	for _, p := range parts {
		names = append(names, p.Name)
	}
	if similar, ok := near.Name(name, names); ok {
		return "did you mean " + similar + "?"
	}
	return "the parts are " + strings.Join(names, ", ")
}

// Composed returns the preset of these choices, or one named after them.
func Composed(c Choices) Preset {
	for _, p := range All() {
		if p.Choices == c {
			return p
		}
	}
	return composition(c.String(), c, nil)
}

func composition(name string, c Choices, settings []setting) Preset {
	p := Preset{Name: name, Choices: c, Guarantee: "a composition", settings: settings}
	p.New = func(env Env, load Loader, o Options) (Strategy, error) { return c.New(env, load, p.Options(o)) }
	return p
}

// setting is a part with its parameter.
type setting struct {
	part  *Part
	value string
}

func (s setting) check() error {
	if s.part.set == nil {
		return fmt.Errorf("%w: %s takes no parameter, got %q", ErrComposition, s.part.Name, s.value)
	}
	o := DefaultOptions()
	err := s.part.set(&o, s.value)
	if err != nil {
		return fmt.Errorf("%w: %s=%s; accepted is %w", ErrComposition, s.part.Name, s.value, err)
	}
	if err := o.Validate(); err != nil {
		return fmt.Errorf("%w: %s=%s: %w", ErrComposition, s.part.Name, s.value, err)
	}
	return nil
}

// Options returns the options with what the strategy itself says of them.
func (p Preset) Options(o Options) Options {
	for _, s := range p.settings {
		_ = s.part.set(&o, s.value) // it was checked
	}
	return o
}
