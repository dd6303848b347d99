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
		err := fits([]byte(fmt.Sprintf(`{"schema":%s}`, tt.schema)), []byte(tt.answer))
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
