// This file has `hitlrun state`.

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
)

func stateCommand() *command {
	c := &command{
		name: "state", args: "--thread ID [flags]", output: &outputFlags{},
		summary: "show the state of a thread and its questions",
		about: `Shows the state of a thread, the nodes that come next, and its questions with the
commands that answer them. The script is not needed.`,
		examples: []string{
			"hitlrun state --thread order-17",
			"hitlrun state --thread order-17 --json | jq .values",
		},
	}
	var store storeFlags
	c.groups = []flagGroup{store.group("the `ID` of the thread"), c.output.group()}
	c.run = onThread(c, &store, hitlrun.Options{ReadOnly: true}, func(ctx context.Context, a *app, s *hitlrun.Store, id string) error {
		res, err := s.State(ctx, id)
		if err != nil {
			return err
		}
		return a.printResult(&store, res, nil, a.howItFailed(ctx, &store, s, res))
	})
	return c
}

// howItFailed returns, for a thread that failed, the last answer with which a node did not end, and the commands that
// continue the thread; "" for others.
func (a *app) howItFailed(ctx context.Context, store *storeFlags, s *hitlrun.Store, res *hitlrun.Result) string {
	if res.Status != hitlrun.StatusError || a.json {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n")
	failed, _ := s.FailedAnswers(ctx, res.ThreadID) // the state is shown without them
	if e, answer := lastAnswer(ctx, s, res.ThreadID, failed); answer != nil {
		fmt.Fprintf(&b, "%s asked:", safeLine(answer.Node))
		writeQuestion(&b, answer.Question)
		b.WriteString("\nit was answered:")
		writeQuestion(&b, answer.Value)
		fmt.Fprintf(&b, " (%s, %s)\n", safeLine(e.By), a.when(e.At))
	}
	fmt.Fprintf(&b, "to try again: %s\n", shellLine(a.resumeWords(store, res.ThreadID)...))
	for _, line := range a.otherWays(ctx, store, s, res.ThreadID, nil, true) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// otherWays returns lines with the commands that continue a failed thread in another way than trying again: with other
// answers to the questions whose nodes did not end, and, if corrected is set, with the current file of its script. again
// are flags to repeat.
func (a *app) otherWays(ctx context.Context, store *storeFlags, s *hitlrun.Store, id string, again []string, corrected bool) []string {
	var lines []string
	t, err := s.Thread(ctx, id)
	if err != nil {
		return nil // what went wrong is reported without them
	}
	failed, _ := s.FailedAnswers(ctx, id)
	for i := range failed {
		question := failed[i].ID
		if len(failed)+len(t.Interrupts) == 1 {
			question = ""
		}
		lines = append(lines, a.answerOtherwise(store, id, question, again))
	}
	if corrected && t.Script != stdinName && !slices.Contains(again, "--script") {
		words := append(append(a.resumeWords(store, id), again...), "--script", scriptCurrent)
		lines = append(lines, fmt.Sprintf("to run the corrected %s: %s", safeLine(t.Script), shellLine(words...)))
	}
	return lines
}

// answerOtherwise is a line with the command that gives another answer to a question whose node did not end with its
// answer; the question "" is the only one of the thread.
func (a *app) answerOtherwise(store *storeFlags, id, question string, again []string) string {
	words := a.resumeWords(store, id)
	if question != "" {
		words = append(words, "--interrupt", question, "--replace")
	}
	return "to answer otherwise: " + shellLine(append(append(words, again...), "--value", "JSON")...)
}

// isAsked reports whether one of the questions has this id.
func isAsked(list []hitlrun.Interrupt, id string) bool {
	return slices.ContainsFunc(list, func(in hitlrun.Interrupt) bool { return in.ID == id })
}

// lastAnswer returns the entry of the audit log with the last answer to one of these questions of a thread, and the
// answer; nil if there is none.
func lastAnswer(ctx context.Context, s *hitlrun.Store, id string, questions []hitlrun.Interrupt) (*hitlrun.AuditEntry, *hitlrun.AuditEvent) {
	list, err := s.Audit(ctx, hitlrun.AuditFilter{ThreadID: id})
	if err != nil {
		return nil, nil // the state is shown without it
	}
	for i := len(list) - 1; i >= 0; i-- {
		for j := range list[i].Events {
			if e := &list[i].Events[j]; e.Kind == "answer" && len(e.Value) > 0 && len(e.Question) > 0 && isAsked(questions, e.Interrupt) {
				return &list[i], e
			}
		}
	}
	return nil, nil
}
