// This file has what the saver has of the questions of a thread. There may be thousands of them, so the writes of each
// namespace are read once, for all questions.

package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// standing is what the saver has of the questions of a thread.
type standing struct {
	ctx    context.Context
	saver  checkpoint.Saver
	root   *checkpoint.Tuple        // the newest checkpoint
	given  storedAnswer             // that no task has used; it is stored in the namespace of the thread for all subgraphs
	graphs map[string]askedQuestion // by namespace; nil for one without a checkpoint
}

// askedQuestion says, by the id of a question, how the tasks stand that asked it. The questions are those of one graph.
type askedQuestion map[string]askedTasks

// askedTasks is what the pending writes say of the tasks that asked a question.
type askedTasks struct {
	failed   bool // one that used an answer failed
	answered bool // one that used an answer to the question has not ended
	open     bool // one has not ended
	waits    bool // one has not ended, and used no answer to the question
}

// readStanding reads the newest checkpoint of a thread.
func readStanding(ctx context.Context, saver checkpoint.Saver, threadID string) (*standing, error) {
	root, err := saver.Get(ctx, checkpoint.Key{ThreadID: threadID})
	if err != nil {
		return nil, err
	}
	s := newStanding(ctx, saver, root)
	return s, s.readGiven()
}

// readGiven reads the answer that no task has used.
func (s *standing) readGiven() error {
	for _, w := range s.root.Writes {
		if w.TaskID == checkpoint.NullTaskID && w.Channel == checkpoint.ChannelResume {
			if err := json.Unmarshal(w.Value.Data, &s.given); err != nil {
				return fmt.Errorf("read an answer: %w", err)
			}
		}
	}
	return nil
}

// answeredQuestions returns the ids of the questions at the newest checkpoint of a thread that do not wait although their
// tasks have not ended: a task stopped at a breakpoint after it used the answer, or the failure of another one ended it. It
// does not return those with whose answer a task failed, nor those of a saver that stores only what scripts see.
func answeredQuestions(ctx context.Context, saver checkpoint.Saver, root *checkpoint.Tuple) (map[string]bool, error) {
	answered := map[string]bool{}
	s := newStanding(ctx, saver, root)
	for _, w := range root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		id, ns, _ := interruptOf(w.Value)
		if id == "" || ns == "" {
			continue
		}
		if s.given.UID == "" {
			if err := s.readGiven(); err != nil {
				return nil, err
			}
		}
		_, named := s.given.ByID[id]
		waits, err := s.waits(id, ns, named && s.given.has(id))
		if err != nil {
			return nil, err
		}
		if !waits && !s.failed(id, ns) {
			answered[id] = true
		}
	}
	return answered, nil
}

// failed reports whether a task failed with an answer to a question: the one that asked it, whose namespace is ns, or one
// around it. The graphs must have been read.
func (s *standing) failed(id, ns string) bool {
	for ns != "" {
		ns = outerOf(ns)
		if s.graphs[ns][id].failed {
			return true
		}
	}
	return false
}

// newStanding returns a standing without an answer.
func newStanding(ctx context.Context, saver checkpoint.Saver, root *checkpoint.Tuple) *standing {
	return &standing{ctx: ctx, saver: saver, root: root, graphs: map[string]askedQuestion{"": questionsIn(root.Writes)}}
}

// graph returns the questions that the graph of a namespace asked; nil if it has no checkpoint.
func (s *standing) graph(ns string) (askedQuestion, error) {
	if g, ok := s.graphs[ns]; ok {
		return g, nil
	}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	tuple, err := s.saver.Get(s.ctx, checkpoint.Key{ThreadID: s.root.Key.ThreadID, NS: ns})
	var g askedQuestion
	switch {
	case err == nil:
		g = questionsIn(tuple.Writes)
	case !errors.Is(err, checkpoint.ErrNotFound):
		return nil, err
	}
	s.graphs[ns] = g
	return g, nil
}

// has reports whether a task may still use the answer for the question.
func (s *storedAnswer) has(id string) bool {
	if s.UID == "" || s.Used {
		return false
	}
	_, named := s.ByID[id]
	return named || s.ByID == nil
}

// outerOf returns the namespace of the graph around the task or the graph with this namespace.
func outerOf(ns string) string { return ns[:max(0, strings.LastIndexByte(ns, '|'))] }

// stuck reports whether the task that asked a question did not end with an answer. ns is the namespace of the task. The
// graph of the task stores a failure in one of the namespaces that lead to ns, and what the task has not ended with in
// the innermost of them that has a checkpoint.
func (s *standing) stuck(id, ns string) (bool, error) {
	innermost := true
	for ns != "" {
		ns = outerOf(ns)
		g, err := s.graph(ns)
		if err != nil {
			return false, err
		}
		if g == nil {
			continue
		}
		if t := g[id]; t.failed || innermost && (t.answered || t.open && s.given.has(id)) {
			return true, nil
		}
		innermost = false
	}
	return false, nil
}

// waits reports whether a question has no answer: in the innermost namespace that has a checkpoint, its task has neither used
// an answer to it nor ended. given says that the thread has an answer that the task may use.
func (s *standing) waits(id, ns string, given bool) (bool, error) {
	if id == "" || given {
		return false, nil
	}
	ns, err := s.innermost(ns)
	if err != nil {
		return false, err
	}
	return s.graphs[ns][id].waits, nil
}

// innermost returns the namespace of the innermost graph around the task or the graph with the namespace ns that has a
// checkpoint.
func (s *standing) innermost(ns string) (string, error) {
	for {
		ns = outerOf(ns)
		if g, err := s.graph(ns); g != nil || err != nil {
			return ns, err
		}
	}
}

// questionsIn returns the questions in the pending writes of a graph.
func questionsIn(writes []checkpoint.PendingWrite) askedQuestion {
	type task struct {
		answers       int // that it has used, as far as it is stored
		failed, ended bool
	}
	tasks := map[string]*task{}
	type asked struct{ id, task string }
	index := map[asked]int{}
	for _, w := range writes {
		if w.Channel == checkpoint.ChannelInterrupt && w.TaskID != checkpoint.NullTaskID {
			id, _, at := interruptOf(w.Value)
			index[asked{id, w.TaskID}] = at
			tasks[w.TaskID] = &task{}
		}
	}
	for _, w := range writes {
		t := tasks[w.TaskID]
		if t == nil {
			continue
		}
		switch {
		case w.Channel == checkpoint.ChannelError:
			t.failed = true
		case w.Channel == checkpoint.ChannelResume:
			var answers []json.RawMessage
			_ = json.Unmarshal(w.Value.Data, &answers)
			t.answers = len(answers)
		case !checkpoint.IsSpecial(w.Channel):
			t.ended = true
		}
	}
	questions := askedQuestion{}
	for a, at := range index {
		t, q := tasks[a.task], questions[a.id]
		q.failed = q.failed || t.answers > 0 && t.failed
		q.open = q.open || !t.ended
		q.answered = q.answered || !t.ended && t.answers > at
		q.waits = q.waits || !t.ended && t.answers <= at
		questions[a.id] = q
	}
	return questions
}

// interruptOf returns the id of the question in a pending write, "" if it has none, the namespace of the task that
// asked, and how many questions the task asked before.
func interruptOf(b checkpoint.Blob) (id, ns string, index int) {
	s, _ := interruptHead(b.Data)
	return s.ID, s.NS, s.Index
}
