// This file has what was measured, and prints it.

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// The figures of a process. A script adds those it prints.
const (
	wall      = "wall_ms"
	rss       = "rss_mb"
	cpu       = "cpu_s"
	file      = "file_mb"
	rate      = "rate"
	history   = "history_ms"
	stepBytes = "step_bytes"
	plainRate = "plain_rate" // of Go code that shares nothing: what the cores give
)

func higherIsBetter(figure string) bool { return figure == rate || figure == plainRate }

// report is all that was measured.
type report struct {
	Machine   string     `json:"machine"`
	Versions  string     `json:"versions"`
	Commit    string     `json:"commit"`
	Date      string     `json:"date"`
	Runs      int        `json:"runs"`
	Quick     bool       `json:"quick,omitempty"`
	Scenarios []measured `json:"scenarios"`
}

// measured is what a scenario gave: per side and figure, a value of each run.
type measured struct {
	Name  string                  `json:"name"`
	Sides [2]map[string][]float64 `json:"sides"` // hitlrun, LangGraph.js
}

// add adds the figures of a run.
func (r *report) add(name string, side int, figures map[string]float64) {
	i := slices.IndexFunc(r.Scenarios, func(m measured) bool { return m.Name == name })
	if i < 0 {
		i = len(r.Scenarios)
		r.Scenarios = append(r.Scenarios, measured{Name: name, Sides: [2]map[string][]float64{{}, {}}})
	}
	for figure, v := range figures {
		r.Scenarios[i].Sides[side][figure] = append(r.Scenarios[i].Sides[side][figure], v)
	}
}

// median returns the median of a figure; false if there is none.
func (r *report) median(name string, side int, figure string) (float64, bool) {
	for _, m := range r.Scenarios {
		if m.Name != name {
			continue
		}
		if figures := m.Sides[side][figure]; len(figures) > 0 {
			return middle(figures), true
		}
	}
	return 0, false
}

// derive adds the figures that come from two scenarios.
func (r *report) derive(list []scenario) {
	for _, s := range list {
		if s.base == "" {
			continue
		}
		for _, side := range []int{ours, peer} {
			size, ok := r.median(s.name, side, file)
			before, known := r.median(s.base, side, file)
			n, _ := r.median(s.name, side, "n")
			first, _ := r.median(s.base, side, "n")
			if ok && known {
				r.add(s.name, side, map[string]float64{stepBytes: (size - before) * 1e6 / (n - first)})
			}
		}
	}
}

// print writes the tables, in Markdown.
func (r *report) print(w io.Writer) error {
	var b strings.Builder
	how := fmt.Sprintf("medians of %d runs", r.Runs)
	if r.Quick {
		how = "quick: medians of at most two runs"
	}
	fmt.Fprintf(&b, "%s; %s; hitlrun %s; %s; %s.\n\n", r.Machine, r.Versions, r.Commit, r.Date, how)
	b.WriteString("| scenario | hitlrun | LangGraph.js | ratio | goal | met |\n|---|---:|---:|---:|---|---|\n")
	asked, missed := 0, 0
	for _, g := range goals() {
		o, measured := g.evaluate(r)
		if !measured {
			continue
		}
		if o.rule.asked() {
			asked++
		}
		met := ""
		switch {
		case !o.met:
			met = "**no**"
			missed++
		case o.rule.asked():
			met = "yes"
		}
		fmt.Fprintf(&b, "| %s, %s | %s | %s | %s | %s | %s |\n", o.scenario, words(o.figure), show(o.figure, o.our), o.theirs(), o.times(), o.goal, met)
	}
	fmt.Fprintf(&b, "\n%d of %d goals met.\n\n", asked-missed, asked)
	b.WriteString("Whole processes, hitlrun / LangGraph.js:\n\n| scenario | rate | wall | memory | CPU | file |\n|---|---:|---:|---:|---:|---:|\n")
	for _, m := range r.Scenarios {
		fmt.Fprintf(&b, "| %s", m.Name)
		for _, figure := range []string{rate, wall, rss, cpu, file} {
			fmt.Fprintf(&b, " | %s", r.pair(m.Name, figure))
		}
		b.WriteString(" |\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// theirs shows the peer's figure.
func (o outcome) theirs() string {
	if o.other == 0 || o.rule.own() {
		return ""
	}
	return show(o.figure, o.other)
}

// times shows how many times better we are.
func (o outcome) times() string {
	switch {
	case o.ratio == 0:
		return ""
	case o.rule == ownMost:
		return fmt.Sprintf("%.2fx", o.our/o.other)
	case !higherIsBetter(o.figure) && o.ratio >= 1:
		return fmt.Sprintf("1/%.1f", o.ratio)
	case !higherIsBetter(o.figure):
		return fmt.Sprintf("%.1fx", 1/o.ratio)
	}
	return fmt.Sprintf("%.*fx", decimals(o.ratio), o.ratio)
}

// pair shows a figure of both sides.
func (r *report) pair(name, figure string) string {
	var both []string
	for _, side := range []int{ours, peer} {
		if v, ok := r.median(name, side, figure); ok {
			both = append(both, show(figure, v))
		}
	}
	return strings.Join(both, " / ")
}

// words says what a figure is.
func words(figure string) string {
	switch figure {
	case wall:
		return "whole process"
	case rss:
		return "memory"
	case history:
		return "getStateHistory"
	case stepBytes:
		return "file per step"
	case plainRate:
		return "plain Go"
	case file:
		return "file"
	}
	return strings.ReplaceAll(strings.TrimSuffix(figure, "_ms"), "_", " ")
}

// show shows a value of a figure, with its unit.
func show(figure string, v float64) string {
	switch {
	case higherIsBetter(figure):
		return fmt.Sprintf("%.*f /s", decimals(v), v)
	case figure == stepBytes:
		return fmt.Sprintf("%.0f B", v)
	case strings.HasSuffix(figure, "_ms"):
		return fmt.Sprintf("%.*f ms", decimals(v), v)
	case strings.HasSuffix(figure, "_mb"):
		return fmt.Sprintf("%.*f MB", decimals(v), v)
	case strings.HasSuffix(figure, "_s"):
		return fmt.Sprintf("%.2f s", v)
	}
	return fmt.Sprint(v)
}

// decimals is how many of them v is shown with: three digits that count, and whole numbers whole.
func decimals(v float64) int {
	switch {
	case v >= 100 || v == float64(int(v)):
		return 0
	case v >= 10:
		return 1
	}
	return 2
}
