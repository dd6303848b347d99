// Package review checks answers to the question that agents ask before they call tools, which is the
// HITLRequest of humanInTheLoopMiddleware. The answer, a HITLResponse, has a decision for each call. The
// messages of errors are those of the middleware itself.
package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Error says why an answer is not a valid HITLResponse to its question.
type Error struct {
	Reason string // the message of the middleware
	// Hint describes a valid answer.
	Hint string
}

func (e *Error) Error() string { return e.Reason }

// action is a tool call in a question, with the decisions that are allowed for it.
type action struct {
	name    string
	allowed []string
	python  bool // whether the question has the field names of Python
}

// decisionTypes are the types of decisions.
var decisionTypes = [...]string{"approve", "edit", "reject", "respond"}

// IsRequest reports whether a question, which is JSON, may be a HITLRequest. It does not parse the question, so
// it can return true for another question.
func IsRequest(question []byte) bool {
	return len(question) > 0 && question[0] == '{' &&
		(bytes.Contains(question, []byte(`"actionRequests"`)) || bytes.Contains(question, []byte(`"action_requests"`)))
}

// Check returns an *Error if question is a HITLRequest and answer does not have valid decisions on its calls. It
// returns nil for any other question.
func Check(question, answer json.RawMessage) error {
	actions := actionsOf(question)
	if actions == nil {
		return nil
	}
	if reason := misfit(actions, answer); reason != "" {
		return &Error{Reason: reason, Hint: hint(actions)}
	}
	return nil
}

// request has the fields of a HITLRequest that determine valid answers, with the names of JavaScript and of
// Python.
type request struct {
	Actions       []struct{ Name string } `json:"actionRequests"`
	Configs       []config                `json:"reviewConfigs"`
	PythonActions []struct{ Name string } `json:"action_requests"`
	PythonConfigs []config                `json:"review_configs"`
}

type config struct {
	Name          string   `json:"actionName"`
	Allowed       []string `json:"allowedDecisions"`
	PythonName    string   `json:"action_name"`
	PythonAllowed []string `json:"allowed_decisions"`
}

// of returns the name of the tool that c is for.
func (c *config) of() string { return cmp.Or(c.Name, c.PythonName) }

// actionsOf returns the calls of a HITLRequest, or nil if question is not a HITLRequest.
func actionsOf(question json.RawMessage) []action {
	var asked request
	if json.Unmarshal(question, &asked) != nil {
		return nil
	}
	var actions []action
	configs := append(asked.Configs, asked.PythonConfigs...)
	first := make(map[string]int, len(configs))
	for i := range slices.Backward(configs) {
		first[configs[i].of()] = i
	}
	for i, a := range append(asked.Actions, asked.PythonActions...) {
		at, ok := first[a.Name]
		if !ok || a.Name == "" {
			return nil
		}
		if i < len(configs) && configs[i].of() == a.Name {
			at = i // each call of a tool may have its own config
		}
		allowed := append(configs[at].Allowed, configs[at].PythonAllowed...)
		if allowed == nil {
			return nil
		}
		actions = append(actions, action{a.Name, allowed, asked.Actions == nil})
	}
	return actions
}

// misfit returns the error message for an answer, or "" if it is valid.
func misfit(actions []action, answer json.RawMessage) string {
	var response map[string]json.RawMessage
	_ = json.Unmarshal(answer, &response) // an answer that is not an object has no decisions
	var decisions []json.RawMessage
	if json.Unmarshal(response["decisions"], &decisions) != nil || decisions == nil {
		return "Invalid HITLResponse: decisions must be a non-empty array"
	}
	if len(decisions) != len(actions) {
		return fmt.Sprintf("Number of human decisions (%d) does not match number of hanging tool calls (%d).", len(decisions), len(actions))
	}
	for i, decision := range decisions {
		if reason := actions[i].misfit(decision); reason != "" {
			return reason
		}
	}
	return ""
}

// misfit returns the error message for a decision on a, or "" if it is valid.
func (a action) misfit(decision json.RawMessage) string {
	var d map[string]any
	_ = json.Unmarshal(decision, &d) // a decision that is not an object has no type
	name, _ := d["type"].(string)
	if !slices.Contains(decisionTypes[:], name) || !slices.Contains(a.allowed, name) {
		allowed, _ := json.Marshal(a.allowed)
		shown := "undefined"
		if given, ok := d["type"]; ok {
			shown = fmt.Sprint(given)
		}
		return fmt.Sprintf("Unexpected human decision: %s. Decision type '%s' is not allowed for tool '%s'. Expected one of %s based on the tool's configuration.",
			compact(decision), shown, a.name, compact(allowed))
	}
	message, given := d["message"]
	switch {
	case name == "edit":
		edited, _ := d["editedAction"].(map[string]any)
		if edited == nil && a.python {
			edited, _ = d["edited_action"].(map[string]any)
		}
		if _, ok := edited["name"].(string); !ok {
			return fmt.Sprintf("Invalid edited action for tool %q: name must be a string", a.name)
		}
		if kind := kindOf(edited["args"], true); kind != "object" || edited["args"] == nil {
			return fmt.Sprintf("Invalid edited action for tool %q: args must be an object", a.name)
		}
	case name == "respond", name == "reject" && given:
		if kind := kindOf(message, given); kind != "string" {
			return fmt.Sprintf("Tool call response for %q must be a string, got %s", a.name, kind)
		}
	}
	return ""
}

// compact returns a value in the form of JSON.stringify.
func compact(value json.RawMessage) string {
	var b bytes.Buffer
	_ = json.Compact(&b, value)
	return b.String()
}

// kindOf returns the typeof of a value that was parsed from JSON.
func kindOf(v any, given bool) string {
	if !given {
		return "undefined"
	}
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		return "number"
	}
	return "object"
}

// hint returns an example of a valid answer, and lists the other allowed decisions.
func hint(actions []action) string {
	kinds := make([]string, len(actions))
	for i, a := range actions {
		kinds[i] = fmt.Sprintf("%s (%s)", a.name, strings.Join(a.allowed, ", "))
	}
	edited := "editedAction"
	if actions[0].python {
		edited = "edited_action"
	}
	return `An answer is {"decisions":[…]} with one decision for each call, in this order: ` + strings.Join(kinds, "; ") +
		`. A decision is {"type":"approve"}, {"type":"reject","message":TEXT}, {"type":"respond","message":TEXT} or {"type":"edit","` + edited + `":{"name":NAME,"args":{…}}}.`
}
