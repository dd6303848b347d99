// This file compares JSON values: whether one has all that another one has.

package server

import (
	"encoding/json"
	"reflect"
)

// contains reports whether the JSON value has all that want has: each field of an object, each element of an array. Nothing is in all.
func contains(value, want json.RawMessage) bool {
	if len(want) == 0 || string(want) == "null" || string(want) == "{}" {
		return true
	}
	var v, w any
	if json.Unmarshal(want, &w) != nil {
		return false
	}
	_ = json.Unmarshal(value, &v) // none has nothing
	return has(v, w)
}

func has(value, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		object, ok := value.(map[string]any)
		for name, field := range want {
			have, there := object[name]
			if !there || !has(have, field) {
				return false
			}
		}
		return ok
	case []any:
		list, ok := value.([]any)
		for _, item := range want {
			found := false
			for _, have := range list {
				found = found || has(have, item)
			}
			if !found {
				return false
			}
		}
		return ok
	}
	return reflect.DeepEqual(value, want)
}
