// This file has the type Realm, which reads and makes the values of one goja.Runtime.

package value

import (
	"hash/maphash"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

// Thrower converts errors between Go and a script. The VM of a script implements it.
type Thrower interface {
	// ScriptError converts an error that goja returned.
	ScriptError(err error) error
	// Throw throws err in the calling script. It does not return.
	Throw(err error) goja.Value
}

// Realm reads and makes the values of one goja.Runtime. It may only be used in the goroutine that
// runs the runtime.
type Realm struct {
	rt      *goja.Runtime
	printer *inspect.Printer
	errors  Thrower
	most    int // the limit on the bytes of a dumped value; 0 or less means no limit

	objectProto, arrayProto *goja.Object
	concat, iterate         goja.Value    // the built-in concat and iterator of arrayProto
	reviver                 goja.Callable // makes messages from their tags; nil until ReviveWith
	jsonStringify           goja.Callable // that of package guard
	buffer                  []byte        // see takeBuffer
	markSeed                maphash.Seed
}

// New makes the Realm of rt. It must be called before the script can change built-in classes. With a
// nil thrower, errors are thrown as they are. Dump refuses a value of more than most bytes; 0 or less
// means no limit.
func New(rt *goja.Runtime, printer *inspect.Printer, thrower Thrower, most int) *Realm {
	realm := &Realm{rt: rt, printer: printer, errors: thrower, most: most, markSeed: maphash.MakeSeed()}
	if thrower == nil {
		realm.errors = plainErrors{rt}
	}
	realm.objectProto, realm.arrayProto = rt.NewObject().Prototype(), rt.NewArray().Prototype()
	realm.concat, realm.iterate = realm.arrayProto.Get("concat"), realm.arrayProto.GetSymbol(goja.SymIterator)
	return realm
}

// ReviveWith sets f as the function that makes messages from their tags. Without it, they stay plain
// objects.
func (realm *Realm) ReviveWith(f goja.Callable) { realm.reviver = f }

// plainErrors is the Thrower of a Realm that gets none. It does not convert errors.
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
