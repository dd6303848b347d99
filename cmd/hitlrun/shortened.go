// This file shortens the text of errors, which a script can make as long as it likes.

package main

import (
	"fmt"
	"unicode/utf8"
)

// A text of more than shownStart + shownEnd bytes is shown without its middle: the message begins at the start, and the stack
// is at the end.
const (
	shownStart = 16 << 10
	shownEnd   = 8 << 10
)

// shortened returns a text without its middle, if it is long.
func shortened(text string) string {
	if len(text) <= shownStart+shownEnd {
		return text
	}
	start, end := shownStart, len(text)-shownEnd
	for start > 0 && !utf8.RuneStart(text[start]) {
		start--
	}
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	return fmt.Sprintf("%s\n… %d bytes are not shown …\n%s", text[:start], end-start, text[end:])
}
