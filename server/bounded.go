// This file decodes lists of requests that have a bound. A list of small elements takes a hundred times as much memory as its text.

package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// A listOf T has at most as many elements as its type says.
type listOf[T any, L limit] []T

// limit says how long a list may be, and what its elements are.
type limit interface {
	most() int
	elements() string
}

func tooMany(l limit) error {
	return errorf(http.StatusUnprocessableEntity, "more than %d %s are in one request", l.most(), l.elements())
}

// UnmarshalJSON decodes a list element by element.
func (b *listOf[T, L]) UnmarshalJSON(data []byte) error {
	*b = nil
	var l L
	d := json.NewDecoder(bytes.NewReader(data))
	if start, err := d.Token(); err != nil || start != json.Delim('[') {
		return json.Unmarshal(data, (*[]T)(b)) // null, or the error for another value
	}
	*b = listOf[T, L]{}
	for d.More() {
		if len(*b) == l.most() {
			return tooMany(l)
		}
		var one T
		if err := d.Decode(&one); err != nil {
			return err
		}
		*b = append(*b, one)
	}
	return nil
}

// batched is the limit of a batch of runs.
type batched struct{}

func (batched) most() int        { return 1000 }
func (batched) elements() string { return "runs" }

// answered is the limit of the answers in one command.
type answered struct{}

func (answered) most() int        { return 100_000 }
func (answered) elements() string { return "responses" }

// maxSearched is how many bytes a text has that a client searches for. It is compared with each value.
const maxSearched = 64 << 10

// searched is a text that a client searches for, in lower case.
type searched string

// newSearched returns the text in a field of a request.
func newSearched(field, text string) (searched, error) {
	if len(text) > maxSearched {
		return "", errorf(http.StatusUnprocessableEntity, "%s has %d bytes, and at most %d are allowed", field, len(text), maxSearched)
	}
	return searched(strings.ToLower(text)), nil
}

// in reports whether the text is in another one, in any case. An empty text is in each.
func (s searched) in(text string) bool {
	return s == "" || strings.Contains(strings.ToLower(text), string(s))
}
