// This file joins the parts of a message that a model streams: texts, content blocks and calls of tools, as
// AIMessageChunk.concat does.

package server

import (
	"cmp"
	"slices"
)

// addPart adds a part to a message. It takes over what part has.
func addPart(whole, part map[string]any) {
	for name, value := range part {
		old, known := whole[name]
		switch name {
		case "content":
			whole[name] = joinContent(old, value)
		case "id", "type", "name":
			if !known || old == nil {
				whole[name] = value
			}
		case "tool_call_chunks", "additional_kwargs", "response_metadata", "usage_metadata":
			whole[name] = joinValues(name, old, value)
		default: // the calls of tools are parsed below
			whole[name] = value
		}
	}
	if chunks, _ := whole["tool_call_chunks"].([]any); len(chunks) > 0 {
		parseCalls(whole, chunks)
	}
}

// joinContent joins two contents: each is a text, or a list of content blocks.
func joinContent(a, b any) any {
	switch first := a.(type) {
	case nil:
		return b
	case string:
		switch second := b.(type) {
		case string:
			return first + second
		case []any:
			if first == "" {
				return second
			}
			return append([]any{textBlock(first)}, second...)
		}
	case []any:
		switch second := b.(type) {
		case string:
			if second == "" {
				return first
			}
			return append(first, textBlock(second))
		case []any:
			return joinLists(first, second)
		}
	}
	return a
}

func textBlock(text string) map[string]any { return map[string]any{"type": "text", "text": text} }

// joinLists joins two lists. An object with an index continues the object of the first list that has the same index.
func joinLists(first, second []any) []any {
	for _, item := range second {
		object, ok := item.(map[string]any)
		if at := continued(first, object); at != nil {
			joinFields(at, object)
			continue
		}
		if ok && object["type"] == "text" && object["text"] == "" {
			continue
		}
		first = append(first, item)
	}
	return first
}

// continued returns the object of a list that part continues; nil if it is a new one.
func continued(list []any, part map[string]any) map[string]any {
	if part["index"] == nil {
		return nil
	}
	for _, item := range list {
		object, _ := item.(map[string]any)
		a, _ := object["id"].(string)
		b, _ := part["id"].(string)
		if object != nil && same(object["index"], part["index"]) && same(object["type"], part["type"]) && (a == "" || b == "" || a == b) {
			return object
		}
	}
	return nil
}

// same reports whether two simple values are equal. Lists and objects are not.
func same(a, b any) bool {
	switch a.(type) {
	case map[string]any, []any:
		return false
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// joinFields adds the fields of part to those of whole.
func joinFields(whole, part map[string]any) {
	for name, value := range part {
		whole[name] = joinValues(name, whole[name], value)
	}
}

// joinValues joins two values of a field: texts and lists are continued, numbers added, and objects joined.
func joinValues(name string, a, b any) any {
	switch second := b.(type) {
	case string:
		first, ok := a.(string)
		switch {
		case !ok || name == "type":
		case slices.Contains([]string{"id", "name", "output_version", "model_provider"}, name):
			return cmp.Or(second, first)
		default:
			return first + second
		}
	case float64:
		if first, ok := a.(float64); ok && name != "index" && name != "created" && name != "timestamp" {
			return first + second
		}
	case map[string]any:
		if first, ok := a.(map[string]any); ok {
			joinFields(first, second)
			return first
		}
	case []any:
		if first, ok := a.([]any); ok {
			return joinLists(first, second)
		}
	}
	if a == nil {
		return b
	}
	return a
}

// parseCalls sets the calls of tools of a message from their parts. The arguments of a call are the JSON that has arrived.
func parseCalls(message map[string]any, chunks []any) {
	var calls, invalid []any
	for _, item := range chunks {
		chunk, _ := item.(map[string]any)
		name, _ := chunk["name"].(string)
		text, _ := chunk["args"].(string)
		call := map[string]any{"name": name, "type": "tool_call"}
		if id := chunk["id"]; id != nil {
			call["id"] = id
		}
		args, ok := map[string]any{}, true
		if text != "" {
			args, ok = parsePartial(text).(map[string]any)
		}
		if ok && name != "" {
			call["args"] = args
			calls = append(calls, call)
			continue
		}
		call["type"], call["args"], call["error"] = "invalid_tool_call", text, "Malformed args."
		invalid = append(invalid, call)
	}
	for name, list := range map[string][]any{"tool_calls": calls, "invalid_tool_calls": invalid} {
		if delete(message, name); list != nil {
			message[name] = list
		}
	}
}
