// This file turns stored values into plain JSON, for people and other programs:
// the tags of serde.go become what they mean. It needs no VM.

package jsapi

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"time"
)

// PlainJSON returns a stored value as plain JSON. What JSON lacks is shown by its
// nearest kin: undefined is left out, a Date is an ISO string, a Set an array, a
// Map an object, bytes are base64, a message is {"type": "human", "content": …}.
// Data that is no JSON comes back unchanged.
func PlainJSON(data []byte) json.RawMessage {
	if !bytes.Contains(data, []byte(`"lc":`)) {
		return data
	}
	out, keep := plain(data)
	if !keep {
		return json.RawMessage("null")
	}
	return out
}

// plain returns the plain form of data; false if it is undefined.
func plain(data json.RawMessage) (json.RawMessage, bool) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || !bytes.Contains(data, []byte(`"lc":`)) {
		return data, true
	}
	switch data[0] {
	case '[':
		return plainArray(data), true
	case '{':
		fields, ok := decodeFields(data)
		if !ok {
			return data, true
		}
		if out, keep, tagged := plainTag(fields); tagged {
			return out, keep
		}
		return plainObject(fields), true
	}
	return data, true
}

func plainArray(data json.RawMessage) json.RawMessage {
	var items []json.RawMessage
	if json.Unmarshal(data, &items) != nil {
		return data
	}
	out := []byte("[")
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		if p, keep := plain(item); keep {
			out = append(out, p...)
		} else {
			out = append(out, "null"...)
		}
	}
	return append(out, ']')
}

type jsonField struct {
	name  string
	value json.RawMessage
}

func plainObject(fields []jsonField) json.RawMessage {
	out := []byte("{")
	for _, f := range fields {
		p, keep := plain(f.value)
		if !keep {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(appendJSONString(out, f.name), ':')
		out = append(out, p...)
	}
	return append(out, '}')
}

// decodeFields reads an object, with its fields in order.
func decodeFields(data json.RawMessage) ([]jsonField, bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return nil, false
	}
	var fields []jsonField
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, false
		}
		name, ok := t.(string)
		f := jsonField{name: name}
		if !ok || dec.Decode(&f.value) != nil {
			return nil, false
		}
		fields = append(fields, f)
	}
	return fields, true
}

func field(fields []jsonField, name string) json.RawMessage {
	for _, f := range fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// plainTag returns the plain form of a tagged object.
func plainTag(fields []jsonField) (out json.RawMessage, keep, tagged bool) {
	if len(fields) < 2 || fields[0].name != "lc" {
		return nil, false, false
	}
	var kind string
	if json.Unmarshal(field(fields, "type"), &kind) != nil {
		return nil, false, false
	}
	switch string(fields[0].value) + kind {
	case "1constructor":
		out, ok := plainMessage(fields)
		return out, true, ok
	case "2undefined":
		return nil, false, true
	case "2number":
		return json.RawMessage("null"), true, true
	case "2constructor":
		out, ok := plainConstructor(fields)
		return out, true, ok
	}
	return nil, false, false
}

// messageTypes are the types of messages by class.
var messageTypes = map[string]string{
	"HumanMessage": "human", "AIMessage": "ai", "SystemMessage": "system", "ToolMessage": "tool",
	"FunctionMessage": "function", "RemoveMessage": "remove", "ChatMessage": "chat",
	"AIMessageChunk": "ai", "HumanMessageChunk": "human", "ToolMessageChunk": "tool", "SystemMessageChunk": "system",
}

func plainMessage(fields []jsonField) (json.RawMessage, bool) {
	var id []string
	if json.Unmarshal(field(fields, "id"), &id) != nil || len(id) == 0 {
		return nil, false
	}
	kwargs, ok := decodeFields(field(fields, "kwargs"))
	if !ok {
		return nil, false
	}
	class := id[len(id)-1]
	kind, ok := messageTypes[class]
	if !ok {
		kind = class
	}
	list := []jsonField{{"type", appendJSONString(nil, kind)}}
	for _, f := range kwargs {
		empty := string(f.value)
		if f.name != "content" && (empty == "{}" || empty == "[]") {
			continue
		}
		list = append(list, f)
	}
	return plainObject(list), true
}

func plainConstructor(fields []jsonField) (json.RawMessage, bool) {
	var id []string
	var args []json.RawMessage
	if json.Unmarshal(field(fields, "id"), &id) != nil || len(id) != 1 || json.Unmarshal(field(fields, "args"), &args) != nil || len(args) == 0 {
		return nil, false
	}
	switch id[0] {
	case "Set":
		return plainArray(args[0]), true
	case "Map":
		return plainMap(args[0]), true
	case "Date":
		var ms int64
		if json.Unmarshal(args[0], &ms) != nil {
			return json.RawMessage("null"), true
		}
		return appendJSONString(nil, time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")), true
	case "BigInt":
		return args[0], true
	case "RegExp":
		var source, flags string
		_ = json.Unmarshal(args[0], &source)
		if len(args) > 1 {
			_ = json.Unmarshal(args[1], &flags)
		}
		return appendJSONString(nil, "/"+source+"/"+flags), true
	case "Uint8Array":
		var numbers []int
		if json.Unmarshal(args[0], &numbers) != nil {
			return nil, false
		}
		data := make([]byte, len(numbers))
		for i, n := range numbers {
			data[i] = byte(n)
		}
		return appendJSONString(nil, base64.StdEncoding.EncodeToString(data)), true
	case "Error":
		kwargs, _ := decodeFields(field(fields, "kwargs"))
		return plainObject(append([]jsonField{{"message", args[0]}}, kwargs...)), true
	}
	return nil, false
}

// plainMap returns a Map as an object if its keys are strings, else as a list of pairs.
func plainMap(data json.RawMessage) json.RawMessage {
	var pairs [][]json.RawMessage
	if json.Unmarshal(data, &pairs) != nil {
		return plainArray(data)
	}
	var fields []jsonField
	for _, p := range pairs {
		var key string
		if len(p) != 2 || json.Unmarshal(p[0], &key) != nil {
			return plainArray(data)
		}
		fields = append(fields, jsonField{key, p[1]})
	}
	return plainObject(fields)
}
