// This file looks at what chunks of a run take in the memory of a server. Its tests are not parallel.

package server

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// recording returns the recorder of a run whose client wants these stream modes.
func recording(modes ...string) *recorder {
	return &recorder{rec: &record{ID: "r", ThreadID: "t", Request: runCreate{StreamMode: modes}}}
}

// A state with many small fields is not decoded.
func TestStatesOfManyFields(t *testing.T) {
	var fields []string
	for i := range 300_000 {
		fields = append(fields, fmt.Sprintf(`"k%d":1`, i))
	}
	payload := json.RawMessage("{" + strings.Join(fields, ",") + "}")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o := recording("values", "updates")
	for _, mode := range []hitlrun.Mode{hitlrun.ModeValues, hitlrun.ModeUpdates} {
		o.state(hitlrun.Chunk{Mode: mode, Payload: payload})
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 60 || len(o.events) != 2 {
		t.Errorf("it takes %d MiB for %d MiB, %d events", n, len(payload)>>20, len(o.events))
	}
}

// A message that is longer than what is remembered is not decoded.
func TestMessagesOfManyElements(t *testing.T) {
	list := strings.Repeat("{},", 2<<20)
	payload := json.RawMessage(`[{"id":"m","content":[` + list + `{}]},{"langgraph_node":"n"}]`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o := recording("messages", "messages-tuple")
	o.message(hitlrun.Chunk{Mode: hitlrun.ModeMessages, Payload: payload})
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 150 || len(o.events) != 3 {
		t.Errorf("it takes %d MiB for %d MiB, %d events", n, len(payload)>>20, len(o.events))
	}
}

// The ids of the messages of a state are remembered up to a bound, and so are the namespaces that have begun.
func TestManyIDsAreBounded(t *testing.T) {
	o := recording("messages")
	var messages []string
	for i := range 100_000 {
		messages = append(messages, fmt.Sprintf(`{"id":"m%d"}`, i))
	}
	payload := json.RawMessage(`{"messages":[` + strings.Join(messages, ",") + `]}`)
	for range 2 {
		o.state(hitlrun.Chunk{Mode: hitlrun.ModeValues, Payload: payload})
	}
	if n := len(o.completed); n < 10_000 || n > maxCompleted/100 || len(o.events) != 1 {
		t.Errorf("%d messages are remembered, %d events", n, len(o.events))
	}
	for i := range maxSpaces + 100 {
		o.protocol(hitlrun.Chunk{NS: []string{fmt.Sprint("n:", i)}, Payload: json.RawMessage(`[{},{}]`)})
	}
	o.protocol(hitlrun.Chunk{NS: []string{strings.Repeat("n", maxSpaceName+1)}, Payload: json.RawMessage(`[{},{}]`)})
	if n := len(o.spaces); n != maxSpaces {
		t.Errorf("%d namespaces are remembered", n)
	}
}

// The questions of a run are remembered up to a bound; the rest is read from the thread.
func TestManyQuestionsAreBounded(t *testing.T) {
	o := recording("values")
	text := strings.Repeat("x", 1<<20)
	for i := range 20 {
		asked := fmt.Sprintf(`{"__interrupt__":[{"id":"q%d","value":%q}]}`, i, text)
		o.state(hitlrun.Chunk{Mode: hitlrun.ModeUpdates, Payload: json.RawMessage(asked)})
		o.state(hitlrun.Chunk{Mode: hitlrun.ModeUpdates, NS: []string{"inner:1"}, Payload: json.RawMessage(asked)})
	}
	if !o.tooMany || len(o.asked) > 0 || len(o.known) > 0 {
		t.Errorf("%d questions are remembered", len(o.asked))
	}
	end := &ending{result: &hitlrun.Result{Interrupts: []hitlrun.Interrupt{{ID: "q1", Value: json.RawMessage(`1`)}}}}
	if got := o.questions(end); len(got) != 1 || got[0].ID != "q1" {
		t.Errorf("at the end there are %d", len(got))
	}
}

// A large question, and a large state, are not copied until they are stored.
func TestLargeChunksAreNotCopied(t *testing.T) {
	question := `{"id":"q","value":"` + strings.Repeat("x", 20<<20) + `"}`
	for _, payload := range []string{`{"__interrupt__":[` + question + `]}`, `{"state":` + question + `}`} {
		payload := json.RawMessage(payload)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o := recording("values", "updates")
		for _, mode := range []hitlrun.Mode{hitlrun.ModeUpdates, hitlrun.ModeValues} {
			o.state(hitlrun.Chunk{Mode: mode, Payload: payload})
		}
		runtime.ReadMemStats(&after)
		bytes := 0
		for i := range o.events {
			bytes += o.events[i].Size()
		}
		if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 1 || bytes < 20<<20 || bytes != o.bytes {
			t.Errorf("it takes %d MiB for %d MiB in %d events", n, bytes>>20, len(o.events))
		}
	}
}
