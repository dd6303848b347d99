// This file lists the goals, and says whether they are met.

package main

import "fmt"

// rule is how a figure is compared.
type rule int

const (
	shown    rule = iota // with nothing to reach
	faster               // at least bound times the peer's
	part                 // at most the peer's divided by bound
	most                 // at most bound
	less                 // less than bound
	ownShown             // with our own of another scenario, nothing to reach
	ownPart              // at least bound times our own of another scenario
	ownMost              // at most bound times our own of another scenario
)

func (r rule) own() bool   { return r == ownShown || r == ownPart || r == ownMost }
func (r rule) asked() bool { return r != shown && r != ownShown }

// goal is a row of the table.
type goal struct {
	scenario, figure string
	rule             rule
	bound            float64
	against          string // the scenario on the other side; "" is the same
}

// noise is how far apart two equal sizes of memory may be measured.
const noise = 1.15

func goals() []goal {
	list := []goal{
		{"cold", wall, part, 20, ""},
		{"cold", rss, part, 3, ""},
		{"cold, first run", wall, shown, 0, ""},
		{"zod built in", wall, part, 12, ""},
		{"zod built in, first run", wall, shown, 0, ""},
		{"zod installed", wall, part, 4, ""},
		{"zod installed, first run", wall, shown, 0, ""},
	}
	for _, n := range []string{"200", "1000", "4000"} {
		list = append(list,
			goal{"steps " + n + " memory", rate, faster, 30, ""},
			goal{"steps " + n + " NORMAL", rate, faster, 12, ""},
			goal{"steps " + n + " FULL", rate, faster, 5, ""},
		)
	}
	return append(list,
		goal{"hitl NORMAL", rate, faster, 10, ""},
		goal{"hitl default", rate, faster, 4.5, "hitl NORMAL"},
		goal{"history 50", rate, shown, 0, ""},
		goal{"history 200", rate, faster, 8, ""},
		goal{"history 200", file, most, 3, ""},
		goal{"history 800", rate, faster, 15, ""},
		goal{"history 800", rate, ownPart, 0.7, "history 200"},
		goal{"history 800", file, most, 9, ""},
		goal{"history 800", history, part, 10, ""},
		goal{"fan-out 100", rate, shown, 0, ""},
		goal{"fan-out 1000", rate, faster, 8, ""},
		goal{"fan-out 4000", rate, faster, 8, ""},
		goal{"questions 10", rate, shown, 0, ""},
		goal{"questions 50", rate, shown, 0, ""},
		goal{"questions 100", rate, faster, 5, ""},
		goal{"state", rate, faster, 30, ""},
		goal{"state", stepBytes, less, 1024, ""},
		goal{"paused 10000", rate, faster, 8, ""},
		goal{"paused 10000", file, most, 8, ""},
		goal{"paused 10000", rss, ownMost, noise, "paused 1000"},
		goal{"resume 1 of 1000", wall, shown, 0, ""},
		goal{"resume 1 of 10000", wall, part, 12, ""},
		goal{"compute", "json_parse_ms", shown, 0, ""},
		goal{"compute", "json_stringify_ms", shown, 0, ""},
		goal{"compute", "sort_10000_ms", shown, 0, ""},
		goal{"compute", "text_by_adding_ms", shown, 0, ""},
		goal{"compute", "text_by_join_ms", shown, 0, ""},
		goal{"compute", "loop_1000000_ms", shown, 0, ""},
		goal{"parallel, 2 cores, memory", plainRate, ownShown, 0, "parallel, 1 core, memory"},
		goal{"parallel, 2 cores, memory", rate, ownPart, 1.7, "parallel, 1 core, memory"},
		goal{"parallel, 2 cores, SQLite", rate, ownPart, 1.5, "parallel, 1 core, SQLite"},
	)
}

// String says what the goal asks for.
func (g goal) String() string {
	switch g.rule {
	case faster:
		return fmt.Sprintf("≥ %gx", g.bound)
	case part:
		return fmt.Sprintf("≤ 1/%g", g.bound)
	case most:
		return "≤ " + show(g.figure, g.bound)
	case less:
		return "< " + show(g.figure, g.bound)
	case ownPart:
		return fmt.Sprintf("≥ %gx %s", g.bound, g.against)
	case ownMost:
		return fmt.Sprintf("≤ %gx %s", g.bound, g.against)
	}
	return ""
}

// outcome is how a goal came out.
type outcome struct {
	goal
	our, other float64 // medians; other is 0 if there is none
	ratio      float64 // how many times better our side is; 0 if there is nothing to compare with
	met        bool
}

// evaluate compares; it reports false if the goal was not measured.
func (g goal) evaluate(r *report) (outcome, bool) {
	against := g.against
	if against == "" {
		against = g.scenario
	}
	side := peer
	if g.rule.own() {
		side = ours
	}
	o := outcome{goal: g}
	var measured, compared bool
	o.our, measured = r.median(g.scenario, ours, g.figure)
	o.other, compared = r.median(against, side, g.figure)
	if compared && o.our > 0 && o.other > 0 {
		o.ratio = o.other / o.our
		if higherIsBetter(g.figure) {
			o.ratio = o.our / o.other
		}
	}
	switch g.rule {
	case shown, ownShown:
		o.met = true
	case faster, part, ownPart:
		measured = measured && compared
		o.met = o.ratio >= g.bound
	case ownMost:
		measured = measured && compared
		o.met = o.our <= g.bound*o.other
	case most:
		o.met = o.our <= g.bound
	case less:
		o.met = o.our < g.bound
	}
	return o, measured
}
