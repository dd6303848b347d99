// This file interprets a line that a person typed, and shows values.

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

// Typed returns the value of a line for which there is no schema: JSON if the line is JSON, else text. A line that begins like
// JSON and is not JSON gives an error: it is probably a mistake, and an answer is used only once.
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

// wordLike matches misspelt true, false and null: "tru", "False", "true,". In a node
// the text "False" would count as true. "t", "no" and "true, but late" are text.
var wordLike = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(true?|false?|null?)[^\pL\pN\s]*$`) })

// jsonLike matches text that begins like an object, an array, a string or a number of JSON. "[urgent] call
// me" and "3 days" do not.
var jsonLike = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\{|\[\s*(["{\[\]\d-]|true\b|false\b|null\b|$)|"|-?\d+(\.\d*)?([eE][+-]?\d*)?$)`)
})

// syntaxError returns an error with the place at which a text is not JSON any more.
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

// yesNo reads a yes or a no in the forms that people write.
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

// short shortens a default for a prompt.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
