// This file turns the chunks of a run into events.

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// wants reports whether the client that started the run wants a stream mode.
func (o *recorder) wants(mode string) bool {
	if o.rec.V2 {
		return slices.Contains([]string{"values", "updates", "custom", "tasks"}, mode)
	}
	return slices.Contains(o.rec.Request.streams(), mode)
}

// lateParts is how long parts of messages are still joined when the run has ended: thousands may wait.
const lateParts = time.Second

// late says that a chunk comes. If the run is cancelled, or has ended lateParts ago, parts of messages are not joined any more. ctx is
// that of the run, done is closed when it has ended.
func (o *recorder) late(ctx context.Context, done <-chan struct{}) {
	select {
	case <-done:
		if o.ended.IsZero() {
			o.ended = time.Now()
		}
		o.unjoined = o.unjoined || time.Since(o.ended) > lateParts
	default:
	}
	o.unjoined = o.unjoined || ctx.Err() != nil
}

// chunk adds the events of a chunk, and schedules them to be stored.
func (o *recorder) chunk(c hitlrun.Chunk) {
	o.leave()
	if o.rec.V2 && (c.Mode == hitlrun.ModeValues || c.Mode == hitlrun.ModeEnvelope) {
		o.enter(c.NS)
	}
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
			o.shared("debug", c.NS, "", debugEvent(c.Payload))
		}
	case hitlrun.ModeCheckpoints:
		if o.wants("checkpoints") {
			o.shared("checkpoints", c.NS, "", checkpointEvent(c.Payload))
		}
	default:
		if o.wants(string(c.Mode)) {
			o.shared(string(c.Mode), c.NS, "", c.Payload)
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
	mode, root := string(c.Mode), len(c.NS) == 0
	completes := mode == "values" && root && o.wants("messages")
	var name string // of the first field
	var first, messages json.RawMessage
	n := 0
	rawjson.Fields(c.Payload, func(field, value []byte) bool {
		if n++; n == 1 {
			name, first = rawjson.Name(field), value
		}
		if string(field) == `"messages"` {
			messages = value
		}
		return completes || n < 2
	})
	if n != 1 || name != "__interrupt__" {
		if o.wants(mode) {
			node := ""
			if mode == "updates" && n == 1 {
				node = name
			}
			o.shared(mode, c.NS, node, c.Payload)
		}
		if completes {
			o.complete(messages)
		}
		return
	}
	list := interruptsOf(first)
	for i := range list {
		list[i].Value = bothSpellings(list[i].Value)
		if mode == "updates" && root { // the run asks what its outermost graph asks: a node can catch what an inner one asks
			o.ask(&list[i])
		}
	}
	if mode == "values" && root {
		if o.tooMany || len(o.asked) > manyAsked || len(o.asked) > 1 && o.bytesAsked > manyAskedBytes {
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

// maxAsked bounds the questions of a run that are in memory, in bytes. Those of a run that has more are read from its thread at its end.
const maxAsked = 16 << 20

// ask remembers a question of the run.
func (o *recorder) ask(q *shownInterrupt) {
	key := q.ID + string(q.NS)
	if o.tooMany || o.known[key] {
		return
	}
	if o.bytesAsked += 200 + 2*len(key) + len(q.Value); o.bytesAsked > maxAsked {
		o.tooMany, o.asked, o.known = true, nil, nil
		return
	}
	if o.known == nil {
		o.known = map[string]bool{}
	}
	o.known[key] = true
	o.asked = append(o.asked, *q)
}

// questions returns the questions of a run that has ended.
func (o *recorder) questions(end *ending) []shownInterrupt {
	if end.result != nil && (o.tooMany || end.asksMuch()) {
		return shownInterrupts(end.result.Interrupts)
	}
	return o.asked
}

// manyAsked is how many questions of a run each have a chunk of values, and manyAskedBytes how many bytes these questions have together.
const (
	manyAsked      = 100
	manyAskedBytes = 1 << 20
)

// askedAs adds a chunk with questions.
func (o *recorder) askedAs(mode string, ns []string, list []shownInterrupt) {
	var large splices
	list = slices.Clone(list)
	for i := range list {
		list[i].Value = large.put(list[i].Value)
	}
	body := eventBody{NS: ns, Data: encode(map[string]any{"__interrupt__": list}), Legacy: true}
	o.add(o.spliced(mode, o.n, body, &large))
	o.n++
}

// interruptsOf returns the questions in a chunk, whose values share its memory. At a breakpoint there are none.
func interruptsOf(list json.RawMessage) []shownInterrupt {
	found := []shownInterrupt{}
	rawjson.Elements(list, func(element []byte) bool {
		var q shownInterrupt
		rest := json.RawMessage("{")
		rawjson.Fields(element, func(name, value []byte) bool {
			if string(name) == `"value"` {
				q.Value = onOneLine(value)
				return true
			}
			if len(rest) > 1 {
				rest = append(rest, ',')
			}
			rest = append(append(append(rest, name...), ':'), value...)
			return true
		})
		value := q.Value
		_ = json.Unmarshal(append(rest, '}'), &q) // it is always an object
		q.Value = value
		found = append(found, q)
		return true
	})
	return found
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
		o.shared("tasks", c.NS, "", c.Payload)
	}
	space := t.Name + ":" + t.ID
	if _, open := o.spaces[space]; open && t.Triggers == nil {
		o.leaving = append(slices.Clone(c.NS), space)
	}
}

// maxSpaces is how many namespaces are remembered that have begun and not ended, and maxSpaceName how many bytes the name of each has at
// most. Others have no events that say that they began and ended.
const (
	maxSpaces    = 10_000
	maxSpaceName = 1000
)

// protocol adds a message as an event of the streaming protocol: [event, metadata].
func (o *recorder) protocol(c hitlrun.Chunk) {
	var pair [2]json.RawMessage
	if json.Unmarshal(c.Payload, &pair) != nil || len(pair[0]) == 0 {
		return
	}
	o.enter(c.NS)
	o.v2("messages", c.NS, pair[0])
}

// enter adds the events that say that a namespace has begun, and those around it: clients find inner graphs by them.
func (o *recorder) enter(ns []string) {
	for i, space := range ns {
		if _, open := o.spaces[space]; open || len(o.spaces) >= maxSpaces || len(space) > maxSpaceName {
			continue
		}
		if o.spaces == nil {
			o.spaces = map[string]string{}
		}
		if o.spaces[space] = ""; i > 0 {
			o.spaces[space] = ns[i-1]
		}
		o.space("started", ns[:i+1])
	}
}

// leave adds the event that says that a namespace has ended. It comes with the chunk behind the result of its task: a task that fails has
// a result, too, and behind it comes the end of the run.
func (o *recorder) leave() {
	if o.leaving == nil {
		return
	}
	delete(o.spaces, o.leaving[len(o.leaving)-1])
	o.space("completed", o.leaving)
	o.leaving = nil
}

// failSpaces adds the events of the namespaces that have not ended when the run fails.
func (o *recorder) failSpaces() {
	for _, space := range slices.Sorted(maps.Keys(o.spaces)) {
		ns := []string{space}
		for outer := o.spaces[space]; outer != "" && len(ns) < 100; outer = o.spaces[outer] { // namespaces of a script may be in a circle
			ns = append(ns, outer)
		}
		slices.Reverse(ns)
		o.space("failed", ns)
	}
}

// space adds an event of a namespace. Its last part is NODE:TASK.
func (o *recorder) space(event string, ns []string) {
	name, _, _ := strings.Cut(ns[len(ns)-1], ":")
	o.v2("lifecycle", ns, encode(map[string]any{"event": event, "graph_name": name}))
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
	if !o.wants("messages") || o.unjoined {
		return
	}
	var pair [2]json.RawMessage
	var part struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(c.Payload, &pair) != nil || json.Unmarshal(pair[0], &part) != nil || len(pair[1]) == 0 {
		return
	}
	id, _ := part.ID.(string)
	whole, first := o.messages.join(id, c.NS, pair[0])
	if first {
		o.legacy("messages/metadata", c.NS, encode(map[string]any{id: map[string]any{"metadata": pair[1]}}))
	}
	if whole != nil {
		o.partial(c.NS, whole)
	}
	for _, m := range o.messages.ended() {
		o.partial(m.ns, m.data)
	}
}

// partial adds an event with a message as far as it has arrived.
func (o *recorder) partial(ns []string, message json.RawMessage) {
	o.legacy("messages/partial", ns, encode([]json.RawMessage{message}))
}

// lastParts adds the last parts of the messages for which there was no time before.
func (o *recorder) lastParts() {
	if o.unjoined { // some parts are missing
		return
	}
	for _, m := range o.messages.endAll() {
		o.partial(m.ns, m.data)
	}
}

// maxCompleted bounds the ids of the messages of a state that are remembered, in bytes. The messages behind those are in no event.
const maxCompleted = 4 << 20

// complete adds an event with those messages of the state that were in none before. list is the field messages of the state.
func (o *recorder) complete(list json.RawMessage) {
	var added []json.RawMessage
	ids := map[string]bool{}
	left := maxCompleted
	d := json.NewDecoder(bytes.NewReader(list))
	if start, err := d.Token(); err == nil && start == json.Delim('[') { // other states have no messages
		for d.More() && left > 0 {
			var message json.RawMessage
			var m struct {
				ID string `json:"id"`
			}
			if d.Decode(&message) != nil {
				break
			}
			if json.Unmarshal(message, &m) != nil || m.ID == "" {
				continue
			}
			left -= 100 + len(m.ID)
			if ids[m.ID] = true; !o.completed[m.ID] {
				added = append(added, message)
				if last := o.messages.end(m.ID); last != nil {
					o.partial(last.ns, last.data)
				}
			}
		}
	}
	if o.completed = ids; len(added) > 0 {
		o.legacy("messages/complete", nil, encode(added))
	}
}
