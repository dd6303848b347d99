// This file joins the parts of a message that a model streams: texts, content blocks and calls of tools, as
// AIMessageChunk.concat does.

package server

import (
	"cmp"
	"slices"
)

// maxJoining bounds what one part may take: a few hundredths of a second. A part whose blocks are compared with thousands of
// others, or that continues a long text a thousand times, would take hours.
const maxJoining = 64 << 20

// comparing is what the comparison of two blocks takes, in bytes that could be copied in the same time.
const comparing = 16

// joiner joins a part with its message.
type joiner struct {
	left int // of maxJoining; less than 0 if the message is not joined
}

// takes reports whether so many bytes may be copied.
func (j *joiner) takes(n int) bool {
	j.left -= n
	return j.left >= 0
}

// addPart adds a part to a message. It takes over what part has. It returns false, with the message in any state, for a part that would
// take more than maxJoining.
func addPart(whole, part map[string]any) bool {
	j := &joiner{maxJoining}
	j.add(whole, part)
	return j.left >= 0
}

func (j *joiner) add(whole, part map[string]any) {
	for name, value := range part {
		old, known := whole[name]
		switch name {
		case "content":
			whole[name] = j.content(old, value)
		case "id", "type", "name":
			if !known || old == nil {
				whole[name] = value
			}
		case "tool_call_chunks", "additional_kwargs", "response_metadata", "usage_metadata":
			whole[name] = j.values(name, old, value)
		default: // the calls of tools are parsed below
			whole[name] = value
		}
	}
	if chunks, _ := whole["tool_call_chunks"].([]any); len(chunks) > 0 && j.left >= 0 {
		parseCalls(whole, chunks)
	}
}

// content joins two contents: each is a text, or a list of content blocks.
func (j *joiner) content(a, b any) any {
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
			return j.lists(first, second)
		}
	}
	return a
}

func textBlock(text string) map[string]any { return map[string]any{"type": "text", "text": text} }

// lists joins two lists. An object with an index continues the object of the first list that has the same index.
func (j *joiner) lists(first, second []any) []any {
	for _, item := range second {
		object, ok := item.(map[string]any)
		at := j.continued(first, object)
		if j.left < 0 {
			return first
		}
		if at != nil {
			j.fields(at, object)
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
func (j *joiner) continued(list []any, part map[string]any) map[string]any {
	if part["index"] == nil {
		return nil
	}
	for _, item := range list {
		if !j.takes(comparing) {
			return nil
		}
		object, _ := item.(map[string]any)
		if object == nil || !same(object["index"], part["index"]) || !same(object["type"], part["type"]) {
			continue
		}
		a, _ := object["id"].(string)
		b, _ := part["id"].(string)
		if a == "" || b == "" || a == b {
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

// fields adds the fields of part to those of whole.
func (j *joiner) fields(whole, part map[string]any) {
	for name, value := range part {
		whole[name] = j.values(name, whole[name], value)
	}
}

// values joins two values of a field: texts and lists are continued, numbers added, and objects joined.
func (j *joiner) values(name string, a, b any) any {
	switch second := b.(type) {
	case string:
		first, ok := a.(string)
		switch {
		case !ok || name == "type":
		case slices.Contains([]string{"id", "name", "output_version", "model_provider"}, name):
			return cmp.Or(second, first)
		case !j.takes(len(first) + len(second)):
			return first
		default:
			return first + second
		}
	case float64:
		if first, ok := a.(float64); ok && name != "index" && name != "created" && name != "timestamp" {
			return first + second
		}
	case map[string]any:
		if first, ok := a.(map[string]any); ok {
			j.fields(first, second)
			return first
		}
	case []any:
		if first, ok := a.([]any); ok {
			return j.lists(first, second)
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
