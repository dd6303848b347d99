// This file asks the questions of a thread on a terminal.

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/cmd/hitlrun/form"
)

// errLater is returned by ask if nobody wants to answer now.
var errLater = errors.New("no answer for now")

// converse asks the questions of a thread, one after the other, until none is left or the person
// gives no answer. It returns the state of the thread then.
func (a *app) converse(ctx context.Context, store *hitlrun.Store, res *hitlrun.Result, o hitlrun.RunOptions) (*hitlrun.Result, error) {
	for res.Status == hitlrun.StatusInterrupted && len(res.Interrupts) > 0 {
		next, err := a.askAndResume(ctx, store, res.ThreadID, &res.Interrupts[0], hitlrun.Answer{RunOptions: o})
		if errors.Is(err, errLater) {
			return res, nil
		}
		if err != nil {
			if next == nil && ctx.Err() != nil {
				next = res
			}
			return next, err
		}
		res = next
	}
	return res, nil
}

// askAndResume asks a question, and resumes the thread with the answer. If the answer does not fit, it prints the reason, and
// asks again with that answer as the default.
func (a *app) askAndResume(ctx context.Context, store *hitlrun.Store, id string, in *hitlrun.Interrupt, answer hitlrun.Answer) (*hitlrun.Result, error) {
	a.show(id, in)
	answer.Interrupt = in.ID
	for {
		value, err := a.ask(ctx, in, answer.Value)
		if err != nil {
			return nil, err
		}
		answer.Value = value
		done := a.working(a.runs.text)
		res, err := store.Resume(ctx, id, answer)
		done()
		if !errors.Is(err, hitlrun.ErrAnswer) {
			return res, err
		}
		fmt.Fprintf(a.stderr, "%s\n", asMessage(err.Error()))
	}
}

// show prints a question.
func (a *app) show(threadID string, in *hitlrun.Interrupt) {
	who := paint(a.stderrColors, bold, safeLine(in.Node))
	if r, ok := form.ParseRequest(in.Value); ok {
		what := "a decision"
		if len(r.Actions) > 1 {
			what = fmt.Sprintf("%d decisions", len(r.Actions))
		}
		fmt.Fprintf(a.stderr, "%s asks for %s (thread %s)\n", who, what, safeLine(threadID))
		return
	}
	b := bufio.NewWriter(a.stderr)
	shown, _ := card(in.Value) // the form shows the schema
	fmt.Fprintf(b, "%s asks (thread %s):", who, safeLine(threadID))
	writeQuestion(b, shown)
	io.WriteString(b, "\n")
	_ = b.Flush() // stderr is the last place to report to
}

// ask returns the answer that the person types, as JSON. draft is an answer that was refused, or nil.
func (a *app) ask(ctx context.Context, in *hitlrun.Interrupt, draft json.RawMessage) (json.RawMessage, error) {
	asker := form.Asker{Terminal: a.terminal(), Draft: draft}
	value, err := asker.Answer(ctx, in.Value)
	if errors.Is(err, io.EOF) && ctx.Err() == nil {
		return nil, errLater
	}
	return value, err
}
