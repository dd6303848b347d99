// This file checks objects and arrays.

package schema

import (
	"slices"
	"strconv"
	"strings"
)

func (c *checker) object(r *rule, o *object, v *any, s *seen) *failure {
	n := len(o.names)
	switch {
	case r.minFields != nil && n < *r.minFields:
		return fails("it has %d properties, and at least %d are expected", n, *r.minFields)
	case r.maxFields != nil && n > *r.maxFields:
		return fails("it has %d properties, and at most %d are expected", n, *r.maxFields)
	}
	if failed := c.missing(o, r.required); failed != nil {
		return failed
	}
	if !c.spend((len(r.requires) + len(r.dependents)) / namesInStep) {
		return c.stop("")
	}
	for _, q := range r.requires {
		if _, ok := o.get(q.name); ok {
			if failed := c.missing(o, q.names); failed != nil {
				return failed
			}
		}
	}
	for _, d := range r.dependents {
		if _, ok := o.get(d.name); ok {
			if failed := c.also(d.rule, v, s); failed != nil {
				return failed
			}
		}
	}
	for i, name := range o.names {
		if failed := c.field(r, name, &o.values[i], s); failed != nil {
			return failed
		}
	}
	if r.unevaluated != nil && !s.all {
		for i, name := range o.names {
			if s.fields[name] {
				continue
			}
			if failed := c.unexpected(r.unevaluated, name, &o.values[i]); failed != nil {
				return failed
			}
		}
		s.all = true
	}
	return nil
}

// namesInStep is how many names of a schema are looked up in an object in one step.
const namesInStep = 4

func (c *checker) missing(o *object, required []string) *failure {
	if !c.spend(len(required) / namesInStep) {
		return c.stop("")
	}
	const most = 20 // in the message
	var list []string
	for _, name := range required {
		if _, ok := o.get(name); !ok && len(list) < most {
			list = append(list, strconv.Quote(cutName(name)))
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return fails("%s is missing", list[0])
	}
	return fails("%s are missing", strings.Join(list, ", "))
}

// field checks one property of an object.
func (c *checker) field(r *rule, name string, v *any, s *seen) *failure {
	if r.names != nil {
		var text any = name
		if _, failed := c.check(r.names, &text); failed != nil {
			return fails("the name %s: %s", strconv.Quote(cutName(name)), failed.reason)
		}
	}
	if !c.spend(len(r.patterns) / namesInStep) {
		return c.stop("")
	}
	found := false
	if rule, ok := r.properties[name]; ok {
		found = true
		if _, failed := c.check(rule, v); failed != nil {
			return failed.within(name)
		}
	}
	for _, p := range r.patterns {
		if p.pattern == nil {
			found = true // it may match
			continue
		}
		matches, failed := c.match(p.pattern, name)
		if failed != nil {
			return failed
		}
		if !matches {
			continue
		}
		found = true
		if _, failed := c.check(p.rule, v); failed != nil {
			return failed.within(name)
		}
	}
	if !found && r.additional != nil {
		found = true
		if failed := c.unexpected(r.additional, name, v); failed != nil {
			return failed
		}
	}
	if found && s != nil {
		s.field(name)
	}
	return nil
}

// unexpected checks a property that the schema does not name.
func (c *checker) unexpected(r *rule, name string, v *any) *failure {
	if r.never {
		return fails("it has the property %s, which is not expected", strconv.Quote(cutName(name)))
	}
	_, failed := c.check(r, v)
	return failed.within(name)
}

func (c *checker) array(r *rule, list []any, s *seen) *failure {
	switch {
	case r.minItems != nil && len(list) < *r.minItems:
		return fails("it has %d items, and at least %d are expected", len(list), *r.minItems)
	case r.maxItems != nil && len(list) > *r.maxItems:
		return fails("it has %d items, and at most %d are expected", len(list), *r.maxItems)
	}
	for i := range list {
		next := r.items
		if i < len(r.prefix) {
			next = r.prefix[i]
		}
		if next == nil {
			break
		}
		if _, failed := c.check(next, &list[i]); failed != nil {
			return failed.at(i)
		}
		if s != nil {
			s.item(i)
		}
	}
	if failed := c.contains(r, list, s); failed != nil {
		return failed
	}
	if failed := c.unique(r, list); failed != nil {
		return failed
	}
	if r.unevaluatedItems != nil && !s.all {
		for i := range list {
			if s.items[i] {
				continue
			}
			if _, failed := c.check(r.unevaluatedItems, &list[i]); failed != nil {
				return failed.at(i)
			}
		}
		s.all = true
	}
	return nil
}

func (c *checker) contains(r *rule, list []any, s *seen) *failure {
	if r.contains == nil {
		return nil
	}
	n, least := 0, 1
	for i := range list {
		if _, failed := c.check(r.contains, &list[i]); failed == nil {
			if n++; s != nil {
				s.item(i)
			}
		}
		if c.stopped != "" {
			return c.stop("")
		}
	}
	if r.minContains != nil {
		least = *r.minContains
	}
	switch {
	case n < least:
		return fails("%d of its items are as one has to be, and at least %d are expected", n, least)
	case r.maxContains != nil && n > *r.maxContains:
		return fails("%d of its items are as some may be, and at most %d are expected", n, *r.maxContains)
	}
	return nil
}

func (c *checker) unique(r *rule, list []any) *failure {
	if !r.unique {
		return nil
	}
	keys := make([]string, len(list))
	for i, item := range list {
		key := canonical(nil, item)
		if !c.spend(1 + len(key)/16) {
			return c.stop("")
		}
		keys[i] = string(key)
	}
	slices.Sort(keys)
	if distinct := slices.Compact(keys); len(distinct) < len(list) {
		return fails("it has an item twice")
	}
	return nil
}
