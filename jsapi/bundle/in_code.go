// This file changes code by patterns, and leaves strings alone.

package bundle

import (
	"regexp"
	"sort"
	"strings"
)

// replaceInCode is ReplaceAllStringFunc of a pattern for code. It leaves out what begins in a string or in the text of a template, and
// members of objects: process.exit of a.process.exit is another function.
func replaceInCode(pattern *regexp.Regexp, text string, replace func(found string) string) string {
	matches := pattern.FindAllStringIndex(text, -1)
	if matches == nil {
		return text
	}
	spans := textsOf(text)
	var out strings.Builder
	from := 0
	for _, m := range matches {
		i := sort.Search(len(spans), func(i int) bool { return spans[i].end > m[0] })
		if i < len(spans) && spans[i].start <= m[0] || isMember(text[:m[0]]) {
			continue
		}
		out.WriteString(text[from:m[0]] + replace(text[m[0]:m[1]]))
		from = m[1]
	}
	return out.String() + text[from:]
}

// isMember reports whether the word after this text is the name of a member.
func isMember(before string) bool {
	before = strings.TrimRight(before[max(0, len(before)-100):], " \t\r\n")
	return strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "...")
}

// textSpan is a string, or a part of the text of a template.
type textSpan struct{ start, end int }

// textsOf returns the strings of a text, and the text of its templates, in their order. It returns nothing if they cannot be found with
// certainty.
func textsOf(text string) []textSpan {
	d := depth{data: []byte(text), bounds: ofCode(), rows: make([]row, 1, 64), texts: []textSpan{}}
	if d.run(); d.failed != nil || d.uncertain {
		return nil
	}
	return d.texts
}
