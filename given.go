// This file checks what callers give to a store, before anything is stored.

package hitlrun

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// The bounds of what callers give to a Store, beside Limits.InputBytes.
const (
	MaxThreadIDBytes = 1024 // bytes of the id of a new thread
	MaxNameBytes     = 1024 // bytes of RunOptions.By and From
	MaxInputDepth    = 500  // how deep an input, an answer or an update may be nested
	// MaxMetadataBytes is how large the metadata of a thread may be, all fields together. All processes that write to the
	// store wait while they are merged and indexed.
	MaxMetadataBytes = 1 << 20

	maxInputMemory = 1 << 30 // about how much memory their values may take
)

// checkThreadID returns an error if id cannot be the id of a new thread.
func checkThreadID(id string) error {
	switch {
	case len(id) > MaxThreadIDBytes:
		return errorf(ErrBounds, "the id of the thread has %d bytes, and at most %d are allowed", len(id), MaxThreadIDBytes)
	case !utf8.ValidString(id):
		return errorf(ErrBounds, "the id of the thread is not UTF-8")
	}
	return nil
}

// checkNames returns an error if a name for the audit log, as By or From of RunOptions, is too long, or could forge a line of the printed audit log.
func checkNames(by, from string) error {
	for what, name := range map[string]string{"the name for the audit log (--as)": by, "where it comes from (RunOptions.From)": from} {
		if err := CheckName(name); err != nil {
			return errorf(ErrBounds, "%s %v", what, err)
		}
	}
	return nil
}

// CheckName returns an error if name cannot be in the audit log: it has more than MaxNameBytes bytes, is not UTF-8, or has a
// control character. The error is the end of a sentence about the name.
func CheckName(name string) error {
	switch {
	case len(name) > MaxNameBytes:
		return fmt.Errorf("has %d bytes, and at most %d are allowed", len(name), MaxNameBytes)
	case !utf8.ValidString(name):
		return errors.New("is not UTF-8")
	case strings.ContainsFunc(name, breaksLines):
		return fmt.Errorf("has a control character: %q", name)
	}
	return nil
}

// breaksLines reports whether r is a control character, or ends a line or a paragraph.
func breaksLines(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

// limitsOf returns the limits of a run: those of the given script, or of Options.Script for scripts that the store
// loads.
func (s *Store) limitsOf(script *Script) Limits {
	if script != nil {
		return script.o.Limits
	}
	return s.o.Script.Limits
}

// checkGiven returns an error for text that is not valid JSON, or is out of bounds. what names the text in the error.
// nil data is always valid.
func checkGiven(what string, data json.RawMessage, l Limits) error {
	most := l.InputMost()
	switch {
	case data == nil:
		return nil
	case most >= 0 && int64(len(data)) > most:
		return errorf(ErrBounds, "%s has %d bytes, and at most %d are allowed (--max-input)", what, len(data), most)
	case !utf8.Valid(data):
		return errorf(ErrInput, "%s is not UTF-8", what)
	case !json.Valid(data):
		return errorf(ErrInput, "%s is not valid JSON: %s", what, shorten(data))
	}
	depth, memory := weigh(data)
	inexact, infinite := value.InexactNumber(data)
	switch {
	case infinite:
		return errorf(ErrBounds, "%s has the number %s, which is infinite for JavaScript", what, shorten([]byte(inexact)))
	case inexact != "":
		return errorf(ErrBounds, "%s has the integer %s, which JavaScript would round: give it as text",
			what, shorten([]byte(inexact)))
	case depth > MaxInputDepth:
		return errorf(ErrBounds, "%s is nested %d deep, and at most %d is allowed", what, depth, MaxInputDepth)
	case most >= 0 && memory > maxInputMemory:
		return errorf(ErrBounds,
			"%s has too many values: they would take about %d MiB of memory, and at most %d are allowed", what, memory>>20, maxInputMemory>>20)
	}
	return nil
}

// checkValue is checkGiven for what is stored as one value: an input or an answer.
func checkValue(what string, data json.RawMessage, l Limits) error {
	if err := checkGiven(what, data, l); err != nil {
		return err
	}
	if least, most := storedBytes(data), jsapi.Limits(l).PayloadMost(); most > 0 && least > most {
		return errorf(ErrBounds, "%s has at least %d bytes when it is stored, and at most %d are allowed (--max-payload)",
			what, least, most)
	}
	return nil
}

// storedBytes returns the least number of bytes that the values of valid JSON take in a checkpoint: it does not count
// spaces, digits of numbers, or escapes of letters.
func storedBytes(data []byte) (n int) {
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			for i++; data[i] != '"'; i++ {
				if n++; data[i] == '\\' {
					if i++; data[i] == 'u' {
						i += 4
					}
				}
			}
			n += 2
		case c == '-' || '0' <= c && c <= '9':
			for n++; i+1 < len(data) && strings.IndexByte("+-.eE0123456789", data[i+1]) >= 0; i++ {
			}
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			n++
		}
	}
	return n
}

// CheckStart returns the error with which Start refuses o for any thread: a field is not valid JSON (ErrInput), or is
// out of bounds (ErrBounds). It returns nil otherwise.
func (s *Script) CheckStart(o Start) error { return o.valid(s, s.o.Limits) }

// CheckAnswer is CheckStart for Resume.
func (s *Script) CheckAnswer(a Answer) error { return a.valid(s.o.Limits) }

// CheckJSON returns ErrInput for text that is not valid JSON, and ErrBounds for JSON that is larger or nested deeper
// than an input may be. what names the text in the error: "the value of the item". It is for programs that store data
// of others beside threads.
func CheckJSON(what string, data json.RawMessage) error { return checkGiven(what, data, Limits{}) }

// weigh returns how deep valid JSON is nested, and about how much memory its values take.
func weigh(data []byte) (depth int, memory int64) {
	const perObject, perArray, perValue = 400, 150, 40
	now := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			for i++; data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			now++
			depth = max(depth, now)
			memory += perArray
			if data[i] == '{' {
				memory += perObject - perArray
			}
		case '}', ']':
			now--
		case ',', ':':
			memory += perValue
		}
	}
	return depth, memory
}
