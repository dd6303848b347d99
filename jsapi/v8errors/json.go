package v8errors

// This file makes the messages of V8's JSON.parse for text that is not valid JSON.

import (
	"strconv"
	"unicode/utf16"
)

// JSON returns the message of V8's JSON.parse for text, or "" if it is valid JSON.
func JSON(text string) string {
	s := &jsonScanner{text: utf16.Encode([]rune(text))}
	if s.value() {
		if s.space(); s.at < len(s.text) {
			s.fail("Unexpected non-whitespace character after JSON")
		}
	}
	return s.message
}

// jsonScanner reads JSON text up to the first error.
type jsonScanner struct {
	text    []uint16
	at      int
	message string
}

// fail sets the message of an error at the current position, and returns false.
func (s *jsonScanner) fail(what string) bool {
	if s.message == "" {
		s.message = what + " in JSON at position " + strconv.Itoa(s.at)
		if what == "Unexpected non-whitespace character after JSON" {
			s.message = what + " at position " + strconv.Itoa(s.at)
		}
	}
	return false
}

// contextLength is the number of UTF-16 units of the text that a message shows on each side of an error.
const contextLength = 10

// unexpected sets the message for a character at which no value can begin, and returns false.
func (s *jsonScanner) unexpected() bool {
	if s.message != "" {
		return false
	}
	if s.at >= len(s.text) {
		s.message = "Unexpected end of JSON input"
		return false
	}
	whole := string(utf16.Decode(s.text))
	switch c := s.text[s.at]; {
	case whole == "undefined" || whole == "NaN" || whole == "Infinity" || whole == "[object Object]":
		s.message = `"` + whole + `" is not valid JSON`
		return false
	case c == '"':
		return s.fail("Unexpected string")
	case c >= '0' && c <= '9' || c == '-':
		return s.fail("Unexpected number")
	}
	begin, end := 0, len(s.text)
	before, after := "", ""
	if len(s.text) > 2*contextLength {
		if s.at >= contextLength {
			begin, before = s.at-contextLength, "..."
		}
		if s.at < len(s.text)-contextLength {
			end, after = s.at+contextLength, "..."
		}
	}
	s.message = "Unexpected token '" + string(utf16.Decode(s.text[s.at:s.at+1])) + "', " +
		before + `"` + string(utf16.Decode(s.text[begin:end])) + `"` + after + " is not valid JSON"
	return false
}

func (s *jsonScanner) space() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t' || s.text[s.at] == '\n' || s.text[s.at] == '\r') {
		s.at++
	}
}

// is reports whether the next character is c.
func (s *jsonScanner) is(c uint16) bool { return s.at < len(s.text) && s.text[s.at] == c }

func (s *jsonScanner) value() bool {
	s.space()
	if s.at >= len(s.text) {
		return s.unexpected()
	}
	switch c := s.text[s.at]; {
	case c == '{':
		return s.object()
	case c == '[':
		return s.array()
	case c == '"':
		return s.str()
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	case c == 't':
		return s.literal("true")
	case c == 'f':
		return s.literal("false")
	case c == 'n':
		return s.literal("null")
	}
	return s.unexpected()
}

func (s *jsonScanner) object() bool {
	s.at++
	if s.space(); s.is('}') {
		s.at++
		return true
	}
	const first = "Expected property name or '}'"
	for what := first; ; what = "Expected double-quoted property name" {
		if s.space(); !s.is('"') {
			return s.fail(what)
		}
		if !s.str() {
			return false
		}
		if s.space(); !s.is(':') {
			if what != first { // V8 has this message for the first property only
				return s.unexpected()
			}
			return s.fail("Expected ':' after property name")
		}
		s.at++
		if !s.value() {
			return false
		}
		switch s.space(); {
		case s.is(','):
			s.at++
		case s.is('}'):
			s.at++
			return true
		default:
			return s.fail("Expected ',' or '}' after property value")
		}
	}
}

func (s *jsonScanner) array() bool {
	s.at++
	if s.space(); s.is(']') {
		s.at++
		return true
	}
	for {
		if !s.value() {
			return false
		}
		switch s.space(); {
		case s.is(','):
			s.at++
		case s.is(']'):
			s.at++
			return true
		default:
			return s.fail("Expected ',' or ']' after array element")
		}
	}
}

func (s *jsonScanner) literal(word string) bool {
	for i := range len(word) {
		if !s.is(uint16(word[i])) {
			return s.unexpected()
		}
		s.at++
	}
	return true
}

func (s *jsonScanner) str() bool {
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return true
		case c < ' ':
			return s.fail("Bad control character in string literal")
		case c == '\\':
			if !s.escape() {
				return false
			}
		}
	}
	return s.fail("Unterminated string")
}

func (s *jsonScanner) escape() bool {
	if s.at++; s.at >= len(s.text) {
		return s.unexpected()
	}
	switch s.text[s.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			s.at++
			if s.at >= len(s.text) {
				return s.fail("Bad Unicode escape")
			}
			if c := s.text[s.at]; !(c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f') {
				return s.fail("Bad Unicode escape")
			}
		}
		return true
	}
	return s.fail("Bad escaped character")
}

func (s *jsonScanner) digits() bool {
	from := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	return s.at > from
}

func (s *jsonScanner) number() bool {
	if s.is('-') {
		s.at++
		if s.at >= len(s.text) || s.text[s.at] < '0' || s.text[s.at] > '9' {
			return s.fail("No number after minus sign")
		}
	}
	if s.is('0') {
		s.at++
		if s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
			return s.fail("Unexpected number")
		}
	} else {
		s.digits()
	}
	if s.is('.') {
		s.at++
		if !s.digits() {
			return s.fail("Unterminated fractional number")
		}
	}
	if s.is('e') || s.is('E') {
		s.at++
		if s.is('+') || s.is('-') {
			s.at++
		}
		if !s.digits() {
			return s.fail("Exponent part is missing a number")
		}
	}
	return true
}
