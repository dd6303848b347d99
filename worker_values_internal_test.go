// This file has messages with large values.

package hitlrun

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/worker"
)

func blobOf(text string) checkpoint.Blob { return checkpoint.Blob{Type: "json", Data: []byte(text)} }

// A large value is sent once, and copied neither by the sender nor by the receiver. The sender retains its own.
func TestLargeValuesAreSentOnce(t *testing.T) {
	t.Parallel()
	large, other := strings.Repeat("x", 1<<20), strings.Repeat("y", 1<<20)
	cp := &checkpoint.Checkpoint{ID: "1", Values: []checkpoint.Value{{Channel: "a", Blob: blobOf(large)}, {Channel: "b", Blob: blobOf("small")}, {Channel: "c", Blob: blobOf(other)}}}
	writes := []checkpoint.PendingWrite{{TaskID: "t", Channel: "a", Value: blobOf(large)}, {TaskID: "t", Channel: "b", Value: blobOf("small")}}
	thread := &checkpoint.ThreadUpdate{Interrupts: []checkpoint.ThreadInterrupt{{ID: "1", Value: blobOf(other)}}}
	batch := checkpoint.Batch{Checkpoint: cp, Thread: thread, Writes: []checkpoint.TaskWrites{{TaskID: "t", Writes: writes}}}
	ownValues(&batch)
	parts, err := bodyOf(&commitMessage{Batches: []checkpoint.Batch{batch}, Pins: []bool{true}})
	if err != nil || len(parts) != 3 || &parts[1][0] != &cp.Values[0].Blob.Data[0] || len(parts[0]) > 10_000 {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	if len(cp.Values[0].Blob.Data) != 1<<20 || len(writes[0].Value.Data) != 1<<20 {
		t.Error("the values of the sender are gone")
	}
	body := bytes.Join(parts, nil)
	var got commitMessage
	if err := openBody(body, &got); err != nil {
		t.Fatal(err)
	}
	want := commitMessage{Batches: []checkpoint.Batch{{Checkpoint: cp, Thread: thread, Writes: []checkpoint.TaskWrites{{TaskID: "t", Writes: writes}}}}, Pins: []bool{true}}
	if !reflect.DeepEqual(got, want) {
		t.Error("another message came")
	}
	if data := got.Batches[0].Writes[0].Writes[0].Value.Data; &data[0] != &body[len(parts[0])] || cap(data) != len(data) {
		t.Error("a value is a copy, or has more than its bytes")
	}

	grown := blobOf(large)
	grown.Grown = [][]byte{[]byte("[1]"), []byte(other)}
	tuple := &checkpoint.Tuple{Checkpoint: &checkpoint.Checkpoint{ID: "1", Values: []checkpoint.Value{{Channel: "a", Blob: grown}}}, Writes: writes}
	var m, came tuplesMessage
	m.add(tuple)
	if parts, err = bodyOf(&m); err == nil {
		err = openBody(bytes.Join(parts, nil), &came)
	}
	if err != nil || len(parts) != 3 || !reflect.DeepEqual(came.Tuples, []*checkpoint.Tuple{tuple}) || len(grown.Grown[1]) != 1<<20 {
		t.Errorf("%d parts, %v", len(parts), err)
	}
}

// A message whose values are somewhere else, or are more than they may be, is refused.
func TestValuesOfFalseMessages(t *testing.T) {
	t.Parallel()
	const n = largeValue
	body := func(apart ...apartValue) []byte {
		head, err := worker.Encode(&commitMessage{Batches: []checkpoint.Batch{{Checkpoint: &checkpoint.Checkpoint{Values: make([]checkpoint.Value, 2)}}}, Apart: apart})
		if err != nil {
			t.Fatal(err)
		}
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(len(head))), head...), make([]byte, n+10)...)
	}
	for _, apart := range []apartValue{{-1, 0, n}, {2, 0, n}, {0, -1, n}, {0, 11, n}, {0, n + 11, n}, {0, 0, n + 11}, {0, 0, -1}, {0, 1 << 62, 1 << 62}, {0, 0, 1}} {
		var m commitMessage
		if err := openBody(body(apart), &m); !errors.Is(err, errValues) {
			t.Errorf("%+v: %v", apart, err)
		}
	}
	var many []apartValue
	for range maxValues / n {
		many = append(many, apartValue{0, 0, n})
	}
	var m commitMessage
	if err := openBody(body(many...), &m); err != nil || m.Apart != nil {
		t.Errorf("values that are all there: %v", err)
	}
	if err := openBody(body(append(many, apartValue{1, 10, n})...), &m); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a value that occurs too often: %v", err)
	}
	for _, body := range []string{"", "abc", "\x00\x00\x00\x02\xa0", "\xff\xff\xff\xff\xa0"} {
		if err := openBody([]byte(body), &m); err == nil {
			t.Errorf("%q was read", body)
		}
	}
}

