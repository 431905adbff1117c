package main

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stampede/internal/near"
	"stampede/model/scenario"
)

// accepted says, by a flag's type, what its values are.
var accepted = map[string]string{
	"bool":     "true or false",
	"duration": fmt.Sprintf("a length of time with its unit, as in 2m or 1m30s, up to %dh", math.MaxInt64/time.Hour),
	"float64":  "a number, as in 20 or 2.5",
	"int":      fmt.Sprintf("a whole number, as in 4, up to %d", math.MaxInt),
	"int64":    fmt.Sprintf("a whole number, as in 4, up to %d", int64(math.MaxInt64)),
	"uint64":   fmt.Sprintf("a whole number from 0 to %d, as in 42", uint64(math.MaxUint64)),
}

// flagError says of a slip in the flags what would be accepted.
func flagError(c *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		if form, ok := accepted[value.GetFlag().Value.Type()]; ok {
			return fmt.Errorf("--%s: %q is not accepted; accepted is %s", value.GetFlag().Name, value.GetValue(), form)
		}
		return err
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return unknownFlag(c, unknown)
	}
	return err
}

// unknownFlag guesses what was meant. A setting of the scenario is what is most
// often taken for a flag.
func unknownFlag(c *cobra.Command, err *pflag.NotExistError) error {
	name := err.GetSpecifiedName()
	var flags []string
	c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
	if similar, ok := near.Name(name, flags); ok {
		return fmt.Errorf("%w; did you mean --%s?", err, similar)
	}
	if c.Flags().Lookup("set") != nil {
		for _, s := range scenario.Names() {
			if s.Name == name {
				return fmt.Errorf("%w; it is a setting: --set %s=VALUE", err, name)
			}
		}
	}
	return fmt.Errorf("%w; %s --help lists those accepted", err, c.CommandPath())
}

// noEmptyFlags refuses a flag that is given without a value, as by a script whose
// variable is not set: it would do what it does when it is left out.
func noEmptyFlags(c *cobra.Command, _ []string) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if err == nil && (value == "" || f.Value.Type() == "stringSlice" && value == "[]") {
			err = fmt.Errorf("--%s: it is empty; accepted is a value, or no --%s", f.Name, f.Name)
		}
	})
	return err
}
