package fault

import (
	"fmt"
	"slices"
	"strings"

	"stampede/internal/near"
)

// Kind is what a fault does, and what it befalls: that a server crashes is another
// kind of fault than that a process does.
type Kind struct {
	Verb Verb
	On   Class
}

// Kinds returns all kinds, in the order of the table of verbs.
func Kinds() []Kind {
	var all []Kind
	for _, d := range verbs {
		for _, on := range d.On {
			all = append(all, Kind{d.Verb, on})
		}
	}
	return all
}

// Names names kinds in the order of the table of verbs, each once.
func Names(kinds []Kind) string {
	var names []string
	for _, k := range Kinds() {
		if slices.Contains(kinds, k) {
			names = append(names, k.String())
		}
	}
	return strings.Join(names, ", ")
}

// String returns the kind's name: its verb's, as in crash, and where that is not of
// the processes though it could be, also what it befalls, as in crash-redis.
func (k Kind) String() string {
	if k.On == k.Verb.Describe().On[0] {
		return k.Verb.String()
	}
	return k.Verb.String() + "-" + strings.ToLower(k.On.String())
}

// KindsNamed reads names of some of the kinds that a search draws separated by
// commas, or all of them, or none.
func KindsNamed(list string, drawn []Kind) ([]Kind, error) {
	switch list {
	case "all":
		return drawn, nil
	case "none":
		return []Kind{}, nil
	}
	var named []Kind
	for name := range strings.SplitSeq(list, ",") {
		k, err := kindNamed(strings.TrimSpace(name), drawn)
		if err != nil {
			return nil, err
		}
		named = append(named, k)
	}
	return named, nil
}

func kindNamed(name string, drawn []Kind) (Kind, error) {
	var names []string
	for _, k := range drawn {
		if k.String() == name {
			return k, nil
		}
		names = append(names, k.String())
	}
	quoted := quote([]byte(name))
	accepted := "accepted is " + strings.Join(names, ", ") + ", or all or none alone"
	if similar, ok := near.Name(name, names); ok {
		return Kind{}, fmt.Errorf("unknown fault %s; did you mean %s?", quoted, similar)
	}
	return Kind{}, fmt.Errorf("unknown fault %s; %s", quoted, accepted)
}
