// This file parses JSON text into values of a script. It replaces the tags of dump.go by the values
// that they describe.

package value

import (
	"fmt"
	"strconv"
	"unicode/utf16"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

type jsonParser struct {
	realm  *Realm
	data   []byte
	text   string // the same bytes as data; strings of the result are slices of it
	pos    int
	depth  int
	revive bool // whether tags are replaced by the values that they describe
	most   int  // the limit of nested levels; 0 means that of stored values
	boxes  int  // the number of objects and lists so far
	named  int  // the number of fields so far
}

func (p *jsonParser) fail(what string) error {
	return fmt.Errorf("invalid JSON at byte %d: %s", p.pos, what)
}

func (p *jsonParser) document() (goja.Value, error) {
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	p.space()
	if p.pos < len(p.data) {
		return nil, p.fail("text after the value")
	}
	return v, nil
}

func (p *jsonParser) space() {
	for p.pos < len(p.data) {
		switch p.data[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *jsonParser) value() (goja.Value, error) {
	p.space()
	if p.pos == len(p.data) {
		return nil, p.fail("unexpected end")
	}
	switch c := p.data[p.pos]; c {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return p.stringValue()
	case 't':
		return p.word("true", p.realm.rt.ToValue(true))
	case 'f':
		return p.word("false", p.realm.rt.ToValue(false))
	case 'n':
		return p.word("null", goja.Null())
	default:
		if c == '-' || c >= '0' && c <= '9' {
			return p.number()
		}
		return nil, p.fail("unexpected " + strconv.QuoteRune(rune(c)))
	}
}

func (p *jsonParser) word(word string, v goja.Value) (goja.Value, error) {
	if len(p.data)-p.pos < len(word) || string(p.data[p.pos:p.pos+len(word)]) != word {
		return nil, p.fail("expected " + word)
	}
	p.pos += len(word)
	return v, nil
}

func (p *jsonParser) enter() error {
	p.depth++
	if p.most > 0 && p.depth > p.most {
		return errTooDeep
	}
	if p.most == 0 && p.depth > maxDepth+1 && (!p.revive || p.depth > maxStoredDepth) {
		return p.fail("nested too deep")
	}
	if p.boxes++; p.boxes%needStep == 0 {
		guard.Need(p.realm.rt, needStep*perBox)
	}
	p.pos++
	p.space()
	return nil
}

// next is called after an element. It reports whether another element follows before end.
func (p *jsonParser) next(end byte) (bool, error) {
	p.space()
	if p.pos == len(p.data) {
		return false, p.fail("unexpected end")
	}
	c := p.data[p.pos]
	p.pos++
	if c == end {
		p.depth--
		return false, nil
	}
	if c != ',' {
		p.pos--
		return false, p.fail("expected , or " + string(end))
	}
	return true, nil
}

func (p *jsonParser) array() (goja.Value, error) {
	items, err := p.items(nil)
	if err != nil {
		return nil, err
	}
	return p.realm.printer.NewArray(items), nil
}

// elements appends the elements of the document, which must be an array, to list.
func (p *jsonParser) elements(list []goja.Value) ([]goja.Value, error) {
	p.space()
	if p.pos == len(p.data) || p.data[p.pos] != '[' {
		return list, p.fail("expected [")
	}
	list, err := p.items(list)
	if p.space(); err == nil && p.pos < len(p.data) {
		err = p.fail("text after the value")
	}
	return list, err
}

// items appends the elements of an array to list.
func (p *jsonParser) items(list []goja.Value) ([]goja.Value, error) {
	err := p.list(func() error {
		v, err := p.value()
		if len(list) == cap(list) {
			guard.Need(p.realm.rt, perElement*len(list))
		}
		list = append(list, v)
		return err
	})
	return list, err
}

// list reads an array. It calls element at the start of each element, and element must read it.
func (p *jsonParser) list(element func() error) error {
	if err := p.enter(); err != nil {
		return err
	}
	if p.pos < len(p.data) && p.data[p.pos] == ']' {
		p.pos++
		p.depth--
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		if more, err := p.next(']'); !more || err != nil {
			return err
		}
	}
}

// object reads an object. If it is a tag, object returns the value that the tag describes.
func (p *jsonParser) object() (goja.Value, error) {
	o, n, tagged, err := p.properties(p.revive)
	switch {
	case err != nil:
		return nil, err
	case !tagged || !p.revive:
		return o, nil
	}
	if inner, ok := o.Get("value").(*goja.Object); ok && n == plainFields && isPlainTag(o) {
		return inner, nil
	}
	return p.realm.revive(o)
}

// plainFields is the number of fields of an object that begins with plainTag.
const plainFields = 3

// isPlainTag reports whether the fields lc and type of o are those of plainTag.
func isPlainTag(o *goja.Object) bool {
	kind, ok := stringOf(o.Get("type"))
	return ok && kind == "plain" && isInteger(o.Get("lc"), 2)
}

// properties reads an object and leaves it as it is. tag says that the object may be a plain tag: then
// its value is read as plain data. n is the number of fields, and tagged reports whether the first
// field is "lc".
func (p *jsonParser) properties(tag bool) (o *goja.Object, n int, tagged bool, err error) {
	f := filler{realm: p.realm, o: p.realm.rt.NewObject()}
	err = p.fields(func(key string, units []uint16) error {
		tagged = tagged || n == 0 && key == "lc"
		n++
		var v goja.Value
		var err error
		if p.space(); tagged && tag && n == plainFields && key == "value" && p.pos < len(p.data) && p.data[p.pos] == '{' && isPlainTag(f.o) {
			v, _, _, err = p.properties(false)
		} else {
			v, err = p.value()
		}
		if err != nil {
			return err
		}
		return f.set(key, units, v)
	})
	if err == nil {
		err = f.end()
	}
	return f.o, n, tagged, err
}

// fields reads an object. It calls field before the value of each field, and field must read that
// value. units is the name as UTF-16 units if it has a lone surrogate, and nil otherwise.
func (p *jsonParser) fields(field func(key string, units []uint16) error) error {
	if err := p.enter(); err != nil {
		return err
	}
	if p.pos < len(p.data) && p.data[p.pos] == '}' {
		p.pos++
		p.depth--
		return nil
	}
	for {
		p.space()
		if p.pos == len(p.data) || p.data[p.pos] != '"' {
			return p.fail("expected a key")
		}
		key, units, err := p.string()
		if err != nil {
			return err
		}
		if units != nil {
			key = string(utf16.Decode(units))
		}
		p.space()
		if p.pos == len(p.data) || p.data[p.pos] != ':' {
			return p.fail("expected :")
		}
		p.pos++
		if p.named++; p.named%needStep == 0 {
			guard.Need(p.realm.rt, needStep*perField)
		}
		if err := field(key, units); err != nil {
			return err
		}
		if more, err := p.next('}'); !more || err != nil {
			return err
		}
	}
}
