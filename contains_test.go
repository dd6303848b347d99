package hitlrun_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

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

// A filter that is nested deep reads a value once, and not again for each level.
func TestDeepFilterReadsOnce(t *testing.T) {
	t.Parallel()
	took := func(depth int) (least time.Duration) {
		nested := func(inner string) json.RawMessage {
			return json.RawMessage(strings.Repeat(`{"a":`, depth) + "[" + inner + "]" + strings.Repeat("}", depth))
		}
		value := nested(strings.Repeat("1,", 500_000) + "2")
		for want, is := range map[string]bool{"2": true, "3": false} {
			f, err := hitlrun.NewJSONFilter(nested(want))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if got, err := f.Match(value); got != is || err != nil {
				t.Errorf("the value contains %s: %t, %v", want, got, err)
			}
			if d := time.Since(began); least == 0 || d < least {
				least = d
			}
		}
		return least
	}
	if flat, deep := took(1), took(480); deep > 20*flat { // about the same, and 100 times if each level reads the rest
		t.Errorf("it takes %s, and %s without the depth", deep, flat)
	}
}

// Random values contain what they are found to contain if they are decoded.
func TestFiltersDecideAsDecoded(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var value func(depth int) string
	value = func(depth int) string {
		switch n := r.IntN(9); {
		case n < 3 && depth > 0:
			fields := make([]string, r.IntN(4))
			for i := range fields {
				fields[i] = fmt.Sprintf(`%q: %s`, string(rune('a'+r.IntN(3))), value(depth-1))
			}
			return "{ " + strings.Join(fields, " , ") + " }"
		case n < 5 && depth > 0:
			items := make([]string, r.IntN(4))
			for i := range items {
				items[i] = value(depth - 1)
			}
			return "[" + strings.Join(items, ",") + "]"
		}
		return []string{"1", "1.0", "2", "true", "false", "null", `"1"`, `"\u0061"`, `"a"`}[r.IntN(9)]
	}
	found := 0
	for range 20_000 {
		have, want := value(4), value(3)
		var h, w any
		if json.Unmarshal([]byte(have), &h) != nil || json.Unmarshal([]byte(want), &w) != nil {
			t.Fatal(have, want)
		}
		is := contains(h, w)
		if fields, ok := w.(map[string]any); w == nil || ok && len(fields) == 0 {
			is = true
		}
		if got := hitlrun.ContainsJSON(json.RawMessage(have), json.RawMessage(want)); got != is {
			t.Fatalf("%s contains %s: %t", have, want, got)
		}
		if is {
			found++
		}
	}
	if found < 800 {
		t.Errorf("only %d contain it", found)
	}
}

// contains is what a filter decides.
func contains(have, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		object, ok := have.(map[string]any)
		for name, value := range want {
			own, has := object[name]
			ok = ok && has && contains(own, value)
		}
		return ok
	case []any:
		list, ok := have.([]any)
		for _, value := range want {
			ok = ok && slices.ContainsFunc(list, func(own any) bool { return contains(own, value) })
		}
		return ok
	}
	return have == want
}
