// This file tests what waits on a thread whose run was stopped.

package runtime_test

import (
	"context"
	"errors"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// TestWaitingQuestions reads what waits on a thread whose run was stopped while one of two nodes had asked.
func TestWaitingQuestions(t *testing.T) {
	t.Parallel()
	h, s := newPostedHost(), &checkpoint.MemorySaver{}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := true
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{
			{Name: "asks", Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
				answer, err := task.Interrupt("send it?", nil)
				return state{"log": []any{answer}}, err
			})},
			{Name: "hangs", Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
				if !stop {
					return state{"log": []any{"ended"}}, nil
				}
				return pending{func(done func(any, error)) {
					task.OnAbort(func(err error) { done(nil, err) })
					h.posted <- func() { cancel(errors.New("ann said so")) }
				}}, nil
			})},
		},
		Edges: []runtime.Edge{edge("__start__", "asks"), edge("__start__", "hangs")},
	})
	if _, err := runtime.WaitingQuestions(t.Context(), s, "t"); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("of a thread that has not run: %v", err)
	}
	ended := false
	g.Start(ctx, h, state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "t", Thread: true, Done: func(runtime.Result) { ended = true }})
	h.until(t, &ended)
	waiting, err := runtime.WaitingQuestions(t.Context(), s, "t")
	if err != nil || len(waiting) != 1 || waiting[0].Node != "asks" || string(waiting[0].Value.Data) != `"send it?"` {
		t.Fatalf("%+v, %v", waiting, err)
	}
	if stopped, err := runtime.Stopped(t.Context(), s, "t", ""); err != nil || !stopped {
		t.Errorf("stopped: %v, %v", stopped, err)
	}

	stop = false
	byID := &runtime.Command{HasResume: true, ResumeByID: map[string]runtime.Value{waiting[0].ID: "yes"}}
	if res := invoke(g, nil, byID, runtime.Options{Saver: s, ThreadID: "t", Thread: true}); res.Err != nil || asJSON(res.Values) != `{"log":["yes","ended"]}` {
		t.Errorf("after the answer: %s, %v", asJSON(res.Values), res.Err)
	}
	if waiting, err := runtime.WaitingQuestions(t.Context(), s, "t"); err != nil || len(waiting) != 0 {
		t.Errorf("after the answer %+v waits, %v", waiting, err)
	}
	if stopped, err := runtime.Stopped(t.Context(), s, "t", ""); err != nil || stopped {
		t.Errorf("after the answer: stopped %v, %v", stopped, err)
	}
}
