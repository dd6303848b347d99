// This file tests which values count as a JSON schema, and how a schema that is not valid is handled.

package langgraph

import (
	"errors"
	"fmt"
	"testing"
)

func TestFits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ schema, answer, want string }{
		{`{"type":"integer"}`, `3`, "fits"},
		{`{"type":"integer"}`, `3.5`, "unfit"},
		{`{"type":"Integer"}`, `"x"`, "wrong"},
		{`{"minimum":5}`, `1`, "unfit"},
		{`{"exclusiveMaximum":100}`, `5000`, "unfit"},
		{`{"multipleOf":0.1}`, `0.35`, "unfit"},
		{`{"minLength":5}`, `"x"`, "unfit"},
		{`{"minItems":2}`, `[1]`, "unfit"},
		{`{"uniqueItems":true}`, `[1,1]`, "unfit"},
		{`{"contains":{"type":"string"}}`, `[1]`, "unfit"},
		{`{"minProperties":2}`, `{}`, "unfit"},
		{`{"additionalProperties":false}`, `{"a":1}`, "unfit"},
		{`{"patternProperties":{"^a":{"type":"string"}}}`, `{"a":1}`, "unfit"},
		{`{"propertyNames":{"maxLength":1}}`, `{"aa":1}`, "unfit"},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "unfit"},
		{`{"name":"users","title":"Users"}`, `1`, "fits"},
		{`{"type":["integer","null"]}`, `null`, "fits"},
		{`{"type":["integer","null"]}`, `"x"`, "unfit"},
		{`"public"`, `1`, "fits"},
		{`{"type":"users","columns":[]}`, `1`, "fits"}, // of a database
		{`{"properties":{"name":"string"}}`, `{}`, "wrong"},
		{`{"required":true,"type":"string"}`, `"x"`, "wrong"},
		{`{"$ref":"http://example.com/schema"}`, `1`, "wrong"},
		{`{"type":"string","pattern":"^(?!\\.)[a-z@.]+$","maxLength":5}`, `"a@b.c"`, "fits"}, // z.email() has such
		{`{"type":"string","pattern":"^(?!\\.)[a-z@.]+$","maxLength":5}`, `"aa@b.c"`, "unfit"},
		{`{"type":"string","pattern":"^[0-9]+$"}`, `"x"`, "unfit"},
	} {
		got := "fits"
		_, err := fits([]byte(fmt.Sprintf(`{"schema":%s}`, tt.schema)), []byte(tt.answer))
		unfit, wrong := new(AnswerError), new(wrongSchema)
		switch {
		case errors.As(err, &unfit):
			got = "unfit"
		case errors.As(err, &wrong):
			got = "wrong"
		case err != nil:
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s, %s: %s (%v), want %s", tt.schema, tt.answer, got, err, tt.want)
		}
	}
}
