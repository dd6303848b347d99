// This file matches patterns. Go's regular expressions take time in proportion to pattern and text. Patterns that
// they do not support, for example with lookaround, are matched by a library that stops after a timeout.

package schema

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
)

const (
	maxPatternBytes   = 10_000
	maxPatternProgram = 20_000  // instructions
	maxPrograms       = 200_000 // instructions of all patterns of a schema
	maxPatternWork    = 500_000_000
	maxPatternTime    = time.Second
	maxPatternStack   = 1 << 20
)

type pattern struct {
	text  string
	size  int // the size of the compiled program
	plain *regexp.Regexp
	other *regexp2.Regexp
}

// compilePattern compiles a pattern. For a pattern that is not valid in JavaScript it returns nil and no error;
// such a pattern is not checked.
func compilePattern(at, text string) (*pattern, error) {
	if len(text) > maxPatternBytes {
		return nil, &UnboundedError{at, "the pattern is longer than 10000 bytes"}
	}
	text = properties().Replace(text)
	if parsed, err := syntax.Parse(text, syntax.Perl); err == nil {
		if program, err := syntax.Compile(parsed.Simplify()); err == nil {
			if len(program.Inst) > maxPatternProgram {
				return nil, &UnboundedError{at, "the pattern has too many repetitions"}
			}
			if re, err := regexp.Compile(text); err == nil {
				return &pattern{text: text, size: len(program.Inst), plain: re}, nil
			}
		}
	}
	if hasFlags(text) {
		return nil, nil
	}
	re, err := regexp2.Compile(text, regexp2.ECMAScript|regexp2.Unicode, regexp2.OptionMaxBacktrackingStackSize(maxPatternStack))
	if err != nil {
		return nil, nil // the other keywords of the schema are still checked
	}
	re.MatchTimeout = maxPatternTime
	return &pattern{text: text, size: len(text), other: re}, nil
}

// properties returns a replacer of the names of properties of Unicode that JavaScript has, by those that Go has.
var properties = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for _, kind := range []string{"Script=", "sc=", "General_Category=", "gc="} {
		pairs = append(pairs, `\p{`+kind, `\p{`, `\P{`+kind, `\P{`)
	}
	return strings.NewReplacer(pairs...)
})

// hasFlags reports whether a pattern has a group with flags, such as (?i). JavaScript does not support them.
// regexp2 does, and takes 40 ms to compile each dot after (?i).
func hasFlags(pattern string) bool {
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			if i++; strings.HasPrefix(pattern[i:], "c[") { // a control character
				i++
			}
		case c == '[':
			class = true
		case c == ']':
			class = false
		case !class && strings.HasPrefix(pattern[i:], "(?"):
			if i+2 < len(pattern) && strings.IndexByte(":=!<", pattern[i+2]) < 0 {
				return true
			}
		}
	}
	return false
}

// match reports whether s has a match. tooLong says that the match would take too long, so that the result is
// not known.
func (p *pattern) match(s string) (ok, tooLong bool) {
	if p.plain != nil {
		if len(s) > maxPatternWork/p.size {
			return false, true
		}
		return p.plain.MatchString(s), false
	}
	ok, err := p.other.MatchString(s)
	return ok, err != nil
}
