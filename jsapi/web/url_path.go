// This file holds the states of the URL parser for file URLs, and for path, query and fragment.

package web

import "strings"

func fileState(p *urlParser, c rune) result {
	u := p.u
	u.scheme, u.host, u.hasHost = "file", "", true
	if c == '/' || c == '\\' {
		return p.to(fileSlashState)
	}
	if p.base == nil || p.base.scheme != "file" {
		return p.again(pathState)
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

func fileSlashState(p *urlParser, c rune) result {
	if c == '/' || c == '\\' {
		return p.to(fileHostState)
	}
	if p.base != nil && p.base.scheme == "file" {
		p.u.host, p.u.hasHost = p.base.host, p.base.hasHost
		if !p.atDriveLetter() && len(p.base.path) > 0 && isDriveLetter(p.base.path[0], true) {
			p.u.setPath(p.base.path[0])
		}
	}
	return p.again(pathState)
}

func fileHostState(p *urlParser, c rune) result {
	if c != eof && !strings.ContainsRune(`/\?#`, c) {
		p.buf = append(p.buf, c)
		return next
	}
	p.pos--
	switch {
	case !p.partial && isDriveLetter(string(p.buf), false):
		return p.to(pathState) // the buffer is its first segment
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
	return p.to(pathStartState)
}

func pathStartState(p *urlParser, c rune) result {
	u := p.u
	switch {
	case u.special():
		p.state = pathState
		if c != '/' && c != '\\' {
			p.pos--
		}
	case !p.partial && c == '?':
		u.query, u.hasQuery = "", true
		return p.to(queryState)
	case !p.partial && c == '#':
		u.fragment, u.hasFragment = "", true
		return p.to(fragmentState)
	case c != eof:
		p.state = pathState
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

func pathState(p *urlParser, c rune) result {
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
		return p.to(queryState)
	case '#':
		u.fragment, u.hasFragment = "", true
		return p.to(fragmentState)
	}
	return next
}

func opaquePathState(p *urlParser, c rune) result {
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
		return p.to(queryState)
	case '#':
		p.u.hasFragment = true
		return p.to(fragmentState)
	}
	return next
}

func queryState(p *urlParser, c rune) result {
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
		return p.to(fragmentState)
	}
	return next
}

func fragmentState(p *urlParser, c rune) result {
	if c == eof {
		p.u.fragment += percentEncode(p.take(), fragmentSet)
	} else {
		p.buf = append(p.buf, c)
	}
	return next
}
