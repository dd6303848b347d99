// This file turns stored bytes back into values of a script, and JSON text into plain values.

package value

import (
	"fmt"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Load reads a stored value. Each call returns a new value, so that a script may change it. An
// unknown type of b, or data that is not valid JSON, is an error.
func (realm *Realm) Load(b checkpoint.Blob) (v goja.Value, err error) {
	if err := checkType(b); err != nil {
		return nil, err
	}
	if len(b.Grown) > 0 {
		return realm.loadGrown(b)
	}
	p := realm.blobParser(b.Data)
	if ex := realm.rt.Try(func() { v, err = p.document() }); ex != nil {
		return nil, realm.errors.ScriptError(ex)
	}
	return v, err
}

// blobParser returns a parser for bytes that a saver returned. Those bytes never change, so the
// strings of the result may share their memory.
func (realm *Realm) blobParser(data []byte) *jsonParser {
	return &jsonParser{realm: realm, data: data, text: unsafe.String(unsafe.SliceData(data), len(data)), revive: true}
}

// textParser returns a parser for the text of JSON.parse.
func (realm *Realm) textParser(text string) *jsonParser {
	return &jsonParser{realm: realm, data: unsafe.Slice(unsafe.StringData(text), len(text)), text: text, most: maxJSONDepth}
}

func checkType(b checkpoint.Blob) error {
	if b.Type != checkpoint.TypeJSON {
		return fmt.Errorf("a value of unknown type %q", b.Type)
	}
	return nil
}

// loadGrown reads a list that is stored in pieces: Data and then each element of Grown.
func (realm *Realm) loadGrown(b checkpoint.Blob) (v goja.Value, err error) {
	ex := realm.rt.Try(func() {
		var items []goja.Value
		for i := -1; i < len(b.Grown) && err == nil; i++ {
			data := b.Data
			if i >= 0 {
				data = b.Grown[i]
			}
			items, err = realm.blobParser(data).elements(items)
		}
		v = realm.printer.NewArray(items)
	})
	if ex != nil {
		return nil, realm.errors.ScriptError(ex)
	}
	return v, err
}

// Parse reads JSON text. It copies data, so the caller may change data afterwards. If revive is set,
// tags become the values that they describe.
func (realm *Realm) Parse(data []byte, revive bool) (v goja.Value, err error) {
	p := jsonParser{realm: realm, data: data, text: string(data), revive: revive}
	if ex := realm.rt.Try(func() { v, err = p.document() }); ex != nil {
		return nil, realm.errors.ScriptError(ex)
	}
	return v, err
}
