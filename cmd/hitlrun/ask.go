// This file asks the questions of a thread on a terminal.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// errLater is returned by ask if nobody wants to answer now.
var errLater = errors.New("no answer for now")

// converse asks the questions of a thread, one after the other, until there are
// none or nobody answers. It returns where the thread stands then.
func (a *app) converse(ctx context.Context, store *hitlrun.Store, res *hitlrun.Result, o hitlrun.RunOptions) (*hitlrun.Result, error) {
	for len(res.Interrupts) > 0 {
		in := &res.Interrupts[0]
		value, err := a.ask(ctx, res.ThreadID, in)
		if errors.Is(err, errLater) {
			return res, nil
		}
		if err != nil {
			return res, err
		}
		next, err := store.Resume(ctx, res.ThreadID, hitlrun.Answer{Value: value, Interrupt: in.ID, RunOptions: o})
		if err != nil {
			return next, err
		}
		res = next
	}
	return res, nil
}

// ask shows a question and returns the answer that is typed, as JSON.
func (a *app) ask(ctx context.Context, threadID string, in *hitlrun.Interrupt) (json.RawMessage, error) {
	who := paint(a.stderrColors, bold, safeLine(in.Node))
	fmt.Fprintf(a.stderr, "%s asks (thread %s):%s\n", who, safeLine(threadID), indented(question(in.Value)))
	for {
		io.WriteString(a.stderr, paint(a.stderrColors, bold, ">")+" ")
		line, err := a.readLine(ctx)
		if err != nil {
			io.WriteString(a.stderr, "\n")
			if ctx.Err() != nil {
				return nil, err
			}
			return nil, errLater
		}
		if line != "" {
			return answer(line), nil
		}
	}
}

// answer is what a line that was typed means: JSON if it is that, else text.
func answer(line string) json.RawMessage {
	if data := []byte(strings.TrimSpace(line)); json.Valid(data) {
		return data
	}
	return textJSON(line)
}
