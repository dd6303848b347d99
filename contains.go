// This file compares JSON values: whether one contains another one.

package hitlrun

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/internal/rawjson"
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

// Match reports whether a value contains the wanted one; a value that is not JSON contains nothing. Of the value only what is compared is
// decoded. A filter compares at most 20 million pairs of values in all its calls, since each element of a wanted array may be compared
// with each element of an array; then Match returns ErrInput.
func (f *JSONFilter) Match(value json.RawMessage) (bool, error) {
	if f.all {
		return true, nil
	}
	if !json.Valid(value) {
		return false, nil // an empty value contains nothing
	}
	wants := []*wanted{{want: f.want}}
	f.compare(value, wants)
	if f.left.Load() <= 0 {
		return false, errorf(ErrInput, "the filter needs more than %d comparisons: filter by fewer or shorter lists", maxCompared)
	}
	return wants[0].found, nil
}

// wanted is a value that is looked for in one place.
type wanted struct {
	want  any
	found bool

	fields  map[string]any // of want, if it is an object,
	missing int            // and how many of them were not found
}

// compare sets found of each of wants that value contains.
func (f *JSONFilter) compare(value []byte, wants []*wanted) {
	if f.left.Add(-int64(len(wants))) <= 0 {
		return
	}
	switch value = bytes.TrimSpace(value); value[0] {
	case '{':
		f.compareObject(value, wants)
	case '[':
		f.compareArray(value, wants)
	default:
		simple, decoded := any(nil), false
		for _, w := range wants {
			if !isSimple(w.want) {
				continue
			}
			if !decoded {
				if simple, decoded = simpleOf(value); !decoded {
					return
				}
			}
			w.found = w.want == simple
		}
	}
}

// escaped is how many bytes of JSON a byte of a text has at most.
const escaped = 6

// simpleOf decodes a text, a number, a boolean or null. It returns false for what is longer than any filter, or a number that is too large.
func simpleOf(value []byte) (simple any, ok bool) {
	if len(value) > escaped*maxFilter {
		return nil, false
	}
	switch value[0] {
	case 'n':
		return nil, true
	case 't', 'f':
		return value[0] == 't', true
	case '"':
		return rawjson.Name(value), true
	}
	n, err := strconv.ParseFloat(string(value), 64)
	return n, err == nil
}

// namedValue is a field of an object that is compared.
type namedValue struct {
	name  string
	value []byte
}

func (f *JSONFilter) compareObject(value []byte, wants []*wanted) {
	objects := make([]*wanted, 0, len(wants))
	for _, w := range wants {
		object, ok := w.want.(map[string]any)
		if w.fields, w.missing, w.found = object, len(object), ok && len(object) == 0; ok && len(object) > 0 {
			objects = append(objects, w)
		}
	}
	for _, field := range f.fieldsOf(value, objects) {
		parts, of := make([]wanted, 0, len(objects)), make([]*wanted, 0, len(objects))
		for _, w := range objects {
			if want, ok := w.fields[field.name]; ok {
				parts, of = append(parts, wanted{want: want}), append(of, w)
			}
		}
		pointers := make([]*wanted, len(parts))
		for i := range parts {
			pointers[i] = &parts[i]
		}
		f.compare(field.value, pointers)
		for i, w := range of {
			if parts[i].found {
				w.missing--
			}
		}
	}
	for _, w := range objects {
		w.found = w.missing == 0
	}
}

// fieldsOf returns the fields of a value that at least one of objects has, once each: the last field of a name counts.
func (f *JSONFilter) fieldsOf(value []byte, objects []*wanted) (list []namedValue) {
	if len(objects) == 0 {
		return nil
	}
	places := map[string]int{}
	rawjson.Fields(value, func(name, value []byte) bool {
		if len(name) > escaped*maxFilter {
			return true
		}
		f.left.Add(1 - int64(len(objects))) // one is as fast as reading the value
		text := rawjson.Name(name)
		if at, ok := places[text]; ok {
			list[at].value = value
		} else if slices.ContainsFunc(objects, func(w *wanted) bool { _, has := w.fields[text]; return has }) {
			places[text] = len(list)
			list = append(list, namedValue{text, value})
		}
		return f.left.Load() > 0
	})
	return list
}

func (f *JSONFilter) compareArray(value []byte, wants []*wanted) {
	var items []*wanted      // elements that have parts, and were not found yet
	simple := map[any]bool{} // others, and whether they were found
	of := map[*wanted][]*wanted{}
	for _, w := range wants {
		list, ok := w.want.([]any)
		w.found = ok
		f.left.Add(-int64(len(list)))
		for _, want := range list {
			if isSimple(want) {
				simple[want] = false
				continue
			}
			one := &wanted{want: want}
			items, of[w] = append(items, one), append(of[w], one)
		}
	}
	looked := len(simple)
	if len(items)+looked > 0 && f.left.Load() > 0 {
		rawjson.Elements(value, func(value []byte) bool {
			if parts := value[0] == '{' || value[0] == '['; parts && len(items) > 0 {
				f.compare(value, items)
				items = slices.DeleteFunc(items, func(one *wanted) bool { return one.found })
			} else if !parts && looked > 0 {
				f.left.Add(-1)
				if element, ok := simpleOf(value); ok {
					if found, is := simple[element]; is && !found {
						simple[element] = true
						looked--
					}
				}
			}
			return f.left.Load() > 0 && len(items)+looked > 0
		})
	}
	for _, w := range wants {
		list, _ := w.want.([]any)
		for _, want := range list {
			w.found = w.found && (!isSimple(want) || simple[want])
		}
		for _, one := range of[w] {
			w.found = w.found && one.found
		}
	}
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
