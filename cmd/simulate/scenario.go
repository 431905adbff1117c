package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"stampede/model/scenario"
)

func scenarioCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "scenario",
		Short: "Write and show scenarios",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		showCommand(),
		printCommand("new", "Write a commented scenario to begin with", scenario.Template),
		printCommand("schema", "Write the JSON Schema of scenarios, for editors", scenario.Schema),
	)
	return c
}

// showCommand writes a scenario in full.
func showCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "show NAME|FILE",
		Short: "Write a scenario in full, with the values of all that it leaves out",
		Example: `  simulate scenario show hot-key --set ttl=2s
  simulate scenario show corpus/D01 --variant right`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%s: takes the name or the file of one scenario; got %d", c.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			s, err := scenario.Load(args[0])
			if err == nil && f.variant != "" {
				s, err = s.Variant(f.variant)
			}
			if err == nil {
				err = f.apply(&s)
			}
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(s.YAML())
			return err
		},
	}
	f.registerSettings(c.Flags())
	return c
}

func printCommand(name, short string, text func() []byte) *cobra.Command {
	return &cobra.Command{
		Use:   name,
		Short: short,
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := c.OutOrStdout().Write(text())
			return err
		},
	}
}
