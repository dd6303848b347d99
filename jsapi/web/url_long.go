// This file bounds the length of URLs, and reads long data: URLs without the parser, which takes a third of a
// microsecond for each letter.

package web

import (
	"strings"
	"unicode/utf8"
)

// Bounds of URLs, in bytes.
const (
	maxURL      = 2 << 20 // as in Chrome
	longDataURL = 4 << 10 // the length from which a data: URL is read without the parser

	// The parser takes the square of these, and no interrupt reaches it.
	maxAuthority = 8 << 10 // user, password, host and port
	maxSegments  = 8 << 10 // of the path
)

// isCostly reports whether a URL is too long, as a whole or in a part for which the parser takes the square of its length.
func isCostly(text string) bool {
	if len(text) > maxURL {
		return true
	}
	if len(text) <= maxSegments {
		return false
	}
	text = strings.TrimLeftFunc(withoutLineBreaks(text), func(c rune) bool { return c <= ' ' })
	rest := text
	if scheme, after, ok := strings.Cut(text, ":"); ok && !strings.ContainsAny(scheme, `/\?#`) {
		_, special := defaultPorts[strings.ToLower(scheme)]
		rest = after
		if special || strings.EqualFold(scheme, "file") {
			rest = "//" + rest // slashes are not needed
		} else if !strings.HasPrefix(rest, "/") {
			return false // it has no hierarchy
		}
	}
	if hasManySegments(rest) {
		return true
	}
	authority := strings.TrimLeft(rest, `/\`)
	if len(rest)-len(authority) < 2 {
		return false
	}
	if end := strings.IndexAny(authority, `/\?#`); end >= 0 {
		authority = authority[:end]
	}
	return len(authority) > maxAuthority
}

// withoutLineBreaks removes what the parser skips.
func withoutLineBreaks(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, text)
}

// hasManySegments reports whether a path is too long for the parser.
func hasManySegments(text string) bool {
	if end := strings.IndexAny(text, "?#"); end >= 0 {
		text = text[:end]
	}
	return strings.Count(text, "/")+strings.Count(text, `\`) > maxSegments
}

// readData returns a long data: URL in the form that the parser would write. ok is false if the URL needs the
// parser, for example because it has a query or a fragment.
func readData(text string) (href string, ok bool) {
	text = strings.TrimFunc(text, func(c rune) bool { return c <= ' ' })
	if len(text) < longDataURL || !strings.EqualFold(text[:5], "data:") || strings.ContainsAny(text, "?#") {
		return "", false
	}
	if strings.HasPrefix(strings.TrimLeft(text[5:], "\t\n\r"), "/") || !utf8.ValidString(text) {
		return "", false // it has a hierarchical path, or is not valid UTF-8
	}
	odd := 0 // the number of control characters and of bytes above ASCII
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			odd++
		}
	}
	if odd == 0 {
		return "data:" + text[5:], true
	}
	b := make([]byte, 0, len(text)+2*odd)
	b = append(b, "data:"...)
	for i := 5; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\t', c == '\n', c == '\r':
		case c < ' ', c > '~':
			const digits = "0123456789ABCDEF"
			b = append(b, '%', digits[c>>4], digits[c&15])
		default:
			b = append(b, c)
		}
	}
	return string(b), true
}
