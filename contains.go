// This file compares JSON values: whether one contains another one.

package hitlrun

import (
	"encoding/json"
	"reflect"
)

// ContainsJSON reports whether a JSON value contains everything that want has: each field of an object, each element of
// an array, at any depth. This is how ThreadFilter.Metadata selects threads. Any value contains an empty object, null
// and nil. It returns false if want is not valid JSON, and after ten million comparisons.
func ContainsJSON(value, want json.RawMessage) bool { return JSONMatcher(want)(value) }

// JSONMatcher returns a function that is ContainsJSON with want, which it parses only once. It is safe for concurrent use.
func JSONMatcher(want json.RawMessage) func(value json.RawMessage) bool {
	if len(want) == 0 || string(want) == "null" || string(want) == "{}" {
		return func(json.RawMessage) bool { return true }
	}
	var w any
	valid := json.Unmarshal(want, &w) == nil
	return func(value json.RawMessage) bool {
		var v any
		_ = json.Unmarshal(value, &v) // an empty value contains nothing
		return valid && contains(v, w)
	}
}

// maxCompared is how many pairs of values contains compares at most.
const maxCompared = 10_000_000

// contains reports whether a JSON value has everything that want has: each field of an object, each element of an
// array. It reports false after maxCompared comparisons.
func contains(value, want any) bool {
	c := comparison{left: maxCompared}
	return c.has(value, want) && c.left > 0
}

// comparison counts how many comparisons are left.
type comparison struct{ left int }

func (c *comparison) has(value, want any) bool {
	if c.left--; c.left <= 0 {
		return false
	}
	switch want := want.(type) {
	case map[string]any:
		object, ok := value.(map[string]any)
		if !ok {
			return false
		}
		for name, field := range want {
			have, ok := object[name]
			if !ok || !c.has(have, field) {
				return false
			}
		}
		return true
	case []any:
		list, ok := value.([]any)
		if !ok {
			return false
		}
		for _, item := range want {
			found := false
			for i := 0; i < len(list) && !found && c.left > 0; i++ {
				found = c.has(list[i], item)
			}
			if !found {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(value, want)
}
