// This file tests effects that happen once, what a cache, a limit of time and an error handler do to a node, and what is remembered.

package runtime_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// once is a graph of one node whose effects happen once: it pays, asks, and ships.
func once(t *testing.T, h *goHost, happened *[]string, fail func(what string) bool) *runtime.Graph {
	t.Helper()
	return compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{{Name: "order", Effects: runtime.EffectsOnce, Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
			return pending{func(done func(any, error)) {
				effect := func(what string, then func(runtime.EffectResult)) {
					e, err := task.Effect(runtime.EffectSpec{Kind: "test", What: what, Outside: true, Changes: true})
					if err != nil {
						done(nil, err)
						return
					}
					e.Start(func(ended func(runtime.EffectResult)) {
						h.Defer(func() {
							*happened = append(*happened, what+" "+fmt.Sprint(len(e.Key()) > 0))
							if fail(what) {
								ended(runtime.EffectResult{Value: "no " + what, Threw: true, Failed: true, Answered: true})
								return
							}
							ended(runtime.EffectResult{Value: what + " done"})
						})
					}, then, func(err error) { done(nil, err) })
				}
				effect("pay", func(paid runtime.EffectResult) {
					if paid.Threw {
						done(nil, errors.New(paid.Value.(string)))
						return
					}
					answer, err := task.Interrupt("ship?", nil)
					if err != nil {
						done(nil, err)
						return
					}
					effect("ship", func(shipped runtime.EffectResult) {
						if shipped.Threw {
							done(nil, errors.New(shipped.Value.(string)))
							return
						}
						done(state{"log": []any{paid.Value, answer, shipped.Value}}, nil)
					})
				})
			}}, nil
		})}},
		Edges: []runtime.Edge{edge("__start__", "order")},
	})
}

// on runs g on h.
func (h *goHost) on(t *testing.T, g *runtime.Graph, input runtime.Value, c *runtime.Command, o runtime.Options) (res runtime.Result) {
	t.Helper()
	ended := false
	o.Done = func(r runtime.Result) { res, ended = r, true }
	g.Start(t.Context(), h, input, c, o)
	h.run()
	if !ended {
		t.Fatal("the run did not end")
	}
	return res
}

func TestEffectsHappenOnce(t *testing.T) {
	t.Parallel()
	var happened []string
	h, shipFails := &goHost{}, true
	g := once(t, h, &happened, func(what string) bool { return what == "ship" && shipFails })
	s := &checkpoint.MemorySaver{}
	o := runtime.Options{Saver: s, ThreadID: "t", Ledger: &runtime.Ledger{}}
	if res := h.on(t, g, state{"log": []any{}}, nil, o); res.Err != nil || !res.Interrupted {
		t.Fatalf("the start gave %+v", res)
	}
	o.Ledger = &runtime.Ledger{}
	if res := h.on(t, g, nil, resume("yes"), o); res.Err == nil || res.Err.Error() != "no ship" {
		t.Fatalf("the answer gave %+v", res)
	}
	shipFails = false
	res := h.on(t, g, nil, nil, o) // as after a failure: the same answer, and what was paid is paid
	if res.Err != nil || asJSON(res.Values) != `{"log":["pay done","yes","ship done"]}` {
		t.Errorf("the second attempt gave %s, %v", asJSON(res.Values), res.Err)
	}
	if got := strings.Join(happened, ", "); got != "pay true, ship true, ship true" {
		t.Errorf("what happened: %s", got)
	}
}

// A node that has other effects than its journal ends with an error that names both.
func TestNodesThatChangeTheirEffects(t *testing.T) {
	t.Parallel()
	var happened []string
	h := &goHost{}
	word := "pay"
	make := func() *runtime.Graph {
		return compile(t, runtime.Spec{
			Channels: []runtime.ChannelSpec{{Name: "x"}},
			Nodes: []runtime.NodeSpec{{Name: "order", Effects: runtime.EffectsOnce, Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
				e, err := task.Effect(runtime.EffectSpec{Kind: "test", What: word})
				if err != nil {
					return nil, err
				}
				if _, ok, err := e.Stored(); err != nil {
					return nil, err
				} else if !ok {
					if err := e.Before(); err != nil {
						return nil, err
					}
					happened = append(happened, word)
					if err := e.Record(runtime.EffectResult{Value: 1}); err != nil {
						return nil, err
					}
				}
				answer, err := task.Interrupt("?", nil)
				return state{"x": answer}, err
			})}},
			Edges: []runtime.Edge{edge("__start__", "order")},
		})
	}
	s := &checkpoint.MemorySaver{}
	o := runtime.Options{Saver: s, ThreadID: "t"}
	if res := h.on(t, make(), state{"x": 0}, nil, o); res.Err != nil || !res.Interrupted {
		t.Fatalf("%+v", res)
	}
	word = "refund"
	res := h.on(t, make(), nil, resume(1), o)
	if res.Err == nil || !strings.Contains(res.Err.Error(), "pay") || !strings.Contains(res.Err.Error(), "refund") || len(happened) != 1 {
		t.Errorf("got %v, what happened: %q", res.Err, happened)
	}
}

