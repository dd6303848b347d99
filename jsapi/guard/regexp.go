// This file lets an interrupt end a match of a regular expression. goja matches with the package regexp
// of Go, which takes time in proportion to the text and to the pattern. For patterns that regexp does not
// support, goja uses regexp2, which may run for an unlimited time.
//
// Before goja matches, the guard gives the RegExp a matcher of regexp2 that only its Runtime uses. The
// guard has the address of the matcher's deadline, and Stop moves the deadline into the past.

package guard

import (
	"errors"
	"reflect"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// engines are the matchers of a Runtime.
type engines struct {
	matching atomic.Pointer[int64] // the deadline of the running match; nil if none runs
	made     map[matcher]*regexp2.Regexp
	empty    map[string]bool               // whether patterns of package regexp match texts with and without letters
	own      map[matcher]*patterns.Program // those that only package patterns matches rightly; nil for the others
	machine  patterns.Machine
	text     inText
	spans    *[]span // where the groups of the last match are stored; nil if nobody wants to know
}

// matcher is the key of a matcher.
type matcher struct {
	source  string
	options regexp2.RegexOptions
}

const (
	maxMatchers   = 1000
	maxBacktracks = 1 << 25 // entries on the stack of a match
	maxLinear     = 1 << 26 // letters of the text times the weight of the pattern, for the package regexp, which cannot be stopped
	manyLetters   = 1 << 20 // the length of a text above which the memory for all its matches is checked
	perMatch      = 200     // the memory of a match, in bytes
	noDeadline    = 1<<63 - 1
)

// execute is the function of regexp2 that looks for a match at one letter.
//
//go:linkname execute github.com/dlclark/regexp2/v2.executeDefault
func execute(*regexp2.Runner) error

// patternFields has the offsets of the fields of goja and regexp2 that this file reads and changes.
type patternFields struct {
	object                 reflect.Type // goja's regexpObject
	pattern, standard      uintptr      // in a regexpObject
	source, linear, second uintptr      // in a pattern
	flags                  map[uintptr]regexp2.RegexOptions
	again                  [2]uintptr   // the flags g and y in a pattern
	unicode, ignoreCase    uintptr      // the flags u and i in a pattern
	wrapper                reflect.Type // the type that second points to
	rx                     uintptr      // in a wrapper
	execute                uintptr      // in a regexp2.Regexp
	ignores, deadline      uintptr      // in a regexp2.Runner
	find                   uintptr      // in a regexp2.Regexp
	extra                  uintptr      // a byte of a pattern that is in none of its fields
	match                  uintptr      // the match in a regexp2.Runner
	counts, matches        uintptr      // in a regexp2.Match
}

// patternLayout returns nil if goja or regexp2 is not as expected.
var patternLayout = sync.OnceValue(ifExpected(readPatterns))

func readPatterns() *patternFields {
	v, err := goja.New().RunString("/a/")
	if err != nil {
		return nil
	}
	f := selfField()
	object := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(v.(*goja.Object)), f.Offset)).Elem().Elem().Type().Elem()
	ok := true
	at := func(t reflect.Type, name string, kind reflect.Kind) uintptr {
		f, found := t.FieldByName(name)
		ok = ok && found && len(f.Index) == 1 && f.Type.Kind() == kind
		return f.Offset
	}
	p := &patternFields{object: object, pattern: at(object, "pattern", reflect.Pointer), standard: at(object, "standard", reflect.Bool)}
	field, _ := object.FieldByName("pattern")
	pattern := field.Type.Elem()
	p.source, p.linear, p.second = at(pattern, "src", reflect.String), at(pattern, "regexpWrapper", reflect.Pointer), at(pattern, "regexp2Wrapper", reflect.Pointer)
	p.flags = map[uintptr]regexp2.RegexOptions{
		at(pattern, "multiline", reflect.Bool): regexp2.Multiline, at(pattern, "dotAll", reflect.Bool): regexp2.Singleline,
		at(pattern, "ignoreCase", reflect.Bool): regexp2.IgnoreCase, at(pattern, "unicode", reflect.Bool): regexp2.Unicode,
	}
	p.unicode, p.ignoreCase = at(pattern, "unicode", reflect.Bool), at(pattern, "ignoreCase", reflect.Bool)
	p.again = [2]uintptr{at(pattern, "global", reflect.Bool), at(pattern, "sticky", reflect.Bool)}
	field, _ = pattern.FieldByName("regexp2Wrapper")
	p.wrapper = field.Type.Elem()
	p.rx = at(p.wrapper, "rx", reflect.Pointer)
	rx, runner := reflect.TypeFor[regexp2.Regexp](), reflect.TypeFor[regexp2.Runner]()
	p.execute, p.find = at(rx, "execute", reflect.Func), at(rx, "findFirstChar", reflect.Func)
	p.ignores, p.deadline = at(runner, "ignoreTimeout", reflect.Bool), at(runner, "deadline", reflect.Int64)
	p.match, p.counts, p.matches = at(runner, "runmatch", reflect.Pointer), at(reflect.TypeFor[regexp2.Match](), "matchcount", reflect.Slice), at(reflect.TypeFor[regexp2.Match](), "matches", reflect.Slice)
	p.extra = p.linear - 1
	for i := range pattern.NumField() {
		if f := pattern.Field(i); f.Offset <= p.extra && p.extra < f.Offset+f.Type.Size() {
			ok = false
		}
	}
	if !ok {
		return nil
	}
	return p
}

