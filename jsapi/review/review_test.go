// This file tests which answers fit a HITLRequest.

package review_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/review"
)

const question = `{"actionRequests":[{"name":"send","args":{"to":"bob"}},{"name":"delete","args":{"id":7}}],
"reviewConfigs":[{"actionName":"send","allowedDecisions":["approve","respond"]},{"actionName":"delete","allowedDecisions":["approve","edit","reject"]}]}`

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ answer, want string }{
		{`{"decisions":[{"type":"approve"},{"type":"approve"}]}`, ""},
		{`{"decisions":[{"type":"respond","message":""},{"type":"reject"}]}`, ""},
		{`{"decisions":[{"type":"approve"},{"type":"reject","message":"no"}]}`, ""},
		{`{"decisions":[{"type":"approve"},{"type":"edit","editedAction":{"name":"delete","args":{"id":8}}}]}`, ""},
		{`true`, "Invalid HITLResponse: decisions must be a non-empty array"},
		{`null`, "Invalid HITLResponse"},
		{`[]`, "Invalid HITLResponse"},
		{`{}`, "Invalid HITLResponse"},
		{`{"decisions":"approve"}`, "Invalid HITLResponse"},
		{`{"decisions":null}`, "Invalid HITLResponse"},
		{`{"DECISIONS":[{"type":"approve"},{"type":"approve"}]}`, "Invalid HITLResponse"},
		{`{"decisions":[]}`, "Number of human decisions (0) does not match number of hanging tool calls (2)."},
		{`{"decisions":[{"type":"approve"}]}`, "Number of human decisions (1)"},
		{`{"decisions":[{"type":"reject"},{"type":"approve"}]}`, `Unexpected human decision: {"type":"reject"}. Decision type 'reject' is not allowed for tool 'send'. Expected one of ["approve","respond"]`},
		{`{"decisions":[{"type":"approve"},{"type":"later"}]}`, `Decision type 'later' is not allowed for tool 'delete'`},
		{`{"decisions":["approve","approve"]}`, `Unexpected human decision: "approve". Decision type 'undefined'`},
		{`{"decisions":[{},{"type":"approve"}]}`, `Decision type 'undefined'`},
		{`{"decisions":[{"type":7},{"type":"approve"}]}`, `Decision type '7'`},
		{`{"decisions":[{"type":"respond"},{"type":"approve"}]}`, `Tool call response for "send" must be a string, got undefined`},
		{`{"decisions":[{"type":"approve"},{"type":"reject","message":7}]}`, `Tool call response for "delete" must be a string, got number`},
		{`{"decisions":[{"type":"approve"},{"type":"edit"}]}`, `Invalid edited action for tool "delete": name must be a string`},
		{`{"decisions":[{"type":"approve"},{"type":"edit","editedAction":{"name":"x","args":"y"}}]}`, `Invalid edited action for tool "delete": args must be an object`},
		{`{"decisions":[{"type":"approve"},{"type":"edit","editedAction":7}]}`, `name must be a string`},
	} {
		got := ""
		if err := review.Check(json.RawMessage(question), json.RawMessage(tt.answer)); err != nil {
			got = err.Error()
		}
		if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) && !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.answer, got, tt.want)
		}
	}
}

func TestOtherQuestions(t *testing.T) {
	t.Parallel()
	for _, q := range []string{
		`"go?"`, `{}`, `{"actionRequests":[]}`, `{"actionRequests":7}`, `{"actionRequests":[{"name":"send"}]}`,
		`{"actionRequests":[{"name":"send"}],"reviewConfigs":[{"actionName":"other","allowedDecisions":[]}]}`,
		`{"actionRequests":[{}],"reviewConfigs":[{}]}`,
	} {
		if err := review.Check(json.RawMessage(q), json.RawMessage(`true`)); err != nil {
			t.Errorf("%s: %v", q, err)
		}
	}
}

// TestSettingsOfEachCall checks that the calls of one tool are distinguished by their order.
func TestSettingsOfEachCall(t *testing.T) {
	t.Parallel()
	q := `{"actionRequests":[{"name":"send"},{"name":"send"}],
"reviewConfigs":[{"actionName":"send","allowedDecisions":["approve"]},{"actionName":"send","allowedDecisions":["reject"]}]}`
	if err := review.Check(json.RawMessage(q), json.RawMessage(`{"decisions":[{"type":"approve"},{"type":"reject"}]}`)); err != nil {
		t.Error(err)
	}
	if err := review.Check(json.RawMessage(q), json.RawMessage(`{"decisions":[{"type":"approve"},{"type":"approve"}]}`)); err == nil {
		t.Error("a decision that is not allowed for the second call was taken")
	}
}

// TestNamesOfPython checks that a question may have the field names of Python, and that the answer may have the edited
// action under the name of either language.
func TestNamesOfPython(t *testing.T) {
	t.Parallel()
	q := `{"action_requests":[{"name":"send","args":{"to":"bob"}},{"name":"drop","args":{}}],
"review_configs":[{"action_name":"send","allowed_decisions":["approve","edit"]},{"action_name":"drop","allowed_decisions":["reject"]}]}`
	for _, tt := range []struct{ answer, want string }{
		{`{"decisions":[{"type":"approve"},{"type":"reject"}]}`, ""},
		{`{"decisions":[{"type":"edit","edited_action":{"name":"send","args":{}}},{"type":"reject"}]}`, ""},
		{`{"decisions":[{"type":"edit","editedAction":{"name":"send","args":{}}},{"type":"reject"}]}`, ""},
		{`{"decisions":[{"type":"edit","edited_action":{"name":"send"}},{"type":"reject"}]}`, `Invalid edited action for tool "send": args must be an object`},
		{`{"decisions":[{"type":"edit"},{"type":"reject"}]}`, `Invalid edited action for tool "send": name must be a string`},
		{`{"decisions":[{"type":"approve"},{"type":"edit"}]}`, `Decision type 'edit' is not allowed for tool 'drop'`},
		{`{"decisions":[{"type":"approve"}]}`, "Number of human decisions (1)"},
		{`"yes"`, "Invalid HITLResponse"},
	} {
		if !review.IsRequest([]byte(q)) {
			t.Fatal("the question is taken for another kind")
		}
		err := review.Check(json.RawMessage(q), json.RawMessage(tt.answer))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.answer, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: got %v, want %s", tt.answer, err, tt.want)
		}
	}
	other := `{"action_requests":[{"name":"send"}],"review_configs":[{"action_name":"send","allow_accept":true}]}`
	if err := review.Check(json.RawMessage(other), json.RawMessage(`{"type":"accept"}`)); err != nil {
		t.Errorf("a question that does not name the decisions: %v", err)
	}
}

// TestManyCalls checks an answer to a question about very many calls of tools.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	var actions, configs, decisions []string
	for i := range 100_000 {
		actions = append(actions, fmt.Sprintf(`{"name":"t%d"}`, i))
		configs = append(configs, fmt.Sprintf(`{"actionName":"t%d","allowedDecisions":["approve"]}`, i))
		decisions = append(decisions, `{"type":"approve"}`)
	}
	question := `{"actionRequests":[` + strings.Join(actions, ",") + `],"reviewConfigs":[` + strings.Join(configs, ",") + `]}`
	began := time.Now()
	if err := review.Check([]byte(question), []byte(`{"decisions":[`+strings.Join(decisions, ",")+`]}`)); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("it took %v", took)
	}
}