// mapCache is a cache in memory.
type mapCache map[string][]checkpoint.PendingWrite

func (c mapCache) Get(keys []runtime.CacheKey, done func([][]checkpoint.PendingWrite, error)) {
	found := make([][]checkpoint.PendingWrite, len(keys))
	for i, key := range keys {
		found[i] = c[asJSON(key)]
	}
	done(found, nil)
}

func (c mapCache) Set(key runtime.CacheKey, _ float64, writes []checkpoint.PendingWrite, done func()) {
	c[asJSON(key)] = writes
	done()
}

func TestCachedNodesDoNotRun(t *testing.T) {
	t.Parallel()
	runs := 0
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{{Name: "n"}, {Name: "out"}},
		Nodes: []runtime.NodeSpec{{Name: "square", Cache: &runtime.CachePolicy{Key: func(in runtime.Value) (string, error) { return asJSON(in.(state)["n"]), nil }},
			Func: nodeFunc(func(_ *runtime.Task, s state) (any, error) {
				runs++
				n := s["n"].(float64)
				return state{"out": n * n}, nil
			})}},
		Edges: []runtime.Edge{edge("__start__", "square")},
	})
	cache := mapCache{}
	var chunks []string
	for _, n := range []float64{3, 3, 4} {
		res := invoke(g, state{"n": n}, nil, runtime.Options{Cache: cache, Modes: runtime.ModeUpdates, Emit: func(c runtime.Chunk) { chunks = append(chunks, asJSON(c.Payload)) }})
		if res.Err != nil || res.Values.(state)["out"] != n*n {
			t.Errorf("%v: %s, %v", n, asJSON(res.Values), res.Err)
		}
	}
	if runs != 2 || len(chunks) != 3 || !strings.Contains(chunks[1], `"cached":true`) {
		t.Errorf("the node ran %d times, chunks were %q", runs, chunks)
	}
}

func TestNodesHaveLimitsOfTime(t *testing.T) {
	t.Parallel()
	slow := func(policy *runtime.TimeoutPolicy, handler bool) runtime.Spec {
		spec := runtime.Spec{
			Channels: []runtime.ChannelSpec{logChannel("log")},
			Nodes: []runtime.NodeSpec{{Name: "slow", Timeout: policy, Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
				if task.Timeout() == nil || task.Attempt() < 1 || task.Began().IsZero() {
					return nil, errors.New("the task does not know its limits")
				}
				task.Heartbeat()
				return pending{func(done func(any, error)) {
					task.OnAbort(func(err error) { done(nil, err) })
				}}, nil
			})}},
			Edges: []runtime.Edge{edge("__start__", "slow")},
		}
		if handler {
			spec.Nodes[0].ErrorHandler = "sorry"
			spec.Nodes = append(spec.Nodes, runtime.NodeSpec{Name: "sorry", Handler: true, Func: says("sorry")})
		}
		return spec
	}
	for _, policy := range []*runtime.TimeoutPolicy{{Run: time.Second}, {Idle: time.Second}, {Idle: time.Second, HeartbeatOnly: true}} {
		var late *runtime.NodeTimeoutError
		res := invoke(compile(t, slow(policy, false)), state{"log": []any{}}, nil, runtime.Options{})
		if !errors.As(res.Err, &late) || !strings.Contains(res.Err.Error(), "slow") {
			t.Errorf("%+v: %v", policy, res.Err)
		}
	}
	res := invoke(compile(t, slow(&runtime.TimeoutPolicy{Run: time.Second}, true)), state{"log": []any{}}, nil, runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"})
	if res.Err != nil || asJSON(res.Values) != `{"log":["sorry"]}` {
		t.Errorf("with a handler: %s, %v", asJSON(res.Values), res.Err)
	}
	step := slow(&runtime.TimeoutPolicy{}, false)
	if res := invoke(compile(t, step), state{"log": []any{}}, nil, runtime.Options{StepTimeout: time.Second}); res.Err == nil {
		t.Error("a superstep took longer than it may")
	}
}

// What a host remembers of a thread is used while the thread is as it was, and not after somebody else changed it.
func TestRememberedThreads(t *testing.T) {
	t.Parallel()
	var seen []string
	g, s, h := review(t, &seen), &checkpoint.MemorySaver{}, &goHost{}
	recent := &runtime.Recent{}
	o := runtime.Options{Saver: s, ThreadID: "t", Recent: recent}
	if res := h.on(t, g, state{"log": []any{"in"}}, nil, o); !res.Interrupted {
		t.Fatalf("%+v", res)
	}
	if _, err := (&goHost{}).update(t, g, s, []runtime.StateUpdate{{Values: state{"log": []any{"by others"}}, AsNode: "draft", HasNode: true}}); err != nil {
		t.Fatal(err)
	}
	if res := h.on(t, g, nil, nil, o); !res.Interrupted {
		t.Fatalf("%+v", res)
	}
	if res := h.on(t, g, nil, resume("ann"), o); res.Err != nil || asJSON(res.Values) != `{"log":["in","draft","by others","send"],"who":"ann"}` {
		t.Errorf("got %s, %v", asJSON(res.Values), res.Err)
	}
}
