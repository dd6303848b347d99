// This file has `hitlrun prune`.

package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// pruneFlags are the flags of prune.
type pruneFlags struct {
	store                        storeFlags
	who                          whoFlags
	o                            hitlrun.Prune
	done, failed, waits, compact bool
}

func pruneCommand() *command {
	c := &command{
		name: "prune", args: "--done --older-than AGE [flags]", output: &outputFlags{},
		summary: "remove threads that are done, or old checkpoints, and free the space",
		about: `Deletes threads that are done and have not changed for some time, as delete does, and
returns the space to the file system. With --checkpoints it deletes no thread, but all
except the newest checkpoints of each. A thread that waits for an answer is never deleted.
A running thread is skipped and reported. Other processes can use the store meanwhile. If
prune is stopped or killed, run it again: what it removed stays removed.`,
		examples: []string{
			"hitlrun prune --done --older-than 30d --dry-run",
			"hitlrun prune --done --error --older-than 12w --keep-last 1000",
			"hitlrun prune --checkpoints --keep-last 5 --interrupted --older-than 12h",
		},
	}
	f := &pruneFlags{}
	own := newFlags()
	own.BoolVar(&f.done, "done", false, "threads that are done")
	own.BoolVar(&f.failed, "error", false, "threads that failed")
	own.BoolVar(&f.waits, "interrupted", false, "threads that wait for an answer; only with --checkpoints")
	own.Var(ageValue{&f.o.OlderThan}, "older-than", "only threads that have not changed for `AGE`: 30d, 2w, 12h or 90m")
	own.Var(countValue{&f.o.KeepLast}, "keep-last", "retain the `N` threads that changed last; with --checkpoints, N checkpoints of each thread")
	own.BoolVar(&f.o.Checkpoints, "checkpoints", false, "remove old checkpoints, not threads; by default of all threads that are not running")
	own.BoolVar(&f.o.DryRun, "dry-run", false, "remove nothing; print what would be removed")
	own.BoolVar(&f.compact, "compact", false, "remove nothing; return space that is already free to the file system")
	trust := newFlags()
	f.who.addAs(trust)
	c.groups = []flagGroup{{"Prune", own}, f.store.group(""), {"Trust", trust}, c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		age := own.Changed("older-than")
		if err := f.check(c, age); err != nil {
			return err
		}
		return a.prune(ctx, c, f)
	}
	return c
}

// check returns an error for flags that contradict each other, and sets the defaults of the others.
func (f *pruneFlags) check(c *command, age bool) error {
	for _, s := range []struct {
		given  bool
		status hitlrun.Status
	}{{f.done, hitlrun.StatusDone}, {f.failed, hitlrun.StatusError}, {f.waits, hitlrun.StatusInterrupted}} {
		if s.given {
			f.o.Statuses = append(f.o.Statuses, s.status)
		}
	}
	switch {
	case f.compact && (f.o.Statuses != nil || age || f.o.KeepLast > 0 || f.o.Checkpoints || f.o.DryRun):
		return c.usage("--compact removes nothing and takes no other flag; prune frees space in any case")
	case f.compact:
		return nil
	case f.o.Checkpoints && f.o.KeepLast == 0:
		return c.usage("--checkpoints needs --keep-last N: how many checkpoints of each thread to retain")
	case f.o.Checkpoints:
		return nil
	case f.waits:
		return c.usage("threads that wait for an answer are not pruned: --interrupted is for --checkpoints; \"hitlrun delete\" deletes one by its id")
	case f.o.Statuses == nil:
		return c.usage("say what to prune: --done, --error, or --checkpoints --keep-last N")
	case !age && f.o.KeepLast == 0:
		return c.usage("say how old: --older-than AGE, or how many to retain: --keep-last N (--older-than 0s is all)")
	}
	return nil
}

