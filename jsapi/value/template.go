// This file caches values of checkpoints as templates. A template is parsed once and makes a new
// value at each use. If a list grew, only the appended elements are parsed.

package value

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

// memory is the cache that Recall has for one value.
type memory struct {
	template
	pieces  int // the number of parsed pieces: Blob.Data and the elements of Blob.Grown; 0 at first
	bytes   int // the estimated memory of the template
	objects int // how many objects the template makes, without those of texts
}

// SizeBytes implements runtime.Sized.
func (m *memory) SizeBytes() int { return m.bytes }

// Estimates of the memory of a template, in bytes: of the template itself, and of each property with
// its name, its entry in fields and its entry in the object of goja.
const (
	templateBytes = 128
	fieldBytes    = 96
)

// size returns the estimated memory of t and the templates in it, in bytes. Strings do not count,
// since they are slices of the stored text, which is in memory anyway.
func (t *template) size() int {
	n := templateBytes + len(t.names)*fieldBytes
	for i := range t.items {
		n += t.items[i].size()
	}
	return n
}

// count returns how many objects t makes, without those of texts.
func (t *template) count() int {
	n := 0
	if t.kind == templateObject {
		n = 1
	}
	for i := range t.items {
		n += t.items[i].count()
	}
	return n
}

// template makes equal values.
type template struct {
	kind  templateKind
	value goja.Value         // for templateValue
	data  []byte             // for templateText
	names []unistring.String // for templateObject
	items []template         // for templateObject and templateList
	// fields has the properties of a templateObject in which all names are plain and different; it
	// is nil for other objects. The value of a property that is itself an object or a list is nil here
	// and is made from items.
	fields map[unistring.String]goja.Value
}

type templateKind byte

const (
	templateValue templateKind = iota // a value that scripts cannot change, such as a string or a number
	templateText                      // JSON text that is parsed at each use: it has a tag, or names with lone surrogates
	templateObject
	templateList
)

// Recall is Load for a value that is loaded many times, unchanged or with more pieces in Blob.Grown.
// cached is what the last call returned as remembered, and nil at first. Each call returns a
// new value.
func (realm *Realm) Recall(cached any, b checkpoint.Blob) (v goja.Value, remembered any, err error) {
	m, ok := cached.(*memory)
	if !ok {
		m = &memory{}
	}
	if ex := realm.rt.Try(func() {
		if err = m.learn(realm, b); err == nil {
			v, err = m.make(realm, realm.printer.NewTogether(m.objects))
		}
	}); ex != nil {
		err = realm.errors.ScriptError(ex)
	}
	if err != nil {
		return nil, nil, err
	}
	return v, m, nil
}

// learn parses the pieces of b that m does not have yet.
func (m *memory) learn(realm *Realm, b checkpoint.Blob) (err error) {
	if m.pieces == 0 {
		if err := checkType(b); err != nil {
			return err
		}
		if m.template, err = realm.blobParser(b.Data).wholeTemplate(); err != nil {
			return err
		}
		m.pieces, m.bytes, m.objects = 1, m.size(), m.count()
	}
	for ; m.pieces <= len(b.Grown); m.pieces++ {
		t, err := realm.blobParser(b.Grown[m.pieces-1]).wholeTemplate()
		if err != nil {
			return err
		}
		m.items = append(m.items, t.items...)
		m.bytes += t.size()
		m.objects += t.count()
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

// plainName reports whether a name needs no special treatment: it is ASCII, does not begin with a
// digit, since goja stores array indices separately, and is not "" or "__proto__".
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

// make makes a new value.
func (t *template) make(realm *Realm, objects *inspect.Together) (goja.Value, error) {
	switch t.kind {
	case templateText:
		return realm.blobParser(t.data).document()
	case templateObject:
		return t.object(realm, objects)
	case templateList:
		items := make([]goja.Value, len(t.items))
		for i := range items {
			var err error
			if items[i], err = t.items[i].make(realm, objects); err != nil {
				return nil, err
			}
		}
		return realm.printer.NewArray(items), nil
	}
	return t.value, nil
}

func (t *template) object(realm *Realm, objects *inspect.Together) (goja.Value, error) {
	var o *goja.Object
	var filled map[unistring.String]goja.Value
	if t.fields != nil {
		o, filled = objects.Object(t.names, t.fields)
	}
	if o == nil {
		o = realm.rt.NewObject()
	}
	for i := range t.items {
		if filled != nil && t.items[i].kind == templateValue {
			continue
		}
		v, err := t.items[i].make(realm, objects)
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
