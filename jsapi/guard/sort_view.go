// This file sorts typed arrays with many elements. goja's own loop does not end at an interrupt.

package guard

import (
	"bytes"
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"github.com/dop251/goja"
)

// sortedTogether is the number of elements that are sorted without a look for an interrupt, which takes some 20 ms.
const sortedTogether = 1 << 18

// ofSortedView is TypedArray.prototype.sort.
func ofSortedView(g *Guard, sort function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		v, isView := ViewOf(o)
		if ok && isView && v.Length > sortedTogether && goja.IsUndefined(argument(call.Arguments, 0)) && g.sortView(o, v) {
			return o
		}
		if f, ok := goja.AssertFunction(argument(call.Arguments, 0)); ok && isView {
			sorted := g.sortedNumbers(o, v.Length, f)
			for i := range sorted {
				if err := o.Set(strconv.Itoa(i), sorted[i]); err != nil {
					panic(err)
				}
			}
			return o
		}
		return sort(call)
	}
}

// sortedNumbers returns the elements of a typed array, sorted with a function.
func (g *Guard) sortedNumbers(o *goja.Object, n int, f goja.Callable) []goja.Value {
	g.reserve(float64(n) * 4 * perElement)
	list := make([]goja.Value, n)
	for i := range list {
		if i%1024 == 0 {
			g.hear()
		}
		list[i] = orUndefined(o.Get(strconv.Itoa(i)))
	}
	if n > 1 {
		mergeHalves(list, slices.Clone(list), func(a, b goja.Value) bool { return g.compared(f, a, b) > 0 })
	}
	return list
}

// ofSortedCopy is TypedArray.prototype.toSorted.
func ofSortedCopy(g *Guard, sort function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		v, isView := ViewOf(o)
		if _, isFunction := goja.AssertFunction(argument(call.Arguments, 0)); isFunction && ok && isView {
			copied := sort(goja.FunctionCall{This: call.This})
			if to, ok := copied.(*goja.Object); ok {
				f, _ := goja.AssertFunction(call.Arguments[0])
				for i, n := range g.sortedNumbers(o, v.Length, f) {
					if err := to.Set(strconv.Itoa(i), n); err != nil {
						panic(err)
					}
				}
			}
			return copied
		}
		if !ok || !isView || v.Length <= sortedTogether || !goja.IsUndefined(argument(call.Arguments, 0)) {
			return sort(call)
		}
		impl, _ := viewOf(o)
		class, data := impl.FieldByName("defaultCtor"), bytesOfView(o, v)
		if data == nil || !class.IsValid() || class.Kind() != reflect.Pointer || class.IsNil() {
			return sort(call)
		}
		g.reserve(float64(len(data)))
		copied, err := g.rt.New((*goja.Object)(class.UnsafePointer()), g.rt.ToValue(g.rt.NewArrayBuffer(bytes.Clone(data))))
		if err != nil {
			panic(err)
		}
		if whole, ok := ViewOf(copied); !ok || !g.sortView(copied, whole) {
			return sort(call)
		}
		return copied
	}
}

// bytesOfView returns the memory of a typed array, or nil if it is not where it is expected.
func bytesOfView(o *goja.Object, v View) []byte {
	impl, _ := viewOf(o)
	buffer := impl.FieldByName("viewedArrayBuf")
	if !buffer.IsValid() || buffer.IsNil() {
		return nil
	}
	data := *(*[]byte)(buffer.Elem().FieldByName("data").Addr().UnsafePointer())
	from, size := v.Offset*v.ElementSize, v.Length*v.ElementSize
	if from < 0 || from+size > len(data) {
		return nil
	}
	return data[from : from+size]
}

// sortView sorts a typed array that has elements. It returns false if goja has to do it.
func (g *Guard) sortView(o *goja.Object, v View) bool {
	data := bytesOfView(o, v)
	if data == nil {
		return false
	}
	start := unsafe.Pointer(unsafe.SliceData(data))
	if uintptr(start)%uintptr(v.ElementSize) != 0 {
		return false
	}
	switch kindOfView(o) {
	case "uint8Array", "uint8ClampedArray":
		sortNumbers(g, unsafe.Slice((*uint8)(start), v.Length))
	case "int8Array":
		sortNumbers(g, unsafe.Slice((*int8)(start), v.Length))
	case "uint16Array":
		sortNumbers(g, unsafe.Slice((*uint16)(start), v.Length))
	case "int16Array":
		sortNumbers(g, unsafe.Slice((*int16)(start), v.Length))
	case "uint32Array":
		sortNumbers(g, unsafe.Slice((*uint32)(start), v.Length))
	case "int32Array":
		sortNumbers(g, unsafe.Slice((*int32)(start), v.Length))
	case "bigUint64Array":
		sortNumbers(g, unsafe.Slice((*uint64)(start), v.Length))
	case "bigInt64Array":
		sortNumbers(g, unsafe.Slice((*int64)(start), v.Length))
	case "float32Array":
		sortFloats(g, unsafe.Slice((*float32)(start), v.Length))
	case "float64Array":
		sortFloats(g, unsafe.Slice((*float64)(start), v.Length))
	default:
		return false
	}
	return true
}

// sortNumbers sorts parts of a list, and merges them.
func sortNumbers[T cmp.Ordered](g *Guard, list []T) {
	for part := range slices.Chunk(list, sortedTogether) {
		g.hear()
		slices.Sort(part)
	}
	g.reserve(float64(len(list)) * float64(unsafe.Sizeof(list[0])))
	from, to := list, make([]T, len(list))
	for width := sortedTogether; width < len(list); width *= 2 {
		for start := 0; start < len(list); start += 2 * width {
			middle, end := min(start+width, len(list)), min(start+2*width, len(list))
			merge(g, to[start:end], from[start:middle], from[middle:end])
		}
		from, to = to, from
	}
	if unsafe.SliceData(from) != unsafe.SliceData(list) {
		copy(list, from)
	}
}

// merge merges two sorted lists.
func merge[T cmp.Ordered](g *Guard, to, a, b []T) {
	for i := range to {
		if i%sortedTogether == 0 {
			g.hear()
		}
		if len(b) == 0 || len(a) > 0 && !cmp.Less(b[0], a[0]) {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}

// sortFloats sorts numbers as JavaScript does: NaN comes last, and -0 before 0.
func sortFloats[T float32 | float64](g *Guard, list []T) {
	sortNumbers(g, list) // NaN comes first
	none := 0
	for none < len(list) && list[none] != list[none] {
		none++
	}
	copy(list, list[none:])
	for i := len(list) - none; i < len(list); i++ {
		list[i] = T(math.NaN())
	}
	numbers := list[:len(list)-none]
	first, _ := slices.BinarySearch(numbers, 0)
	last := first
	for negative := 0; last < len(numbers) && numbers[last] == 0; last++ {
		if math.Signbit(float64(numbers[last])) {
			numbers[last], numbers[first+negative] = numbers[first+negative], numbers[last]
			negative++
		}
	}
}
