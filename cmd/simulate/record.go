package main

import (
	"stampede/model/observe"
	"stampede/model/scenario"
)

// record is a run in JSON: its figures, and what was run.
type record struct {
	observe.Result
	origin
}

// origin is what was run.
type origin struct {
	From     string   `json:"from"` // what --scenario said: a name, or the path of a file
	Parts    string   `json:"parts,omitempty"`
	Set      []string `json:"set"`      // the settings of the command line
	Warnings []string `json:"warnings"` // of what is odd about the scenario
	Repeat   string   `json:"repeat"`   // the command that makes it again
}

func originOf(f runFlags, s scenario.Scenario, repeat string) origin {
	return origin{
		From: f.scenario, Parts: f.parts, Set: append([]string{}, f.set...),
		Warnings: append([]string{}, s.Warnings()...), Repeat: repeat,
	}
}

// records returns the runs of a command, each with what makes it again alone.
func records(r report) []record {
	all := make([]record, len(r.outcomes))
	for i, o := range r.outcomes {
		f := r.flags
		f.strategy = o.Result.Strategy
		all[i] = record{o.Result, originOf(f, r.scenario, f.repeat("run"))}
	}
	return all
}
