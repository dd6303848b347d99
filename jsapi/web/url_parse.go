// This file parses URLs: the state machine of the WHATWG URL standard.

package web

import (
	"slices"
	"strconv"
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
	p := &urlParser{in: withoutBreaks(s), state: schemeStart, base: base, u: &urlRecord{port: -1}}
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

func schemeStart(p *urlParser, c rune) result {
	switch {
	case isASCII(c, isAlpha):
		p.buf = append(p.buf, c|0x20)
		return p.to(scheme)
	case p.partial:
		return fail
	}
	return p.again(noScheme)
}

func scheme(p *urlParser, c rune) result {
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
		return p.to(noScheme)
	case p.partial:
		return p.setScheme()
	}
	p.u.scheme = p.take()
	switch {
	case p.u.scheme == "file":
		return p.to(file)
	case p.u.special() && p.base != nil && p.base.scheme == p.u.scheme:
		return p.to(specialRelative)
	case p.u.special():
		return p.to(authoritySlashes)
	case p.at(1) == '/':
		p.pos++
		return p.to(pathOrAuthority)
	}
	p.u.opaque = true
	return p.to(opaquePath)
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

func noScheme(p *urlParser, c rune) result {
	switch {
	case p.base == nil || p.base.opaque && c != '#':
		return fail
	case p.base.opaque:
		*p.u = *p.base
		p.u.fragment, p.u.hasFragment = "", true
		return p.to(fragment)
	case p.base.scheme == "file":
		return p.again(file)
	}
	return p.again(relative)
}

func specialRelative(p *urlParser, c rune) result {
	if c == '/' && p.at(1) == '/' {
		p.pos++
		return p.to(ignoreSlashes)
	}
	return p.again(relative)
}

func pathOrAuthority(p *urlParser, c rune) result {
	if c == '/' {
		return p.to(authority)
	}
	return p.again(path)
}

// inherit takes over the authority of the base.
func (p *urlParser) inherit() {
	u, b := p.u, p.base
	u.username, u.password, u.host, u.hasHost, u.port = b.username, b.password, b.host, b.hasHost, b.port
}

func relative(p *urlParser, c rune) result {
	u := p.u
	u.scheme = p.base.scheme
	if p.isSlash(c) {
		return p.to(relativeSlash)
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
		return p.to(query)
	case '#':
		u.fragment, u.hasFragment = "", true
		return p.to(fragment)
	case eof:
		return next
	}
	u.query, u.hasQuery = "", false
	replace()
	return p.again(path)
}

func relativeSlash(p *urlParser, c rune) result {
	switch {
	case p.u.special() && p.isSlash(c):
		return p.to(ignoreSlashes)
	case c == '/':
		return p.to(authority)
	}
	p.inherit()
	return p.again(path)
}

func authoritySlashes(p *urlParser, c rune) result {
	if c == '/' && p.at(1) == '/' {
		p.pos++
		return p.to(ignoreSlashes)
	}
	return p.again(ignoreSlashes)
}

func ignoreSlashes(p *urlParser, c rune) result {
	if c == '/' || c == '\\' {
		return next
	}
	return p.again(authority)
}

// endsAuthority tells whether c is behind the authority.
func (p *urlParser) endsAuthority(c rune) bool {
	return c == eof || c == '?' || c == '#' || p.isSlash(c)
}

func authority(p *urlParser, c rune) result {
	switch {
	case c == '@':
		p.credentials()
	case p.endsAuthority(c):
		if p.sawAt && len(p.buf) == 0 {
			return fail
		}
		p.pos -= len(p.buf) + 1
		p.buf = p.buf[:0]
		return p.to(hostState)
	default:
		p.buf = append(p.buf, c)
	}
	return next
}

// credentials reads the buffer as user and password; an earlier @ belonged to them.
func (p *urlParser) credentials() {
	s := p.take()
	if p.sawAt {
		s = "@" + s
	}
	p.sawAt = true
	if !p.sawPassword {
		var user string
		if user, s, p.sawPassword = strings.Cut(s, ":"); !p.sawPassword {
			p.u.username += percentEncode(user, userinfoSet)
			return
		}
		p.u.username += percentEncode(user, userinfoSet)
	}
	p.u.password += percentEncode(s, userinfoSet)
}

// hostname is hostState for the setter that leaves the port alone.
func hostname(p *urlParser, c rune) result {
	p.hostOnly = true
	p.state = hostState
	return hostState(p, c)
}

func hostState(p *urlParser, c rune) result {
	u := p.u
	switch {
	case p.partial && u.scheme == "file":
		return p.again(fileHost)
	case c == ':' && !p.inBrackets:
		if len(p.buf) == 0 || p.hostOnly || !p.readHost() {
			return fail
		}
		return p.to(port)
	case p.endsAuthority(c):
		p.pos--
		if len(p.buf) == 0 && (u.special() || p.partial && (u.hasCredentials() || u.port >= 0)) || !p.readHost() {
			return fail
		}
		if p.partial {
			return done
		}
		return p.to(pathStart)
	}
	switch c {
	case '[':
		p.inBrackets = true
	case ']':
		p.inBrackets = false
	}
	p.buf = append(p.buf, c)
	return next
}

func (p *urlParser) readHost() bool {
	host, ok := parseHost(p.take(), p.u.special())
	if ok {
		p.u.host, p.u.hasHost = host, true
	}
	return ok
}

func port(p *urlParser, c rune) result {
	switch {
	case isASCII(c, isDigit):
		p.buf = append(p.buf, c)
		return next
	case !p.endsAuthority(c) && !p.partial:
		return fail
	case len(p.buf) > 0:
		n, err := strconv.ParseUint(p.take(), 10, 16)
		if err != nil {
			return fail
		}
		p.u.port = int(n)
		if defaultPort, ok := defaultPorts[p.u.scheme]; ok && defaultPort == p.u.port {
			p.u.port = -1
		}
	case p.partial:
		return fail
	}
	if p.partial {
		return done
	}
	return p.again(pathStart)
}

func file(p *urlParser, c rune) result {
	u := p.u
	u.scheme, u.host, u.hasHost = "file", "", true
	if c == '/' || c == '\\' {
		return p.to(fileSlash)
	}
	if p.base == nil || p.base.scheme != "file" {
		return p.again(path)
	}
	u.host, u.hasHost = p.base.host, p.base.hasHost
	u.setPath(p.base.path...)
	u.query, u.hasQuery = p.base.query, p.base.hasQuery
	return p.afterBase(c, func() {
		if p.atDriveLetter() {
			u.path = nil
		} else {
			u.shorten()
		}
	})
}

// atDriveLetter tells whether the rest of the input begins with a drive letter.
func (p *urlParser) atDriveLetter() bool {
	rest := p.in[min(p.pos, len(p.in)):]
	if len(rest) < 2 || !isDriveLetter(string(rest[:2]), false) {
		return false
	}
	return len(rest) == 2 || strings.ContainsRune(`/\?#`, rest[2])
}

func fileSlash(p *urlParser, c rune) result {
	if c == '/' || c == '\\' {
		return p.to(fileHost)
	}
	if p.base != nil && p.base.scheme == "file" {
		p.u.host, p.u.hasHost = p.base.host, p.base.hasHost
		if !p.atDriveLetter() && len(p.base.path) > 0 && isDriveLetter(p.base.path[0], true) {
			p.u.setPath(p.base.path[0])
		}
	}
	return p.again(path)
}

func fileHost(p *urlParser, c rune) result {
	if c != eof && !strings.ContainsRune(`/\?#`, c) {
		p.buf = append(p.buf, c)
		return next
	}
	p.pos--
	switch {
	case !p.partial && isDriveLetter(string(p.buf), false):
		return p.to(path) // the buffer is its first segment
	case len(p.buf) == 0:
		p.u.host, p.u.hasHost = "", true
	case !p.readHost():
		return fail
	case p.u.host == "localhost":
		p.u.host = ""
	}
	if p.partial {
		return done
	}
	return p.to(pathStart)
}

func pathStart(p *urlParser, c rune) result {
	u := p.u
	switch {
	case u.special():
		p.state = path
		if c != '/' && c != '\\' {
			p.pos--
		}
	case !p.partial && c == '?':
		u.query, u.hasQuery = "", true
		return p.to(query)
	case !p.partial && c == '#':
		u.fragment, u.hasFragment = "", true
		return p.to(fragment)
	case c != eof:
		p.state = path
		if c != '/' {
			p.pos--
		}
	case p.partial && !u.hasHost:
		u.path = append(u.path, "")
	}
	return next
}

func isSingleDot(s string) bool { return s == "." || strings.EqualFold(s, "%2e") }

func isDoubleDot(s string) bool {
	return s == ".." || strings.EqualFold(s, ".%2e") || strings.EqualFold(s, "%2e.") || strings.EqualFold(s, "%2e%2e")
}

func path(p *urlParser, c rune) result {
	u := p.u
	slash := p.isSlash(c)
	if c != eof && !slash && (p.partial || c != '?' && c != '#') {
		p.buf = append(p.buf, c)
		return next
	}
	segment := percentEncode(p.take(), pathSet)
	switch {
	case isDoubleDot(segment):
		u.shorten()
		if !slash {
			u.path = append(u.path, "")
		}
	case isSingleDot(segment):
		if !slash {
			u.path = append(u.path, "")
		}
	default:
		if u.scheme == "file" && len(u.path) == 0 && isDriveLetter(segment, false) {
			segment = segment[:1] + ":"
		}
		u.path = append(u.path, segment)
	}
	switch c {
	case '?':
		u.query, u.hasQuery = "", true
		return p.to(query)
	case '#':
		u.fragment, u.hasFragment = "", true
		return p.to(fragment)
	}
	return next
}

func opaquePath(p *urlParser, c rune) result {
	switch c {
	case '?', '#', eof:
		p.u.opaquePath = percentEncode(p.take(), c0Set)
	default:
		p.buf = append(p.buf, c)
		return next
	}
	switch c {
	case '?':
		p.u.hasQuery = true
		return p.to(query)
	case '#':
		p.u.hasFragment = true
		return p.to(fragment)
	}
	return next
}

func query(p *urlParser, c rune) result {
	if c != eof && (p.partial || c != '#') {
		p.buf = append(p.buf, c)
		return next
	}
	set := querySet
	if p.u.special() {
		set = specialQuerySet
	}
	p.u.query += percentEncode(p.take(), set)
	if c == '#' {
		p.u.fragment, p.u.hasFragment = "", true
		return p.to(fragment)
	}
	return next
}

func fragment(p *urlParser, c rune) result {
	if c == eof {
		p.u.fragment += percentEncode(p.take(), fragmentSet)
	} else {
		p.buf = append(p.buf, c)
	}
	return next
}