func fieldAt[T any](p unsafe.Pointer, offset uintptr) *T { return (*T)(unsafe.Add(p, offset)) }

// patternOf returns the RegExp that v is, and its pattern, or nil.
func patternOf(v goja.Value) (object, pattern unsafe.Pointer) {
	o, ok := v.(*goja.Object)
	l := patternLayout()
	if !ok || l == nil {
		return nil, nil
	}
	f := selfField()
	self := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	if self.Kind() != reflect.Pointer || self.Type().Elem() != l.object {
		return nil, nil
	}
	object = self.UnsafePointer()
	return object, *fieldAt[unsafe.Pointer](object, l.pattern)
}

// empties prepares a RegExp with the flag g for a search of all matches. Package regexp leaves out an empty match that follows on another
// one, so regexp2 has to match.
func (g *Guard) empties(v goja.Value) {
	object, pattern := patternOf(v)
	if pattern == nil {
		return
	}
	l := patternLayout()
	linear := fieldAt[unsafe.Pointer](pattern, l.linear)
	if *linear == nil || !*fieldAt[bool](pattern, l.again[0]) || !g.canBeEmpty((*regexp.Regexp)(*linear)) {
		return
	}
	*linear = nil
	if *fieldAt[bool](pattern, l.again[1]) {
		*fieldAt[bool](object, l.standard) = false // goja looks for the matches one by one, since for the flag y it stops at an empty one
	}
}

// match prepares a RegExp for a match with text. all says that goja may collect all matches at once.
func (g *Guard) match(v, text goja.Value, all bool) {
	object, pattern := patternOf(v)
	if pattern == nil {
		return
	}
	l := patternLayout()
	n := letters(text)
	global, sticky := *fieldAt[bool](pattern, l.again[0]), *fieldAt[bool](pattern, l.again[1])
	if (global || sticky) && *fieldAt[bool](pattern, l.unicode) && !isASCII(text) {
		stepBack(v, text)
	}
	source := *fieldAt[string](pattern, l.source)
	linear, second := fieldAt[unsafe.Pointer](pattern, l.linear), fieldAt[unsafe.Pointer](pattern, l.second)
	if *linear != nil && *fieldAt[ExtraFlags](pattern, l.extra)&HasIndices != 0 {
		*linear = nil // it does not tell where the groups are
	}
	if program := g.program(l, pattern, source, text); program != nil {
		g.look(program, text)
		if g.needs(program) {
			*linear = nil
		}
	}
	if *linear != nil {
		if n*weightOf(source) > maxLinear {
			*linear = nil
		}
	}
	if *linear != nil && !isASCII(text) && (sticky || *fieldAt[bool](pattern, l.unicode) && strings.Contains(source, "(?<")) {
		*linear = nil // with it, goja looks for the flag y nowhere, or leaves out the names of groups
	}
	if global && all && n > manyLetters && g.o.Fits != nil && !g.o.Fits(n*perMatch) {
		*fieldAt[bool](object, l.standard) = false // goja looks for the matches one by one
	}
	if standard := *fieldAt[bool](object, l.standard); *linear != nil && !sticky && (!global && !all || all && standard && isASCII(text)) {
		return // goja does not use regexp2
	}
	rx := g.matcher(l, pattern, source)
	if rx == nil {
		if *second == nil { // package regexp takes the pattern, but regexp2, which goja needs now, does not
			g.refuse(syntaxError, "Invalid regular expression: /"+source+"/: Invalid character class")
		}
		return
	}
	if *second == nil || *fieldAt[*regexp2.Regexp](*second, l.rx) != rx {
		w := reflect.New(l.wrapper).UnsafePointer()
		*fieldAt[*regexp2.Regexp](w, l.rx) = rx
		*second = w
	}
}

// stepBack lets a match of a RegExp with the flag u or v begin before a surrogate pair, and not within it, as V8 does.
func stepBack(v, text goja.Value) {
	o, ok := v.(*goja.Object)
	s, isText := text.(goja.String)
	if !ok || !isText {
		return
	}
	last := o.Get("lastIndex")
	if last == nil || !goja.IsNumber(last) {
		return
	}
	if i := last.ToInteger(); 0 < i && i < int64(s.Length()) && s.CharAt(int(i-1))>>10 == 0xd800>>10 && s.CharAt(int(i))>>10 == 0xdc00>>10 {
		_ = o.Set("lastIndex", i-1) // if it cannot be set, the match fails
	}
}

