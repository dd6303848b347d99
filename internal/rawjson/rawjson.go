// Package rawjson finds the parts of JSON values without decoding or copying them, for values that are large. They have to be valid; of
// others it returns some parts or none.
package rawjson

import (
	"bytes"
	"encoding/json"
)

// Fields calls do with each field of an object, until do returns false. The name is a JSON text; see Name. A value that is no object has
// no fields.
func Fields(object []byte, do func(name, value []byte) bool) {
	FieldsAt(object, space(object, 0), func(name []byte, at int) int {
		if end := End(object, at); end > at && do(name, object[at:end]) {
			return end
		}
		return len(object)
	})
}

// FieldsAt calls do with the name of each field of the object that begins at at, and with where its value begins. do returns where the value
// ends, as End does, or the length of data to stop. FieldsAt returns where the object ends, or the length of data.
func FieldsAt(data []byte, at int, do func(name []byte, at int) (end int)) (end int) {
	if at >= len(data) || data[at] != '{' {
		return len(data)
	}
	for at = space(data, at+1); at < len(data) && data[at] == '"'; at = space(data, at+1) {
		end := End(data, at)
		name := data[at:end]
		if at = space(data, end); at >= len(data) || data[at] != ':' {
			return len(data)
		}
		if at = space(data, do(name, space(data, at+1))); at >= len(data) || data[at] != ',' {
			break
		}
	}
	return min(at+1, len(data))
}

// Elements calls do with each element of an array, until do returns false. A value that is no array has no elements.
func Elements(array []byte, do func(value []byte) bool) {
	ElementsAt(array, space(array, 0), func(at int) int {
		if end := End(array, at); end > at && do(array[at:end]) {
			return end
		}
		return len(array)
	})
}

// ElementsAt is FieldsAt for the elements of an array.
func ElementsAt(data []byte, at int, do func(at int) (end int)) (end int) {
	if at >= len(data) || data[at] != '[' {
		return len(data)
	}
	for at = space(data, at+1); at < len(data) && data[at] != ']'; at = space(data, at+1) {
		if at = space(data, do(at)); at >= len(data) || data[at] != ',' {
			break
		}
	}
	return min(at+1, len(data))
}

// Name returns the text of a name.
func Name(name []byte) string {
	if len(name) >= 2 && bytes.IndexByte(name, '\\') < 0 && ascii(name) {
		return string(name[1 : len(name)-1])
	}
	var text string
	_ = json.Unmarshal(name, &text) // "" if it is not valid
	return text
}

func ascii(text []byte) bool {
	for _, c := range text {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// End returns where the value ends that begins at at.
func End(data []byte, at int) int {
	if at >= len(data) {
		return at
	}
	switch data[at] {
	case '"':
		return endOfText(data, at)
	case '{', '[':
		depth := 0
		for at < len(data) {
			switch data[at] {
			case '"':
				at = endOfText(data, at)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return at + 1
				}
			}
			at++
		}
		return at
	}
	for ; at < len(data); at++ {
		switch data[at] {
		case ',', ']', '}', ' ', '\t', '\r', '\n':
			return at
		}
	}
	return at
}

func endOfText(data []byte, at int) int {
	for at++; at < len(data); {
		n := bytes.IndexByte(data[at:], '"')
		if n < 0 {
			return len(data)
		}
		slashes := 0
		for slashes < n && data[at+n-1-slashes] == '\\' {
			slashes++
		}
		if at += n + 1; slashes%2 == 0 {
			return at
		}
	}
	return len(data)
}

func space(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\t' || data[at] == '\n' || data[at] == '\r') {
		at++
	}
	return at
}
