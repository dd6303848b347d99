// This file shows questions: on a line, as a card, and the people who are to answer.

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/hitlrun/hitlrun/cmd/hitlrun/form"
)

// writeQuestion prints a value that comes after a colon: a string as it is, other values as JSON. If it has more than one line, the
// lines are indented, so that none looks like a line of hitlrun.
func writeQuestion(w io.StringWriter, value json.RawMessage) {
	var s string
	if len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &s) == nil {
		_, _ = w.WriteString(indented(safe(s))) // w remembers what fails
		return
	}
	before := " "
	if severalLines().Match(value) {
		before = "\n  "
	}
	_, _ = w.WriteString(before)
	writePretty(w, value, "  ")
}

// severalLines matches JSON that writePretty prints over several lines: an object or an array that is not empty.
var severalLines = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\[{]\s*[^\s\]}]`) })

// headline returns a question on one line: its text, or the actions that it is about, else all of it as JSON.
func headline(value json.RawMessage) string {
	if r, ok := form.ParseRequest(value); ok {
		names := make([]string, len(r.Actions))
		for i, a := range r.Actions {
			names[i] = a.Name
		}
		return "decide: " + safeLine(strings.Join(names, ", "))
	}
	text := ""
	if json.Unmarshal(value, &text) != nil {
		var q struct{ Question, Text, Message, Title, Prompt any }
		if json.Unmarshal(value, &q) == nil {
			for _, field := range []any{q.Question, q.Message, q.Prompt, q.Title, q.Text} {
				if s, ok := field.(string); ok && text == "" {
					text = s
				}
			}
		}
	}
	if text = strings.TrimSpace(text); text == "" {
		return compact(value)
	}
	first, _, _ := strings.Cut(text, "\n")
	return safeLine(first)
}

// card returns a question without its schema, which a form shows, and the schema on one line.
func card(value json.RawMessage) (shown json.RawMessage, schema string) {
	list := fields(value)
	var b bytes.Buffer
	for _, f := range list {
		if f.name == "schema" && len(f.value) > 0 && f.value[0] == '{' {
			schema = compact(f.value)
			continue
		}
		if b.Len() == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(f.name) // a string
		b.Write(name)
		b.WriteByte(':')
		b.Write(f.value)
	}
	if schema == "" || b.Len() == 0 {
		return value, ""
	}
	b.WriteByte('}')
	return b.Bytes(), schema
}

// askedOf returns a text with the people whom a question names.
func askedOf(value json.RawMessage) string {
	var named map[string]json.RawMessage
	if json.Unmarshal(value, &named) != nil {
		return ""
	}
	var names []string
	for _, field := range []string{"reviewers", "reviewer", "assignees", "assignee"} {
		var one string
		var several []string
		switch {
		case json.Unmarshal(named[field], &one) == nil:
			names = append(names, one)
		case json.Unmarshal(named[field], &several) == nil:
			names = append(names, several...)
		}
	}
	return shorten(safeLine(strings.Join(names, ", ")), 2*askLength)
}
