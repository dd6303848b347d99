// This file checks answers against the JSON schema of their question.

package langgraph

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/review"
	"github.com/hitlrun/hitlrun/jsapi/schema"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// AnswerError says why an answer does not fit its question.
type AnswerError struct {
	Path   string // the place in the answer, as a JSON pointer
	Reason string
}

func (e *AnswerError) Error() string {
	return "the answer does not fit the schema of the question: " + e.Reason
}

// checkQuestion returns an error for a question with a schema that cannot be checked in bounded time, and for one whose schema is
// false, which no answer fits. Any other mistake in the schema is only reported when the question is answered, since the field may
// not be a JSON schema at all.
func checkQuestion(q checkpoint.Blob) error {
	if !hasSchema(q) {
		return nil
	}
	question := value.PlainJSON(q.Data)
	var asked map[string]json.RawMessage
	if json.Unmarshal(question, &asked) == nil && string(asked["schema"]) == "false" {
		return errors.New("interrupt: the schema of the question is false, which no answer fits: leave it out, or give a schema that some answer fits")
	}
	_, err := schemaOf(question)
	if unbounded := new(schema.UnboundedError); errors.As(err, &unbounded) {
		return fmt.Errorf("interrupt: the schema of the question is refused: %w", err)
	}
	return nil
}

// checkAnswer implements runtime.Options.CheckAnswer. If the question is an object with a JSON schema,
// the answer must fit the schema. The answer to a question about tool calls must decide on them.
func (api *API) checkAnswer(question, answer runtime.Value) error {
	q, err := host{api}.Dump(question)
	if err != nil {
		return err
	}
	request := review.IsRequest(q.Data)
	if !request && !hasSchema(q) {
		return nil
	}
	a, err := host{api}.Dump(answer)
	if err != nil {
		return err
	}
	if request {
		if err := review.Check(value.PlainJSON(q.Data), value.PlainJSON(a.Data)); err != nil {
			return err
		}
	}
	unchecked, err := fits(value.PlainJSON(q.Data), value.PlainJSON(a.Data))
	for _, pattern := range unchecked {
		api.o.Warn(fmt.Sprintf("a question has a schema with a pattern that cannot be checked: %s. Its answer may not fit the pattern.", pattern))
	}
	if wrong := new(wrongSchema); errors.As(err, &wrong) {
		api.o.Warn(fmt.Sprintf("a question has a schema that is not a JSON schema: %v. Its answer is not checked.", wrong.err))
		return nil // otherwise the question could never be answered
	}
	return err
}

// wrongSchema is the error for a value that looks like a JSON schema but is not a valid one.
type wrongSchema struct{ err error }

func (e *wrongSchema) Error() string { return e.err.Error() }
func (e *wrongSchema) Unwrap() error { return e.err }

// hasSchema reports whether a question may have a schema. It does not parse the question, and may
// return true for one that has none.
func hasSchema(q checkpoint.Blob) bool {
	return len(q.Data) > 0 && q.Data[0] == '{' && strings.Contains(string(q.Data), `"schema"`)
}

// fits returns an AnswerError if the answer does not fit the schema of the question, and the patterns of the schema that
// cannot be checked.
func fits(question, answer json.RawMessage) (unchecked []string, err error) {
	s, err := schemaOf(question)
	if s == nil || err != nil {
		return nil, err
	}
	err = s.Check(answer)
	if unfit := new(schema.UnfitError); errors.As(err, &unfit) {
		err = &AnswerError{unfit.Pointer, unfit.Error()}
	}
	return s.Unchecked, err
}

// schemaOf compiles the schema of a question. It returns nil if the question has no schema. The error
// is a *wrongSchema.
func schemaOf(question json.RawMessage) (*schema.Schema, error) {
	var asked map[string]json.RawMessage
	if json.Unmarshal(question, &asked) != nil || !isSchema(asked["schema"]) {
		return nil, nil //nolint:nilnil // most questions have none
	}
	s, err := schema.Compile(asked["schema"])
	if err != nil {
		return nil, &wrongSchema{err}
	}
	return s, nil
}

// keywords are the keywords of JSON schemas, of all drafts, that an answer may not fit.
var keywords = map[string]bool{
	"$schema": true, "$ref": true, "$dynamicRef": true, "$recursiveRef": true, "enum": true, "const": true,
	"anyOf": true, "oneOf": true, "allOf": true, "not": true, "if": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
	"minLength": true, "maxLength": true, "pattern": true,
	"items": true, "prefixItems": true, "additionalItems": true, "unevaluatedItems": true, "contains": true, "minItems": true, "maxItems": true, "uniqueItems": true,
	"properties": true, "patternProperties": true, "additionalProperties": true, "unevaluatedProperties": true, "propertyNames": true, "required": true,
	"minProperties": true, "maxProperties": true, "dependencies": true, "dependentRequired": true, "dependentSchemas": true,
}

// isSchema reports whether the field schema of a question is a JSON schema, valid or not: an object with at least one
// keyword. The name of a type may have other capital letters than it should.
func isSchema(schema json.RawMessage) bool {
	var words map[string]json.RawMessage
	if json.Unmarshal(schema, &words) != nil {
		return false
	}
	for word := range words {
		if keywords[word] {
			return true
		}
	}
	return isType(words["type"])
}

// isType reports whether data is a "type" of a JSON schema.
func isType(data json.RawMessage) bool {
	var list []string
	if json.Unmarshal(data, &list) != nil {
		var name string
		if json.Unmarshal(data, &name) != nil {
			return false
		}
		list = []string{name}
	}
	for _, name := range list {
		if !slices.Contains([]string{"null", "boolean", "object", "array", "number", "integer", "string"}, strings.ToLower(name)) {
			return false
		}
	}
	return len(list) > 0
}
