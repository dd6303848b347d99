package hitlrun_test

import (
	"encoding/json"
	"testing"

	"github.com/hitlrun/hitlrun"
)

func TestContainsJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value, want string
		contains    bool
	}{
		{`{"a":1,"b":{"c":[1,2,3]}}`, `{"b":{"c":[3,1]}}`, true},
		{`{"a":1}`, `{"a":2}`, false},
		{`{"a":1}`, `{"b":null}`, false},
		{`[{"a":1,"b":2}]`, `[{"a":1}]`, true},
		{`"text"`, `{"a":1}`, false},
		{``, `{}`, true},
		{`1`, ``, true},
		{`1`, `null`, true},
		{``, `{"a":1}`, false},
		{`{"a":1}`, `{"a":`, false},
	} {
		if got := hitlrun.ContainsJSON(json.RawMessage(tt.value), json.RawMessage(tt.want)); got != tt.contains {
			t.Errorf("ContainsJSON(%s, %s) is %t, want %t", tt.value, tt.want, got, tt.contains)
		}
	}
}
