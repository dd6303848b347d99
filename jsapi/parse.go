// This file turns bytes back into values of a script: JSON text to goja values,
// without the detour over JSON.parse, and with the tags of serde.go revived.

package jsapi

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// load reads a value. Each call gives a value of its own.
func (vm *VM) load(b checkpoint.Blob) (v goja.Value, err error) {
	if err := checkType(b); err != nil {
		return nil, err
	}
	if len(b.Grown) > 0 {
		return vm.parseGrown(b)
	}
	p := vm.blobParser(b.Data)
	if ex := vm.rt.Try(func() { v, err = p.document() }); ex != nil {
		return nil, vm.scriptError(ex)
	}
	return v, err
}

// blobParser returns a parser of what a saver returned: bytes that do not change,
// so that strings can be parts of them.
func (vm *VM) blobParser(data []byte) *jsonParser {
	return &jsonParser{vm: vm, data: data, text: unsafe.String(unsafe.SliceData(data), len(data)), revive: true}
}

func checkType(b checkpoint.Blob) error {
	if b.Type != checkpoint.TypeJSON {
		return fmt.Errorf("a value of unknown type %q", b.Type)
	}
	return nil
}

// parseGrown reads a list that is kept in pieces.
func (vm *VM) parseGrown(b checkpoint.Blob) (v goja.Value, err error) {
	ex := vm.rt.Try(func() {
		var items []goja.Value
		for i := -1; i < len(b.Grown) && err == nil; i++ {
			data := b.Data
			if i >= 0 {
				data = b.Grown[i]
			}
			items, err = vm.blobParser(data).elements(items)
		}
		v = vm.printer.NewArray(items)
	})
	if ex != nil {
		return nil, vm.scriptError(ex)
	}
	return v, err
}

// parseJSON reads JSON text, of which it keeps a copy. revive says that it may have tags.
func (vm *VM) parseJSON(data []byte, revive bool) (v goja.Value, err error) {
	p := jsonParser{vm: vm, data: data, text: string(data), revive: revive}
	if ex := vm.rt.Try(func() { v, err = p.document() }); ex != nil {
		return nil, vm.scriptError(ex)
	}
	return v, err
}

