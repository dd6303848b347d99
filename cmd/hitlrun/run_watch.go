// This file has `hitlrun run --watch`: the script runs again when one of its files changes.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/hitlrun/hitlrun"
)

// watchEvery is the time between two checks of the files. Checks work on every file system, and notice a file that an editor replaces.
const watchEvery = 150 * time.Millisecond

// errChanged is the cause with which a run is cancelled.
var errChanged = errors.New("a file has changed")

// watched is a file and its state at the last check.
type watched struct {
	path     string
	size     int64
	modified time.Time
}

func lookAt(path string) watched {
	w := watched{path: path}
	if info, err := os.Stat(path); err == nil {
		w.size, w.modified = info.Size(), info.ModTime()
		if info.IsDir() {
			w.size = 0
		}
	}
	return w
}

// rerun runs the script in file, and again when it changes, until ctx ends.
func (a *app) rerun(ctx context.Context, file string, o hitlrun.ScriptOptions) error {
	var files []string
	for {
		seen := []watched{lookAt(file), lookAt(filepath.Dir(file))} // a file that an import needs may be added
		var script *hitlrun.Script
		err := notRegular(file) // a pipe has its text only once
		if err == nil {
			script, err = a.script(ctx, file, o)
		}
		if script != nil {
			files = script.Files()
			seen = seen[:1]
		}
		for _, path := range files {
			seen = append(seen, lookAt(path))
		}
		running, stop := context.WithCancelCause(ctx)
		changed := make(chan string, 1)
		go func() { changed <- waitForChange(ctx, seen, stop) }()
		if err == nil {
			err = a.runScript(running, script)
		}
		broken := errors.Is(context.Cause(running), errChanged)
		if ctx.Err() == nil && !broken {
			a.reportRun(err)
		}
		path := <-changed
		stop(nil)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		a.stdout.newLine()
		fmt.Fprintf(a.stderr, "hitlrun: %s has changed: the script runs again\n", safeLine(shownPath(path)))
	}
}

// reportRun reports how a run ended, and that the next one starts at a change.
func (a *app) reportRun(err error) {
	var status exitStatus
	end := "done"
	switch {
	case errors.As(err, &status) && status != exitDone:
		end = status.Error()
	case err != nil && !errors.As(err, &status):
		a.report(err)
		end = "failed"
	}
	a.stdout.newLine()
	fmt.Fprintf(a.stderr, "hitlrun: %s; it runs again when a file of the script changes, Ctrl-C ends it\n", end)
}

// waitForChange returns the first of files that changes, and stops the run then; "" when ctx ends.
func waitForChange(ctx context.Context, files []watched, stop context.CancelCauseFunc) string {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ""
		case <-tick.C:
		}
		for _, f := range files {
			if now := lookAt(f.path); now != f {
				stop(errChanged)
				return f.path
			}
		}
	}
}

// shownPath is a path as it is from the working directory, if it is below that.
func shownPath(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}
