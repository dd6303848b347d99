// This file has what a client wants of the fields of a response: select and extract.

package server

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// selection has the names of the fields that a client wants; an empty one is all fields. It is made once for each request, since a
// value can have many fields.
type selection map[string]bool

// UnmarshalJSON decodes a list of names.
func (names *selection) UnmarshalJSON(data []byte) error {
	var list listOf[string, selectable]
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*names = selectionOf(list)
	return nil
}

func selectionOf(list []string) selection {
	names := make(selection, len(list))
	for _, name := range list {
		names[name] = true
	}
	return names
}

// selectionIn returns the names in the path of a request.
func selectionIn(r *http.Request) (selection, error) {
	list := r.URL.Query()["select"]
	if l := (selectable{}); len(list) > l.most() {
		return nil, tooMany(l)
	}
	return selectionOf(list), nil
}

// selectable is the limit of the names of the fields that a client wants.
type selectable struct{}

func (selectable) most() int        { return 1000 }
func (selectable) elements() string { return "names of fields" }

// with returns the names and one more.
func (names selection) with(name string) selection {
	more := maps.Clone(names)
	more[name] = true
	return more
}

// inValues reports whether single fields of the values of a state are selected.
func (names selection) inValues() bool {
	for name := range names {
		if strings.HasPrefix(name, "values.") {
			return true
		}
	}
	return false
}

// selected returns the fields of v with these names; all fields if there are no names.
func selected(v any, names selection) any {
	if len(names) == 0 {
		return v
	}
	return fieldsWhere(encode(v), func(name string) bool { return names[name] }) // v is always an object
}

// fieldsWhere returns the fields of an object whose names is reports. It copies none.
func fieldsWhere(object json.RawMessage, is func(name string) bool) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	rawjson.Fields(object, func(name, value []byte) bool {
		if text := rawjson.Name(name); is(text) {
			fields[text] = value
		}
		return true
	})
	return fields
}

// selectValues removes from a state the values that are not selected. The name values.KEY selects one of them.
func (names selection) selectValues(state *shownState) {
	switch {
	case len(names) == 0 || names["values"]:
	case names.inValues():
		state.Values = encode(fieldsWhere(state.Values, func(key string) bool { return names["values."+key] }))
	default:
		state.Values = nil
	}
}

// selectState returns the fields of a state with these names; all fields if there are no names. The name interrupts selects all questions of the tasks.
// selectValues has selected its values.
func selectState(state *shownState, names selection) any {
	if len(names) == 0 {
		return state
	}
	if names.inValues() {
		names = names.with("values")
	}
	fields, _ := selected(state, names).(map[string]json.RawMessage)
	if names["interrupts"] {
		asked := []shownInterrupt{}
		for _, task := range state.Tasks {
			asked = append(asked, task.Interrupts...)
		}
		fields["interrupts"] = encode(asked)
	}
	return fields
}

// extraction has the parts of a thread that a client wants, by the names that it gives them.
type extraction map[string]extractPath

// extractPath is the way to a part of a thread: names of fields, and positions in arrays, from the end if they are negative.
type extractPath []any

// Limits of an extraction.
const (
	maxExtracted      = 10      // parts
	maxExtractPath    = 1000    // bytes of a path, and of its name
	maxExtractSteps   = 20      // names and positions in a path: each reads the part of the one before
	maxExtractedBytes = 4 << 20 // of all parts of a thread: paths may overlap
)

// extractable are the fields of a thread in which parts are.
var extractable = []string{"values", "metadata", "interrupts", "config", "error"}

// newExtraction reads the paths of a request: "values.messages[-1].content" for example.
func newExtraction(paths map[string]string) (extraction, error) {
	if len(paths) > maxExtracted {
		return nil, errorf(http.StatusUnprocessableEntity, "extract has %d paths, and at most %d are allowed", len(paths), maxExtracted)
	}
	x := extraction{}
	for name, text := range paths {
		path, ok := parseExtractPath(text)
		if len(path) > maxExtractSteps {
			return nil, errorf(http.StatusUnprocessableEntity, "extract cannot have the path %q: it has %d names and positions, and at most %d are allowed", text[:min(len(text), 200)], len(path), maxExtractSteps)
		}
		if !ok || len(text) > maxExtractPath || len(name) > maxExtractPath {
			return nil, errorf(http.StatusUnprocessableEntity, "extract cannot have the path %q: \"values.messages[-1].content\" is one for example, and it begins with %s", text[:min(len(text), 200)], alternatives(extractable))
		}
		x[name] = path
	}
	return x, nil
}

