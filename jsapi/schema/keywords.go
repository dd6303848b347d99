// This file reads the keywords of a schema.

package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// keywords reads one schema.
type keywords struct {
	c        *compiler
	o        *object
	at, base string
	depth    int
}

func (k *keywords) compile(r *rule) {
	if ref, ok := k.c.text(k.o, "$ref", k.at); ok {
		k.c.refs = append(k.c.refs, reference{r, ref, k.base})
	} else if ref, ok := k.c.text(k.o, "$dynamicRef", k.at); ok {
		k.c.refs = append(k.c.refs, reference{r, ref, k.base})
	} else if ref, ok := k.c.text(k.o, "$recursiveRef", k.at); ok {
		k.c.refs = append(k.c.refs, reference{r, ref, k.base})
	}
	k.fields("$defs")
	k.fields("definitions")
	if k.c.refAlone && len(k.c.refs) > 0 && k.c.refs[len(k.c.refs)-1].from == r {
		return
	}
	k.values(r)
	k.numbers(r)
	k.objects(r)
	k.arrays(r)
	r.all = append(r.all, k.list("allOf")...)
	r.any, r.one = k.list("anyOf"), k.list("oneOf")
	r.not, r.when, r.then, r.other = k.schema("not"), k.schema("if"), k.schema("then"), k.schema("else")
}

// get returns the value that the schema has for a keyword.
func (k *keywords) get(name string) (any, bool) {
	v, ok := k.o.get(name)
	if !ok {
		return nil, false
	}
	return *v, true
}

// inside compiles a schema inside this one, at path.
func (k *keywords) inside(v any, path ...string) *rule {
	if k.c.err != nil {
		return &rule{}
	}
	at := k.at
	for _, name := range path {
		at += "/" + strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
	}
	return k.c.rule(v, at, k.base, k.depth+1)
}

// schema reads a keyword with a schema, and returns nil if it is missing.
func (k *keywords) schema(name string) *rule {
	v, ok := k.get(name)
	if !ok {
		return nil
	}
	return k.inside(v, name)
}

// list reads a keyword with a list of schemas.
func (k *keywords) list(name string) (rules []*rule) {
	v, ok := k.get(name)
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		k.c.wrong(k.at, "%s is not an array of schemas", name)
	}
	for i, item := range list {
		rules = append(rules, k.inside(item, name, strconv.Itoa(i)))
	}
	return rules
}

// object reads a keyword with an object.
func (k *keywords) object(name string) *object {
	v, ok := k.get(name)
	if !ok {
		return &object{}
	}
	o, ok := v.(*object)
	if !ok {
		k.c.wrong(k.at, "%s is not an object", name)
		return &object{}
	}
	return o
}

// fields reads a keyword with schemas by name.
func (k *keywords) fields(name string) map[string]*rule {
	o := k.object(name)
	rules := make(map[string]*rule, len(o.names))
	for i, field := range o.names {
		rules[field] = k.inside(o.values[i], name, field)
	}
	return rules
}

// strings reads a list of strings.
func (k *keywords) strings(name string, v any) (list []string) {
	items, ok := v.([]any)
	for _, item := range items {
		s, isText := item.(string)
		ok = ok && isText
		list = append(list, s)
	}
	if !ok {
		k.c.wrong(k.at, "%s is not an array of strings", name)
	}
	return list
}

func (k *keywords) number(name string) *float64 {
	v, ok := k.get(name)
	if !ok {
		return nil
	}
	n, ok := v.(float64)
	if !ok {
		k.c.wrong(k.at, "%s is not a number", name)
	}
	return &n
}

func (k *keywords) count(name string) *int {
	v, ok := k.get(name)
	if !ok {
		return nil
	}
	n, ok := count(v)
	if !ok {
		k.c.wrong(k.at, "%s is not a whole number from 0 on", name)
	}
	return &n
}

