// This file tests child tasks: what is stored of them, their questions, their ids.

package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// coroutine is a function that can wait for child tasks.
type coroutine struct {
	*runtime.Task
	yield func(wait func(resume func())) bool
}

// waits makes of f what a host starts.
func waits(f childFunc) func(t *runtime.Task, done func(any, error)) {
	return func(t *runtime.Task, done func(any, error)) {
		var v any
		var err error
		next, _ := iter.Pull(func(yield func(func(func())) bool) { v, err = f(&coroutine{t, yield}) })
		var resume func()
		resume = func() {
			if wait, ok := next(); ok {
				wait(resume)
				return
			}
			done(v, err)
		}
		resume()
	}
}

// call is a child task to run.
type call struct {
	name string
	f    childFunc
	one  bool // OneAtATime
}

// all runs child tasks beside each other. Like Promise.all it returns with the first error.
func (c *coroutine) all(calls ...call) ([]any, error) {
	results := make([]any, len(calls))
	var first error
	c.yield(func(resume func()) {
		left := len(calls)
		for i, k := range calls {
			c.Call(runtime.ChildCall{Name: k.name, Func: k.f, Input: k.name, OneAtATime: k.one, Done: func(v runtime.Value, err error) {
				results[i] = v
				if left--; left == 0 || err != nil && first == nil {
					first = err
					left = -1
					resume()
				}
			}})
		}
	})
	return results, first
}

func (c *coroutine) call(name string, f childFunc) (any, error) {
	results, err := c.all(call{name: name, f: f})
	return results[0], err
}

func (c *coroutine) sleep(d time.Duration) {
	c.yield(func(resume func()) { c.Run().Host().After(d, resume) })
}

// question is a child task that asks what it is called.
func question(name string) call {
	return call{name: name, f: func(c *coroutine) (any, error) {
		a, err := c.Interrupt(name, nil)
		return fmt.Sprintf("%s=%v", name, a), err
	}}
}

func oneAtATime(calls ...call) []call {
	for i := range calls {
		calls[i].one = true
	}
	return calls
}

// effects counts how often the functions of child tasks ran.
type effects map[string]int

func (e effects) task(name string) call {
	return call{name: name, f: func(*coroutine) (any, error) {
		e[name]++
		return name, nil
	}}
}

func graphOf(t *testing.T, f childFunc) *runtime.Graph {
	t.Helper()
	return compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "node", Func: f}},
		Edges:    []runtime.Edge{edge("__start__", "node")},
	})
}

func TestChildTaskIDsAreLangGraphs(t *testing.T) {
	t.Parallel()
	const cp, wf = "1f1e63a4-620c-6380-ffff-663b917f7170", "wf:b8383717-406e-5a08-ab11-90ee3d8420b4"
	path := []any{"__pregel_pull", "wf"}
	outer := runtime.ChildTaskID(cp, wf, 0, "outer", path, 0)
	if want := "c9a09b91-99e6-5a39-8467-b1464c54f70d"; outer != want {
		t.Errorf("outer: got %s, want %s", outer, want)
	}
	inner := runtime.ChildTaskID(cp, wf+"|outer:"+outer, 0, "inner", []any{"__pregel_push", path, 0, true}, 0)
	if want := "656ef53d-5fde-585c-ae06-1da4715d218f"; inner != want {
		t.Errorf("inner: got %s, want %s", inner, want)
	}
}

