// This file asks for the decisions about the actions of an agent, one card for each.

package form

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// words are the letters of the kinds of decisions, and what they do.
var words = map[string]struct{ letter, does string }{
	Approve: {"a", "approve"},
	Edit:    {"e", "edit the arguments"},
	Reject:  {"r", "reject, with a reason"},
	Respond: {"s", "respond in place of the action"},
}

// decide asks for a decision about each action.
func (a *Asker) decide(ctx context.Context, r *Request) (json.RawMessage, error) {
	decisions := make([]*Decision, len(r.Actions))
	for i := range r.Actions {
		a.card(r, i)
		for decisions[i] == nil {
			d, err := a.decision(ctx, &r.Actions[i])
			if err != nil {
				return nil, err
			}
			decisions[i] = d
		}
	}
	return r.Response(decisions)
}

// card shows an action.
func (a *Asker) card(r *Request, i int) {
	action := &r.Actions[i]
	title := action.Name
	if len(r.Actions) > 1 {
		title = fmt.Sprintf("action %d of %d: %s", i+1, len(r.Actions), action.Name)
	}
	a.Terminal.Print("\n" + a.Terminal.Strong(a.line(title)) + "\n")
	fields, _ := Fields(action.Args)
	for _, f := range fields {
		a.Terminal.Print("  " + a.line(f.Name) + ": " + strings.ReplaceAll(a.Terminal.Safe(plain(f.Value)), "\n", "\n    ") + "\n")
	}
	// The default text of humanInTheLoopMiddleware repeats the name and the arguments.
	if d := strings.TrimSpace(action.Description); d != "" && !strings.Contains(d, "\nTool: "+action.Name+"\nArgs: ") {
		a.Terminal.Print("  " + strings.ReplaceAll(a.Terminal.Safe(d), "\n", "\n  ") + "\n")
	}
}

// decision asks for one decision. It returns nil if the line has none.
func (a *Asker) decision(ctx context.Context, action *Action) (*Decision, error) {
	if len(action.Allowed) == 0 {
		return nil, fmt.Errorf("the agent allows no decision about %s", action.Name)
	}
	var offers []string
	for _, kind := range action.Allowed {
		offers = append(offers, words[kind].letter+" = "+words[kind].does)
	}
	line, err := a.Terminal.ReadLine(ctx, strings.Join(offers, ", ")+": ")
	if err != nil {
		return nil, err
	}
	kind := kindOf(action, strings.ToLower(strings.TrimSpace(line)))
	d := &Decision{Kind: kind}
	switch kind {
	case "":
		if strings.TrimSpace(line) != "" {
			a.say("one of %s is expected", strings.Join(action.Allowed, ", "))
		}
		return nil, nil //nolint:nilnil // no decision, and no error
	case Edit:
		d.Edited, err = a.editArgs(ctx, action)
	case Reject:
		in := input{name: "reason", kind: kindText}
		d.Message, err = a.text(ctx, &in)
	case Respond:
		in := input{name: "response", kind: kindText, required: true}
		d.Message, err = a.text(ctx, &in)
	}
	return d, err
}

// kindOf returns the kind of decision that a line names by its letter or its name.
func kindOf(action *Action, line string) string {
	for _, kind := range action.Allowed {
		if line == words[kind].letter || line == kind || line == "y" && kind == Approve {
			return kind
		}
	}
	return ""
}

// text asks for a text, which may be empty.
func (a *Asker) text(ctx context.Context, in *input) (string, error) {
	value, err := a.input(ctx, in, in.name)
	return plain(value), err
}

// editArgs asks for the arguments of an action, one by one. The arguments that it has are the defaults.
func (a *Asker) editArgs(ctx context.Context, action *Action) (json.RawMessage, error) {
	in := inputOf("", action.Schema, action.Args, 0)
	if in.kind != kindObject {
		in = input{kind: kindObject}
		fields, err := Fields(action.Args)
		if err != nil {
			return nil, err
		}
		for _, f := range fields {
			in.fields = append(in.fields, guess(f.Name, f.Value))
		}
	}
	value, err := a.object(ctx, &in, "")
	if err != nil {
		return nil, err
	}
	value, err = a.confirm(ctx, value, &in)
	if err != nil {
		return nil, err
	}
	return marshal(editedAction{action.Name, value})
}
