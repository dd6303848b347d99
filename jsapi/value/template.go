// This file remembers values of checkpoints as templates: parsed once, they give a
// value of its own each time, and of a list that grew only its growth is parsed.

package value

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// memory is what recall remembers of a value.
type memory struct {
	template
	pieces int // of a list: 1 for Blob.Data, and 1 for each of Blob.Grown that is in items
	bytes  int // that the template takes, about
}

// SizeBytes implements runtime.Sized.
func (m *memory) SizeBytes() int { return m.bytes }

// What a template takes, about: itself, and for each property its name, its place in fields and in the object that goja has.
const (
	templateBytes = 128
	fieldBytes    = 96
)

// size returns what t takes, with all that is in it. Strings are parts of the text that is remembered anyway.
func (t *template) size() int {
	n := templateBytes + len(t.names)*fieldBytes
	for i := range t.items {
		n += t.items[i].size()
	}
	return n
}

// template makes values that are equal.
type template struct {
	kind  templateKind
	value goja.Value         // of templateValue
	data  []byte             // of templateText
	names []unistring.String // of templateObject
	items []template         // of templateObject and templateList
	// fields, of a templateObject of which no name is special, has its properties; those
	// that can be changed are in items alone.
	fields map[unistring.String]goja.Value
}

type templateKind byte

const (
	templateValue templateKind = iota // a string, a number: it cannot be changed
	templateText                      // parsed each time: it has tags, or names with lone surrogates
	templateObject
	templateList
)

// Recall is load for a value that is loaded again and again, as it is or with more in
// Blob.Grown. known is what it remembered the last time, nil at first; it returns
// what to remember. Each call makes a value of its own.
func (realm *Realm) Recall(known any, b checkpoint.Blob) (v goja.Value, remembered any, err error) {
	m, ok := known.(*memory)
	if !ok {
		m = &memory{}
	}
	if ex := realm.rt.Try(func() {
		if err = m.learn(realm, b); err == nil {
			v, err = m.make(realm)
		}
	}); ex != nil {
		err = realm.errors.ScriptError(ex)
	}
	if err != nil {
		return nil, nil, err
	}
	return v, m, nil
}

// learn parses what m does not have yet of b.
func (m *memory) learn(realm *Realm, b checkpoint.Blob) (err error) {
	if m.pieces == 0 {
		if err := checkType(b); err != nil {
			return err
		}
		if m.template, err = realm.blobParser(b.Data).wholeTemplate(); err != nil {
			return err
		}
		m.pieces, m.bytes = 1, m.size()
	}
	for ; m.pieces <= len(b.Grown); m.pieces++ {
		t, err := realm.blobParser(b.Grown[m.pieces-1]).wholeTemplate()
		if err != nil {
			return err
		}
		m.items = append(m.items, t.items...)
		m.bytes += t.size()
	}
	return nil
}

func (p *jsonParser) wholeTemplate() (template, error) {
	t, err := p.template()
	if p.space(); err == nil && p.pos < len(p.data) {
		err = p.fail("text after the value")
	}
	return t, err
}

func (p *jsonParser) template() (template, error) {
	p.space()
	if p.pos < len(p.data) {
		switch p.data[p.pos] {
		case '{':
			return p.objectTemplate()
		case '[':
			return p.listTemplate()
		}
	}
	v, err := p.value()
	return template{value: v}, err
}

func (p *jsonParser) listTemplate() (template, error) {
	t := template{kind: templateList}
	err := p.list(func() error {
		item, err := p.template()
		t.items = append(t.items, item)
		return err
	})
	return t, err
}

func (p *jsonParser) objectTemplate() (template, error) {
	start := p.pos
	t := template{kind: templateObject, fields: map[unistring.String]goja.Value{}}
	asText, plain := false, true
	err := p.fields(func(key string, units []uint16) error {
		asText = asText || units != nil || len(t.names) == 0 && key == "lc"
		name := unistring.NewFromString(key)
		plain = plain && plainName(key)
		t.names = append(t.names, name)
		item, err := p.template()
		t.items = append(t.items, item)
		t.fields[name] = item.value
		return err
	})
	if !plain || len(t.fields) < len(t.names) {
		t.fields = nil
	}
	if asText {
		t = template{kind: templateText, data: p.data[start:p.pos]}
	}
	return t, err
}

// plainName reports whether a property of that name is like any other: no index,
// which has a place of its own, and not "__proto__".
func plainName(name string) bool {
	if name == "" || name == "__proto__" || name[0] <= '9' && name[0] >= '0' {
		return false
	}
	for i := range len(name) {
		if name[i] >= 0x80 {
			return false
		}
	}
	return true
}

// make makes a value.
func (t *template) make(realm *Realm) (goja.Value, error) {
	switch t.kind {
	case templateText:
		return realm.blobParser(t.data).document()
	case templateObject:
		return t.object(realm)
	case templateList:
		items := make([]goja.Value, len(t.items))
		for i := range items {
			var err error
			if items[i], err = t.items[i].make(realm); err != nil {
				return nil, err
			}
		}
		return realm.printer.NewArray(items), nil
	}
	return t.value, nil
}

func (t *template) object(realm *Realm) (goja.Value, error) {
	o := realm.rt.NewObject()
	var filled map[unistring.String]goja.Value
	if t.fields != nil {
		filled = realm.printer.Fill(o, t.names, t.fields)
	}
	for i := range t.items {
		if filled != nil && t.items[i].kind == templateValue {
			continue
		}
		v, err := t.items[i].make(realm)
		if err != nil {
			return nil, err
		}
		if filled != nil {
			filled[t.names[i]] = v
		} else if err := SetField(o, t.names[i].String(), v); err != nil {
			return nil, err
		}
	}
	return o, nil
}
