package inspect

// This file distinguishes the kinds of objects. goja's ClassName is "Object" for most of them, and a script
// can change a prototype. So the kind follows from the Go type with which goja implements the object.

import (
	"reflect"

	"github.com/dop251/goja"
)

type kind uint8

const (
	kindObject kind = iota
	kindArray
	kindFunction
	kindGeneratorFunction
	kindAsyncFunction
	kindError
	kindMap
	kindSet
	kindMapIterator
	kindSetIterator
	kindTypedArray
	kindArrayBuffer
	kindDataView
	kindDate
	kindRegExp
	kindPromise
	kindWeakMap
	kindWeakSet
	kindArguments
	kindBoxed
	kindProxy
)

// Builtin returns the built-in class of an object for which goja's ClassName is not exact: "Map", "Set",
// "Promise", "ArrayBuffer" or "TypedArray". It returns "" for any other object. The prototype does not
// matter.
func Builtin(o *goja.Object) string {
	switch kindOf(o) {
	case kindMap:
		return "Map"
	case kindSet:
		return "Set"
	case kindPromise:
		return "Promise"
	case kindArrayBuffer:
		return "ArrayBuffer"
	case kindTypedArray:
		return "TypedArray"
	}
	return ""
}

func kindOf(o *goja.Object) kind {
	switch implementation(o).Type().String() {
	case "*goja.proxyObject":
		return kindProxy
	case "*goja.mapObject":
		return kindMap
	case "*goja.setObject":
		return kindSet
	case "*goja.mapIterObject":
		return kindMapIterator
	case "*goja.setIterObject":
		return kindSetIterator
	case "*goja.typedArrayObject":
		return kindTypedArray
	case "*goja.arrayBufferObject":
		return kindArrayBuffer
	case "*goja.dataViewObject":
		return kindDataView
	case "*goja.Promise":
		return kindPromise
	case "*goja.weakMapObject":
		return kindWeakMap
	case "*goja.weakSetObject":
		return kindWeakSet
	case "*goja.primitiveValueObject", "*goja.stringObject":
		return kindBoxed
	case "*goja.generatorFuncObject", "*goja.generatorMethodFuncObject":
		return kindGeneratorFunction
	case "*goja.asyncFuncObject", "*goja.asyncMethodFuncObject", "*goja.asyncArrowFuncObject":
		return kindAsyncFunction
	}
	return kindOfClass(o)
}

func kindOfClass(o *goja.Object) kind {
	switch o.ClassName() {
	case "Array":
		return kindArray
	case "Function":
		return kindFunction
	case "Error":
		return kindError
	case "Date":
		return kindDate
	case "RegExp":
		return kindRegExp
	case "Arguments":
		return kindArguments
	}
	return kindObject
}

// implementation returns goja's internal object of o.
func implementation(o *goja.Object) reflect.Value {
	return reflect.ValueOf(o).Elem().Field(0).Elem()
}

func (k kind) isFunction() bool {
	return k == kindFunction || k == kindGeneratorFunction || k == kindAsyncFunction
}

// iterable kinds print their entries, if the object still has a Symbol.iterator.
func (k kind) iterable() bool {
	switch k {
	case kindArray, kindMap, kindSet, kindMapIterator, kindSetIterator, kindTypedArray:
		return true
	}
	return false
}

// kindName returns the class of an object by its kind, for an object whose prototype does not name it.
func (p *Printer) kindName(o *goja.Object, k kind) string {
	switch k {
	case kindArray:
		return "Array"
	case kindFunction:
		return "Function"
	case kindGeneratorFunction:
		return "GeneratorFunction"
	case kindAsyncFunction:
		return "AsyncFunction"
	case kindError:
		return "Error"
	case kindMap:
		return "Map"
	case kindSet:
		return "Set"
	case kindMapIterator:
		return "Map Iterator"
	case kindSetIterator:
		return "Set Iterator"
	case kindTypedArray:
		return typedArrayName(o)
	case kindArrayBuffer:
		return "ArrayBuffer"
	case kindDataView:
		return "DataView"
	case kindDate:
		return "Date"
	case kindRegExp:
		return "RegExp"
	case kindPromise:
		return "Promise"
	case kindWeakMap:
		return "WeakMap"
	case kindWeakSet:
		return "WeakSet"
	case kindBoxed:
		name, _, _ := p.unbox(o)
		return name
	}
	return "Object"
}
