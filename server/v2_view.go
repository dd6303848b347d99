// This file converts stored events to the format of the second generation of clients, who subscribe to channels of a
// thread.

package server

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// subscription says which events of a thread a client wants.
type subscription struct {
	Channels   []string   `json:"channels"`
	Namespaces [][]string `json:"namespaces"`
	Depth      *int       `json:"depth"`
	Since      int64      `json:"since"`

	// stored is the number of the last event that was stored before a client subscribed that has read none before; 0 for other
	// clients. Such a client reads in the state of the thread which questions wait. A question that was answered may wait
	// again, after a rollback.
	stored int64
}

// v2Event is an event in the format of the second generation.
type v2Event struct {
	Type   string   `json:"type"`
	ID     string   `json:"event_id"`
	Seq    int64    `json:"seq"`
	Method string   `json:"method"`
	Params v2Params `json:"params"`

	payload bool // the data are in an object, as its payload
}

type v2Params struct {
	NS        []string        `json:"namespace"`
	Timestamp int64           `json:"timestamp"`
	Node      string          `json:"node,omitempty"`
	Data      json.RawMessage `json:"data"`
}

// bodyOf returns the content of an event, which the server wrote. Data is a part of e.Body, and no copy.
func bodyOf(e *hitlrun.Event) (body eventBody) {
	rawjson.Fields(e.Body, func(name, value []byte) bool {
		switch string(name) {
		case `"ns"`:
			_ = json.Unmarshal(value, &body.NS)
		case `"node"`:
			body.Node = rawjson.Name(value)
		case `"data"`:
			body.Data = value
		case `"legacy"`:
			body.Legacy = string(value) == "true"
		}
		return true
	})
	return body
}

// storedEvent is an event that is compared with subscriptions. It can be large, so it is decoded once for all of them.
type storedEvent struct {
	*hitlrun.Event
	method, channel string // empty if no subscription matches it
	body            eventBody
	names           []string // the name and the type of a custom event
}

func decoded(e *hitlrun.Event) *storedEvent {
	method, v2 := strings.CutPrefix(e.Kind, kindV2)
	if !v2 && !slices.Contains([]string{"values", "updates", "tasks", "custom"}, method) {
		return &storedEvent{}
	}
	d := &storedEvent{Event: e, body: bodyOf(e)}
	if d.body.Legacy {
		return d
	}
	d.method, d.channel = method, method
	switch method {
	case "input.requested", "input.answered":
		d.channel = "input"
	case "custom":
		var data struct {
			Name string `json:"name"`
			Type string `json:"type"`
		}
		if json.Unmarshal(d.body.Data, &data) == nil {
			d.names = []string{data.Name, data.Type}
		}
	}
	return d
}

// view is viewOf for an event that is compared with one subscription.
func (sub *subscription) view(e *hitlrun.Event) *v2Event { return sub.viewOf(decoded(e)) }

// viewOf returns an event in the format of the subscriber; nil if the subscription does not match it.
func (sub *subscription) viewOf(e *storedEvent) *v2Event {
	method, body := e.method, &e.body
	if method == "" || !sub.wants(e) {
		return nil
	}
	shown := &v2Event{Type: "event", ID: strconv.FormatInt(e.Seq, 10), Seq: e.Seq, Method: method, Params: v2Params{NS: body.NS, Timestamp: e.At.UnixMilli(), Data: body.Data}}
	if shown.Params.NS == nil {
		shown.Params.NS = []string{}
	}
	switch method {
	case "updates":
		if shown.Params.Node = body.Node; body.Node != "" {
			shown.Params.Data = nil
			rawjson.Fields(body.Data, func(name, value []byte) bool {
				if rawjson.Name(name) != body.Node {
					return true
				}
				shown.Params.Data = value
				return false
			})
		}
	case "custom":
		shown.payload = true
	}
	return shown
}

// parts returns the event as JSON, in parts that are sent one after the other: a large value is not copied.
func (e *v2Event) parts() [][]byte {
	data := e.Params.Data
	if len(data) <= maxUnsent {
		if e.payload {
			e.Params.Data = encode(map[string]any{"payload": data})
		}
		return [][]byte{encode(e)}
	}
	head, tail, _ := splitAt(func() any { return e }, &e.Params.Data)
	if e.payload {
		head, tail = append(head, `{"payload":`...), append([]byte("}"), tail...)
	}
	return [][]byte{head, data, tail}
}

// wants reports whether the subscription matches the channel and the namespace of an event.
func (sub *subscription) wants(e *storedEvent) bool {
	body := &e.body
	if e.method == "input.answered" && e.Seq <= sub.stored {
		return false
	}
	if !slices.ContainsFunc(sub.Channels, func(c string) bool {
		name, of, named := strings.Cut(c, ":")
		if named && name == "custom" && e.channel == "custom" {
			return slices.Contains(e.names, of)
		}
		return c == e.channel
	}) {
		return false
	}
	if len(sub.Namespaces) == 0 {
		return sub.Depth == nil || len(body.NS) <= *sub.Depth
	}
	for _, prefix := range sub.Namespaces {
		if len(prefix) <= len(body.NS) && slices.EqualFunc(prefix, body.NS[:len(prefix)], isSegment) && (sub.Depth == nil || len(body.NS)-len(prefix) <= *sub.Depth) {
			return true
		}
	}
	return false
}

// isSegment reports whether a segment that a client wants names a segment of a namespace, NODE:TASK. A segment without a colon is
// the name of a node, in any of its tasks.
func isSegment(wanted, segment string) bool {
	if wanted == segment {
		return true
	}
	node, _, _ := strings.Cut(segment, ":")
	return wanted == node
}

// channels are the channels that clients can subscribe to.
var channels = []string{"values", "updates", "messages", "tools", "lifecycle", "input", "checkpoints", "tasks", "custom"}

// check returns an error if a subscription is invalid.
func (sub *subscription) check() error {
	if len(sub.Channels) == 0 {
		return errorf(400, "channels is missing: a list of %s", strings.Join(channels, ", "))
	}
	for _, c := range sub.Channels {
		if !slices.Contains(channels, c) && !strings.HasPrefix(c, "custom:") {
			return errorf(400, "there is no channel %q: use %s", c, strings.Join(channels, ", "))
		}
	}
	return sub.fits()
}

// Limits of a subscription. It is in memory while its stream is open, and each event is compared with it.
const (
	maxSubscribed      = 100
	maxSubscribedBytes = 64 << 10
)

// size returns about how many bytes a subscription has in memory.
func (sub *subscription) size() int {
	size := 64
	for _, list := range append([][]string{sub.Channels}, sub.Namespaces...) {
		size += 24
		for _, text := range list {
			size += len(text) + 16
		}
	}
	return size
}

// fits returns an error for a subscription that is too large.
func (sub *subscription) fits() error {
	if len(sub.Channels) > maxSubscribed || len(sub.Namespaces) > maxSubscribed || sub.size() > maxSubscribedBytes {
		return errorf(400, "a subscription has at most %d channels, %d namespaces and %d KiB", maxSubscribed, maxSubscribed, maxSubscribedBytes>>10)
	}
	return nil
}
