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
	value = bytes.TrimSpace(value)
	f.compare(value, 0, wants)
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

// compare sets found of each of wants that the value contains that begins at at in data, and returns where it ends. It passes over each byte
// once, however deep wants are.
func (f *JSONFilter) compare(data []byte, at int, wants []*wanted) (end int) {
	if f.left.Add(-int64(len(wants))) <= 0 {
		return len(data)
	}
	switch data[at] {
	case '{':
		return f.compareObject(data, at, wants)
	case '[':
		return f.compareArray(data, at, wants)
	}
	end = rawjson.End(data, at)
	simple, decoded := any(nil), false
	for _, w := range wants {
		if !isSimple(w.want) {
			continue
		}
		if !decoded {
			if simple, decoded = simpleOf(data[at:end]); !decoded {
				break
			}
		}
		w.found = w.want == simple
	}
	return end
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

// compared says which objects that are looked for have a field, and whether its value was found in the value that is compared.
type compared struct {
	of    []*wanted
	parts []wanted
}

func (f *JSONFilter) compareObject(data []byte, at int, wants []*wanted) (end int) {
	objects := make([]*wanted, 0, len(wants))
	for _, w := range wants {
		object, ok := w.want.(map[string]any)
		if w.fields, w.missing, w.found = object, len(object), ok && len(object) == 0; ok && len(object) > 0 {
			objects = append(objects, w)
		}
	}
	if len(objects) == 0 {
		return rawjson.End(data, at)
	}
	fields := map[string]compared{} // the last field of a name counts
	end = rawjson.FieldsAt(data, at, func(name []byte, at int) int {
		if len(name) > escaped*maxFilter {
			return rawjson.End(data, at)
		}
		if f.left.Add(1-int64(len(objects))) <= 0 { // one is as fast as reading the value
			return len(data)
		}
		text := rawjson.Name(name)
		c := withField(objects, text)
		if c.of == nil {
			return rawjson.End(data, at)
		}
		pointers := make([]*wanted, len(c.parts))
		for i := range c.parts {
			pointers[i] = &c.parts[i]
		}
		fields[text] = c
		return f.compare(data, at, pointers)
	})
	for _, c := range fields {
		for i, w := range c.of {
			if c.parts[i].found {
				w.missing--
			}
		}
	}
	for _, w := range objects {
		w.found = w.missing == 0
	}
	return end
}

// withField returns those of objects that have a field, and its values there.
func withField(objects []*wanted, name string) (c compared) {
	for i, w := range objects {
		if want, ok := w.fields[name]; ok {
			if c.of == nil {
				c = compared{make([]*wanted, 0, len(objects)-i), make([]wanted, 0, len(objects)-i)}
			}
			c.of, c.parts = append(c.of, w), append(c.parts, wanted{want: want})
		}
	}
	return c
}

func (f *JSONFilter) compareArray(data []byte, at int, wants []*wanted) (end int) {
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
	end = rawjson.ElementsAt(data, at, func(at int) int {
		parts := data[at] == '{' || data[at] == '['
		switch {
		case f.left.Load() <= 0:
			return len(data)
		case parts && len(items) > 0:
			end := f.compare(data, at, items)
			items = slices.DeleteFunc(items, func(one *wanted) bool { return one.found })
			return end
		case parts || looked == 0:
			return rawjson.End(data, at)
		}
		f.left.Add(-1)
		end := rawjson.End(data, at)
		if element, ok := simpleOf(data[at:end]); ok {
			if found, is := simple[element]; is && !found {
				simple[element] = true
				looked--
			}
		}
		return end
	})
	for _, w := range wants {
		list, _ := w.want.([]any)
		for _, want := range list {
			w.found = w.found && (!isSimple(want) || simple[want])
		}
		for _, one := range of[w] {
			w.found = w.found && one.found
		}
	}
	return end
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
