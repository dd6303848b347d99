// This file compares JSON values: whether one contains another one.

package hitlrun

import (
	"encoding/json"
	"reflect"
	"sync/atomic"
)

// JSONFilter selects JSON values that contain everything that another one, the wanted value, has: each field of an object, each
// element of an array, at any depth. This is how ThreadFilter.Metadata selects threads. It is safe for concurrent use.
type JSONFilter struct {
	want any
	all  bool // every value is selected
	left atomic.Int64
}

// Limits of a JSONFilter.
const (
	maxFilter   = 64 << 10   // bytes of the wanted value
	maxCompared = 20_000_000 // pairs of values
)

// NewJSONFilter returns a filter. Any value contains an empty object, null and nil. A wanted value that is not valid JSON, or has
// more than 64 KiB, gives ErrInput.
func NewJSONFilter(want json.RawMessage) (*JSONFilter, error) {
	f := &JSONFilter{}
	f.left.Store(maxCompared)
	if len(want) > maxFilter {
		return nil, errorf(ErrInput, "the filter has %d bytes, and at most %d are allowed", len(want), maxFilter)
	}
	if len(want) == 0 {
		f.all = true
		return f, nil
	}
	if err := json.Unmarshal(want, &f.want); err != nil {
		return nil, errorf(ErrInput, "the filter is not valid JSON: %v", err)
	}
	fields, object := f.want.(map[string]any)
	f.all = f.want == nil || object && len(fields) == 0
	return f, nil
}

// Match reports whether a value contains the wanted one; a value that is not JSON contains nothing. A filter compares at most 20
// million pairs of values in all its calls, since each element of a wanted array may be compared with each element of an array;
// then Match returns ErrInput.
func (f *JSONFilter) Match(value json.RawMessage) (bool, error) {
	if f.all {
		return true, nil
	}
	var v any
	_ = json.Unmarshal(value, &v) // an empty value contains nothing
	is := f.has(v, f.want)
	if f.left.Load() <= 0 {
		return false, errorf(ErrInput, "the filter needs more than %d comparisons: filter by fewer or shorter lists", maxCompared)
	}
	return is, nil
}

func (f *JSONFilter) has(value, want any) bool {
	if f.left.Add(-1) <= 0 {
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
			if !ok || !f.has(have, field) {
				return false
			}
		}
		return true
	case []any:
		list, ok := value.([]any)
		return ok && f.hasAll(list, want)
	}
	return reflect.DeepEqual(value, want)
}

// hasAll reports whether a list contains each element of want.
func (f *JSONFilter) hasAll(list, want []any) bool {
	var simple map[any]bool // the elements of list that are texts, numbers, booleans or null
	for _, item := range want {
		if isSimple(item) {
			if simple == nil {
				simple = simpleOf(list)
				f.left.Add(-int64(len(list)))
			}
			if f.left.Add(-1) <= 0 || !simple[item] {
				return false
			}
			continue
		}
		found := false
		for i := 0; i < len(list) && !found && f.left.Load() > 0; i++ {
			found = f.has(list[i], item)
		}
		if !found {
			return false
		}
	}
	return true
}

func simpleOf(list []any) map[any]bool {
	simple := make(map[any]bool, len(list))
	for _, item := range list {
		if isSimple(item) {
			simple[item] = true
		}
	}
	return simple
}

// isSimple reports whether a JSON value has no parts.
func isSimple(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// ContainsJSON reports whether a JSON value contains everything that want has, as a JSONFilter does. It returns false if there is no
// filter of want, or the comparison needs too many steps.
func ContainsJSON(value, want json.RawMessage) bool {
	f, err := NewJSONFilter(want)
	if err != nil {
		return false
	}
	is, err := f.Match(value)
	return is && err == nil
}
