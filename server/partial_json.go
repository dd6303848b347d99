// This file parses the beginning of a JSON text.

package server

import (
	"encoding/json"
	"strings"
)

// maxNested is how many lists and objects may be inside of each other in the beginning of a JSON text.
const maxNested = 1000

// parsePartial parses a JSON text whose end may be missing: what is open at the end of the text ends there. It returns nil if the
// text is not the beginning of a JSON text.
func parsePartial(text string) any {
	p := partialJSON{text: text}
	v, is := p.value(0)
	if p.space(); is != jsonWhole && is != jsonCut || p.at < len(text) {
		return nil
	}
	return v
}

// partialJSON is a JSON text that is being parsed.
type partialJSON struct {
	text string
	at   int // the bytes that were read
}

// extent says what there is of a value.
type extent int

const (
	jsonBroken extent = iota // it is not JSON
	jsonAbsent               // the text ends before the value
	jsonCut                  // the text ends inside of the value, or with it
	jsonWhole
)

// space skips white space. It returns the next byte; 0 at the end of the text.
func (p *partialJSON) space() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *partialJSON) value(depth int) (any, extent) {
	switch c := p.space(); {
	case p.at == len(p.text):
		return nil, jsonAbsent
	case depth > maxNested:
		return nil, jsonBroken
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.list(depth)
	case c == '"':
		return p.string()
	}
	n := strings.IndexFunc(p.text[p.at:], func(c rune) bool { return strings.ContainsRune(" \t\r\n,]}", c) })
	if n >= 0 {
		return p.simple(p.text[p.at:p.at+n], jsonWhole)
	}
	return p.simple(p.text[p.at:], jsonCut)
}

// simple parses a number, true, false or null. If the text ends with it, it may be the beginning of one.
func (p *partialJSON) simple(text string, is extent) (any, extent) {
	p.at += len(text)
	if is == jsonCut {
		for _, word := range []string{"true", "false", "null"} {
			if strings.HasPrefix(word, text) {
				text = word
			}
		}
		if strings.IndexByte("-0123456789", text[0]) >= 0 {
			if text = strings.TrimRight(text, "+-.eE"); text == "" {
				return nil, jsonAbsent
			}
		}
	}
	var number json.Number
	switch {
	case text == "true" || text == "false":
		return text == "true", is
	case text == "null":
		return nil, is
	case json.Unmarshal([]byte(text), &number) == nil && number.String() == text:
		return number, is
	}
	return nil, jsonBroken
}

func (p *partialJSON) object(depth int) (any, extent) {
	fields := map[string]any{}
	for p.at++; ; p.at++ {
		c := p.space()
		switch {
		case c == 0 && p.at == len(p.text):
			return fields, jsonCut
		case c == '}' && len(fields) == 0:
			p.at++
			return fields, jsonWhole
		case c != '"':
			return nil, jsonBroken
		}
		name, is := p.string()
		if is != jsonWhole {
			return fields, is
		}
		if c = p.space(); p.at == len(p.text) {
			return fields, jsonCut
		}
		if c != ':' {
			return nil, jsonBroken
		}
		p.at++
		v, is := p.value(depth + 1)
		switch is {
		case jsonBroken:
			return nil, jsonBroken
		case jsonAbsent:
			return fields, jsonCut
		case jsonCut, jsonWhole:
			fields[name.(string)] = v //nolint:forcetypeassert // a whole string
		}
		if end, over := p.next('}'); over {
			return fields, end
		}
	}
}

func (p *partialJSON) list(depth int) (any, extent) {
	items := []any{}
	for p.at++; ; p.at++ {
		if p.space() == ']' && len(items) == 0 {
			p.at++
			return items, jsonWhole
		}
		v, is := p.value(depth + 1)
		switch is {
		case jsonBroken:
			return nil, jsonBroken
		case jsonAbsent:
			return items, jsonCut
		case jsonCut, jsonWhole:
			items = append(items, v)
		}
		if end, over := p.next(']'); over {
			return items, end
		}
	}
}

// next reads what comes after an element: over is false at a comma.
func (p *partialJSON) next(end byte) (is extent, over bool) {
	switch c := p.space(); {
	case p.at == len(p.text):
		return jsonCut, true
	case c == ',':
		return jsonWhole, false
	case c == end:
		p.at++
		return jsonWhole, true
	}
	return jsonBroken, true
}

// string parses a string. Line breaks may be in it as they are: some models write them so.
func (p *partialJSON) string() (any, extent) {
	var quoted strings.Builder
	is := jsonCut
	quoted.WriteByte('"')
	for p.at++; p.at < len(p.text) && is == jsonCut; p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			is = jsonWhole
		case c == '\\':
			n := 2
			if strings.HasPrefix(p.text[p.at:], `\u`) {
				n = 6
			}
			end := min(p.at+n, len(p.text))
			if end == p.at+n {
				quoted.WriteString(p.text[p.at:end])
			}
			p.at = end - 1
		case c < ' ':
			escaped, _ := json.Marshal(string(c)) // a string
			quoted.Write(escaped[1 : len(escaped)-1])
		default:
			quoted.WriteByte(c)
		}
	}
	quoted.WriteByte('"')
	var text string
	if json.Unmarshal([]byte(quoted.String()), &text) != nil {
		return nil, jsonBroken
	}
	return text, is
}
