// This file has the error for a state that is too large.

package checkpoint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// StateSizeError says that the values of a checkpoint, or the writes that belong to it, are larger together than their limit.
type StateSizeError struct {
	Bytes, Most int64    // at least so many bytes, and the limit
	Writes      bool     // it is about the writes of the tasks of a superstep
	Largest     []SizeOf // the largest channels, or the nodes with the largest writes; nil if they are unknown
}

// SizeOf is the size of the value of a channel, or of what a node has written.
type SizeOf struct {
	Name  string
	Bytes int64
}

// mostNamed is how many channels an error names, and how many letters of each name.
const (
	mostNamed   = 3
	mostLetters = 100
)

// Sorted puts the largest first, leaves out those that the error does not name, and returns e.
func (e *StateSizeError) Sorted() *StateSizeError {
	slices.SortStableFunc(e.Largest, func(a, b SizeOf) int { return cmp.Compare(b.Bytes, a.Bytes) })
	e.Largest = slices.DeleteFunc(e.Largest[:min(len(e.Largest), mostNamed)], func(s SizeOf) bool { return s.Bytes == 0 })
	return e
}

func (e *StateSizeError) Error() string {
	what, largest := "the values of the state have", "the largest channels are"
	if e.Writes {
		what, largest = "the writes of the tasks of this superstep have", "the largest are of"
	}
	text := fmt.Sprintf("%s at least %d bytes together when they are stored, and at most %d are allowed (--max-state)", what, e.Bytes, e.Most)
	var names []string
	for _, c := range e.Largest {
		name := c.Name
		if letters := []rune(name[:min(len(name), 4*mostLetters)]); len(letters) > mostLetters {
			name = string(letters[:mostLetters]) + "…"
		}
		names = append(names, fmt.Sprintf("%s (%d bytes)", name, c.Bytes))
	}
	if len(names) > 0 {
		text += fmt.Sprintf("; %s %s", largest, strings.Join(names, ", "))
	}
	return text
}
