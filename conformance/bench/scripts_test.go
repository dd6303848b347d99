// This file tests that the scripts do on hitlrun what they measure.

package bench_test

import (
	"maps"
	"slices"
	"testing"
)

func TestScripts(t *testing.T) {
	t.Parallel()
	timed := []string{"ms", "n", "rate"}
	for _, c := range []struct {
		name  string
		sizes []string
		want  []string
	}{
		{"cold.mjs", nil, []string{"n"}},
		{"coldzod.mjs", nil, []string{"n"}},
		{"compute.mjs", []string{"ROUNDS=1"}, []string{"json_parse_ms", "json_stringify_ms", "loop_1000000_ms", "n", "sort_10000_ms", "text_by_adding_ms", "text_by_join_ms"}},
		{"fanout.mjs", []string{"N=5"}, timed},
		{"history.mjs", []string{"N=5"}, []string{"history_ms", "ms", "n", "rate"}},
		{"hitl.mjs", []string{"N=5"}, timed},
		{"questions.mjs", []string{"N=5"}, timed},
		{"state.mjs", []string{"N=4"}, timed},
		{"steps.mjs", []string{"N=4"}, timed},
	} {
		for _, env := range [][]string{{"SAVER=memory"}, {"SAVER=sqlite"}, {"SAVER=sqlite", "DURABILITY=sync"}, {"SAVER=sqlite", "DURABILITY=async"}} {
			if !slices.Contains(c.want, "rate") && env[0] != "SAVER=memory" {
				continue
			}
			figures := load(t, c.name, append(env, c.sizes...)...).run(t)
			if got := slices.Sorted(maps.Keys(figures)); !slices.Equal(got, c.want) {
				t.Errorf("%s with %v: got %v, want %v", c.name, env, got, c.want)
			}
		}
	}
}

// A thread that paused_create.mjs leaves waits for paused_resume.mjs.
func TestPausedScripts(t *testing.T) {
	t.Parallel()
	create := load(t, "paused_create.mjs", "SAVER=sqlite", "N=3")
	create.run(t)
	resume := load(t, "paused_resume.mjs", "SAVER=sqlite", "ID=2", "DB="+create.db)
	if figures := resume.run(t); figures["n"] != 1 {
		t.Errorf("got %v", figures)
	}
}
