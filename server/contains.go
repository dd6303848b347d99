// This file compares JSON values: whether one has all that another one has.

package server

import (
	"encoding/json"
	"reflect"
)

// maxCompared is how many values are compared with others at most: for longer lists than anybody looks for, of elements that each list has.
const maxCompared = 10_000_000

// contains reports whether the JSON value has all that want has: each field of an object, each element of an array. Nothing is in all. What
// takes more than maxCompared to find is not found.
func contains(value, want json.RawMessage) bool {
	if len(want) == 0 || string(want) == "null" || string(want) == "{}" {
		return true
	}
	var v, w any
	if json.Unmarshal(want, &w) != nil {
		return false
	}
	_ = json.Unmarshal(value, &v) // none has nothing
	c := comparison{left: maxCompared}
	return c.has(v, w) && c.left > 0
}

// comparison counts what may be compared yet.
type comparison struct{ left int }

func (c *comparison) has(value, want any) bool {
	if c.left--; c.left <= 0 {
		return false
	}
	switch want := want.(type) {
	case map[string]any:
		object, ok := value.(map[string]any)
		for name, field := range want {
			have, there := object[name]
			if !there || !c.has(have, field) {
				return false
			}
		}
		return ok
	case []any:
		list, ok := value.([]any)
		for _, item := range want {
			found := false
			for i := 0; i < len(list) && !found && c.left > 0; i++ {
				found = c.has(list[i], item)
			}
			if !found {
				return false
			}
		}
		return ok
	}
	return reflect.DeepEqual(value, want)
}
