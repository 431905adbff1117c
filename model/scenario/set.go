package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"stampede/internal/near"
)

// Set changes one setting: NAME=VALUE, where the name is a short one of [Names]
// or the dotted path of a field, and the value is written as in a file. The
// scenario is not validated: after the last Set, call [Scenario.Validate]. An
// error is an [*Error], and leaves the scenario as it was.
func (s *Scenario) Set(assignment string) error {
	a := assigner{assignment: assignment}
	name, value, ok := strings.Cut(assignment, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" {
		return a.errorf("", "not an assignment; accepted is NAME=VALUE, as in ttl=1s")
	}
	changed := *s
	if i := slices.IndexFunc(table, func(n shortName) bool { return n.name == name && n.set != nil }); i >= 0 {
		if err := table[i].set(&changed, value); err != nil {
			return a.errorf("", "%v", err)
		}
	} else if err := a.set(&changed, name, value); err != nil {
		return err
	}
	*s = changed
	return nil
}

// assigner carries out one assignment.
type assigner struct{ assignment string }

func (a assigner) errorf(path, format string, args ...any) error {
	return &Error{File: "--set " + clip(a.assignment, quoteMax), Path: path, Message: fmt.Sprintf(format, args...)}
}

// fixed are the fields that say which scenario it is: those are its file's.
var fixed = []string{"version", "name", "about", "source"}

func (a assigner) set(s *Scenario, name, text string) error {
	path := pathOf(name)
	if slices.Contains(fixed, path) {
		return a.errorf("", "%s says which scenario this is, and cannot be set; accepted is a scenario file of your own", path)
	}
	v, err := a.resolve(s, name, path)
	if err != nil {
		return err
	}
	if t, ok := group(v.Type()); ok {
		return a.errorf("", "%s is a group of fields; %s", path, accepted(pathsBelow(t, path+".")))
	}
	if err := setScalar(v, text); err != nil {
		if path == name {
			path = "" // the assignment says it already
		}
		return a.errorf(path, "%v", err)
	}
	return nil
}

// resolve returns the field that a path leads to.
func (a assigner) resolve(s *Scenario, name, path string) (reflect.Value, error) {
	v, at := reflect.ValueOf(s).Elem(), ""
	for part := range strings.SplitSeq(path, ".") {
		t, ok := group(v.Type())
		if !ok {
			return v, a.errorf("", "%s has no fields; accepted is %s=VALUE", at, at)
		}
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, a.otherKind(s.Arrivals)
			}
			// The caller's copies of the scenario share what the pointer
			// points to, and must not change.
			own := reflect.New(t)
			own.Elem().Set(v.Elem())
			v.Set(own)
			v = own.Elem()
		}
		fields := fieldsOf(t)
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == part })
		if i < 0 {
			return v, a.errorf("", "unknown name %s; %s", quote(name), settingInstead(name))
		}
		v, at = v.Field(fields[i].index), join(at, part)
	}
	return v, nil
}

func settingInstead(name string) string {
	settable := slices.DeleteFunc(paths(), func(p string) bool { return slices.Contains(fixed, p) })
	if n, ok := near.Name(name, slices.Concat(shortNames(), settable)); ok {
		return "did you mean " + n + "?"
	}
	return accepted(shortNames()) + ", and any path of a scenario, as in cache.lock.ttl"
}

// otherKind reports a setting that these arrivals do not have.
func (a assigner) otherKind(has Arrivals) error {
	if has.kind() == "" {
		return a.errorf("", "this scenario has no arrivals; accepted is one that has")
	}
	return a.errorf("", "this scenario has %s arrivals, and can have one kind only; %s", has.kind(), accepted(has.settings()))
}

// kind names the way reads arrive, as a file does.
func (a Arrivals) kind() string {
	switch {
	case a.Closed != nil:
		return "closed"
	case a.Poisson != nil:
		return "poisson"
	}
	return ""
}

// settings returns the short names of the settings that these arrivals have.
func (a Arrivals) settings() []string {
	var names []string
	for _, n := range table {
		if strings.HasPrefix(n.path, "arrivals."+a.kind()+".") {
			names = append(names, n.name)
		}
	}
	return names
}