type jsonParser struct {
	vm     *VM
	data   []byte
	text   string // data: strings are parts of it
	pos    int
	depth  int
	revive bool
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
		return p.word("true", p.vm.rt.ToValue(true))
	case 'f':
		return p.word("false", p.vm.rt.ToValue(false))
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

func (p *jsonParser) number() (goja.Value, error) {
	start, integer := p.pos, true
	for ; p.pos < len(p.data); p.pos++ {
		c := p.data[p.pos]
		if c == '.' || c == 'e' || c == 'E' {
			integer = false
		} else if (c < '0' || c > '9') && c != '-' && c != '+' {
			break
		}
	}
	text := string(p.data[start:p.pos])
	if !validNumber(text) {
		p.pos = start
		return nil, p.fail("a malformed number")
	}
	if integer && len(text) < 16 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && (n != 0 || text[0] != '-') {
			return p.vm.rt.ToValue(n), nil
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, p.fail("a malformed number")
	}
	return p.vm.rt.ToValue(f), nil
}

// validNumber checks the grammar of JSON, which is stricter than Go's.
func validNumber(s string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

func (p *jsonParser) stringValue() (goja.Value, error) {
	s, units, err := p.string()
	if err != nil {
		return nil, err
	}
	if units != nil {
		return goja.StringFromUTF16(units), nil
	}
	return p.vm.rt.ToValue(s), nil
}

// string reads a string. A string with a lone surrogate comes as UTF-16 units.
func (p *jsonParser) string() (string, []uint16, error) {
	p.pos++
	start := p.pos
	n := bytes.IndexByte(p.data[start:], '"')
	if n < 0 {
		n = len(p.data) - start
	}
	inside := p.data[start : start+n]
	if i := bytes.IndexByte(inside, '\\'); i >= 0 {
		inside = inside[:i]
	}
	if i := controlIndex(inside); i >= 0 {
		p.pos = start + i
		return "", nil, p.fail("a control character in a string")
	}
	p.pos = start + len(inside)
	switch {
	case p.pos == len(p.data):
		return "", nil, p.fail("a string without end")
	case p.data[p.pos] == '\\':
		return p.escaped(start)
	}
	s := p.text[start:p.pos]
	p.pos++
	return s, nil, nil
}

// controlIndex returns the index of the first byte below 0x20, -1 if there is none.
func controlIndex(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		if (w-0x2020202020202020)&^w&0x8080808080808080 != 0 {
			break // one of these eight, most likely
		}
	}
	for ; i < len(b); i++ {
		if b[i] < 0x20 {
			return i
		}
	}
	return -1
}

func (p *jsonParser) escaped(start int) (string, []uint16, error) {
	units := utf16.Encode([]rune(string(p.data[start:p.pos])))
	for p.pos < len(p.data) {
		c := p.data[p.pos]
		switch {
		case c == '"':
			p.pos++
			if loneSurrogate(units) {
				return "", units, nil
			}
			return string(utf16.Decode(units)), nil, nil
		case c == '\\':
			u, err := p.escape()
			if err != nil {
				return "", nil, err
			}
			units = append(units, u)
		case c < 0x20:
			return "", nil, p.fail("a control character in a string")
		default:
			r, size := utf8.DecodeRune(p.data[p.pos:])
			units = utf16.AppendRune(units, r)
			p.pos += size
		}
	}
	return "", nil, p.fail("a string without end")
}

func (p *jsonParser) escape() (uint16, error) {
	if p.pos+1 >= len(p.data) {
		return 0, p.fail("a string without end")
	}
	c := p.data[p.pos+1]
	p.pos += 2
	switch c {
	case '"', '\\', '/':
		return uint16(c), nil
	case 'n':
		return '\n', nil
	case 't':
		return '\t', nil
	case 'r':
		return '\r', nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'u':
		if p.pos+4 <= len(p.data) {
			if u, err := strconv.ParseUint(string(p.data[p.pos:p.pos+4]), 16, 16); err == nil {
				p.pos += 4
				return uint16(u), nil
			}
		}
	}
	return 0, p.fail("an unknown escape in a string")
}

func loneSurrogate(units []uint16) bool {
	for i := 0; i < len(units); i++ {
		if !utf16.IsSurrogate(rune(units[i])) {
			continue
		}
		if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == utf8.RuneError {
			return true
		}
		i++
	}
	return false
}

func (p *jsonParser) enter() error {
	p.depth++
	if p.depth > maxDepth+1 && (!p.revive || p.depth > maxStoredDepth) {
		return p.fail("nested too deep")
	}
	p.pos++
	p.space()
	return nil
}

// next is called after an element: it reports whether another one follows.
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
	return p.vm.printer.NewArray(items), nil
}

// elements appends the elements of the document, an array, to list.
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
		list = append(list, v)
		return err
	})
	return list, err
}

// list calls element before each element of an array, to read it.
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

// object reads an object, or what it stands for.
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
	return p.vm.revive(o)
}

// plainFields is how many fields plainTag makes.
const plainFields = 3

// isPlainTag reports whether o has the first fields of plainTag.
func isPlainTag(o *goja.Object) bool {
	kind, ok := stringOf(o.Get("type"))
	return ok && kind == "plain" && isInteger(o.Get("lc"), 2)
}

// properties reads an object as it is; tag says that it may be a tag. It says how many fields it has, and whether the first of them is that of a tag.
func (p *jsonParser) properties(tag bool) (o *goja.Object, n int, tagged bool, err error) {
	f := filler{vm: p.vm, o: p.vm.rt.NewObject()}
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

// fields calls field before the value of each field of an object, to read it.
// A name with a lone surrogate comes as UTF-16 units, too.
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
		if err := field(key, units); err != nil {
			return err
		}
		if more, err := p.next('}'); !more || err != nil {
			return err
		}
	}
}
