// This file has Realm: what reads and makes the values of one goja.Runtime.

package value

import (
	"hash/maphash"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

// Thrower carries errors between Go and a script. The VM of the script is one.
type Thrower interface {
	// ScriptError makes an error of what goja returned.
	ScriptError(err error) error
	// Throw throws an error into the script that called. It does not return.
	Throw(err error) goja.Value
}

// Realm reads and makes the values of one goja.Runtime. It is used on the goroutine that the runtime runs on.
type Realm struct {
	rt      *goja.Runtime
	printer *inspect.Printer
	errors  Thrower
	most    int // bytes of a dumped value; 0 or less for no limit

	objectProto, arrayProto  *goja.Object
	concat, iterate          goja.Value    // of arrayProto, as they were at first
	reviver                  goja.Callable // of lc constructors; nil until ReviveWith
	jsonStringify, jsonParse goja.Callable // goja's own
	dumpBuf                  []byte
	markSeed                 maphash.Seed
}

// New makes the Realm of rt, whose built-in classes the script has not touched yet. A nil Thrower throws errors as they are.
// A value of more than most bytes is not dumped; 0 or less is no limit.
func New(rt *goja.Runtime, printer *inspect.Printer, thrower Thrower, most int) *Realm {
	realm := &Realm{rt: rt, printer: printer, errors: thrower, most: most, markSeed: maphash.MakeSeed()}
	if thrower == nil {
		realm.errors = plainErrors{rt}
	}
	realm.objectProto, realm.arrayProto = rt.NewObject().Prototype(), rt.NewArray().Prototype()
	realm.concat, realm.iterate = realm.arrayProto.Get("concat"), realm.arrayProto.GetSymbol(goja.SymIterator)
	return realm
}

// ReviveWith has messages made by f of what is stored of them; without f they stay plain objects.
func (realm *Realm) ReviveWith(f goja.Callable) { realm.reviver = f }

// plainErrors is the Thrower of a Realm on its own.
type plainErrors struct{ rt *goja.Runtime }

// ScriptError implements Thrower.
func (plainErrors) ScriptError(err error) error { return err }

// Throw implements Thrower.
func (e plainErrors) Throw(err error) goja.Value {
	if ex, ok := err.(*goja.Exception); ok { //nolint:errorlint // goja returns it as it is
		panic(ex.Value())
	}
	panic(e.rt.NewGoError(err))
}
