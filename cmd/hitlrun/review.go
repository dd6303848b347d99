// This file has `hitlrun review`: a person goes through the questions that wait, and answers them.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// reviewFlags are the flags of review.
type reviewFlags struct {
	store       storeFlags
	permissions permissionFlags
	limits      limitFlags
	who         whoFlags
	script      scriptFlag
	plain       bool
}

func reviewCommand() *command {
	c := &command{
		name: "review", args: "[flags]", output: &outputFlags{},
		summary: "go through the questions that wait, and answer them",
		about: `Lists the waiting questions, oldest first. Type the number of a question to open it, or a
text to list the questions that contain it. Ctrl-D goes back; in the list it ends the
command. A question with a JSON schema shows a form, the question of an agent asks for a
decision about each action, and ":e" opens $EDITOR. An answer is stored when it is
complete; an answer that does not fit the schema is asked for again. In a pipe the list
is printed, and nothing is asked.`,
		examples: []string{
			"hitlrun review",
			"hitlrun review --thread order-17 --as ann",
			"hitlrun review --db /srv/flows.db --plain",
		},
	}
	f := &reviewFlags{}
	own := newFlags()
	own.BoolVar(&f.plain, "plain", false, "read lines without keys for editing: for screen readers and simple terminals")
	f.script.add(own)
	f.who.addStrict(own)
	store := f.store.group("the `ID` of the only thread to review")
	c.groups = []flagGroup{{"Review", own}, store, f.who.group(), f.permissions.threadGroup(false), f.limits.group(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		o, err := a.scriptOptions(&f.permissions, &f.limits, &f.store.key)
		if err != nil {
			return err
		}
		o.Effects = f.who.effects
		a.plain = f.plain
		a.watchRuns(&o)
		s, err := a.store(&f.store, hitlrun.Options{Script: o, UseGrants: f.permissions.use(), AuditDigests: f.who.digests == "digest"}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		r := &reviewer{a: a, c: c, f: f, store: s}
		if f.store.flags.Changed("thread") {
			id, err := f.store.id(c)
			if err != nil {
				return err
			}
			return r.one(ctx, id)
		}
		return r.all(ctx)
	}
	return c
}

// reviewer goes through the questions of a store.
type reviewer struct {
	a      *app
	c      *command
	f      *reviewFlags
	store  *hitlrun.Store
	filter string
}

// item is a question that waits.
type item struct {
	thread hitlrun.Thread
	in     *hitlrun.Interrupt
}

// one asks the questions of one thread.
func (r *reviewer) one(ctx context.Context, id string) error {
	res, err := r.store.State(ctx, id)
	if err != nil {
		return err
	}
	if len(res.Interrupts) == 0 || !r.a.interactive() {
		return r.a.printResult(&r.f.store, res, r.again())
	}
	for i := range res.Interrupts {
		if err := r.answer(ctx, item{hitlrun.Thread{ID: id}, &res.Interrupts[i]}); err != nil {
			return err
		}
	}
	return nil
}

// all shows the list until the person leaves it.
func (r *reviewer) all(ctx context.Context) error {
	for {
		items, more, err := r.waiting(ctx)
		if err != nil {
			return err
		}
		if r.a.json {
			threads := make([]hitlrun.Thread, 0, len(items))
			for i, it := range items {
				if i == 0 || items[i-1].thread.ID != it.thread.ID {
					threads = append(threads, it.thread)
				}
			}
			return r.a.printJSON(threads)
		}
		r.list(items, more)
		if !r.a.interactive() || len(items) == 0 && r.filter == "" {
			return nil
		}
		line, err := r.a.terminal().ReadLine(ctx, "number, text to search for, or q: ")
		switch {
		case err != nil && ctx.Err() != nil:
			return err
		case errors.Is(err, io.EOF), strings.TrimSpace(line) == "q":
			return nil
		case err != nil:
			return err
		}
		if err := r.chosen(ctx, items, strings.TrimSpace(line)); err != nil {
			return err
		}
	}
}

// chosen carries out a line that was typed at the list.
func (r *reviewer) chosen(ctx context.Context, items []item, line string) error {
	n, err := strconv.Atoi(line)
	if err != nil || n < 1 || n > len(items) {
		r.filter = line
		return nil
	}
	return r.answer(ctx, items[n-1])
}

// maxListed is how many questions a list shows; a search finds the others.
const maxListed = 30

// waiting returns the questions to show, and the number of other questions.
func (r *reviewer) waiting(ctx context.Context) (items []item, more int, err error) {
	for t, err := range r.store.EachThread(ctx, hitlrun.ThreadFilter{Waiting: true}) {
		if err != nil {
			return nil, 0, err
		}
		for i := range t.Interrupts {
			if it := (item{t, &t.Interrupts[i]}); it.has(r.filter) {
				items = append(items, it)
			}
		}
		if len(items) > 2*maxListed { // the oldest are what is shown, and they come last
			more += maxListed
			items = append(items[:0], items[maxListed:]...)
		}
	}
	if over := len(items) - maxListed; over > 0 {
		more += over
		items = items[over:]
	}
	for i, j := 0, len(items)-1; i < j; i, j = i+1, j-1 {
		items[i], items[j] = items[j], items[i]
	}
	return items, more, nil
}

// has reports whether the list shows a text for a question.
func (it *item) has(text string) bool {
	text = strings.ToLower(text)
	for _, s := range []string{it.thread.ID, it.thread.Script, it.in.Node, string(it.in.Value)} {
		if strings.Contains(strings.ToLower(s), text) {
			return true
		}
	}
	return false
}

// list prints the questions.
func (r *reviewer) list(items []item, more int) {
	out := io.Writer(r.a.stdout)
	if r.filter != "" {
		fmt.Fprintf(r.a.stderr, "with %q; an empty line shows all\n", safeLine(r.filter))
	}
	if len(items) == 0 {
		io.WriteString(r.a.stderr, "no questions wait\n")
		return
	}
	rows := [][]string{{"", "THREAD", "NODE", "WAITS", "DEADLINE", "SCRIPT", "ASKS"}}
	for i, it := range items {
		rows = append(rows, []string{
			strconv.Itoa(i + 1), shorten(safeLine(it.thread.ID), 36), shorten(safeLine(it.in.Node), 20), age(time.Since(it.thread.UpdatedAt)),
			until(it.in.Deadline), shorten(safeLine(it.thread.Script), 30), shorten(headline(it.in.Value), askLength),
		})
	}
	io.WriteString(out, table(rows, func(row, _ int, cell string) string {
		return paint(r.a.stdoutColors && row == 0, bold, cell)
	}))
	if more > 0 {
		fmt.Fprintf(r.a.stderr, "and %d more: the oldest are shown, a search finds the others\n", more)
	}
}

// age is a duration for people: its largest unit.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", max(0, int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	}
	return fmt.Sprintf("%dd", int(d.Hours()/24))
}

// answer asks one question and reports the new status of its thread. Ctrl-D returns to the list.
func (r *reviewer) answer(ctx context.Context, it item) error {
	answer := hitlrun.Answer{}
	r.f.who.fill(r.a, r.c.name, &answer.RunOptions)
	if err := r.a.chooseScript(ctx, r.f.script.script, r.store, it.thread.ID, &answer); err != nil {
		return r.failed(ctx, it.thread.ID, err)
	}
	res, err := r.a.askAndResume(ctx, r.store, it.thread.ID, it.in, answer)
	switch {
	case errors.Is(err, errLater):
		return nil
	case err != nil:
		return r.failed(ctx, it.thread.ID, err)
	}
	r.a.stdout.newLine()
	fmt.Fprintf(r.a.stderr, "thread %s: %s\n", safeLine(it.thread.ID), statusText(res.Status, res.Lost))
	return nil
}

// failed reports an error of one thread; the others can still be answered.
func (r *reviewer) failed(ctx context.Context, id string, err error) error {
	if ctx.Err() != nil {
		return err
	}
	r.a.report(&threadError{err: err, thread: id})
	return nil
}

// again returns the flags to repeat in the command that resumes a thread.
func (r *reviewer) again() []string {
	return append(append(r.f.script.again(), r.f.who.again()...), given(r.f.permissions.flags, r.f.limits.flags)...)
}
