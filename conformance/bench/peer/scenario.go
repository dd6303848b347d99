// This file lists what is run.

package main

import "strconv"

// The sides.
const (
	ours = iota // hitlrun
	peer        // LangGraph.js on Node
)

// scenario is a script and its settings.
type scenario struct {
	name   string
	script string
	env    []string    // on both sides
	own    [2][]string // on one
	sqlite bool        // it has a file, in the variable DB
	heavy  bool        // it takes seconds: once is enough with -quick
	alone  bool        // on our side only
	times  int         // in each round; 0 is 1
	zod    bool        // hitlrun finds zod in node_modules, as Node does
	first  bool        // hitlrun has not seen the script before: no bundle is cached
	cores  int         // it is the program parallel, on so many cores
	base   string      // the same scenario with fewer steps: the difference is the bytes of a step
	then   *scenario   // a process that continues with the file
}

// The modes in which SQLite is used, by side. LangGraph.js leaves its commits
// unsynced; durability "sync" makes it write each checkpoint before the next
// superstep, as hitlrun always does, and is no slower than its default.
var (
	normal   = [2][]string{{"DURABILITY=async"}, {"DURABILITY=sync"}}          // a commit each superstep, no sync
	full     = [2][]string{{"DURABILITY=sync"}, {"DURABILITY=sync", "FULL=1"}} // a commit each superstep, synced
	boundary = [2][]string{}                                                   // hitlrun's default: synced before anything leaves the process
)

func sqlite(name, script string, n int, own [2][]string) scenario {
	return scenario{name: name, script: script, env: []string{"SAVER=sqlite", "N=" + strconv.Itoa(n)}, own: own, sqlite: true}
}

func memory(name, script string, n int) scenario {
	return scenario{name: name, script: script, env: []string{"N=" + strconv.Itoa(n)}}
}

// scenarios lists all, in the order in which they are run.
func scenarios() []scenario {
	list := []scenario{
		{name: "cold", script: "cold.mjs", times: 3},
		{name: "cold, first run", script: "cold.mjs", first: true},
		{name: "zod built in", script: "coldzod.mjs", times: 3},
		{name: "zod built in, first run", script: "coldzod.mjs", first: true},
		{name: "zod installed", script: "coldzod.mjs", times: 3, zod: true},
		{name: "zod installed, first run", script: "coldzod.mjs", zod: true, first: true},
	}
	for _, n := range []int{200, 1000, 4000} {
		size := strconv.Itoa(n)
		list = append(list,
			memory("steps "+size+" memory", "steps.mjs", n),
			sqlite("steps "+size+" NORMAL", "steps.mjs", n, normal),
			sqlite("steps "+size+" FULL", "steps.mjs", n, full),
		)
	}
	hitl := sqlite("hitl default", "hitl.mjs", 2000, boundary)
	hitl.alone = true
	list = append(list, sqlite("hitl NORMAL", "hitl.mjs", 2000, normal), hitl)
	for _, n := range []int{50, 200, 800} {
		s := sqlite("history "+strconv.Itoa(n), "history.mjs", n, normal)
		s.heavy = n == 800
		list = append(list, s)
	}
	for _, n := range []int{100, 1000, 4000} {
		s := memory("fan-out "+strconv.Itoa(n), "fanout.mjs", n)
		s.heavy = n == 4000
		list = append(list, s)
	}
	for _, n := range []int{10, 50, 100} {
		list = append(list, sqlite("questions "+strconv.Itoa(n), "questions.mjs", n, normal))
	}
	for _, n := range []int{1000, 10000} {
		size := strconv.Itoa(n)
		resume := sqlite("resume 1 of "+size, "paused_resume.mjs", n, normal)
		resume.times = 3
		s := sqlite("paused "+size, "paused_create.mjs", n, normal)
		s.heavy, s.then = n == 10000, &resume
		list = append(list, s)
	}
	state := sqlite("state", "state.mjs", 200, normal)
	state.base = "state, 2 steps"
	list = append(list, sqlite(state.base, "state.mjs", 2, normal), state)
	list = append(list, scenario{name: "compute", script: "compute.mjs"})
	for _, cores := range []int{1, 2} {
		name := map[int]string{1: "parallel, 1 core, ", 2: "parallel, 2 cores, "}[cores]
		list = append(list,
			scenario{name: name + "memory", alone: true, cores: cores},
			scenario{name: name + "SQLite", alone: true, cores: cores, sqlite: true},
		)
	}
	return list
}
