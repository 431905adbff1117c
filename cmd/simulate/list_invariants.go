package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"stampede/model/fault"
	"stampede/props"
	"stampede/strategies"
	"stampede/study"
)

var invariantHead = table.Row{"name", "what must hold", "promised by", "given", "bounded", "not under"}

// invariantRows is the table of promises in short: of each invariant, by which
// strategies it is promised, what settings that needs, what bounds it, and under
// which faults it is not.
func invariantRows() (rows []table.Row) {
	for _, inv := range props.All() {
		rows = append(rows, table.Row{inv.Name, inv.Sentence, promisers(inv), inv.Needs, inv.Excuse, exceptions(inv)})
	}
	return append(rows, table.Row{props.Recovers.Name, props.Recovers.Sentence, "all", "a scenario with a heal phase", "", ""})
}

// promisers names those who promise an invariant, or those who do not if they are
// fewer.
func promisers(inv props.Invariant) string {
	var yes, no []string
	for _, p := range strategies.All() {
		if inv.Of(p.Choices) == props.Holds {
			yes = append(yes, p.Name)
		} else {
			no = append(no, p.Name)
		}
	}
	switch {
	case yes == nil:
		return "compositions with fall-through"
	case no == nil:
		return "all"
	case len(no) < len(yes):
		return "all but " + strings.Join(no, ", ")
	}
	return strings.Join(yes, ", ")
}

func exceptions(inv props.Invariant) string {
	not := fault.Names(inv.Not)
	var more []fault.Kind
	for _, k := range inv.NotByQuorum {
		if !slices.Contains(inv.Not, k) {
			more = append(more, k)
		}
	}
	if more != nil {
		not = strings.TrimPrefix(not+"; with redlock "+fault.Names(more), "; ")
	}
	return not
}

var promiseHead = table.Row{"invariant", "holds under", "bounded under", "not promised under"}

// promiseRows is the part of the table of promises that is about one strategy.
func promiseRows(p strategies.Preset) (rows []table.Row) {
	for _, inv := range props.All() {
		switch inv.Of(p.Choices) {
		case props.Meaningless:
		case props.Unpromised:
			rows = append(rows, table.Row{inv.Name, "", "", "anything"})
		default:
			by := make(map[props.Promise][]fault.Kind)
			for _, k := range fault.Kinds() {
				promise := inv.Under(p.Choices, k)
				by[promise] = append(by[promise], k)
			}
			bounded := fault.Names(by[props.Bounded])
			if bounded != "" {
				bounded = inv.Excuse + ": " + allOr(bounded, len(by[props.Bounded]))
			}
			rows = append(rows, table.Row{
				inv.Name, allOr(fault.Names(by[props.Holds]), len(by[props.Holds])), bounded, fault.Names(by[props.Unpromised]),
			})
		}
	}
	return rows
}

// allOr shortens a list of so many kinds, if there are none or few others.
func allOr(names string, n int) string {
	switch all := len(fault.Kinds()); {
	case n == all:
		return "all faults"
	case n > all/2:
		return "all others"
	}
	return names
}

func listInvariantsCommand() *cobra.Command {
	var strategy string
	c := &cobra.Command{
		Use:   "invariants",
		Short: "List the invariants, and what is promised of them",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if strategy == "" {
				_, err := fmt.Fprint(c.OutOrStdout(), render(invariantHead, invariantRows(), text.AlignLeft))
				return err
			}
			p, err := study.Strategy(strategy)
			if err != nil {
				return fmt.Errorf("--strategy: %w", err)
			}
			_, err = fmt.Fprint(c.OutOrStdout(), render(promiseHead, promiseRows(p), text.AlignLeft))
			return err
		},
	}
	c.Flags().StringVar(&strategy, "strategy", "", "what this strategy promises of each, and under which faults")
	return c
}
