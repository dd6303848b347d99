// This file writes the TypeScript declarations of the module "hitlrun" that scripts import.

package hitlrun

import (
	_ "embed"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed hitlrun.d.ts
var declarations string

// Types returns the TypeScript declarations of the module "hitlrun" with the given functions. In a file hitlrun.d.ts
// beside the scripts, editors and tsc find these types. With nil it returns what `hitlrun types` prints. A type with
// its own MarshalJSON becomes any. A slice, a map or a pointer can be null, because it can be nil.
func Types(functions map[string]Function) string {
	if len(functions) == 0 {
		return declarations
	}
	d := declarer{names: map[reflect.Type]string{}, taken: map[string]bool{}}
	var b strings.Builder
	b.WriteString(declarations)
	b.WriteString("\n// The functions of the program.\ndeclare module \"hitlrun\" {\n  export interface Functions {\n")
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		fmt.Fprintf(&b, "    %s(%s): Promise<%s>;\n", property(name), d.parameter(functions[name]), d.result(functions[name]))
	}
	b.WriteString("  }\n")
	if len(d.interfaces) > 0 {
		b.WriteString("\n  /** The types of the program. */\n  export namespace go {\n" + strings.Join(d.interfaces, "") + "  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// declarer writes Go types as TypeScript. Named structs become interfaces, so a type can contain itself.
type declarer struct {
	names      map[reflect.Type]string
	taken      map[string]bool
	interfaces []string
}

func (d *declarer) parameter(f Function) string {
	switch {
	case f.in == nil:
		return "...args: any[]"
	case f.in.Kind() == reflect.Struct && f.in.NumField() == 0:
		return ""
	}
	return "input: " + d.text(f.in)
}

func (d *declarer) result(f Function) string {
	if f.out == nil {
		return "any"
	}
	return d.text(f.out)
}

// text returns the TypeScript of t.
func (d *declarer) text(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return "string"
	case t == reflect.TypeFor[json.Number]():
		return "number"
	case implements[json.Marshaler](t) || implements[json.Unmarshaler](t):
		return "any"
	case implements[encoding.TextMarshaler](t) || implements[encoding.TextUnmarshaler](t):
		return "string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return orNull(d.text(t.Elem()))
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "string | null" // base64
		}
		return orNull("Array<" + d.text(t.Elem()) + ">")
	case reflect.Array:
		return "Array<" + d.text(t.Elem()) + ">"
	case reflect.Map:
		return orNull("Record<string, " + d.text(t.Elem()) + ">")
	case reflect.Struct:
		return d.structure(t)
	default: // interfaces
		return "any"
	}
}

func implements[T any](t reflect.Type) bool {
	i := reflect.TypeFor[T]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

func orNull(text string) string {
	if text == "any" || strings.HasSuffix(text, " | null") {
		return text
	}
	return text + " | null"
}

// structure returns the name of the interface of a struct, or the fields of an unnamed struct.
func (d *declarer) structure(t reflect.Type) string {
	if t.Name() == "" {
		return "{ " + strings.Join(d.fields(t), " ") + " }"
	}
	if name, known := d.names[t]; known {
		return "go." + name
	}
	name, _, _ := strings.Cut(t.Name(), "[") // the name of a generic type without its arguments
	for base, n := name, 2; d.taken[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	d.names[t], d.taken[name] = name, true
	at := len(d.interfaces)
	d.interfaces = append(d.interfaces, "")
	d.interfaces[at] = "    export interface " + name + " {\n"
	for _, field := range d.fields(t) {
		d.interfaces[at] += "      " + field + "\n"
	}
	d.interfaces[at] += "    }\n"
	return "go." + name
}

// fields returns the properties that encoding/json gives a struct, with those of its embedded structs.
func (d *declarer) fields(t reflect.Type) []string {
	var list []string
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		embedded := f.Anonymous && name == "" && isStruct(f.Type)
		if !f.IsExported() || embedded || f.Tag.Get("json") == "-" || inNamed(t, f.Index) {
			continue
		}
		if name == "" {
			name = f.Name
		}
		text := d.text(f.Type)
		has := func(option string) bool { return slices.Contains(strings.Split(options, ","), option) }
		if has("string") && (text == "number" || text == "boolean") {
			text = "string"
		}
		mark := ""
		if has("omitempty") || has("omitzero") {
			mark = "?"
		}
		list = append(list, property(name)+mark+": "+text+";")
	}
	return list
}

// inNamed reports whether a field belongs to an embedded struct that has a name in JSON. Such a field is a property of
// that struct.
func inNamed(t reflect.Type, index []int) bool {
	for i := 1; i < len(index); i++ {
		if name, _, _ := strings.Cut(t.FieldByIndex(index[:i]).Tag.Get("json"), ","); name != "" {
			return true
		}
	}
	return false
}

func isStruct(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// property returns the name of a property, in quotes if it is not an identifier.
func property(name string) string {
	if identifier().MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`) })

// describeType names a type for someone who writes a script.
func describeType(t reflect.Type) string {
	d := declarer{names: map[reflect.Type]string{}, taken: map[string]bool{}}
	switch text := d.text(t); {
	case strings.HasPrefix(text, "go."):
		return "an object"
	case strings.HasPrefix(text, "Array<"):
		return "an array"
	case strings.HasPrefix(text, "Record<"):
		return "an object"
	case text == "any":
		return "another value"
	default:
		return "a " + text
	}
}
