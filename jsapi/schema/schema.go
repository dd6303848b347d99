// Package schema holds JSON values against JSON schemas: draft 2020-12, and what drafts 4 to 7 have of their own. Schemas
// come from scripts and values from people, so both are hostile: whatever they are, compiling and checking end, soon and
// with bounded memory. A schema that cannot be checked in bounded time is refused when it is compiled.
//
//	s, err := schema.Compile(text)   // *WrongError: it is no schema; *UnboundedError: it is refused
//	err = s.Check(value)             // *UnfitError: where the value does not fit, and why
//
// "format" is not checked, and nothing is fetched: a $ref leads to a place in the same document.
// A Schema is safe for concurrent use.
package schema

import (
	"encoding/json"
	"fmt"
	"time"
)

// The bounds of a schema.
const (
	MaxBytes = 1 << 20 // of its text
	MaxRules = 10_000  // schemas in it, with all that are inside of others
	MaxDepth = 100     // how deep they are nested, and how many apply one through the other to the same value
)

// The bounds of a check.
const (
	maxSteps        = 20_000_000
	stepsToRemember = 16 // for the memory that it takes
	maxCheckDepth   = 10_000
	maxCheckTime    = 10 * time.Second
)

// WrongError is returned for what is not a JSON schema.
type WrongError struct{ At, Reason string }

func (e *WrongError) Error() string { return place(e.At) + e.Reason }

// UnboundedError is returned for a schema that is too large, or that no value could be checked against in bounded time.
type UnboundedError struct{ At, Reason string }

func (e *UnboundedError) Error() string { return place(e.At) + e.Reason }

func place(at string) string {
	if at == "" || at == "#" {
		return ""
	}
	return at + ": "
}

// UnfitError says why a value does not fit.
type UnfitError struct {
	Path    string // where in the value, such as "items[2].name"; empty for the value itself
	Pointer string // the same as a JSON pointer
	Reason  string
}

func (e *UnfitError) Error() string {
	if e.Path == "" {
		return e.Reason
	}
	return e.Path + ": " + e.Reason
}

// Schema is a compiled schema.
type Schema struct {
	root      *rule
	annotates bool // some rule asks for what others have not looked at
}

// Check returns an *UnfitError if value, JSON text, does not fit, and another error if it is not JSON. A value whose
// check would take too long does not fit.
func (s *Schema) Check(value []byte) error {
	if !json.Valid(value) {
		return fmt.Errorf("the value is not valid JSON")
	}
	v := decode(value)
	c := checker{annotates: s.annotates, until: time.Now().Add(maxCheckTime)}
	_, failed := c.check(s.root, &v)
	if c.stopped != "" {
		return &UnfitError{Reason: c.stopped}
	}
	if failed == nil {
		return nil
	}
	return failed.unfit()
}