// values reads the keywords for values of all types.
func (k *keywords) values(r *rule) {
	if v, ok := k.get("type"); ok {
		names := []any{v}
		if list, ok := v.([]any); ok {
			names = list
		}
		if len(names) == 0 {
			k.c.wrong(k.at, "type is empty")
		}
		for _, name := range names {
			text, _ := name.(string)
			bit := typeBit(text)
			if bit == 0 {
				k.c.wrong(k.at, "%s is not a type", shown(name))
			}
			r.types |= bit
		}
	}
	if v, ok := k.get("enum"); ok {
		list, ok := v.([]any)
		if !ok {
			k.c.wrong(k.at, "enum is not an array")
		}
		r.options = list
	}
	if v, ok := k.get("const"); ok {
		if r.enum, r.isConst = nil, true; r.options == nil {
			r.options = []any{v}
		} else {
			r.all = append(r.all, &rule{at: k.at, enum: map[string]bool{string(canonical(nil, v)): true}, options: []any{v}, isConst: true})
		}
	}
	if r.options != nil {
		r.enum = make(map[string]bool, len(r.options))
		for _, v := range r.options {
			r.enum[string(canonical(nil, v))] = true
		}
	}
	r.minLength, r.maxLength = k.count("minLength"), k.count("maxLength")
	if text, ok := k.c.text(k.o, "pattern", k.at); ok {
		r.pattern = k.pattern(text)
	}
}

// maxUnchecked is how many patterns Schema.Unchecked has at most.
const maxUnchecked = 10

func (k *keywords) pattern(text string) *pattern {
	p, err := compilePattern(k.at, text)
	if err != nil && k.c.err == nil {
		k.c.err = err
	}
	if p == nil && err == nil && len(k.c.unchecked) < maxUnchecked {
		k.c.unchecked = append(k.c.unchecked, place(k.at)+shown(text))
	}
	if p != nil {
		if k.c.programs += p.size; k.c.programs > maxPrograms {
			k.c.unbounded(k.at, "the patterns have too many repetitions")
		}
	}
	return p
}

func (k *keywords) numbers(r *rule) {
	r.minimum, r.maximum = k.number("minimum"), k.number("maximum")
	for _, limit := range []struct {
		word          string
		given, strict **float64
	}{{"exclusiveMinimum", &r.minimum, &r.above}, {"exclusiveMaximum", &r.maximum, &r.below}} {
		if v, ok := k.get(limit.word); ok {
			if is, ok := v.(bool); !ok {
				*limit.strict = k.number(limit.word)
			} else if is { // the form of draft 4
				*limit.strict, *limit.given = *limit.given, nil
			}
		}
	}
	if r.multipleOf = k.number("multipleOf"); r.multipleOf != nil && *r.multipleOf <= 0 {
		k.c.wrong(k.at, "multipleOf is not greater than 0")
	}
}

func (k *keywords) objects(r *rule) {
	r.properties = k.fields("properties")
	patterns := k.object("patternProperties")
	for i, text := range patterns.names {
		r.patterns = append(r.patterns, patternRule{k.pattern(text), k.inside(patterns.values[i], "patternProperties", text)})
	}
	r.additional, r.names, r.unevaluated = k.schema("additionalProperties"), k.schema("propertyNames"), k.schema("unevaluatedProperties")
	r.minFields, r.maxFields = k.count("minProperties"), k.count("maxProperties")
	if v, ok := k.get("required"); ok {
		r.required = k.strings("required", v)
	}
	requires := map[string][]string{}
	for _, word := range []string{"dependentRequired", "dependencies", "dependentSchemas"} {
		o := k.object(word)
		for i, name := range o.names {
			if _, list := o.values[i].([]any); list {
				requires[name] = append(requires[name], k.strings(word, o.values[i])...)
			} else {
				r.dependents = append(r.dependents, dependent{name, k.inside(o.values[i], word, name)})
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(requires)) {
		r.requires = append(r.requires, requirement{name, requires[name]})
	}
	k.c.annotates = k.c.annotates || r.unevaluated != nil
}

func (k *keywords) arrays(r *rule) {
	r.prefix = k.list("prefixItems")
	if v, ok := k.get("items"); ok {
		if _, list := v.([]any); list { // up to draft 2019-09
			r.prefix = k.list("items")
			r.items = k.schema("additionalItems")
		} else {
			r.items = k.schema("items")
		}
	}
	r.contains, r.unevaluatedItems = k.schema("contains"), k.schema("unevaluatedItems")
	r.minContains, r.maxContains = k.count("minContains"), k.count("maxContains")
	r.minItems, r.maxItems = k.count("minItems"), k.count("maxItems")
	if v, ok := k.get("uniqueItems"); ok {
		if r.unique, ok = v.(bool); !ok {
			k.c.wrong(k.at, "uniqueItems is not true or false")
		}
	}
	k.c.annotates = k.c.annotates || r.unevaluatedItems != nil
}
