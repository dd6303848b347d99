// This file holds messages against what they are of: nothing is left out on the way to a worker and back.

package hitlrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
	"github.com/hitlrun/hitlrun/worker"
)

// fill sets all fields of what v is to something, each to something else.
func fill(t *testing.T, v reflect.Value, n *int) {
	t.Helper()
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n % 256))
	case reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		if *n > 200 { // of errors below errors there is no end
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key, n)
		fill(t, value, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2030, 1, 2, 3, 4, 5, *n, time.UTC)))
			return
		}
		for i := range v.NumField() {
			if v.Type() == reflect.TypeFor[Permissions]() && v.Type().Field(i).Name == "given" {
				continue // only the host stores what a thread retains
			}
			if !v.Type().Field(i).IsExported() {
				t.Fatalf("%s has the field %s, which no message carries", v.Type(), v.Type().Field(i).Name)
			}
			fill(t, v.Field(i), n)
		}
	case reflect.Func, reflect.Interface:
	default:
		t.Fatalf("no rule for %s", v.Type())
	}
}

// filled returns a value without an empty field, but for functions and interfaces.
func filled[T any](t *testing.T) T {
	t.Helper()
	var v T
	fill(t, reflect.ValueOf(&v).Elem(), new(int))
	return v
}

// over sends a value over the line.
func over[T any](t *testing.T, v T) (got T) {
	t.Helper()
	data, err := bodyOf(&v)
	if err == nil {
		err = openBody(bytes.Join(data, nil), &got)
	}
	if err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	return got
}

func same[T any](t *testing.T, want T) {
	t.Helper()
	if got := over(t, want); !reflect.DeepEqual(got, want) {
		t.Errorf("%T came as\n%+v, was\n%+v", want, got, want)
	}
}

func TestCallsAreWhole(t *testing.T) {
	t.Parallel()
	call := filled[jsapi.GraphCall](t)
	call.OnUpdate, call.OnChunk = func([]string, json.RawMessage) {}, func(jsapi.Chunk) {}
	call.LongTerm = remoteItems{}
	m := over(t, messageOfCall(7, saverRef{}, &call))
	if !m.OnUpdate || !m.OnChunk || !m.LongTerm || m.Session != 7 || m.ThreadID != call.ThreadID {
		t.Errorf("%+v", m)
	}
	got := m.call(nil)
	if got.Pin == nil {
		t.Error("the run does not pin its thread")
	}
	call.OnUpdate, call.OnChunk, got.Pin = nil, nil, call.Pin // the pin stays in the host
	call.LongTerm = nil                                       // and so do the items
	if !reflect.DeepEqual(got, call) {
		t.Errorf("a call came as\n%+v, was\n%+v", got, call)
	}
	update := filled[jsapi.UpdateCall](t)
	gotUpdate := over(t, messageOfUpdate(7, saverRef{}, &update)).call(nil)
	if gotUpdate.Pin == nil {
		t.Error("the update does not pin its thread")
	}
	if gotUpdate.Pin = update.Pin; !reflect.DeepEqual(gotUpdate, update) {
		t.Errorf("an update came as\n%+v, was\n%+v", gotUpdate, update)
	}
}

func TestEventsAreWhole(t *testing.T) {
	t.Parallel()
	e := filled[TraceEvent](t)
	writes := []TraceWrite{{Channel: "c", Value: json.RawMessage("1")}}
	e.Writes, e.Err = func() []TraceWrite { return writes }, &jsapi.LimitError{What: "w", Flag: "--f"}
	got := over(t, messageOfEvent(7, &e)).event()
	if !reflect.DeepEqual(got.Writes(), writes) || !reflect.DeepEqual(got.Err, e.Err) {
		t.Errorf("writes %v, error %v", got.Writes(), got.Err)
	}
	got.Writes, e.Writes = nil, nil
	if !reflect.DeepEqual(got, e) {
		t.Errorf("an event came as\n%+v, was\n%+v", got, e)
	}
}

