// This file parses XML that models write, with the rules and the messages of the parser that LangChain uses. The text may end anywhere.
// Attributes, comments and CDATA are skipped.

package value

import (
	"fmt"
	"unicode/utf16"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxXMLDepth is the number of nested elements whose value is made. The stack of V8 is enough for 3,000 to 4,000.
const maxXMLDepth = 3500

// ParseXML is a function of scripts. It returns the root element of an XML text, which may be between code fences, as an object with one
// field: the name, with the text or the list of the elements inside. If there is a mistake, ParseXML returns a text that describes the last one.
func (realm *Realm) ParseXML(call goja.FunctionCall) goja.Value {
	text, _ := realm.toText(call.Argument(0)).(goja.String)
	x := xmlReader{rt: realm.rt, text: cleanXML(realm.rt, text)}
	x.read()
	switch {
	case x.failure != "":
		realm.throwRange(x.failure)
	case x.mistake != nil:
		return goja.StringFromUTF16(x.mistake)
	case x.deepest > maxXMLDepth:
		realm.throwRange(errTooDeep.Error())
	case x.root == nil:
		return realm.rt.NewObject()
	}
	return realm.element(x.root)
}

// element makes the value of an element.
func (realm *Realm) element(e *xmlElement) goja.Value {
	content := goja.Value(goja.StringFromUTF16(e.text))
	if len(e.children) > 0 {
		list := make([]goja.Value, len(e.children))
		for i, child := range e.children {
			list[i] = realm.element(child)
		}
		content = realm.printer.NewArray(list)
	}
	o := realm.rt.NewObject()
	_ = SetField(o, e.name, content)
	return o
}

// cleanXML returns the XML of a text, without the white space at the starts of its lines.
func cleanXML(rt *goja.Runtime, s goja.String) []uint16 {
	guard.Need(rt, 6*s.Length()) // with the copies in texts of elements
	units := make([]uint16, 0, s.Length())
	blank := true // whether everything so far in the line is white space
	for i := range s.Length() {
		if i%(1<<20) == 0 {
			guard.Hear(rt)
		}
		c := s.CharAt(i)
		if blank = blank && (c <= ' ' || c >= 0x80) && isSpace(rune(c)) || c == '\n'; !blank || c == '\n' {
			units = append(units, c)
		}
	}
	for len(units) > 0 && isSpace(rune(units[0])) {
		units = units[1:]
	}
	for len(units) > 0 && isSpace(rune(units[len(units)-1])) {
		units = units[:len(units)-1]
	}
	return insideFence(units)
}

// insideFence returns what is between the first and the last code fence, or all if there are not two of them.
func insideFence(units []uint16) []uint16 {
	fence := func(i int) bool { return units[i] == '`' && units[i+1] == '`' && units[i+2] == '`' }
	for first := 0; first+6 <= len(units); first++ {
		if !fence(first) {
			continue
		}
		for last := len(units) - 3; last >= first+3; last-- {
			if !fence(last) {
				continue
			}
			inside := units[first+3 : last]
			if len(inside) >= 3 && inside[0] == 'x' && inside[1] == 'm' && inside[2] == 'l' {
				inside = inside[3:]
			}
			return inside
		}
		break
	}
	return units
}

type xmlElement struct {
	name     string
	text     []uint16
	children []*xmlElement
}

// xmlReader reads a text letter by letter.
type xmlReader struct {
	rt       *goja.Runtime
	text     []uint16
	at       int
	line     int // the number of line breaks up to at, and of letters after the last one
	column   int
	state    xmlState
	root     *xmlElement
	open     []*xmlElement
	opened   map[string]int // how many elements with a name are open
	deepest  int
	elements int
	ended    bool     // whether the first root has ended
	pending  []uint16 // text that belongs to the innermost element when the next element starts or ends
	word     []uint16 // the name of a tag, or the start of a declaration
	name     []uint16 // the name of the entity
	began    int      // where the current tag began
	quote    uint16   // what ends the value of an attribute
	doctype  bool     // whether there was a declaration of the type of the document
	mistake  []uint16
	failure  string // says that the number of an entity is not that of a character; it ends the reading
}

func (x *xmlReader) read() {
	x.opened = map[string]int{}
	x.state = xmlBegin
	heard := 0
	for x.at = 0; x.at < len(x.text); x.at++ {
		if x.at-heard > 1<<18 {
			heard = x.at
			guard.Hear(x.rt)
		}
		x.count()
		if x.state(x, x.text[x.at]); x.failure != "" {
			return
		}
	}
	x.flush()
}

// count counts the letter at the current position.
func (x *xmlReader) count() {
	if x.column++; x.text[x.at] == '\n' {
		x.line++
		x.column = 0
	}
}

// wrong notes a mistake at the current position.
func (x *xmlReader) wrong(message string) {
	place := fmt.Sprintf("%s\nLine: %d\nColumn: %d\nChar: ", message, x.line, x.column)
	x.mistake = append(utf16.Encode([]rune(place)), x.text[x.at])
	x.flush()
}

// flush adds the pending text to the innermost element.
func (x *xmlReader) flush() {
	if n := len(x.open); n > 0 {
		e := x.open[n-1]
		e.text = append(e.text, x.pending...)
	}
	x.pending = x.pending[:0]
}

func (x *xmlReader) start(selfClosing bool) {
	x.flush()
	if x.elements++; x.elements%needStep == 0 {
		guard.Need(x.rt, needStep*perBox*2)
	}
	e := &xmlElement{name: string(utf16.Decode(x.word))}
	if n := len(x.open); n > 0 {
		x.open[n-1].children = append(x.open[n-1].children, e)
	} else {
		x.root = e
	}
	x.open = append(x.open, e)
	x.deepest = max(x.deepest, len(x.open))
	x.opened[e.name]++
	if selfClosing {
		x.end()
	}
	x.state = xmlText
}

// end ends the innermost element, and returns its name.
func (x *xmlReader) end() string {
	x.flush()
	n := len(x.open) - 1
	e := x.open[n]
	x.open = x.open[:n]
	x.opened[e.name]--
	x.ended = x.ended || n == 0
	return e.name
}

// close ends the elements up to the one that the closing tag names.
func (x *xmlReader) close() {
	x.state = xmlText
	name := string(utf16.Decode(x.word))
	if n := len(x.open); n > 0 && x.open[n-1].name != name {
		x.wrong("Unexpected close tag")
	}
	if x.opened[name] == 0 {
		x.wrong("Unmatched closing tag: " + name)
		x.pending = append(append(append(x.pending, '<', '/'), x.word...), '>')
		return
	}
	for x.end() != name {
	}
}

func isXMLSpace(c uint16) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func startsXMLName(c uint16) bool {
	switch {
	case c < 0x80:
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == ':' || c == '_'
	case c < 0x2000:
		return c >= 0xc0 && c != 0xd7 && c != 0xf7 && (c < 0x300 || c >= 0x370) && c != 0x37e
	}
	return c == 0x200c || c == 0x200d || c >= 0x2070 && c <= 0x218f || c >= 0x2c00 && c <= 0x2fef || c >= 0x3001 && c <= 0xd7ff ||
		c >= 0xf900 && c <= 0xfdcf || c >= 0xfdf0 && c <= 0xfffd
}

func inXMLName(c uint16) bool {
	return startsXMLName(c) || c >= '0' && c <= '9' || c == '-' || c == '.' || c == 0xb7 || c >= 0x300 && c <= 0x36f || c == 0x203f || c == 0x2040
}
