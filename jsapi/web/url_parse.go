// This file parses URLs: the state machine of the WHATWG URL standard.

package web

import (
	"slices"
	"strings"
)

// urlState is what the parser expects next.
type urlState func(p *urlParser, c rune) result

// result says how to go on after a character.
type result int

const (
	next result = iota // with the character behind it
	done
	fail
)

// eof stands for the end of the input.
const eof rune = -1

// urlParser parses one URL, or one part of a URL for a setter.
type urlParser struct {
	in       []rune
	pos      int
	state    urlState
	partial  bool // a setter: one part only
	hostOnly bool
	base     *urlRecord
	u        *urlRecord
	buf      []rune

	sawAt, sawPassword, inBrackets bool
}

// parseURL parses s, relative to base if that is given.
func parseURL(s string, base *urlRecord) (*urlRecord, bool) {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	p := &urlParser{in: withoutBreaks(s), state: schemeStartState, base: base, u: &urlRecord{port: -1}}
	return p.u, p.run()
}

// runParser parses one part into u, for a setter. When it fails, u keeps what came before the failure.
func runParser(s string, u *urlRecord, state urlState) bool {
	p := &urlParser{in: withoutBreaks(s), state: state, partial: true, u: u}
	return p.run()
}

func withoutBreaks(s string) []rune {
	return slices.DeleteFunc([]rune(s), func(r rune) bool { return r == '\t' || r == '\n' || r == '\r' })
}

func (p *urlParser) run() bool {
	for ; ; p.pos++ {
		switch p.state(p, p.at(0)) {
		case fail:
			return false
		case done:
			return true
		}
		if p.pos >= len(p.in) {
			return true
		}
	}
}

// at returns the character n places on.
func (p *urlParser) at(n int) rune {
	if i := p.pos + n; 0 <= i && i < len(p.in) {
		return p.in[i]
	}
	return eof
}

// again looks at the current character once more, in another state.
func (p *urlParser) again(s urlState) result {
	p.state = s
	p.pos--
	return next
}

func (p *urlParser) to(s urlState) result {
	p.state = s
	return next
}

// take returns the buffer and empties it.
func (p *urlParser) take() string {
	s := string(p.buf)
	p.buf = p.buf[:0]
	return s
}

func (p *urlParser) isSlash(c rune) bool { return c == '/' || c == '\\' && p.u.special() }

func isASCII(c rune, f func(byte) bool) bool { return 0 <= c && c < 0x80 && f(byte(c)) }

func schemeStartState(p *urlParser, c rune) result {
	switch {
	case isASCII(c, isAlpha):
		p.buf = append(p.buf, c|0x20)
		return p.to(schemeState)
	case p.partial:
		return fail
	}
	return p.again(noSchemeState)
}

func schemeState(p *urlParser, c rune) result {
	switch {
	case isASCII(c, isAlpha):
		p.buf = append(p.buf, c|0x20)
		return next
	case isASCII(c, isDigit), c == '+', c == '-', c == '.':
		p.buf = append(p.buf, c)
		return next
	case c != ':':
		if p.partial {
			return fail
		}
		p.buf = p.buf[:0]
		p.pos = -1
		return p.to(noSchemeState)
	case p.partial:
		return p.setScheme()
	}
	p.u.scheme = p.take()
	switch {
	case p.u.scheme == "file":
		return p.to(fileState)
	case p.u.special() && p.base != nil && p.base.scheme == p.u.scheme:
		return p.to(specialRelativeState)
	case p.u.special():
		return p.to(authoritySlashesState)
	case p.at(1) == '/':
		p.pos++
		return p.to(pathOrAuthorityState)
	}
	p.u.opaque = true
	return p.to(opaquePathState)
}

func (p *urlParser) setScheme() result {
	s, u := p.take(), p.u
	if isSpecial(s) != u.special() || s == "file" && (u.hasCredentials() || u.port >= 0) || u.scheme == "file" && u.host == "" {
		return fail
	}
	u.scheme = s
	if u.port == defaultPorts[s] {
		u.port = -1
	}
	return done
}

func noSchemeState(p *urlParser, c rune) result {
	switch {
	case p.base == nil || p.base.opaque && c != '#':
		return fail
	case p.base.opaque:
		*p.u = *p.base
		p.u.fragment, p.u.hasFragment = "", true
		return p.to(fragmentState)
	case p.base.scheme == "file":
		return p.again(fileState)
	}
	return p.again(relativeState)
}

func specialRelativeState(p *urlParser, c rune) result {
	if c == '/' && p.at(1) == '/' {
		p.pos++
		return p.to(ignoreSlashesState)
	}
	return p.again(relativeState)
}

func pathOrAuthorityState(p *urlParser, c rune) result {
	if c == '/' {
		return p.to(authorityState)
	}
	return p.again(pathState)
}

// inherit takes over the authority of the base.
func (p *urlParser) inherit() {
	u, b := p.u, p.base
	u.username, u.password, u.host, u.hasHost, u.port = b.username, b.password, b.host, b.hasHost, b.port
}

func relativeState(p *urlParser, c rune) result {
	u := p.u
	u.scheme = p.base.scheme
	if p.isSlash(c) {
		return p.to(relativeSlashState)
	}
	p.inherit()
	u.setPath(p.base.path...)
	u.query, u.hasQuery = p.base.query, p.base.hasQuery
	return p.afterBase(c, func() { u.shorten() })
}

// afterBase goes on behind what was inherited; a path of its own replaces part of the base's.
func (p *urlParser) afterBase(c rune, replace func()) result {
	u := p.u
	switch c {
	case '?':
		u.query, u.hasQuery = "", true
		return p.to(queryState)
	case '#':
		u.fragment, u.hasFragment = "", true
		return p.to(fragmentState)
	case eof:
		return next
	}
	u.query, u.hasQuery = "", false
	replace()
	return p.again(pathState)
}

func relativeSlashState(p *urlParser, c rune) result {
	switch {
	case p.u.special() && p.isSlash(c):
		return p.to(ignoreSlashesState)
	case c == '/':
		return p.to(authorityState)
	}
	p.inherit()
	return p.again(pathState)
}

func authoritySlashesState(p *urlParser, c rune) result {
	if c == '/' && p.at(1) == '/' {
		p.pos++
		return p.to(ignoreSlashesState)
	}
	return p.again(ignoreSlashesState)
}

func ignoreSlashesState(p *urlParser, c rune) result {
	if c == '/' || c == '\\' {
		return next
	}
	return p.again(authorityState)
}
