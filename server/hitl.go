// This file translates questions and answers between the formats of the generations of clients.

package server

import (
	"bytes"
	"encoding/json"

	"github.com/hitlrun/hitlrun"
)

// shownInterrupt is a question as clients see it.
type shownInterrupt struct {
	ID    string          `json:"id,omitempty"`
	Value json.RawMessage `json:"value"`

	// These are in the chunks of LangGraph.js 0.2, in place of the id.
	When      json.RawMessage `json:"when,omitempty"`
	Resumable json.RawMessage `json:"resumable,omitempty"`
	NS        json.RawMessage `json:"ns,omitempty"`
}

func showInterrupt(in hitlrun.Interrupt) shownInterrupt {
	return shownInterrupt{ID: in.ID, Value: bothSpellings(in.Value)}
}

func shownInterrupts(list []hitlrun.Interrupt) []shownInterrupt {
	shown := make([]shownInterrupt, len(list))
	for i, in := range list {
		shown[i] = showInterrupt(in)
	}
	return shown
}

// spellings has the names of the fields of a HITLRequest in JavaScript and in Python.
var spellings = [][2]string{
	{"actionRequests", "action_requests"}, {"reviewConfigs", "review_configs"},
	{"actionName", "action_name"}, {"allowedDecisions", "allowed_decisions"}, {"argsSchema", "args_schema"}, {"args", "arguments"},
}

// bothSpellings returns a HITLRequest with the names of JavaScript and of Python, since each client reads one of them;
// other questions unchanged.
func bothSpellings(value json.RawMessage) json.RawMessage {
	if !bytes.Contains(value, []byte(`"actionRequests"`)) && !bytes.Contains(value, []byte(`"action_requests"`)) {
		return value
	}
	var o map[string]any
	if elements(value) > maxElements || json.Unmarshal(value, &o) != nil {
		return value
	}
	for _, names := range [][2]string{{"actionRequests", "action_requests"}, {"reviewConfigs", "review_configs"}} {
		for _, name := range names {
			list, _ := o[name].([]any)
			for _, item := range list {
				if one, ok := item.(map[string]any); ok {
					spellBoth(one)
				}
			}
		}
	}
	spellBoth(o)
	return encode(o)
}

func spellBoth(o map[string]any) {
	for _, names := range spellings {
		a, inA := o[names[0]]
		b, inB := o[names[1]]
		switch {
		case inA && !inB:
			o[names[1]] = a
		case inB && !inA:
			o[names[0]] = b
		}
	}
}

// translateAnswer returns an answer in the format that its question expects. agent-inbox sends a list of HumanResponse
// for a HITLRequest too, and agent-chat-ui sends edited_action.
func translateAnswer(question, answer json.RawMessage) json.RawMessage {
	var asked struct {
		JS     []map[string]any `json:"actionRequests"`
		Python []map[string]any `json:"action_requests"`
	}
	if json.Unmarshal(question, &asked) != nil || asked.JS == nil && asked.Python == nil {
		return answer
	}
	var responses []humanResponse
	if json.Unmarshal(answer, &responses) == nil && len(responses) > 0 && responses[0].Type != "" {
		return encode(map[string]any{"decisions": decisionsOf(responses)})
	}
	var o map[string]any
	if json.Unmarshal(answer, &o) != nil {
		return answer
	}
	decisions, ok := o["decisions"].([]any)
	if !ok {
		return answer
	}
	for _, d := range decisions {
		one, ok := d.(map[string]any)
		if !ok {
			continue
		}
		if edited, there := one["edited_action"]; there && one["editedAction"] == nil {
			one["editedAction"] = edited
		}
		if asked.JS != nil {
			delete(one, "edited_action") // the middleware of JavaScript refuses this field
		} else if edited, there := one["editedAction"]; there && one["edited_action"] == nil {
			one["edited_action"] = edited
		}
	}
	return encode(o)
}

// humanResponse is an answer in the format of agent-inbox.
type humanResponse struct {
	Type string          `json:"type"`
	Args json.RawMessage `json:"args"`
}

// decisionsOf returns the decisions of a HITLRequest for the answers of agent-inbox.
func decisionsOf(responses []humanResponse) []any {
	var list []any
	for _, r := range responses {
		switch r.Type {
		case "accept":
			list = append(list, map[string]any{"type": "approve"})
		case "edit":
			var edited struct {
				Action string          `json:"action"`
				Args   json.RawMessage `json:"args"`
			}
			_ = json.Unmarshal(r.Args, &edited) // the agent refuses an edit without an action
			list = append(list, map[string]any{"type": "edit", "editedAction": map[string]any{"name": edited.Action, "args": edited.Args}})
		case "response":
			list = append(list, map[string]any{"type": "reject", "message": r.Args})
		case "ignore":
			list = append(list, map[string]any{"type": "reject"})
		default:
			list = append(list, map[string]any{"type": r.Type})
		}
	}
	return list
}
