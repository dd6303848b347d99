// This file holds answers against the JSON schema that their question has.

package jsapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/review"
	"github.com/hitlrun/hitlrun/runtime"
)

// AnswerError says why an answer does not fit its question.
type AnswerError struct {
	Path   string // where in the answer, a JSON pointer
	Reason string
}

func (e *AnswerError) Error() string {
	return "the answer does not fit the schema of the question: " + e.Reason
}

// DecisionError says why an answer does not decide on the tool calls of its question.
type DecisionError = review.Error

// checkAnswer is runtime.Options.CheckAnswer: where a question is an object with a
// schema, the answer has to fit it, and a question about tool calls needs decisions on them.
func (vm *VM) checkAnswer(question, answer runtime.Value) error {
	q, err := host{vm}.Dump(question)
	if err != nil {
		return err
	}
	request := review.IsRequest(q.Data)
	if !request && !hasSchema(q) {
		return nil
	}
	a, err := host{vm}.Dump(answer)
	if err != nil {
		return err
	}
	if request {
		if err := review.Check(PlainJSON(q.Data), PlainJSON(a.Data)); err != nil {
			return err
		}
	}
	err = fits(PlainJSON(q.Data), PlainJSON(a.Data))
	if wrong := new(wrongSchema); errors.As(err, &wrong) {
		vm.warn(fmt.Sprintf("a question has a schema that is no JSON schema: %v. Its answer is not checked.", wrong.err))
		return nil // nobody could ever answer it
	}
	return err
}

// wrongSchema is the error for what looks like a JSON schema and is none.
type wrongSchema struct{ err error }

func (e *wrongSchema) Error() string { return e.err.Error() }

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
	if err := json.Unmarshal(withoutLookaround(asked.Schema), &schema); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			err = fmt.Errorf("it has %s where something else belongs", wrong.Value)
		}
		return &wrongSchema{err}
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return &wrongSchema{err}
	}
	var value any
	if err := json.Unmarshal(answer, &value); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	err = resolved.Validate(value)
	if err == nil {
		return nil
	}
	path := answerPath(err)
	for inner := errors.Unwrap(err); inner != nil && !strings.Contains(err.Error(), "properties"); inner = errors.Unwrap(inner) {
		err = inner // the way there says nothing to people
	}
	return &AnswerError{path, plainNumber().ReplaceAllString(strings.TrimPrefix(err.Error(), "validating root: "), "$1")}
}

// answerPath returns where in an answer an error is, as far as the parts of the schema on the way there say it.
func answerPath(err error) string {
	path := ""
	for ; err != nil; err = errors.Unwrap(err) {
		where, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "validating "), ": ")
		if !strings.HasPrefix(where, "/properties/") {
			continue
		}
		path = ""
		for _, part := range strings.Split(where, "/properties/")[1:] {
			name, rest, _ := strings.Cut(part, "/")
			path += "/" + name
			if rest != "" && !strings.HasPrefix(rest, "items") {
				break // of a choice between schemas: it is not known further
			}
		}
	}
	return path
}

// withoutLookaround leaves out the patterns that Go's regular expressions cannot match, such as that
// of z.email(): what else the schema says is still checked.
func withoutLookaround(schema json.RawMessage) json.RawMessage {
	if !bytes.Contains(schema, []byte(`"pattern`)) {
		return schema
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return schema
	}
	leaveOut(v)
	out, err := json.Marshal(v)
	if err != nil {
		return schema
	}
	return out
}

func leaveOut(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			leaveOut(item)
		}
	case map[string]any:
		if pattern, ok := v["pattern"].(string); ok && !compiles(pattern) {
			delete(v, "pattern")
		}
		if properties, ok := v["patternProperties"].(map[string]any); ok {
			for pattern := range properties {
				if !compiles(pattern) {
					delete(properties, pattern)
				}
			}
		}
		for _, item := range v {
			leaveOut(item)
		}
	}
}

func compiles(pattern string) bool {
	_, err := regexp.Compile(pattern)
	return err == nil
}

// plainNumber finds whole numbers that the validator writes as fractions.
var plainNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\d)(?:/1|\.0+)\b`) })

// isSchema reports whether what a question calls its schema is a JSON schema: an object with
// one of the words that constrain something.
func isSchema(schema json.RawMessage) bool {
	var words map[string]json.RawMessage
	if json.Unmarshal(schema, &words) != nil || !isType(words["type"]) {
		return false
	}
	for _, word := range []string{"$schema", "$ref", "type", "enum", "const", "properties", "required", "items", "anyOf", "oneOf", "allOf", "not"} {
		if _, ok := words[word]; ok {
			return true
		}
	}
	return false
}

// isType reports whether a schema can have this as its type; nothing is fine, too.
func isType(data json.RawMessage) bool {
	var list []string
	if data == nil || json.Unmarshal(data, &list) != nil {
		list = append(list, "")
		if data == nil || json.Unmarshal(data, &list[0]) != nil {
			return data == nil
		}
	}
	for _, name := range list {
		if !slices.Contains([]string{"null", "boolean", "object", "array", "number", "integer", "string"}, name) {
			return false
		}
	}
	return true
}
