// This file has `hitlrun threads`.

package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// listFlags are the flags of threads.
type listFlags struct {
	store                               storeFlags
	status, script, graph, node, search string
	metadata, after, sort               string
	olderThan                           time.Duration
	limit                               int
	overdue, lost, count, watch, utc    bool
}

func threadsCommand() *command {
	c := &command{
		name: "threads", args: "[flags]", output: &outputFlags{},
		summary: "list the threads of a store",
		about: `Lists threads, the last changed first. VERSION is the version of the script that the
thread is pinned to, with a note if the file has changed or is gone. Without its key an
encrypted store lists its threads without their questions.
A thread is "running (lost)" if its process ended before the thread was done: "hitlrun
resume --thread ID" continues it, "hitlrun sweep --recover" continues all of them.`,
		examples: []string{
			"hitlrun threads --status interrupted --node approve --older-than 3d",
			"hitlrun threads --overdue --watch",
			"hitlrun threads --limit 20 --json | jq -r '.[].thread_id'",
		},
	}
	f := &listFlags{}
	own := newFlags()
	own.Var(choiceValue{&f.status, []string{
		string(hitlrun.StatusRunning), string(hitlrun.StatusInterrupted), string(hitlrun.StatusDone), string(hitlrun.StatusError),
	}}, "status", "only threads that are `STATUS`: running, interrupted, done or error")
	own.BoolVar(&f.overdue, "overdue", false, "only threads with a question whose deadline has passed")
	own.BoolVar(&f.lost, "lost", false, "only running threads whose process is gone")
	own.StringVar(&f.node, "node", "", "only threads with a question of the node `NAME`")
	own.StringVar(&f.script, "script", "", "only threads of the script `FILE`, a path or the end of one")
	own.StringVar(&f.graph, "graph", "", "only threads of the graph that is exported as `NAME`")
	own.Var(ageValue{&f.olderThan}, "older-than", "only threads that have not changed for `AGE`: 30d, 2w, 12h")
	own.StringVar(&f.search, "search", "", "only threads with `TEXT` in their id, question, error or metadata")
	own.StringVar(&f.metadata, "metadata", "", "only threads whose metadata contain all of this"+jsonUsage)
	own.Var(choiceValue{&f.sort, []string{"newest", "oldest"}}, "sort", "`ORDER` by the last change: newest first or oldest first (default newest)")
	own.Var(countValue{&f.limit}, "limit", "at most `N` threads")
	own.StringVar(&f.after, "after", "", "continue after the page that ended with `CURSOR`")
	own.BoolVar(&f.count, "count", false, "print only how many there are")
	own.BoolVar(&f.watch, "watch", false, "also print what happens from now on, until Ctrl-C")
	own.BoolVar(&f.utc, "utc", false, "print times in UTC")
	c.groups = []flagGroup{{"List", own}, f.store.group(""), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		if err := f.check(c); err != nil {
			return err
		}
		a.utc = f.utc
		filter := hitlrun.ThreadFilter{
			Status: hitlrun.Status(f.status), Limit: f.limit, Overdue: f.overdue, Lost: f.lost, Changes: !f.count,
			Script: f.script, Graph: f.graph, Node: f.node, Search: f.search, After: f.after,
		}
		if f.olderThan > 0 {
			filter.Before = time.Now().Add(-f.olderThan)
		}
		if f.metadata != "" {
			var err error
			if filter.Metadata, err = a.jsonFlag(ctx, "metadata", f.metadata, hitlrun.Limits{}); err != nil {
				return err
			}
		}
		s, err := a.store(&f.store, hitlrun.Options{ReadOnly: true, Script: hitlrun.ScriptOptions{CacheDir: a.sys.cacheDir}}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		return f.list(ctx, a, s, filter)
	}
	return c
}

// check refuses flags that make no sense together.
func (f *listFlags) check(c *command) error {
	switch {
	case f.count && f.watch:
		return c.usage("--count and --watch exclude each other")
	case f.sort == "oldest" && f.after != "":
		return c.usage("--after is for the newest first")
	}
	return nil
}

// list prints what the flags select.
func (f *listFlags) list(ctx context.Context, a *app, s *hitlrun.Store, filter hitlrun.ThreadFilter) error {
	threads := s.EachThread(ctx, filter)
	if f.sort == "oldest" {
		limit := filter.Limit
		filter.Limit = 0
		threads = oldest(s.EachThread(ctx, filter), limit)
	}
	if f.count {
		return a.countThreads(threads)
	}
	if !f.watch {
		return a.listThreads(threads)
	}
	watched := s.Watch(ctx, hitlrun.WatchFilter{})
	if !a.json { // as JSON the events are printed, one on each line
		if err := a.listThreads(threads); err != nil {
			return err
		}
	}
	return a.watchThreads(ctx, watched, filter)
}

// oldest returns the last of the threads, at most limit of them, the oldest first; 0 is all.
func oldest(threads iter.Seq2[hitlrun.Thread, error], limit int) iter.Seq2[hitlrun.Thread, error] {
	return func(yield func(hitlrun.Thread, error) bool) {
		var list []hitlrun.Thread
		for t, err := range threads {
			if err != nil {
				yield(t, err)
				return
			}
			if list = append(list, t); limit > 0 && len(list) >= 2*limit {
				list = append(list[:0], list[len(list)-limit:]...)
			}
		}
		if limit > 0 && len(list) > limit {
			list = list[len(list)-limit:]
		}
		for _, t := range slices.Backward(list) {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// countDocument is the result of threads --count as JSON.
type countDocument struct {
	Threads int `json:"threads"`
}

func (a *app) countThreads(threads iter.Seq2[hitlrun.Thread, error]) error {
	var d countDocument
	for _, err := range threads {
		if err != nil {
			return err
		}
		d.Threads++
	}
	if a.json {
		return a.printJSON(d)
	}
	fmt.Fprintln(a.stdout, d.Threads)
	return nil
}

// watchThreads prints what happens until ctx ends, a line for each event.
func (a *app) watchThreads(ctx context.Context, happenings iter.Seq2[hitlrun.Happening, error], f hitlrun.ThreadFilter) error {
	for h, err := range happenings {
		switch {
		case err != nil && ctx.Err() != nil:
			return err
		case err != nil:
			return err
		case !watches(&h, &f):
			continue
		case a.json:
			if err := a.printJSON(h); err != nil {
				return err
			}
			continue
		}
		for _, ev := range h.Events {
			by := ""
			if h.By != "" {
				by = " by " + safeLine(h.By)
			}
			fmt.Fprintf(a.stdout, "%s  %s  %s%s\n", a.when(h.At), safeLine(h.ThreadID), shorten(safeLine(describeEvent(&ev)), 2*askLength), by)
		}
		if err := a.stdout.failed(); err != nil {
			return err
		}
	}
	return nil
}

// watches reports whether an event belongs to a thread that the flags name.
func watches(h *hitlrun.Happening, f *hitlrun.ThreadFilter) bool {
	t := h.Thread
	if t == nil {
		return f.Script == "" && f.Graph == "" && f.Node == "" && f.Status == ""
	}
	return (f.Status == "" || t.Status == f.Status) && (f.Graph == "" || t.Graph == f.Graph) &&
		(f.Script == "" || t.Script == f.Script || strings.HasSuffix(t.Script, "/"+f.Script)) &&
		(f.Node == "" || slices.ContainsFunc(t.Interrupts, func(in hitlrun.Interrupt) bool { return in.Node == f.Node }))
}

// askLength is how many letters of a question are shown in a list.
const askLength = 60

// listThreads prints threads as they are read.
func (a *app) listThreads(threads iter.Seq2[hitlrun.Thread, error]) error {
	array, rows := jsonArray{w: a.stdout}, longTable{w: a.stdout}
	lost := 0
	for t, err := range threads {
		if err == nil {
			err = a.stdout.failed()
		}
		if err == nil && a.json {
			err = array.add(t)
		}
		if err != nil {
			return err
		}
		if a.json {
			continue
		}
		if rows.n == 0 {
			rows.add([]string{"THREAD", "STATUS", "CHANGED", "AGE", "NODE", "DEADLINE", "SCRIPT", "VERSION", "ASKS"})
		}
		if t.Lost {
			lost++
		}
		var colors []string
		if a.stdoutColors {
			colors = []string{1: statusColor(t.Status, t.Lost), 7: ""}
			if t.ScriptChanged != "" {
				colors[7] = yellow
			}
		}
		rows.add([]string{safeLine(t.ID), statusText(t.Status, t.Lost), a.when(t.UpdatedAt), fmt.Sprintf("%3s", age(time.Since(t.UpdatedAt))), askers(&t), deadline(&t), safeLine(t.Script), version(&t), asks(&t)}, colors...)
	}
	switch {
	case a.json:
		array.end()
		io.WriteString(a.stdout, "\n")
	case rows.n == 0:
		io.WriteString(a.stderr, "no threads\n")
	}
	rows.flush()
	if lost > 0 {
		fmt.Fprintf(a.stderr, "%d lost: the process is gone; to continue: hitlrun resume --thread ID, or hitlrun sweep --recover\n", lost)
	}
	return nil
}

// askers returns the names of the nodes that ask.
func askers(t *hitlrun.Thread) string {
	var names []string
	for _, in := range t.Interrupts {
		if name := safeLine(in.Node); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return shorten(strings.Join(names, ","), 30)
}

// deadline returns the first deadline of the questions.
func deadline(t *hitlrun.Thread) string {
	var first *time.Time
	for _, in := range t.Interrupts {
		if in.Deadline != nil && (first == nil || in.Deadline.Before(*first)) {
			first = in.Deadline
		}
	}
	return until(first)
}

// until returns the duration from now to a time; "" if there is none.
func until(at *time.Time) string {
	switch {
	case at == nil:
		return ""
	case time.Now().After(*at):
		return "passed"
	}
	return "in " + age(time.Until(*at))
}

// version returns the version of the script of a thread, and whether its file has changed.
func version(t *hitlrun.Thread) string {
	short := t.ScriptHash[:min(8, len(t.ScriptHash))]
	if t.ScriptChanged != "" {
		short += " (" + t.ScriptChanged + ")"
	}
	return safeLine(short)
}

// asks returns the question of a thread, or its error, in a few words.
func asks(t *hitlrun.Thread) string {
	if t.Encrypted {
		if t.Status == hitlrun.StatusInterrupted || t.Status == hitlrun.StatusError {
			return "(encrypted)"
		}
		return ""
	}
	if t.Status == hitlrun.StatusError {
		first, _, _ := strings.Cut(t.Error, "\n")
		return shorten(safeLine(first), askLength)
	}
	if len(t.Interrupts) == 0 {
		return ""
	}
	text := shorten(headline(t.Interrupts[0].Value), askLength)
	if more := len(t.Interrupts) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// when formats a time for people, in the local time zone or in UTC.
func (a *app) when(t time.Time) string {
	if t = t.Local(); a.utc {
		t = t.UTC()
	}
	return t.Format("2006-01-02 15:04:05Z07:00")
}