func TestChildTasksThatReturnedAreNotRepeated(t *testing.T) {
	t.Parallel()
	ran := effects{}
	g := graphOf(t, func(c *coroutine) (any, error) {
		nested := func(c *coroutine) (any, error) { return c.call("inner", ran.task("inner").f) }
		if _, err := c.call("outer", nested); err != nil {
			return nil, err
		}
		list, err := c.all(ran.task("before"), question("q"), ran.task("behind"))
		return state{"log": list}, err
	})
	o := runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"}
	res := invoke(g, state{"log": []any{}}, nil, o)
	if len(res.Interrupts) != 1 || !strings.Contains(res.Interrupts[0].NS, "|q:") {
		t.Fatalf("the question is not that of the child: %+v (%v)", res.Interrupts, res.Err)
	}
	res = invoke(g, nil, resume("yes"), o)
	if got, want := asJSON(res.Values), `{"log":["before","q=yes","behind"]}`; got != want {
		t.Errorf("got %s, want %s (%v)", got, want, res.Err)
	}
	if got, want := asJSON(ran), `{"before":1,"behind":1,"inner":1}`; got != want {
		t.Errorf("ran %s, want %s", got, want)
	}
}

func TestPlainAnswerReachesAllChildrenThatAsk(t *testing.T) {
	t.Parallel()
	g := graphOf(t, func(c *coroutine) (any, error) {
		list, err := c.all(question("q1"), question("q2"))
		return state{"log": list}, err
	})
	o := runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"}
	invoke(g, state{"log": []any{}}, nil, o)
	res := invoke(g, nil, resume("yes"), o)
	if got, want := asJSON(res.Values), `{"log":["q1=yes","q2=yes"]}`; got != want {
		t.Errorf("got %s, want %s (%v)", got, want, res.Err)
	}
}

// TestOneAtATime asks the questions of siblings one by one, in the order of the calls, whatever
// the order in which they come up; those that are done are not repeated.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	ran := effects{}
	slow := func(name string) call { // asks after its sibling did
		q := question(name)
		return call{name: name, f: func(c *coroutine) (any, error) {
			if _, err := c.call("wait", ran.task(name+"'s wait").f); err != nil {
				return nil, err
			}
			return q.f(c)
		}}
	}
	twice := call{name: "q3", f: func(c *coroutine) (any, error) {
		a, err := c.Interrupt("q3", nil)
		if err != nil {
			return nil, err
		}
		b, err := c.Interrupt("q4", nil)
		ran[fmt.Sprintf("%v, %v", a, b)]++
		return fmt.Sprintf("%v, %v", a, b), err
	}}
	g := graphOf(t, func(c *coroutine) (any, error) {
		list, err := c.all(oneAtATime(slow("q1"), ran.task("beside"), question("q2"), twice)...)
		return state{"log": list}, err
	})
	o := runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"}
	res := invoke(g, state{"log": []any{}}, nil, o)
	var asked []string
	for range 4 {
		if len(res.Interrupts) != 1 {
			t.Fatalf("got %d questions after %v (%v)", len(res.Interrupts), asked, res.Err)
		}
		q := res.Interrupts[0].Value.(string)
		asked = append(asked, q)
		res = invoke(g, nil, resume("a"+q[1:]), o)
	}
	if got, want := asJSON(asked), `["q1","q2","q3","q4"]`; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	if got, want := asJSON(res.Values), `{"log":["q1=a1","beside","q2=a2","a3, a4"]}`; got != want {
		t.Errorf("got %s, want %s (%v)", got, want, res.Err)
	}
	if got, want := asJSON(ran), `{"a3, \u003cnil\u003e":1,"a3, a4":1,"beside":1,"q1's wait":1}`; got != want {
		t.Errorf("ran %s, want %s", got, want)
	}
}

func TestThreadsAskChildrenOneAtATime(t *testing.T) {
	t.Parallel()
	g := graphOf(t, func(c *coroutine) (any, error) {
		list, err := c.all(question("q1"), question("q2"))
		return state{"log": list}, err
	})
	o := runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t", Thread: true}
	invoke(g, state{"log": []any{}}, nil, o)
	res := invoke(g, nil, resume("first"), o)
	if len(res.Interrupts) != 1 || res.Interrupts[0].Value != "q2" {
		t.Fatalf("got %+v, want the second question", res)
	}
	res = invoke(g, nil, resume("second"), o)
	if got, want := asJSON(res.Values), `{"log":["q1=first","q2=second"]}`; got != want {
		t.Errorf("got %s, want %s (%v)", got, want, res.Err)
	}
}

