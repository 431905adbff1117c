package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"stampede/study"
)

// indexVariables are the variables in which batch systems tell a task which of
// how many it is.
type indexVariables struct {
	system                    string
	index, first, step, count string
}

var batchSystems = []indexVariables{
	{system: "Kubernetes", index: "JOB_COMPLETION_INDEX"}, // from 0; it does not say how many
	{
		system: "Slurm",
		index:  "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP", count: "SLURM_ARRAY_TASK_COUNT",
	},
}

// parseShard reads I/N, auto/N or auto; nothing is the whole.
func parseShard(text string) (study.Shard, error) {
	if text == "" {
		return study.Shard{}, nil
	}
	index, count, counted := strings.Cut(text, "/")
	var s study.Shard
	var err error
	if index == "auto" {
		if s, err = batchShard(); err != nil {
			return s, err
		}
		if !counted && s.Count == 0 {
			return s, errors.New("the batch system does not say how many shards there are; accepted is auto/N")
		}
	} else if s.Index, err = strconv.Atoi(index); err != nil || !counted {
		return s, fmt.Errorf("%q is no shard; accepted is I/N as in 1/8, auto/N, or auto", text)
	}
	if counted {
		if s.Count, err = strconv.Atoi(count); err != nil {
			return s, fmt.Errorf("%q is no shard; accepted is I/N as in 1/8, auto/N, or auto", text)
		}
	}
	if s.Index < 1 || s.Index > s.Count {
		return s, fmt.Errorf("there is no %v; accepted is I/N with I from 1 to N", s)
	}
	return s, nil
}

// batchShard reads the shard from the variables of the batch system; its count
// is 0 if they do not say it.
func batchShard() (study.Shard, error) {
	var names []string
	for _, b := range batchSystems {
		names = append(names, b.index)
		if os.Getenv(b.index) == "" {
			continue
		}
		var wrong error
		number := func(name string, absent int) int {
			text := os.Getenv(name)
			if text == "" {
				return absent
			}
			v, err := strconv.Atoi(text)
			if err != nil {
				wrong = fmt.Errorf("%s is %q; accepted is a number, as %s sets it", name, text, b.system)
			}
			return v
		}
		s := study.Shard{
			Index: (number(b.index, 0)-number(b.first, 0))/max(number(b.step, 1), 1) + 1,
			Count: number(b.count, 0),
		}
		return s, wrong
	}
	return study.Shard{}, fmt.Errorf("auto finds no batch system; accepted is one that sets %s", strings.Join(names, " or "))
}
