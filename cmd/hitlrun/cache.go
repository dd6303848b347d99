// This file has `hitlrun cache`.

package main

import (
	"context"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

// cacheDocument is the result of cache as JSON.
type cacheDocument struct {
	Dir       string `json:"dir"`
	Bundles   int    `json:"bundles"`
	SizeBytes int64  `json:"size_bytes"`
	MaxBytes  int64  `json:"max_bytes"`
	Removed   bool   `json:"removed"`
}

func cacheCommand() *command {
	c := &command{
		name: "cache", args: "[clean]", output: &outputFlags{},
		summary: "show how much the cache of bundled scripts takes, or empty it",
		about: `Shows where bundled scripts are cached and how much space they take. When they take more
than the limit, the bundles that were not used for the longest time are removed.
"hitlrun cache clean" removes all bundles: a script is bundled again when it runs next.`,
		examples: []string{"hitlrun cache", "hitlrun cache clean"},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		clean := len(args) > 0 && args[0] == "clean"
		if clean {
			args = args[1:]
		}
		if err := c.nothing(args); err != nil {
			return err
		}
		dir := a.sys.cacheDir
		look := hitlrun.BundleCache
		if clean {
			look = hitlrun.CleanBundleCache
		}
		use, err := look(dir)
		if err != nil {
			return err
		}
		if a.json {
			return a.printJSON(cacheDocument{dir, use.Bundles, use.SizeBytes, use.MaxBytes, clean})
		}
		text := fmt.Sprintf("%d bundles, %.1f MB", use.Bundles, float64(use.SizeBytes)/(1<<20))
		switch {
		case dir == "":
			fmt.Fprintln(a.stdout, "this user has no cache folder")
		case clean:
			fmt.Fprintf(a.stdout, "removed %s from %s\n", text, dir)
		default:
			fmt.Fprintf(a.stdout, "%s: %s of at most %d MB\n", dir, text, use.MaxBytes>>20)
		}
		return nil
	}
	return c
}