func TestMessagesAreWhole(t *testing.T) {
	t.Parallel()
	same(t, filled[scriptMessage](t))
	same(t, filled[callMessage](t))
	same(t, filled[updateMessage](t))
	same(t, filled[whyNotMessage](t))
	same(t, filled[graphsMessage](t))
	chunk := filled[notifyMessage](t)
	chunk.Apart = nil // bodyOf writes it
	same(t, chunk)
	same(t, filled[functionMessage](t))
	same(t, filled[tuplesMessage](t))
	same(t, filled[auditMessage](t))
	same(t, filled[auditedMessage](t))
	same(t, filled[readMessage](t))
	same(t, filled[traceMessage](t))
	batch := filled[checkpoint.Batch](t)
	same(t, commitMessage{Batches: []checkpoint.Batch{batch, {}}, Pins: []bool{true, false}})
	same(t, sqlite.Thread{Script: sqlite.ScriptRef{}, Meta: nil, Interrupts: []checkpoint.ThreadInterrupt{}})
	// What is nil is not empty: an answer of nothing, and no answer.
	same(t, callMessage{Input: json.RawMessage{}, ResumeByID: map[string]json.RawMessage{"": {}}, TimedOut: []string{}})
	same(t, checkpoint.Blob{Type: "json", Data: []byte("\"\xff\xed\xa0\x80\x00\"")})
	same(t, chooseMessage{Name: "\xff\xfe"})
}

// Options that a script has in a worker, and those that only its host needs.
func TestScriptOptionsAreWhole(t *testing.T) {
	t.Parallel()
	hosts := []string{"CacheDir", "ProjectEnv", "Isolation", "Workers", "MaxVMs", "Stuck", "Keys"}
	message := reflect.TypeFor[scriptMessage]()
	for o := range reflect.TypeFor[ScriptOptions]().Fields() {
		_, carried := message.FieldByName(o.Name)
		if carried == slices.Contains(hosts, o.Name) {
			t.Errorf("ScriptOptions.%s: carried is %v, and it is an option of hosts is %v", o.Name, carried, !carried)
		}
	}
}

func TestErrorsAreWhole(t *testing.T) {
	t.Parallel()
	for name, known := range plainErrors {
		for _, err := range []error{known, fmt.Errorf("x: %w", known), errorf(known, "said"), errors.Join(errors.New("y"), known)} {
			got := over(t, messageOf(err)).err(nil)
			if !errors.Is(got, known) || got.Error() != err.Error() {
				t.Errorf("%s came as %v, was %v", name, got, err)
			}
		}
	}
	at := time.Date(2030, 1, 2, 3, 4, 5, 6, time.UTC)
	position := Position{File: "flow.ts", Line: 3, Column: 5}
	for _, err := range []error{
		&Error{Message: "m", Name: "N", Position: position, Frame: "f", Node: "n", Stack: "s", err: ErrMismatch},
		&ExitError{3}, &jsapi.LimitError{What: "w", Flag: "--f"}, &jsapi.PermissionError{What: "w", Flag: "--f"},
		&ResolvedError{ThreadID: "t", Interrupt: "i", By: "b", At: at, TimedOut: true, err: errors.New("text")},
		&AnswerError{Path: "/a", Reason: "r", err: errors.New("text")},
		&ScriptCrash{Builtin: "Array.from", Node: "n", Script: "s", Position: position},
		&runtime.Error{Name: "InvalidUpdateError", Code: "INVALID_CONCURRENT_GRAPH_UPDATE", Message: "m"},
	} {
		got := over(t, messageOf(err)).err(nil)
		if got.Error() != err.Error() {
			t.Errorf("%T came as %v, was %v", err, got, err)
		}
		for f := range reflect.TypeOf(err).Elem().Fields() {
			if lost := []string{"Value", "Stack"}; f.IsExported() && !slices.Contains(lost, f.Name) && reflect.ValueOf(err).Elem().FieldByIndex(f.Index).IsZero() && !f.Type.Implements(reflect.TypeFor[error]()) && f.Name != "Message" {
				t.Errorf("%T.%s is not tested", err, f.Name)
			}
		}
		if e, ours := err.(*Error); ours { //nolint:errorlint // it is one of the list
			far := got.(*Error) //nolint:errorlint,forcetypeassert // see above
			far.err = e.err
			if !reflect.DeepEqual(far, e) {
				t.Errorf("%+v came as %+v", e, far)
			}
		}
		target := reflect.New(reflect.TypeOf(err))
		if _, engine := err.(*runtime.Error); engine { //nolint:errorlint // it is one of the list
			if !IsInvalidUpdate(got) {
				t.Errorf("%v is not what it was", got)
			}
		} else if !errors.As(got, target.Interface()) {
			t.Errorf("%T came as %T", err, got)
		}
	}
	ended := jsapi.Ended(func() context.Context {
		ctx, stop := context.WithCancelCause(context.Background())
		stop(&CancelError{By: "ann"})
		return ctx
	}())
	var cancelled *CancelError
	if got := over(t, messageOf(fmt.Errorf("x: %w", &worker.CancelError{Cause: "c"}))).err(ended); !errors.As(got, &cancelled) || !errors.Is(got, context.Canceled) {
		t.Errorf("the end of a call came as %v", got)
	}
}
