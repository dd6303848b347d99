// This file lets an interrupt end a match of a regular expression. goja matches with the package regexp of Go, which takes time in
// proportion to the text and to the pattern, and where that does not do with regexp2, which may try for ever.
//
// Before goja matches, the guard gives the RegExp a matcher of regexp2 that belongs to its Runtime alone. That one says where
// it has its deadline, and Stop moves the deadline into the past.

package guard

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// engines are the matchers of a Runtime.
type engines struct {
	matching atomic.Pointer[int64] // the deadline of the match that runs
	made     map[matcher]*regexp2.Regexp
}

// matcher is what a matcher is made of.
type matcher struct {
	source  string
	options regexp2.RegexOptions
}

const (
	maxMatchers   = 1000
	maxBacktracks = 1 << 25 // numbers on the stack of a match
	maxLinear     = 1 << 28 // letters times those of the pattern, for the matcher that hears nothing
	manyLetters   = 1 << 20 // of a text whose matches may be too many to look for all at once
	perMatch      = 200     // bytes
	noDeadline    = 1<<63 - 1
)

// execute is what regexp2 does at each letter where a match may begin.
//
//go:linkname execute github.com/dlclark/regexp2/v2.executeDefault
func execute(*regexp2.Runner) error

// patterns is where goja and regexp2 have what this file changes.
type patterns struct {
	object                 reflect.Type // goja's regexpObject
	pattern, standard      uintptr      // in it
	source, linear, second uintptr      // in a pattern
	flags                  map[uintptr]regexp2.RegexOptions
	again                  [2]uintptr   // the flags g and y
	wrapper                reflect.Type // what second points to
	rx                     uintptr      // in it
	execute                uintptr      // in a regexp2.Regexp
	ignores, deadline      uintptr      // in a regexp2.Runner
}

// patternLayout returns nil if goja or regexp2 is not as expected.
var patternLayout = sync.OnceValue(func() (l *patterns) {
	defer func() {
		if recover() != nil { // reflect panics where something is not as expected
			l = nil
		}
	}()
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
	p := &patterns{object: object, pattern: at(object, "pattern", reflect.Pointer), standard: at(object, "standard", reflect.Bool)}
	field, _ := object.FieldByName("pattern")
	pattern := field.Type.Elem()
	p.source, p.linear, p.second = at(pattern, "src", reflect.String), at(pattern, "regexpWrapper", reflect.Pointer), at(pattern, "regexp2Wrapper", reflect.Pointer)
	p.flags = map[uintptr]regexp2.RegexOptions{
		at(pattern, "multiline", reflect.Bool): regexp2.Multiline, at(pattern, "dotAll", reflect.Bool): regexp2.Singleline,
		at(pattern, "ignoreCase", reflect.Bool): regexp2.IgnoreCase, at(pattern, "unicode", reflect.Bool): regexp2.Unicode,
	}
	p.again = [2]uintptr{at(pattern, "global", reflect.Bool), at(pattern, "sticky", reflect.Bool)}
	field, _ = pattern.FieldByName("regexp2Wrapper")
	p.wrapper = field.Type.Elem()
	p.rx = at(p.wrapper, "rx", reflect.Pointer)
	rx, runner := reflect.TypeFor[regexp2.Regexp](), reflect.TypeFor[regexp2.Runner]()
	p.execute = at(rx, "execute", reflect.Func)
	p.ignores, p.deadline = at(runner, "ignoreTimeout", reflect.Bool), at(runner, "deadline", reflect.Int64)
	if !ok {
		return nil
	}
	return p
})

func fieldAt[T any](p unsafe.Pointer, offset uintptr) *T { return (*T)(unsafe.Add(p, offset)) }

// match prepares a RegExp for a text. all says that goja may look for all matches at once.
func (g *Guard) match(v, text goja.Value, all bool) {
	o, ok := v.(*goja.Object)
	l := patternLayout()
	if !ok || l == nil {
		return
	}
	f := selfField()
	self := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	if self.Kind() != reflect.Pointer || self.Type().Elem() != l.object {
		return
	}
	object := self.UnsafePointer()
	pattern := *fieldAt[unsafe.Pointer](object, l.pattern)
	if pattern == nil {
		return
	}
	n := letters(text)
	global, sticky := *fieldAt[bool](pattern, l.again[0]), *fieldAt[bool](pattern, l.again[1])
	source := *fieldAt[string](pattern, l.source)
	linear, second := fieldAt[unsafe.Pointer](pattern, l.linear), fieldAt[unsafe.Pointer](pattern, l.second)
	if *linear != nil {
		if weight := float64(len(source) + 1000*strings.Count(source, "{")); n*weight > maxLinear {
			*linear = nil
		}
	}
	if global && all && n > manyLetters && g.o.Fits != nil && !g.o.Fits(n*perMatch) {
		*fieldAt[bool](object, l.standard) = false // one by one
	}
	if standard := *fieldAt[bool](object, l.standard); *linear != nil && !sticky && (!global && !all || all && standard && isASCII(text)) {
		return // regexp2 is not asked
	}
	rx := g.matcher(l, pattern, source)
	if rx == nil {
		return
	}
	if *second == nil || *fieldAt[*regexp2.Regexp](*second, l.rx) != rx {
		w := reflect.New(l.wrapper).UnsafePointer()
		*fieldAt[*regexp2.Regexp](w, l.rx) = rx
		*second = w
	}
}

// isASCII reports whether a string is one of single bytes, for goja.
func isASCII(v goja.Value) bool {
	s, ok := v.(goja.String)
	return !ok || reflect.TypeOf(s).Kind() == reflect.String
}

// matcher returns the matcher of this Runtime for a pattern of goja's; nil if it cannot be made.
func (g *Guard) matcher(l *patterns, pattern unsafe.Pointer, source string) *regexp2.Regexp {
	key := matcher{source, regexp2.ECMAScript}
	for offset, option := range l.flags {
		if *fieldAt[bool](pattern, offset) {
			key.options |= option
		}
	}
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
	if g.engines.made == nil || len(g.engines.made) >= maxMatchers {
		g.engines.made = map[matcher]*regexp2.Regexp{}
	}
	g.engines.made[key] = rx
	return rx
}

// execute looks for a match at one letter. goja takes an error for no match: so it is thrown.
func (g *Guard) execute(l *patterns, r *regexp2.Runner) error {
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
	return err
}

// Stop ends a match that runs, once the Runtime was interrupted. Any goroutine may call it, and may have to call it again: a
// match that is just beginning does not hear it.
func (g *Guard) Stop() {
	if g == nil {
		return
	}
	if deadline := g.engines.matching.Load(); deadline != nil {
		expire(deadline)
	}
}

// expire moves a deadline into the past. The other side reads it again and again without any order between the two.
//
//go:norace
func expire(deadline *int64) { *deadline = -noDeadline }

// SetSource has a RegExp show a text that means what its pattern does. It does nothing to another object.
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