// A question is sent once, with what its task writes, and copied by nobody; nor is a chunk.
func TestLargeQuestionsAreSentOnce(t *testing.T) {
	t.Parallel()
	var batch checkpoint.Batch
	batch.Thread = &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted}
	batch.Audit = &checkpoint.Audit{}
	for _, of := range []string{"x", "y"} {
		question := strings.Repeat(of, 1<<20)
		write := checkpoint.PendingWrite{TaskID: of, Channel: checkpoint.ChannelInterrupt, Value: blobOf(`{"id":"1","value":"` + question + `"}`)}
		batch.Writes = append(batch.Writes, checkpoint.TaskWrites{TaskID: of, Writes: []checkpoint.PendingWrite{write}})
		batch.Thread.Interrupts = append(batch.Thread.Interrupts, checkpoint.ThreadInterrupt{ID: of, Value: blobOf(`"` + question + `"`)})
		batch.Audit.Events = append(batch.Audit.Events, checkpoint.Event{Kind: checkpoint.EventQuestion, Question: []byte(`"` + question + `"`)})
	}
	sent := batch
	ownValues(&sent)
	parts, err := bodyOf(&commitMessage{Batches: []checkpoint.Batch{sent}, Pins: []bool{false}})
	if err != nil || len(parts) != 3 || len(batch.Audit.Events[1].Question) != 1<<20+2 {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	body := bytes.Join(parts, nil)
	var got commitMessage
	if err := openBody(body, &got); err != nil || !reflect.DeepEqual(got.Batches, []checkpoint.Batch{batch}) {
		t.Errorf("another message came, %v", err)
	}
	b := &bound{}
	b.note(got.Batches)
	if b.stored.thread.Status != checkpoint.StatusInterrupted || b.stored.thread.Interrupts != nil {
		t.Errorf("%d questions are remembered with the run", len(b.stored.thread.Interrupts))
	}

	chunk := notifyMessage{Chunk: jsapi.Chunk{Payload: bytes.Clone(batch.Thread.Interrupts[0].Value.Data)}}
	if parts, err = bodyOf(&chunk); err != nil || len(parts) != 2 {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	body = bytes.Join(parts, nil)
	var came notifyMessage
	if err := openBody(body, &came); err != nil || len(came.Chunk.Payload) != 1<<20+2 || &came.Chunk.Payload[0] != &body[len(parts[0])] {
		t.Errorf("the chunk is a copy of %d bytes, %v", len(came.Chunk.Payload), err)
	}
}

// A superstep with too many values, for example of 200,000 Sends, is refused with a sentence about supersteps.
func TestSuperstepOfTooManyValues(t *testing.T) {
	t.Parallel()
	const n = worker.MaxItems + 1
	list := append(binary.BigEndian.AppendUint32([]byte{0x9a}, n), make([]byte, n)...) // of zeros, with their number before them
	body := append(binary.BigEndian.AppendUint32(nil, uint32(len(list))), list...)
	if err := openBody(body, &commitMessage{}); err == nil || !errors.Is(err, ErrBounds) || !strings.Contains(err.Error(), "one superstep is too large") || !strings.Contains(err.Error(), "2097152") {
		t.Errorf("the error is %v", err)
	}
	if err := openBody(body, &tuplesMessage{}); !errors.Is(err, worker.ErrItems) {
		t.Errorf("of another message: %v", err)
	}
}