func parseExtractPath(text string) (path extractPath, ok bool) {
	for i, part := range strings.Split(text, ".") {
		name, indexes, indexed := strings.Cut(part, "[")
		if name == "" || i == 0 && !slices.Contains(extractable, name) {
			return nil, false
		}
		path = append(path, name)
		if !indexed {
			continue
		}
		indexes, closed := strings.CutSuffix(indexes, "]")
		if !closed {
			return nil, false
		}
		for _, index := range strings.Split(indexes, "][") {
			n, err := strconv.Atoi(index)
			if err != nil {
				return nil, false
			}
			path = append(path, n)
		}
	}
	return path, true
}

// reads reports whether a part is in the field of a thread.
func (x extraction) reads(field string) bool {
	for _, path := range x {
		if path[0] == field {
			return true
		}
	}
	return false
}

// from returns the parts of a thread. One that the thread does not have is null.
func (x extraction) from(ctx context.Context, t *thread) (map[string]json.RawMessage, error) {
	fields := map[string]json.RawMessage{"values": t.Values, "metadata": t.Metadata}
	for name, v := range map[string]any{"interrupts": t.Interrupts, "config": t.Config, "error": t.Error} {
		if x.reads(name) {
			fields[name] = encode(v)
		}
	}
	parts, size := map[string]json.RawMessage{}, 0
	for name, path := range x {
		part := fields[path[0].(string)] //nolint:forcetypeassert // parseExtractPath begins with a name
		for _, step := range path[1:] {
			if err := ctx.Err(); err != nil { // a state may be large
				return nil, err
			}
			part = stepTo(part, step)
		}
		if size += len(part); size > maxExtractedBytes {
			return nil, errorf(http.StatusUnprocessableEntity, "what extract selects of thread %q has more than %d MiB: select less of it", t.ID, maxExtractedBytes>>20)
		}
		if len(part) == 0 {
			part = json.RawMessage("null")
		}
		parts[name] = part
	}
	return parts, nil
}

// stepTo returns the part of a JSON value that has this name or position; nil if there is none.
func stepTo(value json.RawMessage, step any) json.RawMessage {
	switch step := step.(type) {
	case string:
		return fieldsWhere(value, func(name string) bool { return name == step })[step]
	case int:
		return elementAt(value, step)
	}
	return nil
}

// elementAt returns an element of an array, from the end if its position is negative; nil if there is none. It copies nothing.
func elementAt(array json.RawMessage, position int) (found json.RawMessage) {
	if position < 0 {
		rawjson.Elements(array, func([]byte) bool { position++; return true })
	}
	if position < 0 {
		return nil
	}
	rawjson.Elements(array, func(value []byte) bool {
		if position == 0 {
			found = value
		}
		position--
		return found == nil
	})
	return found
}

// extract sets the parts of a thread that the client wants.
func (q *threadSearch) extract(ctx context.Context, t *thread) (err error) {
	if len(q.Extract) > 0 {
		t.Extracted, err = q.extraction.from(ctx, t)
	}
	return err
}

// show returns a thread as the client wants it.
func (q *threadSearch) show(t *thread) any {
	if len(q.Extract) == 0 || len(q.Select) == 0 {
		return selected(t, q.Select)
	}
	return selected(t, q.Select.with("extracted"))
}

// reads reports whether the client wants the field of a thread, or a part of it.
func (q *threadSearch) reads(field string) bool {
	return len(q.Select) == 0 || q.Select[field] || q.extraction.reads(field)
}

// check returns an error if a client sent an invalid search.
func (q *threadSearch) check() (err error) {
	known := []string{"thread_id", "status", "created_at", "updated_at", "state_updated_at"}
	if q.SortBy != "" && !slices.Contains(known, q.SortBy) {
		return errorf(http.StatusUnprocessableEntity, "there is no sort_by %q: use %s", q.SortBy, alternatives(known))
	}
	if err := checkOrder(q.SortOrder); err != nil {
		return err
	}
	if err := checkPage(q.Limit, q.Offset); err != nil {
		return err
	}
	if q.extraction, err = newExtraction(q.Extract); err != nil {
		return err
	}
	if o := (map[string]json.RawMessage{}); present(q.Values) != nil && json.Unmarshal(q.Values, &o) != nil {
		return errorf(http.StatusUnprocessableEntity, "the values to search for are a JSON object")
	}
	return nil
}

// minimal reports whether the client wants no body in the response (Prefer: return=minimal).
func minimal(r *http.Request) bool {
	for _, header := range r.Header.Values("Prefer") {
		for preference := range strings.SplitSeq(header, ",") {
			preference, _, _ = strings.Cut(preference, ";") // parameters
			name, value, _ := strings.Cut(preference, "=")
			if strings.EqualFold(strings.TrimSpace(name), "return") && strings.Trim(strings.TrimSpace(value), `"`) == "minimal" {
				return true
			}
		}
	}
	return false
}
