// This file asks the questions of a thread on a terminal.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
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
		if line == "" {
			continue
		}
		value, err := answer(line)
		if err == nil {
			return value, nil
		}
		fmt.Fprintf(a.stderr, "that is not valid JSON: %s; type it again, or as text in quotes: %s\n", safeLine(err.Error()), safeLine(string(textJSON(line))))
	}
}

// answer is what a line that was typed means: JSON if it is that, else text. What begins like
// JSON and is none is an error: it is a slip as a rule, and an answer is used once.
func answer(line string) (json.RawMessage, error) {
	data := []byte(strings.TrimSpace(line))
	if json.Valid(data) {
		return data, nil
	}
	if jsonLike.Match(data) || wordLike.Match(data) {
		return nil, checkJSON(data)
	}
	return textJSON(line), nil
}

// wordLike matches what is meant as true, false or null and is written wrong: "tru", "False", "true,". A node would take
// the text "False" for a yes. "t", "no" and "true, but late" are text.
var wordLike = regexp.MustCompile(`(?i)^(true?|false?|null?)[^\pL\pN\s]*$`)

// jsonLike matches what begins like an object, an array, a string or a number and goes on like one. "[urgent] call
// me" and "3 days" do not.
var jsonLike = regexp.MustCompile(`^(\{|\[\s*(["{\[\]\d-]|true\b|false\b|null\b|$)|"|-?\d+(\.\d*)?([eE][+-]?\d*)?$)`)
