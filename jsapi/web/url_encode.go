// This file decodes percent-encoded text, and reads and writes query strings.

package web

import (
	"strings"
	"unicode/utf8"
)

// needPart is how many bytes are allocated in small parts before they are requested together.
const needPart = 1 << 16

const upperHex = "0123456789ABCDEF"

func appendEncoded(b []byte, c byte) []byte { return append(b, '%', upperHex[c>>4], upperHex[c&15]) }

func percentDecode(s string) []byte {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		} else {
			b = append(b, s[i])
		}
	}
	return b
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// bytesOfPair is an estimate of the memory that a name and a value take as elements of an array, without their text.
const bytesOfPair = 200

// parseQuery splits application/x-www-form-urlencoded text into names and values in turn. It calls need before it allocates
// memory.
func parseQuery(s string, need func(bytes int)) []string {
	var list []string
	need(len(s))
	bytes := 0
	for pair := range strings.SplitSeq(s, "&") {
		if bytes += bytesOfPair; bytes > needPart {
			need(bytes)
			bytes = 0
		}
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(strings.ReplaceAll(pair, "+", " "), "=")
		list = append(list, decodeText(percentDecode(name)), decodeText(percentDecode(value)))
	}
	return list
}

// decodeText decodes UTF-8, with replacement characters for bytes that are not valid.
func decodeText(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	var b strings.Builder
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			size = invalidPrefix(data)
		}
		b.WriteRune(r)
		data = data[size:]
	}
	return b.String()
}

// formatQuery is the inverse of parseQuery. It calls need before it allocates memory: one text may be in the list many times.
func formatQuery(list []string, need func(bytes int)) string {
	var b []byte
	for i, s := range list {
		if more := 1 + 3*len(s); len(b)+more > cap(b) {
			need(2 * (len(b) + more))
			b = append(make([]byte, 0, 2*(len(b)+more)), b...)
		}
		switch {
		case i%2 == 1:
			b = append(b, '=')
		case i > 0:
			b = append(b, '&')
		}
		for j := range len(s) {
			switch c := s[j]; {
			case isAlnum(c), c == '*', c == '-', c == '.', c == '_':
				b = append(b, c)
			case c == ' ':
				b = append(b, '+')
			default:
				b = appendEncoded(b, c)
			}
		}
	}
	return string(b)
}
