package inspect

// This file prints one object: it chooses the braces, the entries and the keys, and limits the depth.

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// shape has the parts of the text of an object.
type shape struct {
	base        string // the text before the entries: a function, a date, an error
	open, close string
	list        bool // whether entries may be arranged in columns
	keys        []prop
	entries     func(level int) []string // prints the entries before the keys; may be nil

	text string // the whole text, for an object without contents
	done bool   // whether text is set
}

func whole(s string) shape { return shape{text: s, done: true} }

// raw prints o, of kind k and not a proxy.
func (j *job) raw(o *goja.Object, k kind, level int, inTyped bool) string {
	if j.p.nesting >= maxNesting {
		class, _ := j.class(o, k, level, nil)
		return j.interrupted(class)
	}
	j.p.nesting++
	defer func() { j.p.nesting-- }()

	var inherited *[]string
	if j.ShowHidden && level <= j.depth {
		inherited = new([]string)
	}
	class, hasClass := j.class(o, k, level, inherited)
	h := heading{class: class, null: !hasClass, tag: j.tag(o), bare: inherited == nil || len(*inherited) == 0}

	s, ok := shape{}, false
	if k.iterable() && (h.null || j.p.static("Reflect.has", o, goja.SymIterator).ToBoolean()) {
		s, ok = j.iterable(o, k, h)
	}
	if !ok {
		s = j.other(o, k, h, level, inTyped)
	}
	if s.done {
		return s.text
	}
	if level > j.depth {
		name := strings.TrimSuffix(h.object(j.p, o, k), " ")
		if !h.null {
			name = "[" + name + "]"
		}
		return j.style(name, "special")
	}
	return j.enter(o, s, level+1, inherited)
}

// enter prints o with its contents.
func (j *job) enter(o *goja.Object, s shape, level int, inherited *[]string) string {
	j.seen = append(j.seen, o)
	j.level = level
	var output []string
	if s.entries != nil {
		output = s.entries(level)
	} else if len(s.keys) > 0 {
		output = make([]string, 0, len(s.keys))
	}
	for i := range s.keys {
		output = j.add(output, j.property(o, level, s.keys[i], s.list))
	}
	if inherited != nil {
		output = append(output, *inherited...)
	}
	if i := slices.Index(j.circular, o); i >= 0 {
		ref := j.style("<ref *"+decimal(i+1)+">", "special")
		switch {
		case j.compact == CompactAll:
			s.open = ref + " " + s.open
		case s.base == "":
			s.base = ref
		default:
			s.base = ref + " " + s.base
		}
	}
	j.seen = j.seen[:len(j.seen)-1]
	if j.Sorted {
		j.sort(output, s)
	}
	text := j.join(output, s, level, o)
	j.spend(len(text))
	return text
}

// sort sorts the properties. In a list it leaves the elements where they are.
func (j *job) sort(output []string, s shape) {
	if s.list {
		if len(s.keys) <= 1 {
			return
		}
		output = output[len(output)-len(s.keys):]
	}
	if j.compare == nil {
		slices.SortStableFunc(output, func(a, b string) int {
			j.p.read(min(len(a), len(b)) + perStep)
			return compareUnits(a, b)
		})
		return
	}
	vm := j.p.vm
	slices.SortStableFunc(output, func(a, b string) int {
		f := j.p.call(j.compare, goja.Undefined(), vm.ToValue(a), vm.ToValue(b)).ToFloat()
		switch {
		case f < 0:
			return -1
		case f > 0:
			return 1
		}
		return 0
	})
}

// spend adds n to the size of the output at this indentation. Above maxOutput, the contents of further
// objects are not printed.
func (j *job) spend(n int) {
	if more := j.indent + 1 - len(j.budget); more > 0 {
		const spare = 8
		j.budget = append(j.budget, make([]int, more+spare)...)
	}
	if j.budget[j.indent] += n; j.budget[j.indent] > maxOutput {
		j.depth = -1
	}
}

