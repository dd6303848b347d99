// This file adds the flags d and v to regular expressions, which goja does not have. They are two bits of a byte that goja's pattern
// leaves empty between its fields. So copies of a RegExp, which share the pattern, have them too.

package guard

import (
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// ExtraFlags are flags of a regular expression that goja does not have.
type ExtraFlags byte

// These are the flags d and v.
const (
	HasIndices ExtraFlags = 1 << iota
	UnicodeSets
)

// SetExtraFlags gives a new RegExp flags. It does nothing if o is not a RegExp.
func SetExtraFlags(o *goja.Object, flags ExtraFlags) {
	if _, pattern := patternOf(o); pattern != nil {
		*fieldAt[ExtraFlags](pattern, patternLayout().extra) |= flags
	}
}

// FlagsOf returns the flags d and v of a RegExp, and 0 for another value.
func FlagsOf(v goja.Value) ExtraFlags {
	_, pattern := patternOf(v)
	if pattern == nil {
		return 0
	}
	return *fieldAt[ExtraFlags](pattern, patternLayout().extra)
}

// WrittenSource returns the source of a RegExp as the script wrote it. ok is false for another value.
func WrittenSource(v goja.Value) (source goja.String, ok bool) {
	object, _ := patternOf(v)
	if object == nil {
		return nil, false
	}
	f, found := patternLayout().object.FieldByName("source")
	if !found {
		return nil, false
	}
	source = *fieldAt[goja.String](object, f.Offset)
	return source, source != nil
}

// ofUnicode is the getter of RegExp.prototype.unicode. The flag u of goja is also set for the flag v.
func ofUnicode(g *Guard, get function) function {
	return func(call goja.FunctionCall) goja.Value {
		if FlagsOf(call.This)&UnicodeSets != 0 {
			return g.rt.ToValue(false)
		}
		return get(call)
	}
}

// span is where a match or a group of it is: from the first letter to behind the last one. Both are -1 if the group has not matched.
type span struct{ from, to int }

// perPlace is the memory of the two positions of a group, in bytes.
const perPlace = 300

// ofPlaces is RegExp.prototype.exec. With the flag d its result has the positions of the groups. goja leaves out groups in a look-behind
// that are to the left of earlier ones; ofPlaces puts them into the result.
func ofPlaces(g *Guard, exec function) function {
	return func(call goja.FunctionCall) goja.Value {
		indices := FlagsOf(call.This)&HasIndices != 0
		if !indices && !looksBehind(call.This) {
			return exec(call)
		}
		call.Arguments = g.text(call.Arguments, 0)
		outer, spans := g.engines.spans, []span{} // what lastIndex calls can match, too
		g.engines.spans = &spans
		defer func() { g.engines.spans = outer }()
		match, ok := exec(call).(*goja.Object)
		if !ok || len(spans) == 0 {
			return goja.Null()
		}
		g.fillGroups(call.This, match, argument(call.Arguments, 0), spans)
		if !indices {
			return match
		}
		g.reserve(float64(len(spans)) * 2 * perPlace)
		if err := match.DefineDataProperty("indices", g.places(call.This, match, spans), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
		return match
	}
}

// looksBehind reports whether a value is a RegExp that may have groups in a look-behind.
func looksBehind(v goja.Value) bool {
	_, pattern := patternOf(v)
	if pattern == nil {
		return false
	}
	source := *fieldAt[string](pattern, patternLayout().source)
	return (strings.Contains(source, "(?<=") || strings.Contains(source, "(?<!")) && strings.Count(source, "(") > 1
}

// fillGroups adds the groups that have matched, and that are not in the result of a match.
func (g *Guard) fillGroups(re goja.Value, match *goja.Object, text goja.Value, spans []span) {
	s, ok := text.(goja.String)
	if !ok {
		return
	}
	offset := int(match.Get("index").ToInteger()) - spans[0].from
	put := func(o *goja.Object, key string, at span) {
		if err := o.DefineDataProperty(key, s.Substring(offset+at.from, offset+at.to), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
	}
	filled := false
	for i, at := range spans {
		if key := strconv.Itoa(i); at.from >= 0 && goja.IsUndefined(match.Get(key)) {
			put(match, key, at)
			filled = true
		}
	}
	if groups, ok := match.Get("groups").(*goja.Object); ok && filled {
		number := g.groupNumbers(re)
		for _, name := range OwnNames(groups) {
			if at := number(name); at >= 0 && at < len(spans) && spans[at].from >= 0 {
				put(groups, name, spans[at])
			}
		}
	}
}

// groupNumbers returns a function that returns the number of the group with a name, or -1.
func (g *Guard) groupNumbers(re goja.Value) func(name string) int {
	_, pattern := patternOf(re)
	return g.matcher(patternLayout(), pattern, *fieldAt[string](pattern, patternLayout().source)).GroupNumberFromName
}

// places returns the property indices of a match.
func (g *Guard) places(re goja.Value, match *goja.Object, spans []span) *goja.Object {
	offset := int(match.Get("index").ToInteger()) - spans[0].from
	list := make([]any, len(spans))
	for i, s := range spans {
		if i%1024 == 0 {
			g.hear()
		}
		list[i] = goja.Undefined()
		if s.from >= 0 {
			list[i] = g.rt.NewArray(offset+s.from, offset+s.to)
		}
	}
	all, named := g.rt.NewArray(list...), goja.Undefined()
	if of, ok := match.Get("groups").(*goja.Object); ok {
		number := g.groupNumbers(re)
		groups := g.rt.CreateObject(nil)
		for _, name := range OwnNames(of) {
			if at := number(name); at >= 0 && at < len(list) {
				if err := groups.DefineDataProperty(name, list[at].(goja.Value), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
					panic(err)
				}
			}
		}
		named = groups
	}
	if err := all.DefineDataProperty("groups", named, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		panic(err)
	}
	return all
}

// located stores where the groups of the match are that r has just found, if a function wants to know it.
func (g *Guard) located(l *patternFields, r *regexp2.Runner) {
	spans := g.engines.spans
	match := *fieldAt[unsafe.Pointer](unsafe.Pointer(r), l.match)
	if spans == nil || match == nil {
		return
	}
	counts, all := *fieldAt[[]int](match, l.counts), *fieldAt[[][]int](match, l.matches)
	if counts[0] == 0 {
		return
	}
	g.reserve(float64(len(counts)) * 3 * perElement)
	list := make([]span, len(counts))
	for i, n := range counts {
		if list[i] = (span{-1, -1}); n > 0 {
			from := all[i][2*n-2]
			list[i] = span{from, from + all[i][2*n-1]}
		}
	}
	*spans = inUnits(r.Runtext, list)
}

// inUnits returns the places of characters in a text as the places of their units of UTF-16, counted from an unknown letter: only
// their differences have a meaning.
func inUnits(text []rune, list []span) []span {
	var ends []*int
	for i := range list {
		if list[i].from >= 0 {
			ends = append(ends, &list[i].from, &list[i].to)
		}
	}
	slices.SortFunc(ends, func(a, b *int) int { return *a - *b })
	if len(ends) == 0 {
		return list
	}
	at := *ends[0]
	units := at + 1 // so that none of the places is negative
	for _, end := range ends {
		for ; at < *end; at++ {
			if units++; text[at] > 0xffff {
				units++
			}
		}
		*end = units
	}
	return list
}
