// This file reads the syntax of a pattern: that of ECMAScript 2024 with Annex B. What is within brackets, and behind a backslash, is in
// classes.go and escapes.go.

package patterns

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Flags are the flags of a pattern that change what it matches.
type Flags struct{ IgnoreCase, Multiline, DotAll, Unicode bool }

// SyntaxError says what is wrong with a pattern, in the words of V8.
type SyntaxError string

func (e SyntaxError) Error() string { return string(e) }

const (
	errNothing    SyntaxError = "Nothing to repeat"
	errQuantifier SyntaxError = "Invalid quantifier"
	errIncomplete SyntaxError = "Incomplete quantifier"
	errBrackets   SyntaxError = "Lone quantifier brackets"
	errNumbers    SyntaxError = "numbers out of order in {} quantifier"
	errGroup      SyntaxError = "Invalid group"
	errOpen       SyntaxError = "Unterminated group"
	errUnmatched  SyntaxError = "Unmatched ')'"
	errCaptures   SyntaxError = "Too many captures"
	errName       SyntaxError = "Invalid capture group name"
	errDuplicate  SyntaxError = "Duplicate capture group name"
	errReference  SyntaxError = "Invalid named reference"
	errNoGroup    SyntaxError = "Invalid named capture referenced"
	errAtEnd      SyntaxError = `\ at end of pattern`
	errEscape     SyntaxError = "Invalid escape"
	errDecimal    SyntaxError = "Invalid decimal escape"
	errInUnicode  SyntaxError = "Invalid Unicode escape"
	errProperty   SyntaxError = "Invalid property name"
)

// errUnknown says that a pattern is too deep, too long, or has syntax that Compile does not understand. It may be right.
var errUnknown = errors.New("unknown syntax")

// Syntax says how Check reads a pattern.
type Syntax struct {
	Unicode bool // the flag u
	Sets    bool // the flag v
	// Property says whether there is a property with this text between the braces of \p{…}, and whether it matches texts. Those are
	// allowed with the flag v only.
	Property func(text string) (known, texts bool)
}

// Check reads a pattern of code points; halves of surrogate pairs may be among them. Its error is a [SyntaxError]. plain is the pattern
// without syntax that goja or its libraries read as something else: names of sets as those of POSIX, old escapes, empty classes, and
// numbers that are too large for them. It is nil if there is none. Patterns with more than 500 brackets within each other are not checked
// to the end.
func Check(pattern []rune, syntax Syntax) (plain []rune, err error) {
	r := &reader{text: pattern, flags: Flags{Unicode: syntax.Unicode || syntax.Sets}, syntax: syntax, names: map[string]int{}}
	_, err = r.pattern()
	switch {
	case errors.Is(err, errUnknown):
		return nil, nil
	case err != nil || len(r.changes) == 0:
		return nil, err
	}
	at := 0
	for _, c := range r.changes {
		plain = append(append(plain, r.text[at:c.from]...), []rune(c.by)...)
		at = c.to
	}
	return append(plain, r.text[at:]...), nil
}

// change is a part of a pattern that Check replaces.
type change struct {
	from, to int
	by       string
}

// replace replaces what was read since a place.
func (r *reader) replace(from int, by string) { r.changes = append(r.changes, change{from, r.at, by}) }

type op int

const (
	opSet op = iota
	opEmpty
	opSequence
	opChoice
	opGroup // that captures
	opBack  // a reference to a group
	opRepeat
	opStart
	opEnd
	opEdge // of a word
	opLook
)

// endless is the maximum of a repetition that has none.
const endless = 1<<31 - 1

// node is a part of a pattern.
type node struct {
	op       op
	of       []*node
	set      *charSet
	group    int    // of opGroup
	name     string // of opGroup and opBack; without it, they have a number only
	min, max int
	lazy     bool
	not      bool // of opEdge and opLook
	behind   bool // of opLook
	from, to int  // the groups in a repetition: from ≤ number < to
}

