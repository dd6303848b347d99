// This file compiles schemas.

package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Compile compiles a schema, which is JSON text. The error is a *WrongError or an *UnboundedError.
func Compile(text []byte) (*Schema, error) {
	if len(text) > MaxBytes {
		return nil, &UnboundedError{"", fmt.Sprintf("the schema has %d bytes, and at most %d are allowed", len(text), MaxBytes)}
	}
	if !json.Valid(text) {
		return nil, &WrongError{"", "the schema is not valid JSON"}
	}
	c := &compiler{root: decode(text), rules: map[string]*rule{}, named: map[string]string{}}
	if o, ok := c.root.(*object); ok {
		dialect, _ := c.text(o, "$schema", "")
		for _, draft := range []string{"draft-03", "draft-04", "draft-06", "draft-07"} {
			c.refAlone = c.refAlone || strings.Contains(dialect, draft)
		}
	}
	root := c.rule(c.root, "#", "", 0)
	c.resolve()
	if c.err == nil {
		c.checkDepth()
	}
	if c.err != nil {
		return nil, c.err
	}
	return &Schema{root: root, annotates: c.annotates, Unchecked: c.unchecked}, nil
}

type compiler struct {
	root      any
	rules     map[string]*rule  // by place, such as "#/properties/a"
	named     map[string]string // places, by $id and by $id#anchor
	refs      []reference
	refAlone  bool // whether the keywords next to a $ref are ignored, as in drafts up to 7
	annotates bool
	programs  int // the number of instructions of all patterns
	bytes     int // of the keys of rules and named
	unchecked []string
	err       error // the first error
}

// reference is a $ref.
type reference struct {
	from *rule
	to   string
	base string // the $id of the enclosing schema
}

func (c *compiler) wrong(at, format string, args ...any) {
	if c.err == nil {
		c.err = &WrongError{at, fmt.Sprintf(format, args...)}
	}
}

func (c *compiler) unbounded(at, format string, args ...any) {
	if c.err == nil {
		c.err = &UnboundedError{at, fmt.Sprintf(format, args...)}
	}
}

// maxNames is how many bytes the places and names of all schemas inside a schema have together: a schema inside a property
// with a long name has that name in its place.
const maxNames = 32 << 20

// names counts the bytes of a place or a name, and reports whether compiling continues.
func (c *compiler) names(n int) bool {
	if c.bytes += n; c.bytes > maxNames {
		c.unbounded("", "the names in the schema are too long for the number of schemas inside")
	}
	return c.err == nil
}

// rule compiles the schema v at the place at. base is the $id of the enclosing schema.
func (c *compiler) rule(v any, at, base string, depth int) *rule {
	if r, ok := c.rules[at]; ok {
		return r
	}
	r := &rule{at: at}
	if !c.names(len(at)) {
		return r
	}
	c.rules[at] = r
	if len(c.rules) > MaxRules {
		c.unbounded("", "the schema has more than %d schemas inside", MaxRules)
	}
	if depth > MaxDepth {
		c.unbounded(at[:min(len(at), 100)], "the schema is nested deeper than %d", MaxDepth)
	}
	if c.err != nil {
		return r
	}
	switch v := v.(type) {
	case bool:
		r.never = !v
	case *object:
		k := keywords{c: c, o: v, at: at, base: c.identify(v, at, base), depth: depth}
		k.compile(r)
	default:
		c.wrong(at, "%s is not a schema", shown(v))
	}
	return r
}

// identify registers the names of a schema, and returns its $id, or else base.
func (c *compiler) identify(o *object, at, base string) string {
	for _, word := range []string{"$id", "id"} {
		id, _ := c.text(o, word, "")
		switch name, anchor := strings.CutPrefix(id, "#"); {
		case id == "" || word == "id" && !c.refAlone:
		case anchor:
			c.name(base+"#"+name, at)
		default:
			base = strings.TrimSuffix(absolute(base, id), "#")
			c.name(base, at)
		}
	}
	if at == "#" {
		c.named[base], c.named[""] = at, at
	}
	for _, word := range []string{"$anchor", "$dynamicAnchor"} {
		if name, _ := c.text(o, word, ""); name != "" {
			c.name(base+"#"+name, at)
		}
	}
	return base
}

