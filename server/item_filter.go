// This file has the filters of searches for items.

package server

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun"
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
var operators = map[string]func(value any, c *condition) bool{
	"$eq":  func(v any, c *condition) bool { return reflect.DeepEqual(v, c.operand) },
	"$ne":  func(v any, c *condition) bool { return !reflect.DeepEqual(v, c.operand) },
	"$gt":  func(v any, c *condition) bool { return compared(v, c, func(a, b float64) bool { return a > b }) },
	"$gte": func(v any, c *condition) bool { return compared(v, c, func(a, b float64) bool { return a >= b }) },
	"$lt":  func(v any, c *condition) bool { return compared(v, c, func(a, b float64) bool { return a < b }) },
	"$lte": func(v any, c *condition) bool { return compared(v, c, func(a, b float64) bool { return a <= b }) },
	"$in":  func(v any, c *condition) bool { return c.has(v) },
	"$nin": func(v any, c *condition) bool { return !c.has(v) },
}

// compared compares a value with the operand as numbers. What is not a number compares with nothing.
func compared(v any, c *condition, is func(a, b float64) bool) bool {
	if !c.isNumber {
		return false
	}
	n, ok := numberOf(v)
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

func (c *condition) has(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return c.list[v]
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

// match reports whether a value passes the filter.
func (f *itemFilter) match(value json.RawMessage) (bool, error) {
	if len(f.conditions) > 0 {
		var fields map[string]any
		_ = json.Unmarshal(value, &fields) // the value of an item is an object
		for name, list := range f.conditions {
			for i := range list {
				if !operators[list[i].operator](fields[name], &list[i]) {
					return false, nil
				}
			}
		}
	}
	return f.contained.Match(value)
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
