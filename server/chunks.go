// This file turns the chunks of a run into events.

package server

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// wants reports whether the client that started the run wants a stream mode.
func (o *recorder) wants(mode string) bool {
	if o.rec.V2 {
		return slices.Contains([]string{"values", "updates", "custom", "tasks"}, mode)
	}
	return slices.Contains(o.rec.Request.streams(), mode)
}

// chunk adds the events of a chunk, and schedules them to be stored.
func (o *recorder) chunk(c hitlrun.Chunk) {
	switch c.Mode {
	case hitlrun.ModeValues, hitlrun.ModeUpdates:
		o.state(c)
	case hitlrun.ModeMessages:
		o.message(c)
	case hitlrun.ModeProtocol:
		o.protocol(c)
	case hitlrun.ModeTools:
		if o.wants("tools") {
			o.legacy("tools", c.NS, c.Payload)
		}
		if method, data := toolEvent(c.Payload); o.rec.V2 && data != nil {
			o.v2(method, c.NS, data)
		}
	case hitlrun.ModeTasks:
		o.task(c)
	case hitlrun.ModeEvents:
		o.legacy("events", nil, c.Payload)
	case hitlrun.ModeEnvelope:
		o.v2("checkpoints", c.NS, c.Payload)
	case hitlrun.ModeDebug:
		if o.wants("debug") {
			o.shared("debug", c.NS, "", debugEvent(c.Payload), false)
		}
	case hitlrun.ModeCheckpoints:
		if o.wants("checkpoints") {
			o.shared("checkpoints", c.NS, "", checkpointEvent(c.Payload), false)
		}
	default:
		if o.wants(string(c.Mode)) {
			o.shared(string(c.Mode), c.NS, "", c.Payload, false)
		}
	}
	o.store()
	o.await()
}

// checkpointEvent returns a checkpoint of the mode checkpoints as clients read it: with checkpoint, parent_checkpoint and parent_config,
// and without what is for the engine only.
func checkpointEvent(chunk json.RawMessage) json.RawMessage {
	var o map[string]json.RawMessage
	var tasks []map[string]json.RawMessage
	if json.Unmarshal(chunk, &o) != nil || json.Unmarshal(o["tasks"], &tasks) != nil {
		return chunk
	}
	for _, of := range []struct{ from, config, checkpoint string }{{"config", "config", "checkpoint"}, {"parentConfig", "parent_config", "parent_checkpoint"}} {
		given := o[of.from]
		delete(o, of.from)
		if o[of.checkpoint] = checkpointOfConfig(given); given != nil {
			o[of.config] = publicConfig(given)
		}
	}
	for _, task := range tasks {
		if at := checkpointOfConfig(task["state"]); present(at) != nil { // of a subgraph
			delete(task, "state")
			task["checkpoint"] = at
		}
	}
	o["tasks"] = encode(tasks)
	return encode(o)
}

// debugEvent returns a chunk of the mode debug as clients read it, see checkpointEvent.
func debugEvent(chunk json.RawMessage) json.RawMessage {
	var o map[string]json.RawMessage
	_ = json.Unmarshal(chunk, &o) // it is always an object
	if string(o["type"]) != `"checkpoint"` {
		return chunk
	}
	o["payload"] = checkpointEvent(o["payload"])
	return encode(o)
}

// checkpointOfConfig returns the checkpoint that a config of the engine names; null if it names none.
func checkpointOfConfig(config json.RawMessage) json.RawMessage {
	var of struct {
		Configurable *checkpointRef `json:"configurable"`
	}
	if json.Unmarshal(config, &of) != nil || of.Configurable == nil {
		return json.RawMessage("null")
	}
	return encode(of.Configurable)
}

// publicConfig returns a config without the fields of configurable that are for the engine only.
func publicConfig(config json.RawMessage) json.RawMessage {
	var o, configurable map[string]json.RawMessage
	if json.Unmarshal(config, &o) != nil || json.Unmarshal(o["configurable"], &configurable) != nil {
		return config
	}
	maps.DeleteFunc(configurable, func(name string, _ json.RawMessage) bool { return strings.HasPrefix(name, "__") })
	o["configurable"] = encode(configurable)
	return encode(o)
}

// state adds a chunk of the modes values or updates. A question becomes an update without a node, and a chunk of
// values. In the first generation the last chunk of values has all questions of the run so far.
func (o *recorder) state(c hitlrun.Chunk) {
	mode := string(c.Mode)
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(c.Payload, &fields) // a state that is not an object has no fields
	asked, asks := fields["__interrupt__"]
	if !asks || len(fields) != 1 {
		if o.wants(mode) {
			node := ""
			if mode == "updates" && len(fields) == 1 {
				for name := range fields {
					node = name
				}
			}
			o.shared(mode, c.NS, node, c.Payload, false)
		}
		if mode == "values" && len(c.NS) == 0 && o.wants("messages") {
			o.complete(fields["messages"])
		}
		return
	}
	list := []shownInterrupt{} // at a breakpoint it is empty
	_ = json.Unmarshal(asked, &list)
	for i := range list {
		list[i].Value = bothSpellings(list[i].Value)
		if mode != "updates" {
			continue
		}
		if key := list[i].ID + string(list[i].NS); !o.known[key] {
			if o.known == nil {
				o.known = map[string]bool{}
			}
			o.known[key] = true
			o.asked = append(o.asked, list[i])
		}
		if len(c.NS) == 0 {
			data := encode(map[string]any{"interrupt_id": list[i].ID, "payload": list[i].Value})
			o.requests = append(o.requests, o.event(kindV2+"input.requested", -1, c.NS, data))
		}
	}
	if mode == "values" && len(c.NS) == 0 {
		if len(o.asked) > manyAsked {
			o.owed = true // once, at the end of the run: each such chunk has all questions so far
			return
		}
		if len(o.asked) > 0 { // else the run stopped at a breakpoint
			list = o.asked
		}
	}
	if o.wants(mode) {
		o.askedAs(mode, c.NS, list)
	}
}