// reader reads a pattern.
type reader struct {
	text    []rune
	at      int
	flags   Flags
	syntax  Syntax
	groups  int            // that have been opened
	all     int            // in the whole pattern
	named   bool           // some of them have names
	names   map[string]int // of the groups that have been opened
	refers  []*node        // references to groups by name
	changes []change
	depth   int
}

const (
	// maxNesting is the number of brackets within each other that a reader reads.
	maxNesting = 500
	// maxGroups is the number of groups that V8 allows.
	maxGroups = 1<<16 - 1
)

func parse(source string, flags Flags) (root *node, groups int, err error) {
	r := &reader{text: []rune(source), flags: flags, names: map[string]int{}}
	root, err = r.pattern()
	return root, r.all + 1, err
}

// pattern reads the whole pattern.
func (r *reader) pattern() (*node, error) {
	if !r.flags.Unicode {
		r.text = units(r.text)
	}
	r.count()
	root, err := r.choice()
	switch {
	case err != nil:
		return nil, err
	case r.at < len(r.text):
		return nil, errUnmatched
	}
	for _, n := range r.refers {
		if n.group = r.names[n.name]; n.group == 0 {
			return nil, errNoGroup
		}
	}
	return root, nil
}

// units splits the characters above U+FFFF.
func units(text []rune) []rune {
	var out []rune
	for _, c := range text {
		if c > 0xffff {
			c -= 0x10000
			out = append(out, 0xd800+c>>10, 0xdc00+c&0x3ff)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// count counts the groups, and finds out whether they have names.
func (r *reader) count() {
	classes := 0 // that are open
	for i := 0; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '\\':
			i++
		case c == '[' && (classes == 0 || r.syntax.Sets):
			classes++
		case c == ']' && classes > 0:
			classes--
		case c == '(' && classes == 0:
			rest := string(r.text[i+1 : min(i+4, len(r.text))])
			named := strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!")
			if r.named = r.named || named; named || !strings.HasPrefix(rest, "?") {
				r.all++
			}
		}
	}
}

func (r *reader) next() rune {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return -1
}

// has skips a text if it is next.
func (r *reader) has(text string) bool {
	for i, c := range []byte(text) {
		if r.at+i >= len(r.text) || r.text[r.at+i] != rune(c) {
			return false
		}
	}
	r.at += len(text)
	return true
}

func (r *reader) choice() (*node, error) {
	if r.depth++; r.depth > maxNesting {
		return nil, errUnknown
	}
	defer func() { r.depth-- }()
	all := &node{op: opChoice}
	for {
		one := &node{op: opSequence}
		for c := r.next(); c >= 0 && c != '|' && c != ')'; c = r.next() {
			from := r.groups + 1
			n, err := r.term()
			if err != nil {
				return nil, err
			}
			if n, err = r.repeated(n, from); err != nil {
				return nil, err
			}
			one.of = append(one.of, n)
		}
		all.of = append(all.of, one)
		if !r.has("|") {
			return all, nil
		}
	}
}

// repeated reads the repetition of a part, whose groups have numbers from a number on.
func (r *reader) repeated(n *node, from int) (*node, error) {
	least, most := 0, endless
	switch {
	case isAssertion(n):
		return n, nil // what follows begins another part
	case r.has("*"):
	case r.has("+"):
		least = 1
	case r.has("?"):
		most = 1
	case r.next() == '{':
		var ok bool
		start := r.at
		if least, most, ok = r.interval(); !ok {
			if r.flags.Unicode {
				return nil, errIncomplete
			}
			return n, nil
		}
		if least > most {
			return nil, errNumbers
		}
		if least == endless {
			r.replace(start, fmt.Sprintf("{%d,}", endless-1))
		} else if most == endless && r.text[r.at-2] != ',' {
			r.replace(start, fmt.Sprintf("{%d,}", least))
		}
	default:
		return n, nil
	}
	if n.op == opLook && (n.behind || r.flags.Unicode) {
		return nil, errQuantifier
	}
	return &node{op: opRepeat, of: []*node{n}, min: least, max: most, lazy: r.has("?"), from: from, to: r.groups + 1}, nil
}

func isAssertion(n *node) bool { return n.op == opStart || n.op == opEnd || n.op == opEdge }

// interval reads {2}, {2,} or {2,5}. Otherwise it reads nothing.
func (r *reader) interval() (least, most int, ok bool) {
	start := r.at
	r.at++
	if least, ok = r.number(); ok {
		if most = least; r.has(",") {
			if most, ok = r.number(); !ok {
				most = endless
			}
		}
		if r.has("}") {
			return least, most, true
		}
	}
	r.at = start
	return 0, 0, false
}

func (r *reader) number() (n int, ok bool) {
	start := r.at
	for c := r.next(); '0' <= c && c <= '9'; c = r.next() {
		n = min(10*n+int(c-'0'), endless)
		r.at++
	}
	return n, r.at > start
}

func (r *reader) term() (*node, error) {
	c := r.next()
	r.at++
	switch c {
	case '^':
		return &node{op: opStart}, nil
	case '$':
		return &node{op: opEnd}, nil
	case '.':
		if r.flags.DotAll {
			return setNode(&charSet{not: true}), nil
		}
		return setNode(&charSet{not: true, ranges: lineEnds}), nil
	case '[':
		if r.syntax.Sets {
			_, err := r.setClass()
			return setNode(&charSet{}), err
		}
		set, err := r.class()
		return setNode(set), err
	case '(':
		return r.group()
	case '\\':
		return r.escape()
	case '*', '+', '?':
		return nil, errNothing
	case '{':
		r.at--
		if _, _, ok := r.interval(); ok {
			return nil, errNothing
		}
		r.at++
		fallthrough
	case '}', ']':
		if r.flags.Unicode {
			return nil, errBrackets
		}
	}
	return setNode(one(c)), nil
}

func setNode(set *charSet) *node { return &node{op: opSet, set: set} }

func (r *reader) group() (*node, error) {
	n := &node{op: opGroup}
	switch {
	case r.has("?:"):
		n = nil
	case r.has("?="):
		n = &node{op: opLook}
	case r.has("?!"):
		n = &node{op: opLook, not: true}
	case r.has("?<="):
		n = &node{op: opLook, behind: true}
	case r.has("?<!"):
		n = &node{op: opLook, behind: true, not: true}
	case r.has("?<"):
		name, err := r.name()
		if err != nil {
			return nil, err
		}
		n.name = name
	case r.next() == '?':
		return nil, errGroup
	}
	if n != nil && n.op == opGroup {
		if r.groups++; r.groups > maxGroups {
			return nil, errCaptures
		}
		n.group = r.groups
	}
	inner, err := r.choice()
	switch {
	case err != nil:
		return nil, err
	case !r.has(")"):
		return nil, errOpen
	case n == nil:
		return inner, nil
	}
	n.of = []*node{inner}
	if n.name != "" {
		if r.names[n.name] != 0 {
			return nil, errDuplicate
		}
		r.names[n.name] = n.group
	}
	return n, nil
}

// name reads the name of a group, and the bracket behind it.
func (r *reader) name() (string, error) {
	var name []rune
	for {
		c := r.next()
		r.at++
		switch {
		case c == '>' && len(name) > 0:
			return string(name), nil
		case c == '\\':
			if !r.has("u") {
				return "", errName
			}
			n, ok := r.unicodeNumber(true)
			if !ok {
				return "", errInUnicode
			}
			c = n
		}
		if low := r.next(); c>>10 == 0xd800>>10 && low>>10 == 0xdc00>>10 && !r.flags.Unicode {
			c = pair(c, low)
			r.at++
		}
		if !isNamePart(c, len(name) == 0) {
			return "", errName
		}
		name = append(name, c)
	}
}

// isNamePart reports whether a character can be in a name of JavaScript.
func isNamePart(c rune, first bool) bool {
	switch {
	case c == '$' || c == '_' || unicode.IsLetter(c) || unicode.Is(unicode.Nl, c) || unicode.Is(unicode.Other_ID_Start, c):
		return true
	case first:
		return false
	}
	return unicode.IsOneOf([]*unicode.RangeTable{unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue}, c) || c == 0x200c || c == 0x200d
}
