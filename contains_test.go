package hitlrun_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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
		{`{"a":1`, `{"a":1}`, false},
		{`{"a":1,"a":2}`, `{"a":1}`, false},
		{`{"a":1,"a":2}`, `{"a":2}`, true},
		{` { "\u0061" : 1.0e0 , "b":"\u00e9\n" } `, `{"a":1,"b":"é\n"}`, true},
		{`{"a":1e999}`, `{"a":1}`, false},
		{`{"a":null,"b":true,"c":false}`, `{"a":null,"b":true,"c":false}`, true},
		{`{"b":true}`, `{"b":false}`, false},
		{`{"a":[]}`, `{"a":{}}`, false},
		{`{"a":[1]}`, `{"a":[]}`, true},
		{`{"a":{}}`, `{"a":{}}`, true},
		{`{"a":[[1,2],[3,{"x":[4]}]]}`, `{"a":[[{"x":[4]}],[2]]}`, true},
		{`{"a":[[1,2],[3,{"x":[4]}]]}`, `{"a":[[1,3]]}`, false},
		{`[{"a":1,"b":2},{"a":2,"b":1}]`, `[{"a":1,"b":1}]`, false},
		{`[{"a":1},{"b":1},1]`, `[1,{"b":1},{"a":1},1]`, true},
		{`[null,"1"]`, `[1]`, false},
	} {
		if got := hitlrun.ContainsJSON(json.RawMessage(tt.value), json.RawMessage(tt.want)); got != tt.contains {
			t.Errorf("ContainsJSON(%s, %s) is %t, want %t", tt.value, tt.want, got, tt.contains)
		}
	}
}

// A filter decodes what it compares, and not the rest of a value.
func TestFilterOfLargeValue(t *testing.T) { //nolint:paralleltest // it counts allocations
	f, err := hitlrun.NewJSONFilter(json.RawMessage(`{"n":1,"list":["y"]}`))
	if err != nil {
		t.Fatal(err)
	}
	value := json.RawMessage(`{"large":[` + strings.Repeat(`{},`, 200_000) + `1],"list":["x","y"],"n":1}`)
	n := testing.AllocsPerRun(1, func() {
		if is, err := f.Match(value); !is || err != nil {
			t.Error(is, err)
		}
	})
	if n > 1000 {
		t.Errorf("%.0f allocations for a value with 200,000 elements that are not wanted", n)
	}
}

// What is compared is bounded also if each pair is cheap, or the wanted value is large.
func TestFilterEndsEarly(t *testing.T) {
	t.Parallel()
	many := func(open, one, end string, n int) string { return open + strings.Repeat(one+",", n-1) + one + end }
	fields := strings.Builder{}
	for i := range 5000 {
		fmt.Fprintf(&fields, `"f%d":1,`, i)
	}
	for name, tt := range map[string]struct{ value, want string }{
		"objects":           {many("[", `{"x":1}`, "]", 20_000), many("[", `{"a":1}`, "]", 8000)},
		"empty objects":     {many("[", `{}`, "]", 20_000), many("[", `{"a":1}`, "]", 8000)},
		"arrays in arrays":  {many("[", `[1]`, "]", 20_000), "[" + many("[", "2", "]", 30_000) + "]"},
		"fields of objects": {"[{" + many("", `"y":1`, "", 20_000) + "}]", many("[", `{"a":1}`, "]", 8000)},
	} {
		f, err := hitlrun.NewJSONFilter(json.RawMessage(tt.want))
		if err != nil {
			t.Fatal(name, err)
		}
		if is, err := f.Match(json.RawMessage(tt.value)); is || !errors.Is(err, hitlrun.ErrInput) {
			t.Errorf("%s: %t, %v", name, is, err)
		}
	}
	f, err := hitlrun.NewJSONFilter(json.RawMessage("[{" + fields.String() + `"a":1}]`))
	if err != nil {
		t.Fatal(err)
	}
	if is, err := f.Match(json.RawMessage(many("[", `{}`, "]", 200_000))); is || err != nil {
		t.Error(is, err)
	}
}
