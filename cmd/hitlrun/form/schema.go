// This file reads the parts of JSON schemas that a form needs.

package form

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// The kinds of inputs.
const (
	kindText    = "text"
	kindNumber  = "number"
	kindInteger = "integer"
	kindYesNo   = "yes or no"
	kindChoice  = "choice"
	kindObject  = "object"
	kindJSON    = "JSON"
)

// input is one value that a person types.
type input struct {
	name        string // "" for an answer that is one value
	kind        string
	description string
	choices     []json.RawMessage // of kindChoice
	preset      json.RawMessage   // the value of an empty line; nil for none
	required    bool
	fields      []input // of kindObject
}

// schema is the part of a JSON schema that a form shows.
type schema struct {
	Type        any               `json:"type"`
	Enum        []json.RawMessage `json:"enum"`
	Const       json.RawMessage   `json:"const"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Default     json.RawMessage   `json:"default"`
	Properties  json.RawMessage   `json:"properties"`
	Required    []string          `json:"required"`
	AnyOf       []schema          `json:"anyOf"`
	OneOf       []schema          `json:"oneOf"`
}

// maxFields is how many fields a form may have. An object with more fields is typed as JSON, or in an editor.
const maxFields = 40

// inputOf returns the input for a value of a schema. preset, if it is not nil, is the default.
func inputOf(name string, data, preset json.RawMessage, depth int) input {
	in := input{name: name, kind: kindJSON, preset: preset}
	var s schema
	if depth > 4 || len(data) == 0 || json.Unmarshal(data, &s) != nil {
		return in
	}
	in.description = s.Description
	if in.description == "" {
		in.description = s.Title
	}
	if in.preset == nil && len(s.Default) > 0 {
		in.preset = s.Default
	}
	in.choices = choices(&s)
	types := s.types()
	switch {
	case len(in.choices) > 0:
		in.kind = kindChoice
	case slices.Equal(types, []string{"boolean"}):
		in.kind = kindYesNo
	case slices.Equal(types, []string{"string"}):
		in.kind = kindText
	case slices.Equal(types, []string{"integer"}):
		in.kind = kindInteger
	case slices.Equal(types, []string{"number"}):
		in.kind = kindNumber
	case slices.Equal(types, []string{"object"}):
		in.object(&s, depth)
	}
	return in
}

// object makes the fields of an object that has at most maxFields.
func (in *input) object(s *schema, depth int) {
	properties, err := Fields(s.Properties)
	if err != nil || len(properties) == 0 || len(properties) > maxFields {
		return
	}
	have, _ := Fields(in.preset)
	in.kind = kindObject
	for _, p := range properties {
		var preset json.RawMessage
		if at := slices.IndexFunc(have, func(f Field) bool { return f.Name == p.Name }); at >= 0 {
			preset = have[at].Value
		}
		f := inputOf(p.Name, p.Value, preset, depth+1)
		f.required = slices.Contains(s.Required, p.Name)
		in.fields = append(in.fields, f)
	}
}

// choices returns the values of an enum, of a const, or of alternatives that are constants.
func choices(s *schema) []json.RawMessage {
	if len(s.Enum) > 0 {
		return s.Enum
	}
	var list []json.RawMessage
	for _, one := range append(slices.Clone(s.AnyOf), s.OneOf...) {
		if len(one.Const) == 0 {
			return nil
		}
		list = append(list, one.Const)
	}
	return list
}

// types returns the types that the schema allows, without null in a list.
func (s *schema) types() []string {
	switch t := s.Type.(type) {
	case string:
		return []string{t}
	case []any:
		var list []string
		for _, one := range t {
			if name, ok := one.(string); ok && name != "null" {
				list = append(list, name)
			}
		}
		return list
	}
	return nil
}

// guess returns the input for values like an example.
func guess(name string, value json.RawMessage) input {
	in := input{name: name, kind: kindJSON, preset: value}
	switch value = bytes.TrimSpace(value); {
	case len(value) == 0:
	case value[0] == '"':
		in.kind = kindText
	case value[0] == 't', value[0] == 'f':
		in.kind = kindYesNo
	case strings.ContainsRune("-0123456789", rune(value[0])):
		in.kind = kindNumber
	}
	return in
}

// questionSchema returns the schema that a question has for its answer, nil if it has none.
func questionSchema(question json.RawMessage) json.RawMessage {
	var q struct {
		Schema json.RawMessage `json:"schema"`
	}
	if len(question) == 0 || question[0] != '{' || json.Unmarshal(question, &q) != nil || len(q.Schema) == 0 || q.Schema[0] != '{' {
		return nil
	}
	return q.Schema
}
