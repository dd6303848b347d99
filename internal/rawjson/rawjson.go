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
	at := space(object, 0)
	if at >= len(object) || object[at] != '{' {
		return
	}
	for at = space(object, at+1); at < len(object) && object[at] == '"'; at = space(object, at+1) {
		end := End(object, at)
		name := object[at:end]
		if at = space(object, end); at >= len(object) || object[at] != ':' {
			return
		}
		at = space(object, at+1)
		end = End(object, at)
		if end <= at || !do(name, object[at:end]) {
			return
		}
		if at = space(object, end); at >= len(object) || object[at] != ',' {
			return
		}
	}
}

// Elements calls do with each element of an array, until do returns false. A value that is no array has no elements.
func Elements(array []byte, do func(value []byte) bool) {
	at := space(array, 0)
	if at >= len(array) || array[at] != '[' {
		return
	}
	for at = space(array, at+1); at < len(array) && array[at] != ']'; at = space(array, at+1) {
		end := End(array, at)
		if end <= at || !do(array[at:end]) {
			return
		}
		if at = space(array, end); at >= len(array) || array[at] != ',' {
			return
		}
	}
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