// canBeEmpty reports whether a match of rx can be empty, and another one not.
func (g *Guard) canBeEmpty(rx *regexp.Regexp) bool {
	source := rx.String()
	empty, known := g.engines.empty[source]
	if !known {
		if tree, err := syntax.Parse(source, syntax.Perl); err == nil {
			least, most := lengthsOf(tree)
			empty = least == 0 && most > 0
		}
		if g.engines.empty == nil || len(g.engines.empty) >= maxMatchers {
			g.engines.empty = map[string]bool{}
		}
		g.engines.empty[source] = empty
	}
	return empty
}

// lengthsOf returns the number of letters of the shortest and the longest match of a pattern, at most 1.
func lengthsOf(rx *syntax.Regexp) (least, most int) {
	switch rx.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		return 1, 1
	case syntax.OpCapture, syntax.OpPlus:
		return lengthsOf(rx.Sub[0])
	case syntax.OpStar, syntax.OpQuest:
		_, most = lengthsOf(rx.Sub[0])
		return 0, most
	case syntax.OpRepeat:
		least, most = lengthsOf(rx.Sub[0])
		if rx.Min == 0 {
			least = 0
		}
		if rx.Max == 0 {
			most = 0
		}
		return least, most
	case syntax.OpConcat:
		for _, sub := range rx.Sub {
			l, m := lengthsOf(sub)
			least, most = max(least, l), max(most, m)
		}
		return least, most
	case syntax.OpAlternate:
		least = 1
		for _, sub := range rx.Sub {
			l, m := lengthsOf(sub)
			least, most = min(least, l), max(most, m)
		}
		return least, most
	}
	return 0, 0
}

// isASCII reports whether goja stores the string v in single bytes. It is true for a value that is not a
// string.
func isASCII(v goja.Value) bool {
	s, ok := v.(goja.String)
	return !ok || reflect.TypeOf(s).Kind() == reflect.String
}

func keyOf(l *patternFields, pattern unsafe.Pointer, source string) matcher {
	key := matcher{source, regexp2.ECMAScript}
	for offset, option := range l.flags {
		if *fieldAt[bool](pattern, offset) {
			key.options |= option
		}
	}
	return key
}

// matcher returns the matcher of this Runtime for a pattern of goja, or nil if it cannot be made.
func (g *Guard) matcher(l *patternFields, pattern unsafe.Pointer, source string) *regexp2.Regexp {
	key := keyOf(l, pattern, source)
	if rx, ok := g.engines.made[key]; ok {
		return rx
	}
	if key.options&regexp2.IgnoreCase != 0 {
		source = NegatedClasses(source, key.options&regexp2.Singleline == 0)
	}
	rx, err := regexp2.Compile(source, key.options, regexp2.OptionMaxBacktrackingStackSize(maxBacktracks))
	if err != nil {
		return nil
	}
	*fieldAt[func(*regexp2.Runner) error](unsafe.Pointer(rx), l.execute) = func(r *regexp2.Runner) error { return g.execute(l, r) }
	if program := g.program(l, pattern, *fieldAt[string](pattern, l.source), nil); program != nil && len(rx.GetGroupNumbers()) == program.Groups {
		g.matchAlone(l, rx, program)
	}
	if g.engines.made == nil || len(g.engines.made) >= maxMatchers {
		g.engines.made = map[matcher]*regexp2.Regexp{}
	}
	g.engines.made[key] = rx
	return rx
}

// execute looks for a match at one letter. goja treats an error as no match, so execute throws it.
func (g *Guard) execute(l *patternFields, r *regexp2.Runner) error {
	if g.o.Stopped != nil && g.o.Stopped() {
		g.interrupted()
	}
	deadline := fieldAt[int64](unsafe.Pointer(r), l.deadline)
	*deadline = noDeadline
	*fieldAt[bool](unsafe.Pointer(r), l.ignores) = false
	g.engines.matching.Store(deadline)
	err := execute(r)
	g.engines.matching.Store(nil)
	if errors.Is(err, regexp2.ErrBacktrackingStackLimit) {
		g.refuse(rangeError, tooDeep)
	}
	if err != nil {
		g.interrupted()
	}
	g.located(l, r)
	return err
}

// Stop ends the running match after the Runtime was interrupted. Any goroutine may call it. The caller
// must repeat the call, since a match that is just beginning may miss it. g may be nil.
func (g *Guard) Stop() {
	if g == nil {
		return
	}
	if deadline := g.engines.matching.Load(); deadline != nil {
		expire(deadline)
	}
}

// expire moves a deadline into the past. The match reads the deadline repeatedly without synchronization.
//
//go:norace
func expire(deadline *int64) { *deadline = -noDeadline }

// SetSource sets the text that a RegExp shows as its source, which may differ from the pattern that goja
// compiled. It does nothing if o is not a RegExp.
func SetSource(o *goja.Object, text goja.Value) {
	l := patternLayout()
	if l == nil {
		return
	}
	f := selfField()
	self := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	s, ok := text.(goja.String)
	if !ok || self.Kind() != reflect.Pointer || self.Type().Elem() != l.object {
		return
	}
	if field, found := l.object.FieldByName("source"); found && field.Type == reflect.TypeFor[goja.String]() {
		*fieldAt[goja.String](self.UnsafePointer(), field.Offset) = s
	}
}
