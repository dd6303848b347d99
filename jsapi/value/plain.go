// This file turns stored values into plain JSON for people and other programs. It replaces the tags
// of dump.go by readable values, and needs no VM.

package value

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// PlainJSON returns a stored value as plain JSON. A value that JSON lacks becomes a similar one:
// undefined is left out (and is null as a whole value or in an array), a Date is an ISO string, a Set
// is an array, a Map is an object, bytes are base64, a message is {"type": "human", "content": …}.
// Data that is not valid JSON is returned unchanged. The time is proportional to the length of data,
// whatever data contains. The result may share the memory of data.
func PlainJSON(data []byte) json.RawMessage {
	if !bytes.Contains(data, []byte(`"lc"`)) || len(data) > math.MaxInt32 || !json.Valid(data) {
		return data
	}
	w := plainer{data: data, spans: spansOf(data), out: make([]byte, 0, len(data))}
	if !w.value(w.next(0)) {
		return json.RawMessage("null")
	}
	return w.out
}

// span is the place of a value in the text, in bytes; end is exclusive.
type span struct{ start, end int32 }

// plainer writes the plain form of data, which is valid JSON.
type plainer struct {
	data  []byte
	spans []span // the objects and arrays, by start; with it, next skips one without reading it
	out   []byte
}

// spansOf finds the objects and arrays of valid JSON text.
func spansOf(data []byte) []span {
	var spans []span
	var open []int
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = stringSpan(data, i) - 1
		case '{', '[':
			open = append(open, len(spans))
			spans = append(spans, span{start: int32(i)})
		case '}', ']':
			spans[open[len(open)-1]].end = int32(i + 1)
			open = open[:len(open)-1]
		}
	}
	return spans
}

