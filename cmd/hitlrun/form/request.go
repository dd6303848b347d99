// This file reads the question that an agent asks before it acts: a HITLRequest.

package form

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The kinds of decisions, in the order in which they are offered.
const (
	Approve = "approve"
	Edit    = "edit"
	Reject  = "reject"
	Respond = "respond"
)

// Action is one tool call that an agent wants to make.
type Action struct {
	Name        string
	Args        json.RawMessage // an object
	Description string
	Allowed     []string        // the kinds of decisions that are allowed
	Schema      json.RawMessage // the JSON schema of the arguments, nil if the agent gives none
}

// Allows reports whether a kind of decision is allowed.
func (a *Action) Allows(kind string) bool { return slices.Contains(a.Allowed, kind) }

// Request is what humanInTheLoopMiddleware asks: a decision about each action.
type Request struct {
	Actions []Action

	python bool // the question has the names of Python
}

// ParseRequest returns the actions that a question asks about, and false if it is another kind of question. The names of
// Python, action_requests for example, are read too.
func ParseRequest(question json.RawMessage) (*Request, bool) {
	if len(question) == 0 || question[0] != '{' {
		return nil, false
	}
	var q struct {
		Actions  []action `json:"actionRequests"`
		Actions2 []action `json:"action_requests"`
		Configs  []config `json:"reviewConfigs"`
		Configs2 []config `json:"review_configs"`
	}
	if json.Unmarshal(question, &q) != nil {
		return nil, false
	}
	actions, configs := append(q.Actions, q.Actions2...), append(q.Configs, q.Configs2...)
	if len(actions) == 0 || len(configs) == 0 {
		return nil, false
	}
	r := &Request{python: len(q.Actions) == 0}
	for i, a := range actions {
		c := configOf(configs, i, a.Name)
		if a.Name == "" || c == nil {
			return nil, false
		}
		r.Actions = append(r.Actions, Action{
			Name: a.Name, Args: objectOr(a.Args, a.Arguments), Description: a.Description,
			Allowed: ordered(append(c.Allowed, c.Allowed2...)), Schema: c.Schema,
		})
	}
	return r, true
}

type action struct {
	Name        string          `json:"name"`
	Args        json.RawMessage `json:"args"`
	Arguments   json.RawMessage `json:"arguments"`
	Description string          `json:"description"`
}

type config struct {
	Name     string          `json:"actionName"`
	Name2    string          `json:"action_name"`
	Allowed  []string        `json:"allowedDecisions"`
	Allowed2 []string        `json:"allowed_decisions"`
	Schema   json.RawMessage `json:"argsSchema"`
}

// configOf returns the configuration of action i: the entry with the same index if it has the name of the action, else the first entry with
// that name.
func configOf(configs []config, i int, name string) *config {
	named := func(c config) bool { return c.Name == name || c.Name2 == name }
	if i < len(configs) && named(configs[i]) {
		return &configs[i]
	}
	if at := slices.IndexFunc(configs, named); at >= 0 {
		return &configs[at]
	}
	return nil
}

// objectOr returns the first of the values that is an object, or an empty one.
func objectOr(values ...json.RawMessage) json.RawMessage {
	for _, v := range values {
		if len(v) > 0 && v[0] == '{' {
			return v
		}
	}
	return json.RawMessage("{}")
}

// ordered returns those of names that are kinds of decisions, in the order in which they are offered.
func ordered(names []string) []string {
	var list []string
	for _, kind := range []string{Approve, Edit, Reject, Respond} {
		if slices.Contains(names, kind) {
			list = append(list, kind)
		}
	}
	return list
}

// Decision is what a person decides about an action.
type Decision struct {
	Kind    string
	Message string          // why it is rejected, "" for no reason; or the response
	Edited  json.RawMessage // the arguments to act with instead, or {"name": …, "args": {…}}
}

// Response returns the answer to the request: one decision about each action, in their order.
func (r *Request) Response(decisions []*Decision) (json.RawMessage, error) {
	list := make([]json.RawMessage, len(r.Actions))
	for i := range r.Actions {
		if i >= len(decisions) || decisions[i] == nil {
			return nil, fmt.Errorf("no decision about action %d, %s; allowed: %s", i+1, r.Actions[i].Name, strings.Join(r.Actions[i].Allowed, ", "))
		}
		one, err := r.Actions[i].decide(decisions[i], r.python)
		if err != nil {
			return nil, fmt.Errorf("action %d, %s: %w", i+1, r.Actions[i].Name, err)
		}
		list[i] = one
	}
	return marshal(map[string]any{"decisions": list})
}

// decide returns a decision in the form that the agent expects. If the question has the names of Python, an edited action has both names.
func (a *Action) decide(d *Decision, python bool) (json.RawMessage, error) {
	if !a.Allows(d.Kind) {
		return nil, fmt.Errorf("%s is not allowed; allowed: %s", d.Kind, strings.Join(a.Allowed, ", "))
	}
	switch d.Kind {
	case Edit:
		edited, err := a.edited(d.Edited)
		if err != nil {
			return nil, err
		}
		decision := struct {
			Type   string        `json:"type"`
			Edited *editedAction `json:"editedAction"`
			Python *editedAction `json:"edited_action,omitempty"`
		}{Edit, edited, nil}
		if python {
			decision.Python = edited
		}
		return marshal(decision)
	case Reject, Respond:
		var message *string
		if d.Message != "" || d.Kind == Respond {
			message = &d.Message
		}
		return marshal(struct {
			Type    string  `json:"type"`
			Message *string `json:"message,omitempty"`
		}{d.Kind, message})
	}
	return marshal(map[string]string{"type": d.Kind})
}

type editedAction struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// edited returns the action to take instead. Fields of edit replace those of the arguments, and the other arguments stay. If edit is
// an object with name and args, and nothing else, it is the whole action.
func (a *Action) edited(edit json.RawMessage) (*editedAction, error) {
	given, err := Fields(edit)
	if err != nil {
		return nil, fmt.Errorf("the edited arguments: %w", err)
	}
	var whole editedAction
	if len(given) == 2 && json.Unmarshal(edit, &whole) == nil && whole.Name != "" && len(whole.Args) > 0 && whole.Args[0] == '{' {
		return &whole, nil
	}
	have, err := Fields(a.Args)
	if err != nil {
		return nil, err
	}
	return &editedAction{a.Name, Object(merge(have, given))}, nil
}

// merge replaces fields of the same name, and adds the others at the end.
func merge(have, given []Field) []Field {
	out := slices.Clone(have)
	for _, g := range given {
		if at := slices.IndexFunc(out, func(f Field) bool { return f.Name == g.Name }); at >= 0 {
			out[at] = g
		} else {
			out = append(out, g)
		}
	}
	return out
}

// Field is a field of a JSON object.
type Field struct {
	Name  string
	Value json.RawMessage
}

// Fields returns the fields of a JSON object, in order.
func Fields(object json.RawMessage) ([]Field, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("a JSON object is expected")
	}
	var list []Field
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		var f Field
		f.Name, _ = t.(string)
		if err := d.Decode(&f.Value); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// Object returns fields as a JSON object, in order.
func Object(fields []Field) json.RawMessage {
	b := []byte("{")
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		name, _ := marshal(f.Name) // no string fails
		b = append(append(append(b, name...), ':'), f.Value...)
	}
	return append(b, '}')
}

// marshal is json.Marshal without escapes for <, > and &.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
