// This file holds answers against the JSON schema that their question has.

package jsapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// AnswerError says why an answer does not fit its question.
type AnswerError struct{ Reason string }

func (e *AnswerError) Error() string {
	return "the answer does not fit the schema of the question: " + e.Reason
}

// checkAnswer is runtime.Options.CheckAnswer: where a question is an object with a
// schema, the answer has to fit it.
func (vm *VM) checkAnswer(question, answer runtime.Value) error {
	q, err := host{vm}.Dump(question)
	if err != nil {
		return err
	}
	if !hasSchema(q) {
		return nil
	}
	a, err := host{vm}.Dump(answer)
	if err != nil {
		return err
	}
	return fits(PlainJSON(q.Data), PlainJSON(a.Data))
}

// hasSchema tells most questions apart without parsing them.
func hasSchema(q checkpoint.Blob) bool {
	return len(q.Data) > 0 && q.Data[0] == '{' && strings.Contains(string(q.Data), `"schema"`)
}

// fits returns an AnswerError if the answer does not fit the schema of the question.
func fits(question, answer json.RawMessage) error {
	var asked struct{ Schema json.RawMessage }
	if json.Unmarshal(question, &asked) != nil || !isSchema(asked.Schema) {
		return nil
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(asked.Schema, &schema); err != nil {
		return &AnswerError{"the schema itself is wrong: " + err.Error()}
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return &AnswerError{"the schema itself is wrong: " + err.Error()}
	}
	var value any
	if err := json.Unmarshal(answer, &value); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	err = resolved.Validate(value)
	if err == nil {
		return nil
	}
	for inner := errors.Unwrap(err); inner != nil && !strings.Contains(err.Error(), "properties"); inner = errors.Unwrap(inner) {
		err = inner // the way there says nothing to people
	}
	return &AnswerError{plainNumber.ReplaceAllString(strings.TrimPrefix(err.Error(), "validating root: "), "$1")}
}

// plainNumber finds whole numbers that the validator writes as fractions.
var plainNumber = regexp.MustCompile(`(\d)(?:/1|\.0+)\b`)

// isSchema reports whether what a question calls its schema is a JSON schema: an object with
// one of the words that constrain something.
func isSchema(schema json.RawMessage) bool {
	var words map[string]json.RawMessage
	if json.Unmarshal(schema, &words) != nil {
		return false
	}
	for _, word := range []string{"$schema", "$ref", "type", "enum", "const", "properties", "required", "items", "anyOf", "oneOf", "allOf", "not"} {
		if _, ok := words[word]; ok {
			return true
		}
	}
	return false
}
