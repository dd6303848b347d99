// This file has URLs as the WHATWG URL standard defines them. A library parses and writes them.

package web

import (
	"cmp"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// urlRecord is a parsed URL. Its parts are percent-encoded already.
type urlRecord struct {
	u *whatwg.Url // only the scheme of a long data: URL
	// data is the whole text of a long data: URL, and "" for other URLs.
	data string
}

// defaultPorts are the default ports by scheme. A URL does not write them.
var defaultPorts = map[string]int{"ftp": 21, "http": 80, "https": 443, "ws": 80, "wss": 443}

// parseURL parses a URL, which may be relative to base.
func parseURL(text string, base *urlRecord) (*urlRecord, bool) {
	var u *whatwg.Url
	var err error
	data, long := readData(text)
	switch {
	case long:
		u, err = whatwg.Parse("data:")
	case isCostly(text):
		return nil, false
	case base != nil:
		u, err = base.u.Parse(text)
	default:
		u, err = whatwg.Parse(text)
	}
	if err != nil {
		return nil, false
	}
	r := &urlRecord{u, data}
	return r, r.data != "" || r.isParsable()
}

// isParsable reports whether the text of the URL, in which characters are percent-encoded, can be parsed again.
func (r *urlRecord) isParsable() bool {
	return !hasLongLabel(r.u.Hostname()) && !isCostly(r.String())
}

// maxLabel is the maximum length in bytes of a label of a host in punycode. The idna package decodes at most
// 1024 characters, so a longer label could be written but not parsed again. DNS allows 63 bytes for a label.
const maxLabel = 1024

// hasLongLabel reports whether a host has a label in punycode that cannot be parsed again.
func hasLongLabel(host string) bool {
	if len(host) <= maxLabel {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if len(label) > maxLabel && strings.HasPrefix(label, "xn--") {
			return true
		}
	}
	return false
}

func (r *urlRecord) String() string   { return cmp.Or(r.data, r.u.Href(false)) }
func (r *urlRecord) scheme() string   { return r.u.Scheme() }
func (r *urlRecord) host() string     { return r.u.Hostname() }
func (r *urlRecord) hostPort() string { return r.u.Host() }
func (r *urlRecord) pathname() string {
	if r.data != "" {
		return r.data[len("data:"):]
	}
	return r.u.Pathname()
}
func (r *urlRecord) query() string        { return r.u.Query() }
func (r *urlRecord) hasCredentials() bool { return r.u.Username() != "" || r.u.Password() != "" }

// port returns the port of the URL, or else the default port of its scheme, or -1 if it has none.
func (r *urlRecord) port() int {
	if port, ok := defaultPorts[r.scheme()]; ok && r.u.Port() == "" {
		return port
	}
	return r.u.DecodedPort()
}

// hasFragment reports whether there is a fragment, which may be empty.
func (r *urlRecord) hasFragment() bool { return r.u.Href(true) != r.u.Href(false) }

// ASCIIHost returns a host name in the form of URLs: bücher.de becomes xn--bcher-kva.de. A text that is not a
// valid host is returned unchanged.
func ASCIIHost(name string) string {
	if isASCIIString(name) {
		return name
	}
	if r, ok := parseURL("http://"+name, nil); ok {
		return r.host()
	}
	return name
}

// origin returns scheme, host and port, or "null" if the URL has no origin in the standard.
func (r *urlRecord) origin() string {
	switch r.scheme() {
	case "http", "https", "ws", "wss", "ftp":
		return r.scheme() + "://" + r.hostPort()
	case "blob":
		inner, ok := parseURL(r.pathname(), nil)
		if ok && (inner.scheme() == "http" || inner.scheme() == "https") {
			return inner.origin()
		}
	}
	return "null"
}

// set implements the assignment to a property of a URL object. A value that is not valid changes nothing. ok
// is false only for href, where such a value is an error.
func (r *urlRecord) set(property, value string) (ok bool) {
	if property == "href" {
		parsed, ok := parseURL(value, nil)
		if ok {
			*r = *parsed
		}
		return ok
	}
	if r.data != "" || len(value) > maxURL {
		return true // it stays as it is
	}
	switch property {
	case "username", "password", "host", "hostname":
		if len(value) > maxAuthority {
			return true
		}
	case "pathname":
		if hasManySegments(value) {
			return true
		}
	}
	before := r.String()
	switch property {
	case "protocol":
		r.u.SetProtocol(value)
	case "username":
		r.u.SetUsername(value)
	case "password":
		r.u.SetPassword(value)
	case "host":
		r.u.SetHost(value)
	case "hostname":
		r.u.SetHostname(value)
	case "port":
		r.u.SetPort(value)
	case "pathname":
		r.u.SetPathname(value)
	case "search":
		r.u.SetSearch(value)
	case "hash":
		r.u.SetHash(value)
	}
	if !r.isParsable() {
		if parsed, ok := parseURL(before, nil); ok {
			*r = *parsed
		}
	}
	return true
}
