// This file checks regular expressions, and replaces some by calls of RegExp.

package bundle

import (
	"sort"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// constructPatterns replaces some regular expressions by calls of RegExp, since the RegExp of the VM handles them: those
// with a property inside a class (esbuild only replaces those with one outside), those with surrogates, those with the
// flag i for which goja is slow and wrong, and those with syntax that goja reads as something else. It returns an error for one that is wrong.
func (n *rewriter) constructPatterns(out *output) error {
	for _, t := range n.tokens {
		if t.kind != tokenText || n.code[t.start] != '/' {
			continue
		}
		text := string(n.code[t.start:t.end])
		end := strings.LastIndexByte(text, '/')
		if end < 1 {
			continue
		}
		pattern, flags := text[1:end], text[end+1:]
		inUnicode := strings.Contains(flags, "u")
		plain, err := patterns.Check([]rune(pattern), patterns.Syntax{Unicode: inUnicode, Sets: strings.Contains(flags, "v"), Property: KnownProperty})
		if err != nil {
			return &Error{Messages: []Message{out.message(int(t.start), "Invalid regular expression: "+text+": "+err.Error())}}
		}
		native := inUnicode && !strings.Contains(strings.ToLower(pattern), `\p{`) || !inUnicode && !HasSurrogates(pattern)
		if native && plain == nil && !(strings.Contains(flags, "i") && backtracks(pattern)) {
			continue
		}
		n.edits = append(n.edits, edit{pos: int(t.start), drop: len(text), text: "new RegExp(" + quote(pattern) + ", " + quote(flags) + ")"})
	}
	return nil
}

// message returns a message about a place in an output, which it shows in the source.
func (o *output) message(at int, text string) Message {
	m := Message{Text: text}
	offsets := segmentOffsets(o.code, o.segments)
	i := sort.SearchInts(offsets, at+1) - 1
	if i < 0 || o.segments[i].src < 0 {
		return m
	}
	s := o.segments[i]
	source := o.sources[s.src]
	m.File, m.source, m.Line, m.Column = source.name, source.text, int(s.srcLine)+1, int(s.srcCol)+1
	if lines := strings.Split(source.text, "\n"); m.Line <= len(lines) {
		m.LineText = strings.TrimSuffix(lines[m.Line-1], "\r")
	}
	return m
}

var surrogate = lazily(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)

// HasSurrogates reports whether a pattern has escapes of surrogates.
func HasSurrogates(pattern string) bool { return surrogate().MatchString(pattern) }

// negatedClass matches a set in a pattern with the flag i for which goja's second engine is slow and wrong.
var negatedClass = lazily(`\\[WSD]|\.`)

// backtracks reports whether a pattern needs goja's second engine, and has a set for which that is slow with the flag i.
func backtracks(pattern string) bool {
	return looksAround().MatchString(pattern) && negatedClass().MatchString(pattern)
}

// looksAround matches syntax that only the second engine supports.
var looksAround = lazily(`\(\?(?:=|!|<[=!])|\\[1-9k]`)
