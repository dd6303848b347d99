// This file compares how a script starts beside packages that are installed beside it, on hitlrun with its bundle in the cache and on Node.

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// starts runs a script on both sides in turn, and prints the medians of the processor time and of the most memory.
func starts(ctx context.Context, o options, out io.Writer) error {
	b := &bench{}
	var err error
	if b.root, err = output(ctx, ".", "go", "list", "-m", "-f", "{{.Dir}}"); err != nil {
		return err
	}
	if b.work, err = os.MkdirTemp(o.dir, "hitlrun-bench"); err != nil {
		return err
	}
	defer b.close()
	b.cache, b.hitlrun, b.parallel = filepath.Join(b.work, "cache"), filepath.Join(b.work, "hitlrun"), filepath.Join(b.work, "parallel")
	if err := b.build(ctx); err != nil {
		return err
	}
	var seconds, megabytes [2][]float64
	for i := range o.runs + 1 {
		for side, command := range [][]string{ours: {b.hitlrun, "run", o.script}, peer: {"node", o.script}} {
			cmd := exec.CommandContext(ctx, command[0], command[1:]...)
			cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+b.cache)
			if text, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("%v: %w\n%s", command, err, text)
			}
			if i > 0 { // the first run stores the bundle
				p := cmd.ProcessState
				seconds[side] = append(seconds[side], (p.UserTime() + p.SystemTime()).Seconds())
				megabytes[side] = append(megabytes[side], float64(maxRSS(p))/(1<<20))
			}
		}
	}
	for _, f := range []struct {
		name, unit string
		of         [2][]float64
	}{{"CPU", "s", seconds}, {"memory", "MB", megabytes}} {
		a, b := middle(f.of[ours]), middle(f.of[peer])
		if _, err := fmt.Fprintf(out, "%s: hitlrun %.3g %s, Node %.3g %s: %.2f\n", f.name, a, f.unit, b, f.unit, a/b); err != nil {
			return err
		}
	}
	return nil
}

// middle returns the median of figures.
func middle(figures []float64) float64 {
	list := slices.Sorted(slices.Values(figures))
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}
