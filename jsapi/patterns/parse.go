// This file reads the syntax of a pattern: that of ECMAScript 2024 with Annex B, without the flag v and without properties.

package patterns

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Flags are the flags of a pattern that change what it matches.
type Flags struct{ IgnoreCase, Multiline, DotAll, Unicode bool }

// errUnknown says that Compile does not understand a pattern.
var errUnknown = errors.New("unknown syntax")

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
	name     string // of opBack; it refers to a group by number without it
	min, max int
	lazy     bool
	not      bool // of opEdge and opLook
	behind   bool // of opLook
	from, to int  // the groups in a repetition: from ≤ number < to
}

// reader reads a pattern.
type reader struct {
	text   []rune
	at     int
	flags  Flags
	groups int            // that have been opened
	all    int            // in the whole pattern
	names  map[string]int // of groups
	depth  int
}

// maxNesting is the number of brackets within each other that Compile reads.
const maxNesting = 500

func parse(source string, flags Flags) (root *node, groups int, err error) {
	r := &reader{text: []rune(source), flags: flags, names: map[string]int{}}
	if !flags.Unicode {
		r.text = units(r.text)
	}
	if err := r.count(); err != nil {
		return nil, 0, err
	}
	root, err = r.choice()
	if err == nil && r.at < len(r.text) {
		err = errUnknown
	}
	if err == nil {
		err = r.resolve(root)
	}
	return root, r.all + 1, err
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

// count counts the groups, and finds their names.
func (r *reader) count() error {
	class := false
	for i := 0; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '(' && !class:
			rest := string(r.text[i+1 : min(i+4, len(r.text))])
			if !strings.HasPrefix(rest, "?") {
				r.all++
			} else if strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!") {
				r.all++
				end := slices.Index(r.text[i:], '>')
				if end < 0 || slices.Contains(r.text[i:i+end], '\\') {
					return errUnknown
				}
				name := string(r.text[i+3 : i+end])
				if r.names[name] != 0 {
					return errUnknown
				}
				r.names[name] = r.all
			}
		}
	}
	return nil
}

// resolve finds the groups that names refer to.
func (r *reader) resolve(n *node) error {
	if n.op == opBack && n.name != "" {
		if n.group = r.names[n.name]; n.group == 0 {
			return errUnknown
		}
	}
	for _, sub := range n.of {
		if err := r.resolve(sub); err != nil {
			return err
		}
	}
	return nil
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
	least, most, start := 0, endless, r.at
	switch {
	case r.has("*"):
	case r.has("+"):
		least = 1
	case r.has("?"):
		most = 1
	case r.has("{"):
		var ok bool
		if least, ok = r.number(); !ok {
			r.at = start
			return n, nil
		}
		if most = least; r.has(",") {
			if most, ok = r.number(); !ok {
				most = endless
			}
		}
		if !r.has("}") {
			r.at = start
			return n, nil
		}
	default:
		return n, nil
	}
	if n.op == opStart || n.op == opEnd || n.op == opEdge || n.op == opLook && (n.behind || r.flags.Unicode) || least > most {
		return nil, errUnknown
	}
	return &node{op: opRepeat, of: []*node{n}, min: least, max: most, lazy: r.has("?"), from: from, to: r.groups + 1}, nil
}

func (r *reader) number() (n int, ok bool) {
	start := r.at
	for c := r.next(); '0' <= c && c <= '9'; c = r.next() {
		r.at++
	}
	if r.at == start {
		return 0, false
	}
	n, err := strconv.Atoi(string(r.text[start:r.at]))
	if err != nil || n > endless {
		n = endless
	}
	return n, true
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
		set, err := r.class()
		return setNode(set), err
	case '(':
		return r.group()
	case '\\':
		return r.escape()
	case '*', '+', '?':
		return nil, errUnknown
	case '{', '}', ']':
		if r.flags.Unicode {
			return nil, errUnknown
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
		for r.next() != '>' && r.next() >= 0 {
			r.at++
		}
		r.at++
	case r.next() == '?':
		return nil, errUnknown
	}
	if n != nil && n.op == opGroup {
		r.groups++
		n.group = r.groups
	}
	inner, err := r.choice()
	if err != nil || !r.has(")") {
		return nil, errUnknown
	}
	if n == nil {
		return inner, nil
	}
	n.of = []*node{inner}
	return n, nil
}

// escape reads what follows a backslash.
func (r *reader) escape() (*node, error) {
	c := r.next()
	switch {
	case c == 'b' || c == 'B':
		r.at++
		return &node{op: opEdge, not: c == 'B'}, nil
	case c == 'k' && (r.flags.Unicode || len(r.names) > 0):
		r.at++
		end := slices.Index(r.text[r.at:], '>')
		if !r.has("<") || end < 1 {
			return nil, errUnknown
		}
		name := string(r.text[r.at : r.at+end-1])
		r.at += end
		return &node{op: opBack, name: name}, nil
	case '1' <= c && c <= '9':
		start := r.at
		if n, _ := r.number(); n <= r.all {
			return &node{op: opBack, group: n}, nil
		}
		if r.at = start; r.flags.Unicode {
			return nil, errUnknown
		}
	}
	set, err := r.escapedSet(false)
	return setNode(set), err
}