// manyAsked is how many questions of a run each have a chunk of values.
const manyAsked = 100

// askedAs adds a chunk with questions.
func (o *recorder) askedAs(mode string, ns []string, list []shownInterrupt) {
	o.shared(mode, ns, "", encode(map[string]any{"__interrupt__": list}), true)
}

// task adds a chunk of the mode tasks: the start of a task, or its result.
func (o *recorder) task(c hitlrun.Chunk) {
	var t struct {
		ID       string          `json:"id"`
		Name     string          `json:"name"`
		Input    json.RawMessage `json:"input"`
		Result   json.RawMessage `json:"result"`
		Triggers json.RawMessage `json:"triggers"`
	}
	_ = json.Unmarshal(c.Payload, &t) // it is always an object
	if o.wants("tasks") {
		o.shared("tasks", c.NS, "", c.Payload, false)
	}
	space := t.Name + ":" + t.ID
	if t.Triggers == nil && o.spaces[space] {
		delete(o.spaces, space)
		o.v2("lifecycle", append(slices.Clone(c.NS), space), encode(map[string]any{"event": "completed", "graph_name": t.Name}))
	}
}

// protocol adds a message as an event of the streaming protocol: [event, metadata].
func (o *recorder) protocol(c hitlrun.Chunk) {
	var pair []json.RawMessage
	if json.Unmarshal(c.Payload, &pair) != nil || len(pair) == 0 {
		return
	}
	if n := len(c.NS); n > 0 && !o.spaces[c.NS[n-1]] {
		if o.spaces == nil {
			o.spaces = map[string]bool{}
		}
		o.spaces[c.NS[n-1]] = true
		name, _, _ := strings.Cut(c.NS[n-1], ":")
		o.v2("lifecycle", c.NS, encode(map[string]any{"event": "started", "graph_name": name}))
	}
	o.v2("messages", c.NS, pair[0])
}

// toolEvent returns the event and payload of a chunk of the mode tools in the format of the second generation of
// clients.
func toolEvent(payload json.RawMessage) (string, json.RawMessage) {
	var t struct {
		Event  string          `json:"event"`
		CallID json.RawMessage `json:"toolCallId"`
		Name   string          `json:"name"`
		Input  json.RawMessage `json:"input"`
		Output json.RawMessage `json:"output"`
		Data   json.RawMessage `json:"data"`
		Error  json.RawMessage `json:"error"`
	}
	if json.Unmarshal(payload, &t) != nil {
		return "", nil
	}
	switch t.Event {
	case "on_tool_start":
		return "tools", encode(map[string]any{"event": "tool-started", "tool_call_id": t.CallID, "tool_name": t.Name, "input": t.Input})
	case "on_tool_event":
		return "tools", encode(map[string]any{"event": "tool-output-delta", "tool_call_id": t.CallID, "delta": t.Data})
	case "on_tool_end":
		return "tools", encode(map[string]any{"event": "tool-finished", "tool_call_id": t.CallID, "output": t.Output})
	case "on_tool_error":
		return "tools", encode(map[string]any{"event": "tool-error", "tool_call_id": t.CallID, "message": t.Error})
	}
	return "", nil
}

// message adds a chunk of the mode messages: [message or part of one, metadata].
func (o *recorder) message(c hitlrun.Chunk) {
	if c.NS = c.NS[:max(len(c.NS)-1, 0)]; !o.rec.Request.StreamSubgraphs { // the last part names the task that calls the model
		c.NS = nil
	}
	if o.wants("messages-tuple") {
		o.legacy("messages", c.NS, c.Payload)
	}
	var pair []map[string]any
	if json.Unmarshal(c.Payload, &pair) != nil || len(pair) != 2 {
		return
	}
	if !o.wants("messages") {
		return
	}
	id, _ := pair[0]["id"].(string)
	whole, first := o.messages.join(id, pair[0])
	if first {
		o.legacy("messages/metadata", c.NS, encode(map[string]any{id: map[string]any{"metadata": pair[1]}}))
	}
	if whole != nil {
		o.legacy("messages/partial", c.NS, encode([]json.RawMessage{whole}))
	}
}

// complete adds an event with those messages of the state that were in none before. list is the field messages of the state.
func (o *recorder) complete(list json.RawMessage) {
	var messages, added []json.RawMessage
	_ = json.Unmarshal(list, &messages) // other states have no messages
	ids := map[string]bool{}
	for _, message := range messages {
		var m struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(message, &m) != nil || m.ID == "" {
			continue
		}
		if ids[m.ID] = true; !o.completed[m.ID] {
			added = append(added, message)
		}
	}
	if o.completed = ids; len(added) > 0 {
		o.legacy("messages/complete", nil, encode(added))
	}
}