func (a *app) prune(ctx context.Context, c *command, f *pruneFlags) error {
	s, err := a.store(&f.store, hitlrun.Options{ReadOnly: f.o.DryRun}, false)
	if err != nil {
		return err
	}
	defer s.Close()
	p := pruning{app: a, o: &f.o, array: jsonArray{w: a.stdout}}
	if f.compact {
		var report hitlrun.Pruned
		done := a.working(func() string { return "freeing space" })
		report.SizeBefore, report.SizeAfter, err = s.Compact(ctx)
		done()
		if err != nil {
			return err
		}
		return p.end(&report)
	}
	var who hitlrun.RunOptions
	f.who.fill(a, c.name, &who)
	f.o.By, f.o.From, f.o.OnThread = who.By, who.From, p.thread
	if f.o.DryRun && a.json {
		io.WriteString(a.stdout, `{"would_prune":`)
	}
	report, err := s.Prune(ctx, f.o)
	p.clear()
	if err != nil {
		if report != nil && report.Threads > 0 && !f.o.DryRun {
			fmt.Fprintf(a.stderr, "%s before it was stopped; run the command again to continue\n", p.did(report))
		}
		return err
	}
	return p.end(report)
}

// pruning prints what prune does.
type pruning struct {
	*app
	o     *hitlrun.Prune
	array jsonArray
	shown time.Time // when the progress was
	n     int
}

// thread reports each thread.
func (p *pruning) thread(t hitlrun.PrunedThread) {
	if p.stdout.failed() != nil {
		return
	}
	p.n++
	switch {
	case p.o.DryRun && p.json:
		_ = p.array.add(t) // strings, numbers and a time
	case t.Busy && !p.json:
		p.clear()
		fmt.Fprintf(p.stderr, "hitlrun: thread %q is running: it is skipped\n", safeLine(t.ThreadID))
	case p.o.DryRun:
		fmt.Fprintf(p.stdout, "would %s: %s (%s, changed %s)\n", p.what(t.Checkpoints), safeLine(t.ThreadID), statusText(t.Status, false), p.when(t.UpdatedAt))
	case p.sys.stderrTTY && !p.json && time.Since(p.shown) > 200*time.Millisecond:
		p.shown = time.Now()
		fmt.Fprintf(p.stderr, "\r\x1b[K%d threads", p.n)
	}
}

// clear removes the progress from the terminal.
func (p *pruning) clear() {
	if !p.shown.IsZero() {
		io.WriteString(p.stderr, "\r\x1b[K")
		p.shown = time.Time{}
	}
}

func (p *pruning) what(checkpoints int64) string {
	if p.o.Checkpoints {
		return fmt.Sprintf("remove %s of", plural(int(checkpoints), "checkpoint"))
	}
	return "delete"
}

// did returns what was done to a thread, for a report.
func (p *pruning) did(r *hitlrun.Pruned) string {
	if p.o.Checkpoints {
		return fmt.Sprintf("removed: %s of %s", plural(int(r.Checkpoints), "checkpoint"), plural(r.Threads, "thread"))
	}
	return "deleted: " + plural(r.Threads, "thread")
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// pruneDocument is the result of prune as JSON; that of a dry run begins with the threads.
type pruneDocument struct {
	*hitlrun.Pruned
	DryRun bool `json:"dry_run"`
}

func (p *pruning) end(r *hitlrun.Pruned) error {
	switch {
	case p.json && p.o.DryRun:
		p.array.end()
		rest, err := marshal(pruneDocument{r, true})
		if err != nil {
			return err
		}
		io.WriteString(p.stdout, ","+strings.TrimPrefix(string(rest), "{"))
	case p.json:
		return p.printJSON(pruneDocument{r, false})
	case p.o.DryRun:
		fmt.Fprintf(p.stderr, "dry run: nothing was %s; size: %s\n", strings.Replace(p.did(r), ": ", ", it would be ", 1), bytesText(r.SizeBefore))
	default:
		if p.o.OnThread != nil {
			fmt.Fprintf(p.stdout, "%s\n", p.did(r))
		}
		fmt.Fprintf(p.stdout, "size: %s, before %s\n", bytesText(r.SizeAfter), bytesText(r.SizeBefore))
	}
	return nil
}