// name registers a name of a schema.
func (c *compiler) name(name, at string) {
	if c.names(len(name)) {
		c.named[name] = at
	}
}

// absolute returns the absolute form of ref in a schema with the $id base.
func absolute(base, ref string) string {
	from, err := url.Parse(base)
	if err != nil {
		return ref
	}
	to, err := from.Parse(ref)
	if err != nil {
		return ref
	}
	return to.String()
}

// resolve finds the targets of $refs. A target may contain further $refs, which are resolved too.
func (c *compiler) resolve() {
	led := map[*rule]bool{}
	for i := 0; i < len(c.refs) && c.err == nil; i++ {
		ref := c.refs[i]
		_, fragment, _ := strings.Cut(ref.to, "#")
		place := ref.base
		if !strings.HasPrefix(ref.to, "#") {
			place, fragment, _ = strings.Cut(absolute(ref.base, ref.to), "#")
		}
		fragment, err := url.PathUnescape(fragment)
		at, ok := c.named[place]
		if named, found := c.named[place+"#"+fragment]; found && fragment != "" {
			at, ok, fragment = named, true, ""
		}
		if !c.names(len(at) + len(fragment)) {
			return
		}
		v, found := c.find(at, fragment)
		if err != nil || !ok || !found {
			c.wrong(ref.from.at, "$ref leads nowhere: %s", strconv.Quote(ref.to))
			return
		}
		ref.from.target = c.rule(v, at+fragment, place, 0)
		ref.from.target.shared = ref.from.target.shared || led[ref.from.target]
		led[ref.from.target] = true
	}
}

// find returns the value at a JSON pointer relative to a place.
func (c *compiler) find(at, pointer string) (any, bool) {
	v := c.root
	path := strings.TrimPrefix(at, "#") + pointer
	if path == "" {
		return v, true
	}
	if path[0] != '/' {
		return nil, false
	}
	for _, name := range strings.Split(path[1:], "/") {
		name = strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
		switch within := v.(type) {
		case *object:
			next, ok := within.get(name)
			if !ok {
				return nil, false
			}
			v = *next
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(within) {
				return nil, false
			}
			v = within[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// checkDepth refuses rules that apply themselves to the same value through other rules, and rules that apply to
// the same value through too many others.
func (c *compiler) checkDepth() {
	depths := map[*rule]int{} // -1 while the rule is being visited
	var visit func(r *rule) int
	visit = func(r *rule) int {
		if depth, ok := depths[r]; ok {
			if depth < 0 {
				c.unbounded(r.at, "the schema refers to itself without going into the value, so no value could be held against it")
				return 0
			}
			return depth
		}
		depths[r] = -1
		depth := 0
		for _, next := range r.inPlace() {
			if c.err == nil {
				depth = max(depth, visit(next)+1)
			}
		}
		if depth > MaxDepth {
			c.unbounded(r.at, "more than %d schemas apply to the same value, one through the other", MaxDepth)
		}
		depths[r] = depth
		return depth
	}
	for _, at := range slices.Sorted(maps.Keys(c.rules)) {
		if c.err == nil {
			visit(c.rules[at])
		}
	}
}

// text returns the string that a schema has for a keyword.
func (c *compiler) text(o *object, name, at string) (string, bool) {
	v, ok := o.get(name)
	if !ok {
		return "", false
	}
	s, ok := (*v).(string)
	if !ok {
		c.wrong(at, "%s is not a string", name)
	}
	return s, ok
}

// count reads an integer that is at least 0.
func count(v any) (int, bool) {
	n, ok := v.(float64)
	if !ok || n < 0 || n != math.Trunc(n) {
		return 0, false
	}
	return int(min(n, math.MaxInt32)), true
}
