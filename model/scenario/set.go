package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
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

// fixed are the fields that say which scenario it is, and what to expect of it:
// those are its file's.
var fixed = []string{"version", "name", "about", "source", "strategy", "expect", "variants", "replay"}

// isFixed reports whether a path leads into a fixed field.
func isFixed(path string) bool {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		path = path[:end]
	}
	return slices.Contains(fixed, path)
}

func (a assigner) set(s *Scenario, name, text string) error {
	path := pathOf(name)
	if path == "strategy" {
		return a.errorf("", "the strategy is no setting; accepted is --strategy, and strategy in a variant")
	}
	if isFixed(path) {
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
		v = own(v)
		bare, index, indexed := cutIndex(part)
		fields := fieldsOf(t)
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == bare })
		if i < 0 {
			return v, a.errorf("", "unknown name %s; %s", quote(name), settingInstead(name))
		}
		outer := v
		v, at = v.FieldByIndex(fields[i].index), join(at, part)
		if fields[i].choice && v.IsNil() {
			return v, a.otherKind(outer, strings.TrimSuffix(at, "."+part))
		}
		if _, ok := list(v.Type()); ok != indexed {
			return v, a.listed(v, strings.TrimSuffix(at, part)+bare)
		} else if !ok {
			continue
		}
		n, err := strconv.Atoi(index)
		if err != nil || n < 0 || n >= v.Len() {
			return v, a.listed(v, strings.TrimSuffix(at, part)+bare)
		}
		v = own(v).Index(n)
	}
	return v, nil
}

// cutIndex cuts faults[2] into faults and 2.
func cutIndex(part string) (name, index string, ok bool) {
	name, index, ok = strings.Cut(part, "[")
	if !ok {
		return part, "", false
	}
	index, ok = strings.CutSuffix(index, "]")
	return name, index, ok
}

// own returns the struct or the list that v is or points to, as one that v alone
// refers to: the caller's copies of the scenario must not change.
func own(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		copied := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			copied.Elem().Set(v.Elem())
		}
		v.Set(copied)
		return copied.Elem()
	case reflect.Slice:
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(copied, v)
		v.Set(copied)
	}
	return v
}

// listed says how the elements of a list are named, or that v is none.
func (a assigner) listed(v reflect.Value, path string) error {
	if _, ok := list(v.Type()); !ok {
		return a.errorf("", "%s is not a list; accepted is %s without an index", path, path)
	}
	switch v.Len() {
	case 0:
		return a.errorf("", "%s is empty here; accepted is a scenario that has some", path)
	case 1:
		return a.errorf("", "%s is a list; accepted is its element %s[0]", path, path)
	}
	return a.errorf("", "%s is a list; accepted are its elements %s[0] to %s[%d]", path, path, path, v.Len()-1)
}

func settingInstead(name string) string {
	settable := slices.DeleteFunc(paths(), isFixed)
	if n, ok := near.Name(name, slices.Concat(shortNames(), settable)); ok {
		return "did you mean " + n + "?"
	}
	return accepted(shortNames()) + ", and any path of a scenario, as in cache.lock.ttl"
}

// otherKind reports a setting that the present kind of a choice does not have.
func (a assigner) otherKind(has reflect.Value, path string) error {
	kinds := given(has)
	if len(kinds) == 0 {
		return a.errorf("", "this scenario has no %s; accepted is one that has", path)
	}
	inside := path + "." + kinds[0]
	var names []string
	for _, n := range table {
		if strings.HasPrefix(n.path, inside+".") {
			names = append(names, n.name)
		}
	}
	if names == nil {
		f := fieldsOf(has.Type())
		i := slices.IndexFunc(f, func(f field) bool { return f.name == kinds[0] })
		t := has.FieldByIndex(f[i].index).Type()
		if element, ok := list(t); ok {
			t, inside = element, inside+"[0]"
		}
		t, _ = group(t)
		names = pathsBelow(t, inside+".")
	}
	return a.errorf("", "this scenario has %s %s, and can have one kind only; %s", kinds[0], path, accepted(names))
}
