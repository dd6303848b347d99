// Package schema checks JSON values against JSON schemas of draft 2020-12, and supports the keywords that only
// drafts 4 to 7 have. Schemas come from scripts and values from people, so neither is trusted: compiling and
// checking always end soon and use bounded memory. A schema that cannot be checked in bounded time is refused
// when it is compiled.
//
//	s, err := schema.Compile(text)   // *WrongError: text is not a schema; *UnboundedError: it is refused
//	err = s.Check(value)             // *UnfitError: where the value does not fit, and why
//
// The keyword "format" is not checked. Nothing is fetched: a $ref can only lead to a place in the same document.
// A Schema is safe for concurrent use.
package schema

import (
	"encoding/json"
	"fmt"
	"time"
)

// The limits of a schema.
const (
	MaxBytes = 1 << 20 // bytes of its text
	MaxRules = 10_000  // schemas in it, including those inside others
	MaxDepth = 100     // nested levels, and schemas that apply through each other to the same value
)

// The limits of a check.
const (
	maxSteps        = 20_000_000
	stepsToRemember = 16 // the steps that count for a cached result, because of its memory
	maxCheckDepth   = 10_000
	maxCheckTime    = 10 * time.Second
)

// WrongError is returned for a text that is not a JSON schema. At is the place in the schema.
type WrongError struct{ At, Reason string }

func (e *WrongError) Error() string { return place(e.At) + e.Reason }

// UnboundedError is returned for a schema that is too large, or that cannot be checked in bounded time. At is the
// place in the schema.
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
	Path    string // the place in the value, such as "items[2].name"; "" for the value itself
	Pointer string // the same place as a JSON pointer
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
	// Unchecked are the patterns that cannot be compiled, each with its place in the schema. They are valid in no version of
	// JavaScript, or name a property of Unicode that is not known here. The rest of the schema is checked.
	Unchecked []string

	root      *rule
	annotates bool // whether a rule needs to know which parts other rules have evaluated
}

// Check checks a value, which is JSON text. It returns an *UnfitError if the value does not fit or if the check
// would take too long, and another error if the value is not valid JSON.
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