// iterable makes the shape of arrays, maps, sets, typed arrays and the iterators of maps and sets.
func (j *job) iterable(o *goja.Object, k kind, h heading) (shape, bool) {
	s := shape{open: "{", close: "}"}
	empty := false
	switch k {
	case kindArray:
		n := length(o)
		s = shape{open: "[", close: "]", list: true, keys: j.p.extraKeys(o, k, j.ShowHidden)}
		sortMatchKeys(s.keys)
		if h.null || h.class != "Array" || h.tag != "" {
			s.open = h.prefix("Array", sized(n)) + "["
		}
		if n == 0 && len(s.keys) == 0 && h.bare {
			return whole(s.open + "]"), true
		}
		s.entries = func(level int) []string { return j.array(o, n, level) }
		return s, true
	case kindTypedArray:
		name := typedArrayName(o)
		view, _ := guard.ViewOf(o)
		n := view.Length
		s = shape{close: "]", list: true, keys: j.p.extraKeys(o, k, j.ShowHidden)}
		s.open = h.prefix(name, sized(n)) + "["
		if n == 0 && len(s.keys) == 0 && !j.ShowHidden {
			return whole(s.open + "]"), true
		}
		s.entries = func(level int) []string { return j.typedArray(o, n, level) }
		return s, true
	case kindSet:
		n := int(j.p.method("get Set.prototype.size", o).ToInteger())
		s.open = h.prefix("Set", sized(n)) + "{"
		s.entries = func(level int) []string { return j.set(o, h.null, level) }
		empty = n == 0
	case kindMap:
		n := int(j.p.method("get Map.prototype.size", o).ToInteger())
		s.open = h.prefix("Map", sized(n)) + "{"
		s.entries = func(level int) []string { return j.mapEntries(o, h.null, level) }
		empty = n == 0
	case kindMapIterator:
		return j.iterator(o, "Map", h)
	default:
		return j.iterator(o, "Set", h)
	}
	s.keys = j.p.keys(o, j.ShowHidden)
	if empty && len(s.keys) == 0 && h.bare {
		return whole(s.open + "}"), true
	}
	return s, true
}

// other makes the shape of any object that does not print as a collection.
func (j *job) other(o *goja.Object, k kind, h heading, level int, inTyped bool) shape {
	s := shape{open: "{", close: "}"}
	if k == kindBoxed {
		s.keys = j.p.boxedKeys(o, j.ShowHidden)
	} else {
		s.keys = j.p.keys(o, j.ShowHidden)
	}
	empty := len(s.keys) == 0 && h.bare
	switch {
	case k.isFunction():
		if j.ShowHidden {
			sortFunctionKeys(s.keys)
		}
		s.base = j.functionBase(o, k, h)
		if empty {
			return whole(j.style(s.base, "special"))
		}
	case !h.null && h.class == "Object":
		if k == kindArguments {
			s.open = "[Arguments] {"
		} else if h.tag != "" {
			s.open = h.prefix("Object", "") + "{"
		}
		if empty {
			return whole(s.open + "}")
		}
	case k == kindRegExp:
		s.base = h.before("RegExp", j.p.regExpText(o, h))
		if empty || level > j.depth {
			return whole(j.style(s.base, "regexp"))
		}
	case k == kindDate:
		s.base = h.before("Date", j.p.dateText(o))
		if empty {
			return whole(j.style(s.base, "date"))
		}
	case k == kindError || j.p.inheritsFrom(o, "Error"):
		s.base = j.errorBase(o, h, &s.keys)
		if len(s.keys) == 0 && h.bare {
			return whole(s.base)
		}
	default:
		return j.exotic(o, k, h, s, inTyped)
	}
	return s
}

// exotic makes the shape of buffers, promises, weak collections, boxed primitives and instances of classes.
func (j *job) exotic(o *goja.Object, k kind, h heading, s shape, inTyped bool) shape {
	empty := len(s.keys) == 0 && h.bare
	switch k {
	case kindArrayBuffer:
		s.open = h.prefix("ArrayBuffer", "") + "{"
		if !inTyped {
			s.entries = func(int) []string { return j.arrayBuffer(o) }
		} else if empty {
			n := numberText(orUndefined(o.Get("byteLength")), false)
			return whole(s.open + " byteLength: " + j.style(n, "number") + " }")
		}
		s.keys = slices.Insert(s.keys, 0, prop{name: "byteLength"})
	case kindDataView:
		s.open = h.prefix("DataView", "") + "{"
		s.keys = slices.Insert(s.keys, 0, prop{name: "byteLength"}, prop{name: "byteOffset"}, prop{name: "buffer"})
	case kindPromise:
		s.open = h.prefix("Promise", "") + "{"
		s.entries = func(level int) []string { return j.promise(o, level) }
	case kindWeakSet, kindWeakMap:
		s.open = h.prefix(j.p.kindName(o, k), "") + "{"
		s.entries = func(int) []string { return []string{j.style("<items unknown>", "special")} }
	case kindBoxed:
		s.base = j.boxedBase(o, h, len(s.keys) == 0)
		if len(s.keys) == 0 && h.bare {
			return whole(s.base)
		}
	default:
		s.open = h.object(j.p, o, k) + "{"
		if empty {
			return whole(s.open + "}")
		}
	}
	return s
}
