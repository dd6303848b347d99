// This file has the filters of searches for items.

package server

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// itemFilter selects items by the fields of their values: a field contains the wanted value, or satisfies operators.
type itemFilter struct {
	contained *hitlrun.JSONFilter
	conditions
}

// conditions are the operators by the fields that have to satisfy them.
type conditions map[string][]condition

// condition is an operator with its operand, which is compared with each item; list has the operands of $in and $nin that are no objects or lists.
type condition struct {
	operator string
	operand  any
	number   float64 // the operand as a number, if it is one
	isNumber bool
	list     map[any]bool
}

// operators are those that a filter can have.
var operators = map[string]func(value *fieldValue, c *condition) bool{
	"$eq": func(v *fieldValue, c *condition) bool { return v.is(c) },
	"$ne": func(v *fieldValue, c *condition) bool { return !v.is(c) },
	"$gt": func(v *fieldValue, c *condition) bool {
		return compared(v, c, func(a, b float64) bool { return a > b })
	},
	"$gte": func(v *fieldValue, c *condition) bool {
		return compared(v, c, func(a, b float64) bool { return a >= b })
	},
	"$lt": func(v *fieldValue, c *condition) bool {
		return compared(v, c, func(a, b float64) bool { return a < b })
	},
	"$lte": func(v *fieldValue, c *condition) bool {
		return compared(v, c, func(a, b float64) bool { return a <= b })
	},
	"$in":  func(v *fieldValue, c *condition) bool { return v.isSimple && c.list[v.simple] },
	"$nin": func(v *fieldValue, c *condition) bool { return !v.isSimple || !c.list[v.simple] },
}

// maxOperand is how many bytes a value may have that is equal to something in a filter, in which each byte of a text may be written with six.
// Larger ones are equal to nothing, and are not decoded.
const maxOperand = 6 * 64 << 10

// fieldValue is the value of a field of an item.
type fieldValue struct {
	json     []byte // nil if it is too large
	simple   any    // a text, a number, a boolean or null
	isSimple bool
}

// valueOf returns a value. It decodes only one that has no parts.
func valueOf(data []byte) *fieldValue {
	if len(data) > maxOperand {
		return &fieldValue{}
	}
	v := &fieldValue{json: data}
	if data[0] != '{' && data[0] != '[' {
		v.isSimple = json.Unmarshal(data, &v.simple) == nil
	}
	return v
}

// is reports whether a value is equal to the operand.
func (v *fieldValue) is(c *condition) bool {
	switch c.operand.(type) {
	case map[string]any, []any:
		if v.isSimple || v.json == nil {
			return false
		}
		same, err := equal(json.NewDecoder(bytes.NewReader(v.json)), c.operand)
		return same && err == nil
	}
	return v.isSimple && v.simple == c.operand
}

// equal reads the next value of d, and reports whether it is equal to another one. It decodes one part at a time: a value takes many times its
// size when it is decoded.
func equal(d *json.Decoder, other any) (bool, error) {
	token, err := d.Token()
	if err != nil {
		return false, err
	}
	switch token {
	case json.Delim('['):
		list, same := other.([]any)
		n := 0
		for ; d.More(); n++ {
			var want any = none{}
			if n < len(list) {
				want = list[n]
			}
			is, err := equal(d, want)
			if err != nil {
				return false, err
			}
			same = same && is
		}
		_, err := d.Token()
		return same && n == len(list), err
	case json.Delim('{'):
		fields, same := other.(map[string]any)
		found := map[string]bool{} // whether the last field of this name is equal
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return false, err
			}
			text, _ := name.(string)
			want, known := fields[text]
			if !known {
				want, same = none{}, false
			}
			is, err := equal(d, want)
			if err != nil {
				return false, err
			}
			if known {
				found[text] = is
			}
		}
		for name := range fields {
			same = same && found[name]
		}
		_, err := d.Token()
		return same, err
	}
	switch other.(type) {
	case map[string]any, []any:
		return false, nil
	}
	return token == other, nil
}

// none is equal to no value.
type none struct{}

// compared compares a value with the operand as numbers. What is not a number compares with nothing.
func compared(v *fieldValue, c *condition, is func(a, b float64) bool) bool {
	if !c.isNumber {
		return false
	}
	n, ok := numberOf(v.simple)
	return ok && is(n, c.number)
}

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case string:
		n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return n, err == nil
	}
	return 0, false
}

// newItemFilter reads a filter of a client.
func newItemFilter(data json.RawMessage) (*itemFilter, error) {
	f := &itemFilter{conditions: conditions{}}
	var err error
	if f.contained, err = hitlrun.NewJSONFilter(data); err != nil {
		return nil, err
	}
	fields := fieldsOf(data)
	for name, value := range fields {
		if list := conditionsOf(value); list != nil {
			f.conditions[name] = list
			delete(fields, name)
		}
	}
	if len(f.conditions) > 0 {
		f.contained, err = hitlrun.NewJSONFilter(encode(fields))
	}
	return f, err
}

// conditionsOf returns the operators of a field; nil if the field has none, or something else beside them.
func conditionsOf(data json.RawMessage) (list []condition) {
	var fields map[string]any
	_ = json.Unmarshal(data, &fields) // other values have no operators
	for name, operand := range fields {
		if operators[name] == nil {
			return nil
		}
		c := condition{operator: name, operand: operand, list: map[any]bool{}}
		c.number, c.isNumber = numberOf(operand)
		if items, ok := operand.([]any); ok {
			for _, item := range items {
				switch item.(type) {
				case map[string]any, []any:
				default:
					c.list[item] = true
				}
			}
		}
		list = append(list, c)
	}
	return list
}

// match reports whether a value passes the filter. Of the value it decodes only what it compares.
func (f *itemFilter) match(value json.RawMessage) (bool, error) {
	if len(f.conditions) > 0 && !f.satisfied(value) {
		return false, nil
	}
	return f.contained.Match(value)
}

// satisfied reports whether the fields of a value satisfy the conditions. Of several fields with a name the last one counts.
func (f *itemFilter) satisfied(value []byte) bool {
	parts := map[string][]byte{}
	rawjson.Fields(value, func(name, value []byte) bool {
		if len(name) > maxOperand {
			return true
		}
		if name := rawjson.Name(name); f.conditions[name] != nil {
			parts[name] = value
		}
		return true
	})
	for name, list := range f.conditions {
		field := &fieldValue{isSimple: true} // as null
		if part, ok := parts[name]; ok {
			field = valueOf(part)
		}
		for i := range list {
			if !operators[list[i].operator](field, &list[i]) {
				return false
			}
		}
	}
	return true
}

// namespaceMatches reports whether the labels of a path are those at the beginning of a namespace, or at its end. "*" is any label.
func namespaceMatches(namespace, prefix, suffix []string) bool {
	if len(prefix) > len(namespace) || len(suffix) > len(namespace) {
		return false
	}
	end := namespace[len(namespace)-len(suffix):]
	for i, label := range prefix {
		if label != "*" && label != namespace[i] {
			return false
		}
	}
	for i, label := range suffix {
		if label != "*" && label != end[i] {
			return false
		}
	}
	return true
}