// escapedSet reads what follows a backslash, also in a class.
func (r *reader) escapedSet(class bool) (*charSet, error) {
	c := r.next()
	if r.at++; c < 0 {
		return nil, errUnknown
	}
	switch c {
	case 'd', 'D':
		return &charSet{not: c == 'D', ranges: digits}, nil
	case 's', 'S':
		return &charSet{not: c == 'S', ranges: spaces}, nil
	case 'w', 'W':
		return &charSet{not: c == 'W', ranges: r.flags.words()}, nil
	case 'p', 'P':
		if r.flags.Unicode {
			return nil, errUnknown
		}
	case 'b':
		if class {
			return one('\b'), nil
		}
	case '-':
		return one('-'), nil
	case 'f', 'n', 'r', 't', 'v':
		return one(map[rune]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}[c]), nil
	case 'c':
		n := r.next()
		if letter := n | 0x20; 'a' <= letter && letter <= 'z' && n < 128 || class && !r.flags.Unicode && n < 128 && n >= 0 && isWord(n) {
			r.at++
			return one(n % 32), nil
		}
		if r.flags.Unicode {
			return nil, errUnknown
		}
		r.at-- // the backslash is one
		return one('\\'), nil
	case 'x':
		if n, ok := r.hex(2); ok {
			return one(n), nil
		}
		if r.flags.Unicode {
			return nil, errUnknown
		}
	case 'u':
		return r.unicodeEscape()
	}
	if '0' <= c && c <= '7' {
		return r.octal(c)
	}
	if r.flags.Unicode && !strings.ContainsRune(`^$\.*+?()[]{}|/`, c) {
		return nil, errUnknown
	}
	return one(c), nil
}

func (r *reader) octal(c rune) (*charSet, error) {
	next := r.next()
	if c == '0' && (next < '0' || next > '9') {
		return one(0), nil
	}
	if r.flags.Unicode {
		return nil, errUnknown
	}
	n := c - '0'
	for i := 0; i < 2 && '0' <= r.next() && r.next() <= '7' && n*8+r.next()-'0' <= 0o377; i++ {
		n = n*8 + r.next() - '0'
		r.at++
	}
	return one(n), nil
}

func (r *reader) unicodeEscape() (*charSet, error) {
	if !r.flags.Unicode {
		if n, ok := r.hex(4); ok {
			return one(n), nil
		}
		return one('u'), nil
	}
	if r.has("{") {
		end := slices.Index(r.text[r.at:], '}')
		if end < 1 {
			return nil, errUnknown
		}
		n, err := strconv.ParseInt(string(r.text[r.at:r.at+end]), 16, 32)
		r.at += end + 1
		if err != nil || n > 0x10ffff {
			return nil, errUnknown
		}
		return one(rune(n)), nil
	}
	n, ok := r.hex(4)
	if !ok {
		return nil, errUnknown
	}
	if start := r.at; n>>10 == 0xd800>>10 && r.has(`\u`) {
		if low, ok := r.hex(4); ok && low>>10 == 0xdc00>>10 {
			return one(0x10000 + (n&0x3ff)<<10 + low&0x3ff), nil
		}
		r.at = start
	}
	return one(n), nil
}

// hex reads a number with digits.
func (r *reader) hex(digits int) (rune, bool) {
	if r.at+digits > len(r.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(r.text[r.at:r.at+digits]), 16, 32)
	if err != nil {
		return 0, false
	}
	r.at += digits
	return rune(n), true
}

// class reads a class, after its bracket.
func (r *reader) class() (*charSet, error) {
	set := &charSet{not: r.has("^")}
	for !r.has("]") {
		from, err := r.member()
		if err != nil {
			return nil, err
		}
		if r.next() == '-' && r.at+1 < len(r.text) && r.text[r.at+1] != ']' {
			r.at++
			to, err := r.member()
			if err != nil {
				return nil, err
			}
			a, isOne := from.single()
			b, isAnother := to.single()
			if isOne && isAnother {
				if a > b {
					return nil, errUnknown
				}
				set.add([]rune{a, b})
				continue
			}
			if r.flags.Unicode {
				return nil, errUnknown
			}
			set.add([]rune{'-', '-'})
			set.add(to.plain())
		}
		set.add(from.plain())
	}
	set.sort()
	return set, nil
}

func (r *reader) member() (*charSet, error) {
	c := r.next()
	if r.at++; c < 0 {
		return nil, errUnknown
	}
	if c == '\\' {
		return r.escapedSet(true)
	}
	return one(c), nil
}
