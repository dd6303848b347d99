// This file runs processes and takes their figures.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// mostTime is how long a process may take.
const mostTime = 10 * time.Minute

// measure runs all scenarios that only matches, round after round, so that what
// else the machine does falls on all of them. The sides take turns in going first.
func (b *bench) measure(ctx context.Context, list []scenario, only *regexp.Regexp, o options) (*report, error) {
	r := b.describe(ctx, o)
	wanted := map[string]bool{}
	for _, s := range list {
		if only.MatchString(s.name) || s.then != nil && only.MatchString(s.then.name) {
			wanted[s.name], wanted[s.base] = true, true
		}
	}
	for round := range o.runs {
		for _, s := range list {
			if !wanted[s.name] || o.quick && s.heavy && round > 0 {
				continue
			}
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, o.runs, s.name)
			for turn := range 2 {
				if side := (round + turn) % 2; side == ours || !s.alone {
					if err := b.scenario(ctx, r, s, side); err != nil {
						err = fmt.Errorf("%s: %w", s.name, err)
						if round == 0 {
							return nil, err
						}
						fmt.Fprintf(os.Stderr, "%v\nthese are the figures so far\n", err)
						r.derive(list)
						return r, nil
					}
				}
			}
		}
	}
	r.derive(list)
	return r, nil
}

// scenario runs a scenario once on a side, and what follows it.
func (b *bench) scenario(ctx context.Context, r *report, s scenario, side int) error {
	dir, err := os.MkdirTemp(b.work, "run")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "bench.db")
	for step := &s; step != nil; step = step.then {
		for i := range max(step.times, 1) {
			figures, err := b.process(ctx, *step, side, db, i)
			if err != nil {
				return err
			}
			r.add(step.name, side, figures)
		}
	}
	return nil
}

// process runs the process of a scenario and returns its figures. i counts those of a round.
func (b *bench) process(ctx context.Context, s scenario, side int, db string, i int) (map[string]float64, error) {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	args, cache := b.command(s, side, db), b.cache
	if s.first {
		fresh, err := os.MkdirTemp(b.work, "cache")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(fresh)
		cache = fresh
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = filepath.Dir(db)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "DB="+db, "ID="+strconv.Itoa(i))
	cmd.Env = append(append(cmd.Env, s.env...), s.own[side]...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := startOn(cmd, s.cores); err != nil {
		return nil, err
	}
	err := cmd.Wait()
	took := time.Since(start)
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	figures := map[string]float64{}
	if err := json.Unmarshal(stdout.Bytes(), &figures); err != nil {
		return nil, fmt.Errorf("%s: it printed %q: %w", strings.Join(args, " "), stdout.Bytes(), err)
	}
	figures[wall] = float64(took.Microseconds()) / 1000
	figures[cpu] = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	if size := maxRSS(cmd.ProcessState); size > 0 {
		figures[rss] = float64(size) / 1e6
	}
	if s.sqlite {
		figures[file] = float64(sizeOf(db)+sizeOf(db+"-wal")) / 1e6
	}
	return figures, nil
}

// command returns the command line of a scenario on a side.
func (b *bench) command(s scenario, side int, db string) []string {
	if s.cores > 0 {
		if !s.sqlite {
			db = ":memory:"
		}
		return []string{b.parallel, "-db", db, "-script", filepath.Join(b.plain, "parallel.mjs")}
	}
	if side == peer {
		return []string{"node", filepath.Join(b.node, s.script)}
	}
	dir := b.plain
	if s.zod {
		dir = b.zod
	}
	return []string{b.hitlrun, "run", "--allow-env", "--allow-read", "--allow-write", filepath.Join(dir, s.script)}
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
