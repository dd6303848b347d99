// This file has `hitlrun resume`, and how a run of a thread ends.

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// resumeFlags are the flags of resume.
type resumeFlags struct {
	store                          storeFlags
	permissions                    permissionFlags
	limits                         limitFlags
	run                            runFlags
	who                            whoFlags
	script                         scriptFlag
	value, text, interrupt, update string
	replace                        bool
	decisions                      decisionFlags
}

func resumeCommand() *command {
	c := &command{
		name: "resume", args: "--thread ID [flags]", output: &outputFlags{},
		summary: "answer a question of a thread",
		about: `Gives an answer to a thread that waits, and runs the thread until it is done or asks
again. The script is the version in the store that the thread was started with. If the
file has changed, --script chooses between the two. The script has the permissions of
the thread's start, which --grants shows; --allow-* adds to them for this run, and the
audit log records it. Without --value and --text the question is asked on the terminal.
A thread that stopped at a breakpoint, failed, or lost its process continues without an
answer. If a node did not end with the last answer, a new answer replaces that one.`,
		examples: []string{
			"hitlrun resume --thread order-17 --value true",
			"hitlrun resume --thread mail-3 --approve --reject 'not to him' --edit '{\"subject\":\"Hello\"}'",
			`hitlrun resume --thread order-17 --value '{"ok":true}' --interrupt 5f3a --update '{"reviewer":"eve"}'`,
		},
	}
	f := &resumeFlags{}
	own := newFlags()
	own.StringVar(&f.value, "value", "", "the answer"+jsonUsage)
	own.StringVar(&f.text, "text", "", "the answer is the text `STRING`")
	own.StringVar(&f.interrupt, "interrupt", "", "the `ID` of the question, or its beginning; needed if several questions wait")
	own.BoolVar(&f.replace, "replace", false, "with --interrupt: replace the answer that the node did not end with")
	own.StringVar(&f.update, "update", "", "changes to the state that come with the answer"+jsonUsage)
	f.run.add(own)
	f.who.addStrict(own)
	f.script.add(own)
	store := f.store.group("the `ID` of the thread")
	c.groups = []flagGroup{{"Answer", own}, f.decisions.group(), store, f.who.group(), f.permissions.threadGroup(true), f.limits.inputGroup(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		id, err := f.store.id(c)
		if err != nil {
			return err
		}
		answer := hitlrun.Answer{Interrupt: f.interrupt, Replace: f.replace}
		answer.RecursionLimit, answer.OnUpdate = f.run.recursionLimit, a.streamer(f.run.stream)
		f.who.fill(a, c.name, &answer.RunOptions)
		value, text, update := own.Changed("value"), own.Changed("text"), own.Changed("update")
		switch {
		case own.Changed("interrupt") && f.interrupt == "":
			return c.usage("--interrupt needs the id of a question, or its beginning; leave it out if only one question waits")
		case f.permissions.retained == grantsShow && (value || text || update || len(f.decisions.list) > 0):
			return c.usage("--grants shows what the thread retains, and gives no answer; leave one of them out, or give --grants=used or --grants=none")
		case value && text:
			return c.usage("--value and --text are two answers; give one of them")
		case (value || text) && len(f.decisions.list) > 0:
			return c.usage("--%s and --value or --text are two answers; give one of them", f.decisions.list[0].Kind)
		case value && update && f.value == "-" && f.update == "-":
			return c.usage("--value and --update cannot both come from stdin")
		case value:
			answer.Value, err = a.jsonFlag(ctx, "value", f.value, f.limits.limits)
		case text:
			answer.Value, err = textFlag("text", f.text)
		}
		if err == nil && update {
			answer.Update, err = a.jsonFlag(ctx, "update", f.update, f.limits.limits)
		}
		if err != nil {
			return err
		}
		return a.resume(ctx, c, f, id, answer)
	}
	return c
}

func (a *app) resume(ctx context.Context, c *command, f *resumeFlags, id string, answer hitlrun.Answer) error {
	o, err := a.scriptOptions(&f.permissions, &f.limits, &f.store.key)
	if err != nil {
		return err
	}
	o.Effects = f.who.effects
	if err := f.run.trace.set(a, &o); err != nil {
		return err
	}
	a.watchRuns(&o)
	store, err := a.store(&f.store, hitlrun.Options{Script: o, UseGrants: f.permissions.use(), AuditDigests: f.who.digests == "digest"}, false)
	if err != nil {
		return err
	}
	defer store.CloseAtExit()
	if f.permissions.retained == grantsShow {
		return a.showGrants(ctx, store, id)
	}
	if err := a.chooseScript(ctx, f.script.script, store, id, &answer); err != nil {
		return err
	}
	if len(f.decisions.list) > 0 {
		if err := a.decide(ctx, c, f, store, id, &answer); err != nil {
			return err
		}
	}
	var in *hitlrun.Interrupt // what is asked first
	if answer.Value == nil && a.interactive() {
		if in, err = a.asked(ctx, store, id, answer.Interrupt); err != nil {
			return err
		}
	}
	e := ended{options: answer.RunOptions, again: f.again()}
	a.runsOn(a.continued(&f.store, e, &hitlrun.Result{ThreadID: id, Status: hitlrun.StatusRunning}))
	if in == nil {
		done := a.working(a.runs.text)
		e.res, e.err = store.Resume(ctx, id, answer)
		done()
	} else {
		e.res, e.err = a.askAndResume(ctx, store, id, in, answer)
	}
	if errors.Is(e.err, errLater) {
		return a.showWaiting(ctx, f, store, id)
	}
	return a.end(ctx, &f.store, store, e)
}

// grantsDocument is the result of resume --grants as JSON.
type grantsDocument struct {
	ThreadID string         `json:"thread_id"`
	Grants   hitlrun.Grants `json:"grants"`
}

// showGrants prints the permissions that a thread retains of its start.
func (a *app) showGrants(ctx context.Context, store *hitlrun.Store, id string) error {
	res, err := store.State(ctx, id)
	if err != nil {
		return err
	}
	if a.json {
		if res.Grants == nil {
			res.Grants = hitlrun.Grants("{}")
		}
		return a.printJSON(grantsDocument{id, res.Grants})
	}
	text := "nothing"
	if res.Grants != nil {
		text = safeLine(res.Grants.String())
	}
	fmt.Fprintf(a.stdout, "granted: %s\n", text)
	return nil
}

// showUsed says which permissions a thread brings to its run: the command line has not given them.
func (a *app) showUsed(threadID string, used hitlrun.Grants) {
	fmt.Fprintf(a.stderr, "thread %s runs with %s of its start\n", safeLine(threadID), safeLine(used.String()))
}

// chooseScript sets the script that the answer is for. Without a choice, a file that has changed is an error.
func (a *app) chooseScript(ctx context.Context, choice string, store *hitlrun.Store, id string, answer *hitlrun.Answer) (err error) {
	switch choice {
	case scriptPinned:
		return nil
	case scriptCurrent:
		answer.Upgrade = true
		answer.Script, err = store.CurrentScript(ctx, id)
		return err
	}
	if answer.OnScriptChange = a.scriptChanged; answer.Value != nil || !a.interactive() {
		return nil // Resume compares
	}
	change, err := store.ScriptChange(ctx, id) // before a person is asked
	if change == nil || err != nil {
		return err
	}
	answer.OnScriptChange = nil
	return a.scriptChanged(change)
}

// scriptChanged is the error for a thread whose script has changed if no flag chooses a version.
func (a *app) scriptChanged(change *hitlrun.ScriptChange) error {
	if !change.Gone {
		return change.Err()
	}
	fmt.Fprintf(a.stderr, "hitlrun: %s is gone: the thread continues with the script that it is pinned to\n", safeLine(change.Path))
	return nil
}

// asked returns the question whose id has a prefix; nil if there is none, which Store.Resume reports. The prefix "" means the first
// question, if it is the only one or if a person can choose.
func (a *app) asked(ctx context.Context, store *hitlrun.Store, id, interrupt string) (*hitlrun.Interrupt, error) {
	res, err := store.State(ctx, id)
	if err != nil {
		return nil, err
	}
	several := len(res.Interrupts) > 1 || res.Status == hitlrun.StatusError
	if interrupt == "" && several && !a.interactive() {
		return nil, nil //nolint:nilnil // nothing is chosen, and that is not an error yet
	}
	for i := range res.Interrupts {
		if in := &res.Interrupts[i]; strings.HasPrefix(in.ID, interrupt) {
			return in, nil
		}
	}
	return nil, nil //nolint:nilnil // there is none
}

// again returns the flags to repeat in the command that resumes the thread.
func (f *resumeFlags) again() []string {
	return append(append(f.script.again(), f.who.again()...), given(f.permissions.flags, f.limits.flags)...)
}

// showWaiting prints a thread that was left waiting.
func (a *app) showWaiting(ctx context.Context, f *resumeFlags, store *hitlrun.Store, id string) error {
	res, err := store.State(ctx, id)
	if err != nil {
		return err
	}
	if err := a.printResult(&f.store, res, f.again()); err != nil {
		return err
	}
	return exitStatus(exitPaused)
}

// ended describes how a run of a thread ended.
type ended struct {
	res     *hitlrun.Result // may be nil if err is not
	err     error
	options hitlrun.RunOptions
	file    string   // the script, "" if it is the one in the store
	again   []string // flags to repeat when the thread continues
	grants  []string // what the file was loaded with
}

// end ends start and resume: it asks the questions of the thread, and prints
// its state.
func (a *app) end(ctx context.Context, f *storeFlags, store *hitlrun.Store, e ended) error {
	if e.err == nil && a.interactive() {
		e.res, e.err = a.converse(ctx, store, e.res, e.options)
	}
	if e.err != nil {
		return a.runError(ctx, f, store, e)
	}
	if err := a.printResult(f, e.res, e.again); err != nil {
		return err
	}
	switch e.res.Status {
	case hitlrun.StatusInterrupted:
		return exitStatus(exitPaused)
	case hitlrun.StatusDone:
		return nil
	}
	return exitStatus(exitFailed)
}

// runError names the thread that failed and the commands that resume it.
func (a *app) runError(ctx context.Context, f *storeFlags, store *hitlrun.Store, e ended) error {
	var exit *hitlrun.ExitError
	if errors.As(e.err, &exit) {
		e.err = errors.New("the script ended itself before its graph was done: " + exit.Error())
	}
	var resolved *hitlrun.ResolvedError
	switch {
	case e.res == nil && errors.As(e.err, &resolved):
		if failed, _ := store.FailedAnswers(ctx, resolved.ThreadID); isAsked(failed, resolved.Interrupt) {
			return &threadError{err: e.err, thread: resolved.ThreadID, others: []string{a.answerOtherwise(f, resolved.ThreadID, resolved.Interrupt, e.again)}}
		}
		return e.err
	case e.res == nil:
		return e.err
	}
	if strings.Contains(e.err.Error(), "are allowed (--max-state)") {
		e.again = withEnoughState(e.again)
	}
	te := a.continued(f, e, e.res)
	if e.res.Status == hitlrun.StatusError {
		te.others = a.otherWays(ctx, f, store, te.thread, e.again, e.file == "" || e.file == "-")
	}
	return te
}

// withEnoughState changes the flags that continue a run whose state was too large. The state is measured until it is too large, so only
// no limit is certainly enough.
func withEnoughState(again []string) []string {
	again = slices.DeleteFunc(slices.Clone(again), func(word string) bool { return strings.HasPrefix(word, "--max-state=") })
	return append(again, "--max-state=0")
}

// continued returns the error of e with the thread and the command that continues it.
func (a *app) continued(f *storeFlags, e ended, res *hitlrun.Result) *threadError {
	te := &threadError{err: e.err, thread: res.ThreadID}
	var words []string
	switch {
	case res.Status == hitlrun.StatusInterrupted, e.file == "", e.file == "-":
		words = a.resumeWords(f, te.thread)
	default:
		words = append([]string{"hitlrun", "start", e.file}, a.threadWords(f, te.thread)...)
		words = append(words, e.grants...)
		if res.Status == hitlrun.StatusError && !slices.Contains(e.again, "--script") {
			words = append(words, "--script", scriptCurrent) // the file may be fixed by then
		}
	}
	words = append(words, e.again...)
	if res.Status == hitlrun.StatusInterrupted && len(res.Interrupts) > 0 {
		words = append(words, "--value", "JSON")
	}
	te.hint = shellLine(words...)
	return te
}
