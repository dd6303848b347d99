// This file reads media types and data: URLs as the MIME Sniffing and Fetch standards define them.

package web

import (
	"slices"
	"strings"
)

// mimeType is a media type with its parameters, whose names are in lower case.
type mimeType struct {
	essence string // such as text/html, in lower case
	params  [][2]string
}

// httpSpace is the white space of HTTP.
const httpSpace = " \t\r\n"

// parseMime reads a media type. It skips parameters that are not valid.
func parseMime(text string) (m mimeType, ok bool) {
	text = strings.Trim(text, httpSpace)
	head, rest, _ := strings.Cut(text, ";")
	kind, subtype, ok := strings.Cut(strings.TrimRight(head, httpSpace), "/")
	if !ok || !isToken(kind) || !isToken(subtype) {
		return m, false
	}
	m.essence = strings.ToLower(kind + "/" + subtype)
	known := map[string]bool{}
	for rest != "" {
		rest = strings.TrimLeft(rest, httpSpace)
		end := strings.IndexAny(rest, ";=")
		if end < 0 {
			break
		}
		name, hasValue := strings.ToLower(rest[:end]), rest[end] == '='
		rest = rest[end+1:]
		if !hasValue {
			continue
		}
		var value string
		if strings.HasPrefix(rest, `"`) {
			value, rest = quotedText(rest)
			_, rest, _ = strings.Cut(rest, ";")
		} else {
			value, rest, _ = strings.Cut(rest, ";")
			if value = strings.TrimRight(value, httpSpace); value == "" {
				continue
			}
		}
		if !known[name] && isToken(name) && !strings.ContainsFunc(value, notInMime) {
			known[name] = true
			m.params = append(m.params, [2]string{name, value})
		}
	}
	return m, true
}

// quotedText reads the quoted text at the beginning of s, which may lack its end, and returns what follows.
func quotedText(s string) (value, rest string) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

// notInMime reports whether the value of a parameter may not have a character.
func notInMime(r rune) bool { return r != '\t' && r < ' ' || r == 0x7f || r > 0xff }

// isToken reports whether s is a token of HTTP.
func isToken(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && !strings.Contains("!#$%&'*+-.^_`|~", s[i:i+1]) {
			return false
		}
	}
	return s != ""
}

// param returns the value of a parameter.
func (m mimeType) param(name string) (value string, ok bool) {
	i := slices.IndexFunc(m.params, func(p [2]string) bool { return p[0] == name })
	if i < 0 {
		return "", false
	}
	return m.params[i][1], true
}

// String implements fmt.Stringer.
func (m mimeType) String() string {
	var b strings.Builder
	b.WriteString(m.essence)
	for _, p := range m.params {
		b.WriteString(";" + p[0] + "=")
		if isToken(p[1]) {
			b.WriteString(p[1])
		} else {
			b.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p[1]) + `"`)
		}
	}
	return b.String()
}

// headerMime returns the media type in a header Content-Type, which is "" if there is none. If the header was sent more than once,
// the last type counts.
func headerMime(header string) string {
	var last mimeType
	quoted, from := false, 0
	for i := 0; i <= len(header); i++ {
		switch {
		case i < len(header) && header[i] == '"' && (i == 0 || header[i-1] != '\\'):
			quoted = !quoted
		case i == len(header) || header[i] == ',' && !quoted:
			if m, ok := parseMime(header[from:i]); ok && m.essence != "*/*" {
				if charset, known := last.param("charset"); known && m.essence == last.essence {
					if _, own := m.param("charset"); !own {
						m.params = append(m.params, [2]string{"charset", charset})
					}
				}
				last = m
			}
			from = i + 1
		}
	}
	return last.String()
}

// dataURL returns the type and the bytes of a data: URL.
func dataURL(href string) (contentType string, data []byte, ok bool) {
	u, ok := parseURL(href, nil)
	if !ok || u.scheme() != "data" {
		return "", nil, false
	}
	text, _, _ := strings.Cut(u.String(), "#")
	kind, content, ok := strings.Cut(strings.TrimPrefix(text, "data:"), ",")
	if !ok {
		return "", nil, false
	}
	kind = strings.Trim(kind, " ")
	data = percentDecode(content)
	if n := len(kind) - len("base64"); n >= 0 && strings.EqualFold(kind[n:], "base64") {
		if head, isBase64 := strings.CutSuffix(strings.TrimRight(kind[:n], " "), ";"); isBase64 {
			var problem string
			if data, problem = forgivingDecode(string(data)); problem != "" {
				return "", nil, false
			}
			kind = head
		}
	}
	if strings.HasPrefix(kind, ";") {
		kind = "text/plain" + kind
	}
	if m, ok := parseMime(kind); ok {
		return m.String(), data, true
	}
	return "text/plain;charset=US-ASCII", data, true
}
