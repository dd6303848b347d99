// This file has `hitlrun serve --watch`: edited scripts are loaded again.

package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/hitlrun/hitlrun/server"
)

// watchScripts loads the graphs again whenever a file of their scripts has changed, until ctx ends. If a script does not load,
// the error is reported, and the version before it stays.
func (a *app) watchScripts(ctx context.Context, s *server.Server, graphs []server.Graph, load func() ([]server.Graph, error)) {
	ticker := time.NewTicker(300 * time.Millisecond)
	defer ticker.Stop()
	for last := stamps(graphs); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := stamps(graphs)
		if now == last {
			continue
		}
		err := regularFiles(graphs)
		var fresh []server.Graph
		if err == nil {
			fresh, err = load()
		}
		if err == nil {
			err = s.SetGraphs(fresh)
		}
		if last = now; err != nil {
			fmt.Fprintf(a.stderr, "hitlrun serve: the edited script cannot be loaded and is not used: %s\n", asMessage(err.Error()))
			continue
		}
		graphs = fresh
		last = stamps(graphs)
		fmt.Fprintln(a.stderr, "hitlrun serve: the edited script is used for new threads")
	}
}

// regularFiles returns an error if a pipe or a device is in the place of a script: it could be read for ever.
func regularFiles(graphs []server.Graph) error {
	for _, g := range graphs {
		for _, path := range g.Script.Files() {
			if err := notRegular(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// stamps returns the sizes and times of the files of the scripts.
func stamps(graphs []server.Graph) (all string) {
	for _, g := range graphs {
		for _, path := range g.Script.Files() {
			if info, err := os.Stat(path); err == nil {
				all += fmt.Sprintln(path, info.Size(), info.ModTime().UnixNano())
			} else {
				all += path + " is gone\n"
			}
		}
	}
	return all
}
