// This file decodes stored questions. A thread may have tens of thousands of them, or some of many megabytes, and what
// plans or lists them needs only the fields before the value.

package runtime

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// interruptHead decodes a stored question without its value and its deadline.
func interruptHead(data []byte) (s storedInterrupt, err error) {
	if s, _, ok := splitInterrupt(data); ok {
		return s, nil
	}
	err = json.Unmarshal(data, &s)
	return s, err
}

// decodeInterrupt decodes a stored question. Its value may share memory with data.
func decodeInterrupt(data []byte) (s storedInterrupt, err error) {
	if s, value, ok := splitInterrupt(data); ok && json.Valid(value) {
		s.Value = value
		return s, nil
	}
	err = json.Unmarshal(data, &s)
	return s, err
}

// splitInterrupt splits a question, in the form that dumpInterrupt gives to most of them, into its first fields and the
// text of its value. ok is false if it has another form: a deadline, or texts with escapes.
func splitInterrupt(data []byte) (s storedInterrupt, value []byte, ok bool) {
	rest, ok := bytes.CutPrefix(data, []byte("{"))
	if !ok || !bytes.HasSuffix(rest, []byte("}")) {
		return s, nil, false
	}
	rest = rest[:len(rest)-1]
	for _, text := range [...]struct {
		beginning string
		field     *string
	}{{`"id":"`, &s.ID}, {`"ns":"`, &s.NS}, {`"node":"`, &s.Node}} {
		if rest, ok = cutText(rest, text.beginning, text.field); !ok {
			return s, nil, false
		}
	}
	if number, found := bytes.CutPrefix(rest, []byte(`"index":`)); found {
		end := bytes.IndexByte(number, ',')
		if end < 1 || number[0] < '1' || number[0] > '9' {
			return s, nil, false
		}
		var err error
		if s.Index, err = strconv.Atoi(string(number[:end])); err != nil {
			return s, nil, false
		}
		rest = number[end+1:]
	}
	value, ok = bytes.CutPrefix(rest, []byte(`"value":`))
	return s, value, ok
}

// cutText removes a text with this beginning and the comma after it from data, if it is there. ok is false if it has
// escapes, or is not ASCII.
func cutText(data []byte, beginning string, field *string) (rest []byte, ok bool) {
	text, found := bytes.CutPrefix(data, []byte(beginning))
	if !found {
		return data, true
	}
	for i, c := range text {
		switch {
		case c == '"':
			*field = string(text[:i])
			return bytes.CutPrefix(text[i+1:], []byte(","))
		case c == '\\' || c < ' ' || c > '~':
			return nil, false
		}
	}
	return nil, false
}
