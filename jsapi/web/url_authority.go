// This file holds the states of the URL parser for user, password, host and port.

package web

import (
	"strconv"
	"strings"
)

// endsAuthority tells whether c is behind the authority.
func (p *urlParser) endsAuthority(c rune) bool {
	return c == eof || c == '?' || c == '#' || p.isSlash(c)
}

func authorityState(p *urlParser, c rune) result {
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

// hostnameState is hostState for the setter that leaves the port alone.
func hostnameState(p *urlParser, c rune) result {
	p.hostOnly = true
	p.state = hostState
	return hostState(p, c)
}

func hostState(p *urlParser, c rune) result {
	u := p.u
	switch {
	case p.partial && u.scheme == "file":
		return p.again(fileHostState)
	case c == ':' && !p.inBrackets:
		if len(p.buf) == 0 || p.hostOnly || !p.readHost() {
			return fail
		}
		return p.to(portState)
	case p.endsAuthority(c):
		p.pos--
		if len(p.buf) == 0 && (u.special() || p.partial && (u.hasCredentials() || u.port >= 0)) || !p.readHost() {
			return fail
		}
		if p.partial {
			return done
		}
		return p.to(pathStartState)
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

func portState(p *urlParser, c rune) result {
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
	return p.again(pathStartState)
}