func TestErrorsOfChildTasksCanBeCaughtAndAreNotStored(t *testing.T) {
	t.Parallel()
	tries := 0
	g := graphOf(t, func(c *coroutine) (any, error) {
		_, err := c.call("flaky", func(*coroutine) (any, error) {
			tries++
			if tries < 2 {
				return nil, errors.New("flaky")
			}
			return nil, nil
		})
		a, ask := c.Interrupt("go on?", nil)
		return state{"log": []any{fmt.Sprint(err), a}}, ask
	})
	o := runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"}
	invoke(g, state{"log": []any{}}, nil, o)
	res := invoke(g, nil, resume("yes"), o)
	if got, want := asJSON(res.Values), `{"log":["\u003cnil\u003e","yes"]}`; got != want || tries != 2 {
		t.Errorf("got %s, want %s (%v, %d tries)", got, want, res.Err, tries)
	}
}

func TestRetriedNodeFindsWhatItsChildrenReturned(t *testing.T) {
	t.Parallel()
	ran := effects{}
	tries := 0
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{{Name: "node", Retry: &runtime.RetryPolicy{}, Func: childFunc(func(c *coroutine) (any, error) {
			v, err := c.call("effect", ran.task("effect").f)
			if tries++; tries < 3 {
				return nil, errors.New("flaky")
			}
			return state{"log": []any{v}}, err
		})}},
		Edges: []runtime.Edge{edge("__start__", "node")},
	})
	res := invoke(g, state{"log": []any{}}, nil, runtime.Options{})
	if got, want := asJSON(res.Values), `{"log":["effect"]}`; got != want || ran["effect"] != 1 {
		t.Errorf("got %s, want %s (%v, ran %v)", got, want, res.Err, ran)
	}
}

// notingSaver is a saver that records which child tasks returned.
type notingSaver struct {
	checkpoint.Saver
	returned []string
}

func (s *notingSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	err := s.Saver.Commit(ctx, b)
	for _, tw := range b.Writes {
		for _, w := range tw.Writes {
			if err == nil && w.Channel == checkpoint.ChannelReturn {
				s.returned = append(s.returned, w.TaskID)
			}
		}
	}
	return err
}

// TestKillChildTasksAtEveryCommit has a node with child tasks beside, behind and inside of each
// other, some of which ask. The process dies at the n-th commit, for every n. What was stored of a
// child is never done again, and each question gets its own answer.
func TestKillChildTasksAtEveryCommit(t *testing.T) {
	t.Parallel()
	const want = `["q0=answer to q0","effect 1","q1=answer to q1","q2=answer to q2","effect 2","q3=answer to q3","q4=answer to q4"]`
	died := 0
	for n := -1; n < 60; n++ {
		store := &notingSaver{Saver: &checkpoint.MemorySaver{}}
		effect := func(name string) call {
			return call{name: name, one: true, f: func(c *coroutine) (any, error) {
				if slices.Contains(store.returned, c.ID()) {
					t.Errorf("killed after %d commits: %s ran again", n, name)
				}
				return name, nil
			}}
		}
		inner := graphOf(t, func(c *coroutine) (any, error) {
			a, err := c.Interrupt("q3", nil)
			return state{"log": []any{fmt.Sprintf("q3=%v", a)}}, err
		})
		g := graphOf(t, func(c *coroutine) (any, error) {
			a, err := c.Interrupt("q0", nil)
			if err != nil {
				return nil, err
			}
			log := []any{fmt.Sprintf("q0=%v", a)}
			nested := func(c *coroutine) (any, error) {
				list, err := c.all(effect("effect 1"), question("q1"))
				return list, err
			}
			v, err := c.call("nested", nested)
			if err != nil {
				return nil, err
			}
			log = append(log, v.([]any)...)
			list, err := c.all(oneAtATime(question("q2"), effect("effect 2"), runs(inner), question("q4"))...)
			return state{"log": append(log, list...)}, err
		})
		got, dead := killed(t, g, store, n)
		if got != want {
			t.Errorf("killed after %d commits: got %s, want %s", n, got, want)
		}
		if dead {
			died++
		}
	}
	if died < 15 {
		t.Errorf("the process died %d times only", died)
	}
}

