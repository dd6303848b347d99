// This file writes JSON in place of goja's JSON.stringify, which does not end at an interrupt, writes a text of any length into
// memory, and compares each object with all objects that contain it. write_json.go has the parts of the text.

package guard

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// jsonWriter writes the text of one call of JSON.stringify.
type jsonWriter struct {
	g        *Guard
	f        function      // goja's JSON.stringify
	replacer goja.Callable // or nil
	names    []jsonKey     // the properties that are written; see listed
	listed   bool          // whether names counts
	gap      string

	text   jsonText
	root   goja.Value
	path   []*goja.Object        // the objects from the outermost value to the current one
	places []jsonPlace           // where each of them is in the one before
	place  jsonPlace             // where the current value is
	on     map[*goja.Object]bool // the objects on the path after the first longPath
	values int                   // the number of values so far
	once   bool                  // whether refuseMany was called
}

// jsonKey is the name of a property. exact is the name if text is not exact, since it has lone surrogates; otherwise it may be nil.
type jsonKey struct {
	text  string
	exact goja.Value
}

// longPath is the number of objects that are compared one by one.
const longPath = 32

// manyBytes is the length of a text, in bytes, after which the rest of it is estimated. Text with indentation has it after few values.
const manyBytes = 16 << 20

// stringifying returns a JSON.stringify that uses f for values of Go.
func (g *Guard) stringifying(f function) function {
	return func(call goja.FunctionCall) goja.Value {
		w := &jsonWriter{g: g, f: f, root: argument(call.Arguments, 0)}
		w.text.g = g
		w.arrange(argument(call.Arguments, 1))
		w.gap = Gap(argument(call.Arguments, 2))
		levels := g.levels
		defer func() { g.levels = levels }()
		var holder *goja.Object
		if w.replacer != nil {
			holder = g.rt.NewObject()
			_ = holder.DefineDataProperty("", w.root, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		v, ok := w.prepared(holder, w.root, func() jsonKey { return jsonKey{} })
		if !ok {
			return goja.Undefined()
		}
		w.value(v)
		return w.text.result()
	}
}

// arrange prepares the second argument: a function, or a list of names.
func (w *jsonWriter) arrange(v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok {
		return
	}
	if f, ok := goja.AssertFunction(o); ok {
		w.replacer = f
		return
	}
	if !w.g.isArrayBehind(o) {
		return
	}
	w.listed = true
	n := 0.0
	if v := o.Get("length"); v != nil {
		n = toLength(v)
	}
	seen := map[string]bool{}
	for i := range int(n) {
		if i%1024 == 0 {
			w.g.hear()
		}
		v := w.g.element(o, i)
		if inner, ok := v.(*goja.Object); ok {
			if name := implName(inner); name == "stringObject" || name == "primitiveValueObject" && inner.ClassName() == "Number" {
				v = w.g.asText(inner)
			}
		}
		if _, ok := v.(goja.String); !ok && (v == nil || !goja.IsNumber(v)) {
			continue
		}
		name := w.g.textOf(v)
		key := jsonKey{text: name.String(), exact: name}
		id := key.text
		if strings.ContainsRune(id, utf8.RuneError) {
			id = exactly(name)
		}
		if !seen[id] {
			seen[id] = true
			w.names = append(w.names, key)
			w.g.reserve(perKey + float64(len(id)))
		}
	}
}

// exactly returns a text that differs for all texts, also for those with lone surrogates.
func exactly(s goja.String) string {
	var b strings.Builder
	for i := range s.Length() {
		b.WriteString(strconv.Itoa(int(s.CharAt(i))) + ",")
	}
	return b.String()
}

// isArrayBehind reports whether o is an array or a proxy of one. It throws a TypeError for a proxy that was revoked.
func (g *Guard) isArrayBehind(o *goja.Object) bool {
	if o = behind(o); o == nil {
		panic(g.rt.NewTypeError("Cannot perform 'IsArray' on a proxy that has been revoked"))
	}
	return isArray(o)
}

// Gap returns the indentation that the third argument of JSON.stringify asks for.
func Gap(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		switch implName(o) {
		case "stringObject":
			v = o.ToString()
		case "primitiveValueObject":
			if o.ClassName() == "Number" {
				v = o.ToNumber()
			}
		}
	}
	if s, ok := v.(goja.String); ok {
		return s.Substring(0, min(10, s.Length())).String()
	}
	if goja.IsNumber(v) {
		return strings.Repeat(" ", int(max(0, min(10, v.ToInteger()))))
	}
	return ""
}

// prepared returns a property as it is written: after toJSON and the replacer, and without the object around a primitive value.
// ok is false for a value that is left out.
func (w *jsonWriter) prepared(holder *goja.Object, v goja.Value, key func() jsonKey) (_ goja.Value, ok bool) {
	if w.values++; w.values%1024 == 0 {
		w.g.hear()
	}
	if !w.once && (w.values == maxSteps || len(w.text.buf) > manyBytes) {
		w.once = true
		w.refuseMany()
	}
	v = orUndefined(v)
	o, isObject := v.(*goja.Object)
	if isObject || isBigInt(v) {
		var method goja.Value
		if isObject {
			method = o.Get("toJSON")
		} else {
			method = w.g.exactGet(v, w.g.rt.ToValue("toJSON"))
		}
		if f, ok := goja.AssertFunction(method); ok {
			v = w.g.called(f, v, w.g.valueOfKey(key()))
		}
	}
	if w.replacer != nil {
		v = w.g.called(w.replacer, holder, w.g.valueOfKey(key()), v)
	}
	if o, isObject = v.(*goja.Object); !isObject {
		_, symbol := v.(*goja.Symbol)
		return v, !symbol && !goja.IsUndefined(v)
	}
	switch implName(o) {
	case "stringObject":
		return w.g.asText(o), true
	case "primitiveValueObject":
		switch p := Export(o).(type) {
		case int64, float64:
			return o.ToNumber(), true
		case bool, *big.Int:
			return w.g.rt.ToValue(p), true
		}
	}
	_, callable := goja.AssertFunction(o)
	return v, !callable
}

func (w *jsonWriter) value(v goja.Value) {
	if o, ok := v.(*goja.Object); ok {
		w.object(o)
		return
	}
	if s, ok := v.(goja.String); ok {
		w.text.quote(s)
		return
	}
	switch x := Export(v).(type) {
	case *big.Int:
		panic(w.g.rt.NewTypeError("Do not know how to serialize a BigInt"))
	case float64:
		if x-x != 0 { // infinite, or not a number
			w.text.write("null")
			return
		}
	}
	w.text.write(v.String())
}

func (w *jsonWriter) object(o *goja.Object) {
	switch name := implName(o); {
	case name == "baseObject" && o.ClassName() == "RawJSON":
		w.text.write(o.Get("rawJSON").String())
		return
	case strings.HasPrefix(name, "objectGo"):
		w.text.write(w.f(goja.FunctionCall{Arguments: []goja.Value{o}}).String())
		return
	}
	if w.meets(o) {
		panic(w.g.rt.NewTypeError("%s", w.circle(o)))
	}
	w.enter(o)
	if w.g.isArrayBehind(o) {
		w.array(o)
	} else {
		w.fields(o)
	}
	w.leave()
}

func (w *jsonWriter) array(o *goja.Object) {
	n := 0
	if v := o.Get("length"); v != nil {
		n = int(toLength(v))
	}
	if n == 0 {
		w.text.write("[]")
		return
	}
	values := elementsOf(o)
	for i := range n {
		if i == 0 {
			w.text.write("[")
		} else {
			w.text.write(",")
		}
		w.line(len(w.path))
		var v goja.Value
		if i < len(values) {
			v = values[i]
		} else {
			v = o.Get(strconv.Itoa(i))
		}
		next, ok := w.prepared(o, v, func() jsonKey { return jsonKey{text: strconv.Itoa(i)} })
		if ok {
			w.place = jsonPlace{isIndex: true, index: i}
			w.value(next)
		} else {
			w.text.write("null")
		}
		if values != nil && (w.replacer != nil || !goja.IsNumber(orUndefined(v))) {
			values = elementsOf(o) // the script may have changed the array
		}
	}
	w.line(len(w.path) - 1)
	w.text.write("]")
}

func (w *jsonWriter) fields(o *goja.Object) {
	names := w.names
	if !w.listed {
		names = w.g.keysForJSON(o)
	}
	w.text.write("{")
	empty := true
	for _, key := range names {
		var v goja.Value
		if key.inexact() {
			v = w.g.exactGet(o, key.exact)
		} else {
			v = o.Get(key.text)
		}
		next, ok := w.prepared(o, v, func() jsonKey { return key })
		if !ok {
			continue
		}
		if !empty {
			w.text.write(",")
		}
		empty = false
		w.line(len(w.path))
		w.text.quoteKey(key)
		w.text.write(":")
		if w.gap != "" {
			w.text.write(" ")
		}
		w.place = jsonPlace{key: key}
		w.value(next)
	}
	if !empty {
		w.line(len(w.path) - 1)
	}
	w.text.write("}")
}

// line begins a line that is indented by a number of gaps.
func (w *jsonWriter) line(gaps int) {
	if w.gap == "" {
		return
	}
	w.text.write("\n")
	for range gaps {
		w.text.write(w.gap)
	}
}

// meets reports whether o is on the path.
func (w *jsonWriter) meets(o *goja.Object) bool {
	return slices.Contains(w.path[:min(len(w.path), longPath)], o) || w.on[o]
}

// enter adds an object to the path. Objects count that the calls of JSON.stringify around this one have entered, too.
func (w *jsonWriter) enter(o *goja.Object) {
	w.g.levels++
	if len(w.path) == maxJSON || w.g.levels > maxDepth {
		w.g.refuse(rangeError, tooDeep)
	}
	if len(w.path) >= longPath {
		if w.on == nil {
			w.on = map[*goja.Object]bool{}
		}
		w.on[o] = true
	}
	w.path = append(w.path, o)
	w.places = append(w.places, w.place)
}

func (w *jsonWriter) leave() {
	last := len(w.path) - 1
	delete(w.on, w.path[last])
	w.path, w.places = w.path[:last], w.places[:last]
	w.g.levels--
}

// refuseMany throws a RangeError if the text is going to be too long, since the same values occur in it too many times. So that
// the script does not wait until memory is full.
func (w *jsonWriter) refuseMany() {
	if w.replacer != nil {
		return
	}
	c := occurrences{g: w.g, of: map[*goja.Object]float64{}}
	if w.listed {
		c.names = map[string]bool{}
		for _, key := range w.names {
			c.names[key.text] = true
		}
	}
	if letters := 2 * c.count(w.root); letters > maxString && c.scanned <= maxScanned {
		w.g.refuse(rangeError, tooLong)
	}
}
