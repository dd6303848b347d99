// This file says what a line that was typed means, and shows values.

package form

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Typed is what a line means of which nothing is known: JSON if it is that, else text. What begins like JSON and
// is none is an error: it is a slip as a rule, and an answer is used once.
func Typed(line string) (json.RawMessage, error) {
	data := []byte(strings.TrimSpace(line))
	if json.Valid(data) {
		return data, nil
	}
	if jsonLike().Match(data) || wordLike().Match(data) {
		return nil, syntaxError(string(data))
	}
	return quoted(line), nil
}

// wordLike matches what is meant as true, false or null and is written wrong: "tru", "False", "true,". A node would take
// the text "False" for a yes. "t", "no" and "true, but late" are text.
var wordLike = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(true?|false?|null?)[^\pL\pN\s]*$`) })

// jsonLike matches what begins like an object, an array, a string or a number and goes on like one. "[urgent] call
// me" and "3 days" do not.
var jsonLike = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\{|\[\s*(["{\[\]\d-]|true\b|false\b|null\b|$)|"|-?\d+(\.\d*)?([eE][+-]?\d*)?$)`)
})

// syntaxError says where a text stops to be JSON.
func syntaxError(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	var v json.RawMessage
	err := json.Unmarshal([]byte(text), &v)
	var se *json.SyntaxError
	if !errors.As(err, &se) {
		return err
	}
	before := text[:min(int(se.Offset), len(text))]
	line := 1 + strings.Count(before, "\n")
	return fmt.Errorf("line %d, column %d: %w", line, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]), err)
}

// yesNo reads a yes or a no, as people write it.
func yesNo(s string) (yes, ok bool) {
	switch strings.ToLower(s) {
	case "y", "yes", "true", "j", "ja", "1":
		return true, true
	case "n", "no", "false", "nein", "0":
		return false, true
	}
	return false, false
}

// chosen returns the choice that a line names: by its number, or by its value.
func chosen(choices []json.RawMessage, line string) json.RawMessage {
	for _, c := range choices {
		if plain(c) == line || string(c) == line {
			return c
		}
	}
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(choices) {
		return choices[n-1]
	}
	for _, c := range choices {
		if strings.EqualFold(plain(c), line) {
			return c
		}
	}
	return nil
}

// number reports whether a text is a number of JSON.
func number(s string, integer bool) bool {
	if !json.Valid([]byte(s)) || !strings.ContainsRune("-0123456789", rune(s[0])) {
		return false
	}
	return !integer || !strings.ContainsAny(s, ".eE")
}

// quoted returns a text as JSON.
func quoted(s string) json.RawMessage {
	b, _ := marshal(s) // no string fails
	return b
}

// plain shows a value: a text as it is, other values as JSON on one line.
func plain(value json.RawMessage) string {
	var s string
	if len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &s) == nil {
		return s
	}
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return string(value)
	}
	return b.String()
}

// Pretty returns JSON over several lines.
func Pretty(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, value, "", "  ") != nil {
		return string(value)
	}
	return b.String()
}

// short cuts a preset, which stands in a prompt.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
