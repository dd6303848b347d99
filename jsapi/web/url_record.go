// This file holds a parsed URL as the WHATWG URL standard describes it, and how it is written out again.

package web

import (
	"strconv"
	"strings"
)

// urlRecord is a parsed URL. Its parts are percent-encoded already.
type urlRecord struct {
	scheme             string
	username, password string
	host               string
	hasHost            bool
	port               int // -1: none, or the default one of the scheme
	path               []string
	opaque             bool // the path is opaquePath, as in "mailto:x"
	opaquePath         string
	query, fragment    string
	hasQuery           bool
	hasFragment        bool
}

// defaultPorts holds the special schemes; file has no port.
var defaultPorts = map[string]int{"ftp": 21, "file": -1, "http": 80, "https": 443, "ws": 80, "wss": 443}

func isSpecial(scheme string) bool { _, ok := defaultPorts[scheme]; return ok }

func (u *urlRecord) special() bool          { return isSpecial(u.scheme) }
func (u *urlRecord) hasCredentials() bool   { return u.username != "" || u.password != "" }
func (u *urlRecord) cannotHavePort() bool   { return !u.hasHost || u.host == "" || u.scheme == "file" }
func (u *urlRecord) setPath(path ...string) { u.path = append([]string(nil), path...) }

// shorten drops the last segment of the path, but not the drive letter of a file URL.
func (u *urlRecord) shorten() {
	if u.scheme == "file" && len(u.path) == 1 && isDriveLetter(u.path[0], true) {
		return
	}
	if len(u.path) > 0 {
		u.path = u.path[:len(u.path)-1]
	}
}

func (u *urlRecord) pathname() string {
	if u.opaque {
		return u.opaquePath
	}
	if len(u.path) == 0 {
		return ""
	}
	return "/" + strings.Join(u.path, "/")
}

func (u *urlRecord) hostPort() string {
	if u.port < 0 {
		return u.host
	}
	return u.host + ":" + strconv.Itoa(u.port)
}

func (u *urlRecord) search() string {
	if u.query == "" {
		return ""
	}
	return "?" + u.query
}

func (u *urlRecord) hash() string {
	if u.fragment == "" {
		return ""
	}
	return "#" + u.fragment
}

func (u *urlRecord) String() string {
	var b strings.Builder
	b.WriteString(u.scheme + ":")
	switch {
	case u.hasHost:
		b.WriteString("//")
		if u.hasCredentials() {
			b.WriteString(u.username)
			if u.password != "" {
				b.WriteString(":" + u.password)
			}
			b.WriteString("@")
		}
		b.WriteString(u.hostPort())
	case !u.opaque && len(u.path) > 1 && u.path[0] == "":
		b.WriteString("/.") // else the path would read as a host
	}
	b.WriteString(u.pathname())
	if u.hasQuery {
		b.WriteString("?" + u.query)
	}
	if u.hasFragment {
		b.WriteString("#" + u.fragment)
	}
	return b.String()
}

// origin returns scheme, host and port, or "null" where the standard has no origin to tell.
func (u *urlRecord) origin() string {
	switch u.scheme {
	case "http", "https", "ws", "wss", "ftp":
		return u.scheme + "://" + u.hostPort()
	case "blob":
		inner, ok := parseURL(u.pathname(), nil)
		if ok && (inner.scheme == "http" || inner.scheme == "https") {
			return inner.origin()
		}
	}
	return "null"
}

// isDriveLetter tells whether s is a letter and a colon; a normalized one has no bar for the colon.
func isDriveLetter(s string, normalized bool) bool {
	return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || !normalized && s[1] == '|')
}

// trimOpaque takes the trailing spaces off an opaque path that nothing follows any more.
func (u *urlRecord) trimOpaque() {
	if u.opaque && !u.hasQuery && !u.hasFragment {
		u.opaquePath = strings.TrimRight(u.opaquePath, " ")
	}
}

// set is an assignment to a property of a URL object. A value that makes no sense changes nothing, or as much of u as
// made sense; only for href is that an error, and ok false.
func (u *urlRecord) set(property, value string) (ok bool) {
	return u.assign(property, value) || property != "href"
}

func (u *urlRecord) assign(property, value string) bool {
	switch property {
	case "href":
		parsed, ok := parseURL(value, nil)
		if ok {
			*u = *parsed
		}
		return ok
	case "protocol":
		return runParser(value+":", u, schemeStartState)
	case "username", "password":
		if u.cannotHavePort() {
			return false
		}
		encoded := percentEncode(value, userinfoSet)
		if property == "username" {
			u.username = encoded
		} else {
			u.password = encoded
		}
	case "host":
		return !u.opaque && runParser(value, u, hostState)
	case "hostname":
		return !u.opaque && runParser(value, u, hostnameState)
	case "port":
		if u.cannotHavePort() {
			return false
		}
		if value == "" {
			u.port = -1
			return true
		}
		return runParser(value, u, portState)
	case "pathname":
		if u.opaque {
			return false
		}
		u.path = nil
		return runParser(value, u, pathStartState)
	case "search":
		return u.assignSearch(value)
	case "hash":
		u.fragment, u.hasFragment = "", value != ""
		if value == "" {
			u.trimOpaque()
			return true
		}
		return runParser(strings.TrimPrefix(value, "#"), u, fragmentState)
	}
	return true
}

func (u *urlRecord) assignSearch(value string) bool {
	u.query, u.hasQuery = "", value != ""
	if value == "" {
		u.trimOpaque()
		return true
	}
	return runParser(strings.TrimPrefix(value, "?"), u, queryState)
}