// TestKillWhereSeveralUseAnAnswer has one plain answer that a child and a graph inside of its
// sibling use. The graph is not done when the child is: the answer has to be stored for it.
func TestKillWhereSeveralUseAnAnswer(t *testing.T) {
	t.Parallel()
	inner := graphOf(t, func(c *coroutine) (any, error) {
		a, err := c.Interrupt("q", nil)
		c.sleep(10)
		return state{"log": []any{fmt.Sprintf("q=%v", a)}}, err
	})
	late := question("q")
	g := graphOf(t, func(c *coroutine) (any, error) {
		list, err := c.all(runs(inner), call{name: "q", f: func(c *coroutine) (any, error) {
			c.sleep(5)
			return late.f(c)
		}})
		return state{"log": list}, err
	})
	for n := -1; n < 20; n++ {
		got, _ := killed(t, g, &checkpoint.MemorySaver{}, n)
		if want := `["q=answer to q","q=answer to q"]`; got != want {
			t.Errorf("killed after %d commits: got %s, want %s", n, got, want)
		}
	}
}

// runs is a child task that runs a graph and returns the first entry of its log.
func runs(g *runtime.Graph) call {
	return call{name: "graph", f: func(c *coroutine) (any, error) {
		var res runtime.Result
		c.yield(func(resume func()) {
			o := *c.Run().Options()
			o.Parent, o.Emit = c.Task, nil
			o.Done = func(r runtime.Result) { res = r; resume() }
			g.Start(context.Background(), c.Run().Host(), state{"log": []any{}}, nil, o)
		})
		if res.Err != nil {
			return nil, res.Err
		}
		return res.Values.(state)["log"].([]any)[0], nil
	}}
}

// killed runs g to its end in a process that dies after so many commits, and one that does not.
// It returns the log of g. No question may be asked again whose answer was stored.
func killed(t *testing.T, g *runtime.Graph, store checkpoint.Saver, death int) (log string, died bool) {
	t.Helper()
	mortal := &mortalSaver{store, death}
	answered := map[any]int{}
	call := func(input runtime.Value, cmd *runtime.Command) runtime.Result {
		if cmd != nil && mortal.left != 0 {
			answered[cmd.Resume]++ // the first commit stores it
		}
		return invoke(g, input, cmd, runtime.Options{Saver: mortal, ThreadID: "t"})
	}
	log, died = answerAll(t, store, call, func() { mortal.left = -1 })
	for answer, n := range answered {
		if n != 1 {
			t.Errorf("killed after %d commits: %v was given %d times", death, answer, n)
		}
	}
	return log, died
}

func TestHiddenChildrenAreNotShown(t *testing.T) {
	t.Parallel()
	inner := graphOf(t, func(*coroutine) (any, error) { return state{"log": []any{"inner"}}, nil })
	ns := ""
	g := graphOf(t, func(c *coroutine) (any, error) {
		ns = c.NS()
		c.yield(func(resume func()) {
			c.Call(runtime.ChildCall{Name: "hidden", Hidden: true, Func: runs(inner).f, Done: func(runtime.Value, error) { resume() }})
		})
		return nil, nil
	})
	var got []string
	invoke(g, state{"log": []any{}}, nil, runtime.Options{Modes: runtime.ModeTasks, Subgraphs: true, Emit: func(c runtime.Chunk) {
		got = append(got, fmt.Sprint(c.NS, c.Payload.(state)["name"]))
	}})
	in := "[" + ns + "]node"
	if want := []string{"[]node", in, in, "[]node"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
