// This file lets package patterns match the patterns that package regexp and regexp2 match in another way than ECMAScript: those with
// groups that do not match in each round of a repetition, those with parts of surrogate pairs, those with the flag m in texts with
// line ends other than \n, and those with the flag i if they or the text have characters such as K, the sign for Kelvin, which is none of k.

package guard

import (
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// maxEntries is the number of entries on the stack of a match by package patterns.
const maxEntries = 1 << 25

// program returns the program of a pattern, or nil if the other packages match it rightly: in the text, or in each text if that is nil.
func (g *Guard) program(l *patternFields, pattern unsafe.Pointer, source string, text goja.Value) *patterns.Program {
	multiline := strings.ContainsAny(source, "^$")
	rounds := false
	for _, end := range []string{")*", ")+", ")?", "){"} {
		rounds = rounds || strings.Contains(source, end)
	}
	pairs := strings.Contains(source, `\ud`) || strings.Contains(source, `\uD`)
	folds := *fieldAt[bool](pattern, l.ignoreCase) && (text == nil || !isASCII(text) || !onlyASCII(source))
	if !multiline && !rounds && !pairs && !folds {
		return nil
	}
	key := keyOf(l, pattern, source)
	if !rounds && !pairs && !folds && key.options&regexp2.Multiline == 0 {
		return nil
	}
	program, known := g.engines.own[key]
	if !known {
		var err error
		program, err = patterns.Compile(source, patterns.Flags{
			IgnoreCase: key.options&regexp2.IgnoreCase != 0, Multiline: key.options&regexp2.Multiline != 0,
			DotAll: key.options&regexp2.Singleline != 0, Unicode: key.options&regexp2.Unicode != 0,
		})
		if err != nil || !program.Rounds && !program.Lines && !program.Pairs && !program.IgnoresCase {
			program = nil
		}
		if g.engines.own == nil || len(g.engines.own) >= maxMatchers {
			g.engines.own = map[matcher]*patterns.Program{}
		}
		g.engines.own[key] = program
	}
	return program
}

// needs reports whether only a program matches the text of the match that runs.
func (g *Guard) needs(program *patterns.Program) bool {
	return program.Rounds || program.Pairs || program.Lines && g.engines.text.otherEnds || g.folds(program)
}

// folds reports whether only a program knows what is the same in another case, in the text of the match that runs.
func (g *Guard) folds(program *patterns.Program) bool {
	return program.Folds || program.IgnoresCase && g.engines.text.oddCase
}

// onlyASCII reports whether a pattern has only ASCII characters, and no escapes of others.
func onlyASCII(source string) bool {
	for i := range len(source) {
		if source[i] >= utf8.RuneSelf || source[i] == '\\' && i+1 < len(source) && (source[i+1] == 'u' || source[i+1] == 'x') {
			return false
		}
	}
	return true
}

// matchAlone makes a program match in place of rx where it is needed.
func (g *Guard) matchAlone(l *patternFields, rx *regexp2.Regexp, program *patterns.Program) {
	execute := fieldAt[func(*regexp2.Runner) error](unsafe.Pointer(rx), l.execute)
	find := fieldAt[func(*regexp2.Runner) bool](unsafe.Pointer(rx), l.find)
	other, otherFind := *execute, *find
	*find = func(r *regexp2.Runner) bool {
		return g.needs(program) && (program.Lines || program.Pairs || g.folds(program)) || otherFind(r)
	}
	*execute = func(r *regexp2.Runner) error {
		if !g.needs(program) {
			return other(r)
		}
		g.hear()
		m := &g.engines.machine
		m.MaxStack, m.Reserve, m.Hear = maxEntries, g.reserve, g.hear
		groups, err := m.Match(program, r.Runtext, r.Runtextpos)
		if errors.Is(err, patterns.ErrTooDeep) {
			g.refuse(rangeError, tooDeep)
		}
		for i := 0; i < len(groups); i += 2 {
			if groups[i] >= 0 {
				r.Capture(i/2, groups[i], groups[i+1])
			}
		}
		if groups != nil {
			r.Runtextpos = groups[1]
			g.located(l, r)
		}
		return nil
	}
}

// inText says what a text has: line ends other than \n, and characters that are patterns.OddCase. The text is the last one that was looked at.
type inText struct {
	text      goja.String
	otherEnds bool
	oddCase   bool
}

// look looks for what matters to a program in the text of a match that is about to run.
func (g *Guard) look(program *patterns.Program, v goja.Value) {
	text, ok := v.(goja.String)
	if !program.Lines && !program.IgnoresCase || ok && isSame(g.engines.text.text, text) {
		return
	}
	if !ok { // any text may follow
		g.engines.text = inText{otherEnds: true, oddCase: true}
		return
	}
	found := inText{text: text}
	if isASCII(text) {
		found.otherEnds = strings.IndexByte(text.String(), '\r') >= 0
	} else {
		for i := 0; i < text.Length() && !(found.otherEnds && found.oddCase); i++ {
			if i%longText == longText-1 {
				g.hear()
			}
			c := text.CharAt(i)
			found.otherEnds = found.otherEnds || c == '\r' || c == 0x2028 || c == 0x2029
			found.oddCase = found.oddCase || c >= utf8.RuneSelf && patterns.OddCase(rune(c))
		}
	}
	g.engines.text = found
}

// isSame reports whether two texts are at the same place in memory. It does not compare their letters.
func isSame(a, b goja.String) bool {
	if a == nil || reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	switch v.Kind() {
	case reflect.String:
		s, t := v.String(), w.String()
		return len(s) == len(t) && unsafe.StringData(s) == unsafe.StringData(t)
	case reflect.Slice:
		return v.Len() == w.Len() && v.Pointer() == w.Pointer()
	case reflect.Pointer:
		return v.Pointer() == w.Pointer()
	}
	return false
}
