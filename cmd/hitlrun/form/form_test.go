// This file tests questions on a terminal that is a list of lines.

package form_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/cmd/hitlrun/form"
)

// paper is a terminal: what is typed is known before, what is printed is collected.
type paper struct {
	typed   []string
	edited  []string // what comes of each text that is edited
	printed strings.Builder
}

func (p *paper) Print(text string) { p.printed.WriteString(text) }

func (p *paper) ReadLine(ctx context.Context, prompt string) (string, error) {
	p.printed.WriteString(prompt)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if len(p.typed) == 0 {
		return "", io.EOF
	}
	line := p.typed[0]
	p.typed = p.typed[1:]
	return line, nil
}

func (p *paper) Edit(_ context.Context, text string) (string, error) {
	if len(p.edited) == 0 {
		return "", errors.New("there is no editor")
	}
	p.printed.WriteString("edits " + text)
	text = p.edited[0]
	p.edited = p.edited[1:]
	return text, nil
}

func (p *paper) Strong(text string) string { return text }
func (p *paper) Safe(text string) string   { return strings.ReplaceAll(text, "\x1b", "ESC") }

const order = `{"question":"order?","schema":{"type":"object","required":["pay","count"],"properties":{
	"pay":{"type":"boolean","description":"Pay it now"},"count":{"type":"integer","minimum":1,"default":2},
	"color":{"enum":["red","blue"]},"note":{"type":"string","maxLength":10},"tags":{"type":"array","items":{"type":"string"}},
	"ship":{"type":"object","properties":{"to":{"type":"string"}}}}}}`

const pythonAgent = `{"action_requests":[{"name":"send","args":{"to":"a"}}],"review_configs":[{"action_name":"send","allowed_decisions":["edit","reject"]}]}`

const agent = `{"actionRequests":[{"name":"send","args":{"to":"a","count":1},"description":"Sends a mail"},{"name":"drop","args":{}}],
	"reviewConfigs":[{"actionName":"send","allowedDecisions":["approve","edit","reject","respond"]},{"actionName":"drop","allowedDecisions":["approve","reject"]}]}`

func TestQuestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, question, draft string
		typed, edited         []string
		want, shows           string
	}{
		{"text", `"why?"`, "", []string{"because"}, nil, `"because"`, ">"},
		{"JSON as it is", `"why?"`, "", []string{`{"a": 1}`}, nil, `{"a": 1}`, ""},
		{"yes or no", `{"schema":{"type":"boolean"}}`, "", []string{"maybe", "y"}, nil, "true", ""},
		{"a number", `{"schema":{"type":"number"}}`, "", []string{"many", "1.5"}, nil, "1.5", ""},
		{"a whole number", `{"schema":{"type":"integer"}}`, "", []string{"1.5", "3"}, nil, "3", ""},
		{"a choice by its number", `{"schema":{"enum":["red","blue"]}}`, "", []string{"9", "2"}, nil, `"blue"`, "red"},
		{"a choice by its name", `{"schema":{"enum":["red","blue"]}}`, "", []string{"red"}, nil, `"red"`, ""},
		{"the fields of an object", order, "", []string{"y", "", "2", "hello", "a,b", "Ann", "y"}, nil, "", "Pay it now"},
		{"an object in the editor", order, "", []string{"y", "3", "1", "", "", "", "e", "y"}, []string{`{"pay":false,"count":5}`}, `{"pay":false,"count":5}`, "edits"},
		{"what was refused is offered again", `{"schema":{"type":"string"}}`, `"draft"`, []string{""}, nil, `"draft"`, "draft"},
		{"an agent that may act", agent, "", []string{"a", "y"}, nil, `{"decisions":[{"type":"approve"},{"type":"approve"}]}`, "Sends a mail"},
		{"an agent that may not", agent, "", []string{"r", "too many", "nonsense", "reject", ""}, nil, `{"decisions":[{"type":"reject","message":"too many"},{"type":"reject"}]}`, "one of approve, reject is expected"},
		{"an agent that is told", agent, "", []string{"s", "do it yourself", "a"}, nil, `{"decisions":[{"type":"respond","message":"do it yourself"},{"type":"approve"}]}`, ""},
		{"an agent that acts otherwise", agent, "", []string{"e", "b", "2", "y", "a"}, nil, `{"decisions":[{"type":"edit","editedAction":{"name":"send","args":{"to":"b","count":2}}},{"type":"approve"}]}`, ""},
		{"a description that is like a line of hitlrun", `{"schema":{"type":"string","description":"thread: x"}}`, "", []string{"v"}, nil, `"v"`, "  thread: x"},
		{"an agent with the names of Python", pythonAgent, "", []string{"e", "b", "y"}, nil, `{"decisions":[{"type":"edit","editedAction":{"name":"send","args":{"to":"b"}},"edited_action":{"name":"send","args":{"to":"b"}}}]}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &paper{typed: c.typed, edited: c.edited}
			a := &form.Asker{Terminal: p}
			if c.draft != "" {
				a.Draft = json.RawMessage(c.draft)
			}
			got, err := a.Answer(t.Context(), json.RawMessage(c.question))
			if err != nil || c.want != "" && string(got) != c.want || !json.Valid(got) || len(p.typed) > 0 {
				t.Errorf("got %s, %v, not read: %q, want %s\n%s", got, err, p.typed, c.want, p.printed.String())
			}
			if !strings.Contains(p.printed.String(), c.shows) {
				t.Errorf("it does not show %q:\n%s", c.shows, p.printed.String())
			}
		})
	}
}

func TestPeopleLeave(t *testing.T) {
	t.Parallel()
	for _, question := range []string{`"why?"`, order, agent, `{"schema":{"type":"boolean"}}`} {
		if _, err := (&form.Asker{Terminal: &paper{}}).Answer(t.Context(), json.RawMessage(question)); !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v, want EOF", question, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := (&form.Asker{Terminal: &paper{typed: []string{"y"}}}).Answer(ctx, json.RawMessage(question)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", question, err)
		}
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{`yes`: `"yes"`, ` 5 `: `5`, `[1,`: "", `{"a":1}`: `{"a":1}`, `"q"`: `"q"`, `null`: `null`, `{"a" 1}`: ""} {
		got, err := form.Typed(line)
		if want == "" && err == nil || want != "" && (err != nil || string(got) != want) {
			t.Errorf("%q: %s, %v, want %s", line, got, err, want)
		}
	}
	fields, err := form.Fields(json.RawMessage(`{"b":1,"a":{"c":2}}`))
	if err != nil || len(fields) != 2 || string(form.Object(fields)) != `{"b":1,"a":{"c":2}}` {
		t.Errorf("fields are %+v, %v", fields, err)
	}
	if _, err := form.Fields(json.RawMessage(`[1]`)); err == nil {
		t.Error("a list has fields")
	}
}
