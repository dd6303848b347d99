// This file tests how figures become tables and plots.

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	r := &report{}
	for _, v := range []float64{9, 1, 5, 3} {
		r.add("cold", ours, map[string]float64{wall: v})
	}
	if got, ok := r.median("cold", ours, wall); !ok || got != 4 {
		t.Errorf("got %v, %v, want 4", got, ok)
	}
	if _, ok := r.median("cold", peer, wall); ok {
		t.Error("there is a median of nothing")
	}
}

// sample has a figure for each rule, one met and one not.
func sample() *report {
	r := &report{Machine: "a machine", Runs: 1}
	add := func(name string, side int, figure string, v float64) {
		r.add(name, side, map[string]float64{figure: v})
	}
	add("cold", ours, wall, 10)
	add("cold", peer, wall, 250)
	add("cold", ours, rss, 40)
	add("cold", peer, rss, 80)
	add("hitl NORMAL", ours, rate, 5000)
	add("hitl NORMAL", peer, rate, 500)
	add("hitl default", ours, rate, 2000)
	add("history 200", ours, rate, 1000)
	add("history 800", ours, rate, 600)
	add("history 800", ours, file, 9)
	add("history 200", ours, file, 3.5)
	add("paused 1000", ours, rss, 40)
	add("paused 10000", ours, rss, 45)
	add("state", ours, file, 0.2)
	add("state", ours, "n", 200)
	add("state, 2 steps", ours, file, 0.1)
	add("state, 2 steps", ours, "n", 2)
	r.derive(scenarios())
	return r
}

func TestGoals(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := sample().print(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{
		"| cold, whole process | 10 ms | 250 ms | 1/25.0 | ≤ 1/20 | yes |",
		"| cold, memory | 40 MB | 80 MB | 1/2.0 | ≤ 1/3 | **no** |",
		"| hitl NORMAL, rate | 5000 /s | 500 /s | 10x | ≥ 10x | yes |",
		"| hitl default, rate | 2000 /s | 500 /s | 4x | ≥ 4.5x | **no** |",
		"| history 800, rate | 600 /s |  | 0.60x | ≥ 0.7x history 200 | **no** |",
		"| history 800, file | 9 MB |  |  | ≤ 9 MB | yes |",
		"| history 200, file | 3.50 MB |  |  | ≤ 3 MB | **no** |",
		"| paused 10000, memory | 45 MB |  | 1.12x | ≤ 1.15x paused 1000 | yes |",
		"| state, file per step | 505 B |  |  | < 1024 B | yes |",
		"5 of 9 goals met.",
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("missing: %s\ngot:\n%s", want, got)
		}
	}
}

// Each goal is about a scenario, and each base and each comparison is one.
func TestGoalsNameScenarios(t *testing.T) {
	t.Parallel()
	names := []string{""}
	for _, s := range scenarios() {
		names = append(names, s.name)
		if s.then != nil {
			names = append(names, s.then.name)
		}
	}
	for _, s := range scenarios() {
		if !slices.Contains(names, s.base) {
			t.Errorf("%s has the base %q", s.name, s.base)
		}
	}
	for _, g := range goals() {
		if !slices.Contains(names, g.scenario) || !slices.Contains(names, g.against) {
			t.Errorf("%+v: no such scenario", g)
		}
	}
}

func TestPlots(t *testing.T) {
	t.Parallel()
	for _, svg := range []string{plotHistory(sample()), plotRatios(sample()), plotHistory(&report{}), plotRatios(&report{})} {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v\n%s", err, svg)
			}
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("a number is none:\n%s", svg)
		}
	}
	if n := strings.Count(plotRatios(sample()), "<rect"); n != 5 {
		t.Errorf("got %d bars and a ground, want 5", n)
	}
}
