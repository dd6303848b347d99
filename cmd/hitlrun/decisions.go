// This file has the flags of resume that decide about the actions of an agent: --approve, --edit, --reject, --respond.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/cmd/hitlrun/form"
)

// decisionFlags are decisions in the order in which they were given.
type decisionFlags struct{ list []decisionFlag }

type decisionFlag struct {
	form.Decision
	action int // which action it is about, from 1 on; 0 is the next one without a decision
}

func (f *decisionFlags) group() flagGroup {
	fs := newFlags()
	add := func(kind, usage string) {
		fs.Var(&decisionValue{f, kind}, kind, usage)
	}
	add(form.Approve, "approve the next action, or `ACTION`; \"all\" is every action without a decision")
	fs.Lookup(form.Approve).NoOptDefVal = "next"
	add(form.Edit, "approve the action with arguments changed as in `JSON`; others stay as they are")
	add(form.Reject, "reject the action, for the reason `WHY`")
	add(form.Respond, "do not run the action; `TEXT` is its result")
	return flagGroup{"Decisions about the actions of an agent, in their order or by number (--reject '2=too late')", fs}
}

// decisionValue is a flag of one kind of decision. It may be given several times.
type decisionValue struct {
	flags *decisionFlags
	kind  string
}

// String implements pflag.Value.
func (v *decisionValue) String() string { return "" }

// Type implements pflag.Value.
func (v *decisionValue) Type() string { return "list" }

// Set implements pflag.Value.
func (v *decisionValue) Set(s string) error {
	d := decisionFlag{Decision: form.Decision{Kind: v.kind}}
	if v.kind == form.Approve {
		return v.approve(s)
	}
	if number, rest, ok := strings.Cut(s, "="); ok {
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			d.action, s = n, rest
		}
	}
	if v.kind == form.Edit {
		if err := checkJSON([]byte(s)); err != nil {
			return fmt.Errorf("not valid JSON: %w", err)
		}
		d.Edited = json.RawMessage(s)
	} else {
		d.Message = s
	}
	v.flags.list = append(v.flags.list, d)
	return nil
}

// all means every action that has no decision of its own.
const all = -1

func (v *decisionValue) approve(s string) error {
	d := decisionFlag{Decision: form.Decision{Kind: form.Approve}}
	switch s {
	case "next":
	case "all":
		d.action = all
	default:
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return fmt.Errorf("all, or the number of an action is expected")
		}
		d.action = n
	}
	v.flags.list = append(v.flags.list, d)
	return nil
}

// response returns the answer to a question that consists of the decisions.
func (f *decisionFlags) response(c *command, question json.RawMessage) (json.RawMessage, error) {
	r, ok := form.ParseRequest(question)
	if !ok {
		return nil, c.usage("--%s is for the actions of an agent, and the question is about none; give --value or --text", f.list[0].Kind)
	}
	decisions := make([]*form.Decision, len(r.Actions))
	for i := range f.list {
		if n := f.list[i].action; n > 0 {
			if n > len(decisions) {
				return nil, c.usage("--%s %d=…: the question has %s", f.list[i].Kind, n, actions(len(decisions)))
			}
			if decisions[n-1] != nil {
				return nil, c.usage("there are two decisions about action %d", n)
			}
			decisions[n-1] = &f.list[i].Decision
		}
	}
	for i := range f.list {
		d := &f.list[i]
		if d.action > 0 {
			continue
		}
		n := 0
		for at := range decisions {
			if decisions[at] == nil && (n == 0 || d.action == all) {
				decisions[at] = &d.Decision
				n++
			}
		}
		if n == 0 && d.action != all {
			return nil, c.usage("there are more decisions than actions: the question has %s", actions(len(decisions)))
		}
	}
	value, err := r.Response(decisions)
	if err != nil {
		return nil, c.usage("%v", err)
	}
	return value, nil
}

func actions(n int) string {
	if n == 1 {
		return "1 action"
	}
	return fmt.Sprintf("%d actions", n)
}

// decide makes an answer of the decisions, for the question that they belong to.
func (a *app) decide(ctx context.Context, c *command, f *resumeFlags, store *hitlrun.Store, id string, answer *hitlrun.Answer) error {
	in, err := a.asked(ctx, store, id, answer.Interrupt)
	if err != nil {
		return err
	}
	if in == nil {
		return nil // Store.Resume reports the error
	}
	if answer.Value, err = f.decisions.response(c, in.Value); err != nil || answer.Interrupt != "" {
		return err // Store.Resume finds out whether the beginning of an id is enough
	}
	if res, err := store.State(ctx, id); err != nil || len(res.Interrupts) != 1 || res.Interrupts[0].ID != in.ID {
		return err // Store.Resume reports that several questions wait
	}
	answer.Interrupt = in.ID
	return nil
}

// decisionHint is the command that answers a request for decisions: the words behind those that name the thread.
func decisionHint(r *form.Request) []string {
	var words []string
	for i := range r.Actions {
		switch action := &r.Actions[i]; {
		case action.Allows(form.Approve):
			words = append(words, "--approve")
		case action.Allows(form.Respond):
			words = append(words, "--respond", "TEXT")
		case action.Allows(form.Reject):
			words = append(words, "--reject", "WHY")
		default:
			words = append(words, "--edit", "JSON")
		}
	}
	return words
}
