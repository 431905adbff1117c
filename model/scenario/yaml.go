package scenario

import "github.com/goccy/go-yaml"

// YAML returns the scenario as a file that gives every field and that [Parse]
// reads back as an equal scenario.
func (s Scenario) YAML() []byte {
	b, err := yaml.Marshal(s)
	if err != nil {
		panic("scenario: YAML: " + err.Error()) // no field can fail to be written
	}
	return b
}