// stringSpan returns the index after the string literal that starts at i.
func stringSpan(data []byte, i int) int {
	for i++; data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// next returns the first value at or after i. It skips spaces, commas and colons. At a closing
// bracket the span is empty.
func (w *plainer) next(i int) span {
	for strings.IndexByte(" \t\r\n,:", w.data[i]) >= 0 {
		i++
	}
	end := i
	switch w.data[i] {
	case '"':
		end = stringSpan(w.data, i)
	case '{', '[':
		n, _ := slices.BinarySearchFunc(w.spans, int32(i), func(s span, start int32) int { return int(s.start) - int(start) })
		return w.spans[n]
	case '}', ']':
	default:
		for end < len(w.data) && strings.IndexByte(" \t\r\n,:]}", w.data[end]) < 0 {
			end++
		}
	}
	return span{int32(i), int32(end)}
}

func (w *plainer) text(s span) string { return string(w.data[s.start:s.end]) }

// items returns the elements of an array, or the names and values of an object in turn. It returns
// at most limit of them, or all if limit is 0.
func (w *plainer) items(s span, limit int) []span {
	var list []span
	for at := s.start + 1; limit == 0 || len(list) < limit; {
		item := w.next(int(at))
		if item.start == item.end {
			break
		}
		list = append(list, item)
		at = item.end
	}
	return list
}

// value writes the plain form of a value. If the value is undefined, it writes nothing and returns
// false.
func (w *plainer) value(s span) bool {
	switch w.data[s.start] {
	case '[':
		w.array(s)
	case '{':
		if first := w.next(int(s.start) + 1); w.text(first) == `"lc"` {
			if written, tagged := w.tag(w.items(s, maxTagFields*2+1)); tagged {
				return written
			}
		}
		w.object(w.items(s, 0))
	default:
		w.out = append(w.out, w.data[s.start:s.end]...)
	}
	return true
}

// maxTagFields is the largest number of fields of a tag.
const maxTagFields = 6

func (w *plainer) array(s span) {
	w.out = append(w.out, '[')
	for i, item := range w.items(s, 0) {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if !w.value(item) {
			w.out = append(w.out, "null"...)
		}
	}
	w.out = append(w.out, ']')
}

// object writes an object with these names and values.
func (w *plainer) object(fields []span) {
	w.out = append(w.out, '{')
	w.fields(fields, true)
	w.out = append(w.out, '}')
}

func (w *plainer) fields(fields []span, first bool) {
	for i := 0; i+1 < len(fields); i += 2 {
		before := len(w.out)
		if !first {
			w.out = append(w.out, ',')
		}
		w.out = append(append(w.out, w.data[fields[i].start:fields[i].end]...), ':')
		if w.value(fields[i+1]) {
			first = false
		} else {
			w.out = w.out[:before]
		}
	}
}

// field returns the value of the named field. fields are names and values in turn; name is a JSON
// string with its quotes.
func (w *plainer) field(fields []span, name string) (span, bool) {
	for i := 0; i+1 < len(fields); i += 2 {
		if w.text(fields[i]) == name {
			return fields[i+1], true
		}
	}
	return span{}, false
}

// tag writes the plain form of a tag. If the object is not a tag, tagged is false, and nothing is
// written. If the tag is undefined, written is false, and nothing is written.
func (w *plainer) tag(fields []span) (written, tagged bool) {
	kind, ok := w.field(fields, `"type"`)
	if !ok || len(fields) > maxTagFields*2 {
		return false, false
	}
	switch w.text(fields[1]) + w.text(kind) {
	case `1"constructor"`:
		return true, w.message(fields)
	case `2"undefined"`:
		return false, len(fields) == 4
	case `2"number"`:
		value, ok := w.field(fields, `"value"`)
		number, special := specialNumber(strings.Trim(w.text(value), `"`))
		if !ok || !special {
			return false, false
		}
		shown := "null"
		if number == 0 {
			shown = "0" // JSON.stringify writes -0 as 0
		}
		w.out = append(w.out, shown...)
		return true, true
	case `2"plain"`:
		value, ok := w.field(fields, `"value"`)
		if ok = ok && len(fields) == 6 && w.data[value.start] == '{'; ok {
			w.object(w.items(value, 0))
		}
		return true, ok
	case `2"constructor"`:
		return true, w.constructor(fields)
	}
	return false, false
}

// messageType returns the type of a message by its class, or class itself for an unknown class.
func messageType(class string) string {
	switch class {
	case "HumanMessage", "HumanMessageChunk":
		return "human"
	case "AIMessage", "AIMessageChunk":
		return "ai"
	case "SystemMessage", "SystemMessageChunk":
		return "system"
	case "ToolMessage", "ToolMessageChunk":
		return "tool"
	case "FunctionMessage":
		return "function"
	case "RemoveMessage":
		return "remove"
	case "ChatMessage":
		return "chat"
	}
	return class
}

// names returns the strings of the field "id", or nil if it is not a list of strings.
func (w *plainer) names(fields []span) []string {
	id, ok := w.field(fields, `"id"`)
	var names []string
	if !ok || id.end-id.start > maxTagName || json.Unmarshal(w.data[id.start:id.end], &names) != nil {
		return nil
	}
	return names
}

// maxTagName is the maximum length of the field "id" of a tag, in bytes.
const maxTagName = 1000

// message writes the plain form of a message without its empty fields. It returns false, and writes
// nothing, if the fields are not those of a message.
func (w *plainer) message(fields []span) bool {
	id := w.names(fields)
	kwargs, ok := w.field(fields, `"kwargs"`)
	if !ok || len(id) == 0 || w.data[kwargs.start] != '{' {
		return false
	}
	w.out = appendJSONString(append(w.out, `{"type":`...), messageType(id[len(id)-1]))
	shown := w.items(kwargs, 0)
	list := shown[:0]
	for i := 0; i+1 < len(shown); i += 2 {
		if empty := w.text(span{shown[i+1].start, min(shown[i+1].end, shown[i+1].start+3)}); w.text(shown[i]) != `"content"` && (empty == "{}" || empty == "[]") {
			continue
		}
		list = append(list, shown[i], shown[i+1])
	}
	w.fields(list, false)
	w.out = append(w.out, '}')
	return true
}

// constructor writes the plain form of an object of a built-in class. It returns false, and writes
// nothing, if the fields are not those of such an object.
func (w *plainer) constructor(fields []span) bool {
	id := w.names(fields)
	list, ok := w.field(fields, `"args"`)
	if !ok || len(id) != 1 || w.data[list.start] != '[' {
		return false
	}
	args := w.items(list, 3)
	if len(args) != 1 && (len(args) != 2 || id[0] != "RegExp") {
		return false
	}
	arg := args[0]
	isArray, isString := w.data[arg.start] == '[', w.data[arg.start] == '"'
	switch {
	case id[0] == "Set" && isArray:
		w.array(arg)
	case id[0] == "Map" && isArray:
		return w.mapping(arg)
	case id[0] == "Date":
		return w.date(w.text(arg))
	case id[0] == "BigInt" && isString && isDecimal(strings.Trim(w.text(arg), `"`)):
		w.out = append(w.out, w.data[arg.start:arg.end]...)
	case id[0] == "RegExp" && isString && len(args) == 2 && w.data[args[1].start] == '"':
		var source, flags string
		_ = json.Unmarshal(w.data[arg.start:arg.end], &source)
		_ = json.Unmarshal(w.data[args[1].start:args[1].end], &flags)
		w.out = appendJSONString(w.out, "/"+source+"/"+flags)
	case id[0] == "Uint8Array" && isArray:
		return w.bytes(arg)
	case id[0] == "Error" && isString:
		w.out = append(append(w.out, `{"message":`...), w.data[arg.start:arg.end]...)
		if kwargs, ok := w.field(fields, `"kwargs"`); ok && w.data[kwargs.start] == '{' {
			w.fields(w.items(kwargs, 0), false)
		}
		w.out = append(w.out, '}')
	default:
		return false
	}
	return true
}

// mapping writes a Map as an object if all its keys are strings, else as a list of pairs. It returns
// false, and writes nothing, if s is not a list of pairs.
func (w *plainer) mapping(s span) bool {
	pairs := w.items(s, 0)
	var fields []span
	named := true
	for _, p := range pairs {
		if w.data[p.start] != '[' {
			return false
		}
		pair := w.items(p, 3)
		if len(pair) != 2 {
			return false
		}
		named = named && w.data[pair[0].start] == '"'
		fields = append(fields, pair...)
	}
	if named {
		w.object(fields)
	} else {
		w.array(s)
	}
	return true
}

func (w *plainer) date(arg string) bool {
	var ms *int64
	if json.Unmarshal([]byte(arg), &ms) != nil {
		return false
	}
	if ms == nil || *ms < -maxDate || *ms > maxDate {
		w.out = append(w.out, "null"...)
		return true
	}
	t := time.UnixMilli(*ms).UTC()
	year := t.Format("2006")
	if y := t.Year(); y < 0 || y > 9999 { // as Date.prototype.toISOString writes it
		year = fmt.Sprintf("%+07d", y)
	}
	w.out = appendJSONString(w.out, year+t.Format("-01-02T15:04:05.000Z"))
	return true
}

func (w *plainer) bytes(s span) bool {
	var data []byte
	for _, item := range w.items(s, 0) {
		b, ok := byteOf(w.text(item))
		if !ok {
			return false
		}
		data = append(data, b)
	}
	w.out = append(w.out, '"')
	w.out = base64.StdEncoding.AppendEncode(w.out, data)
	w.out = append(w.out, '"')
	return true
}
