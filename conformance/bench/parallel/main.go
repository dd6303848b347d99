// Command parallel runs threads at once through package hitlrun, each through
// supersteps, a question and its answer, and prints one JSON line: supersteps per
// second, and what plain Go code gains from the cores, which bounds it.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/conformance/bench"
)

func main() {
	path := flag.String("script", "conformance/bench/scripts/parallel.mjs", "`FILE` with the graph")
	db := flag.String("db", ":memory:", "`FILE` of the store")
	places := flag.Int("threads", 8, "threads at once")
	supersteps := flag.Int("supersteps", 1000, "supersteps of a thread")
	rounds := flag.Int("rounds", 3, "threads that follow each other in each place")
	fresh := flag.Bool("fresh", false, "make a VM for each run, in place of one that serves many, as a module on Node does")
	flag.Parse()
	if err := measure(*path, *db, *fresh, *places, *supersteps, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "parallel:", err)
		os.Exit(1)
	}
}

func measure(path, db string, fresh bool, places, supersteps, rounds int) error {
	store, err := hitlrun.Open(db, hitlrun.Options{})
	if err != nil {
		return err
	}
	defer store.Close()
	script, err := hitlrun.Load(path, hitlrun.ScriptOptions{Reuse: !fresh, MaxIdle: places})
	if err != nil {
		return err
	}
	defer script.Close()
	thread := func(prefix string) func(place, round int) error {
		return func(place, round int) error {
			return bench.Thread(context.Background(), store, script, fmt.Sprintf("%s-%d-%d", prefix, place, round), supersteps)
		}
	}
	if _, err := timed(places, 1, thread("warm")); err != nil { // each place has its VM now
		return err
	}
	took, err := timed(places, rounds, thread("t"))
	if err != nil {
		return err
	}
	plain, err := timed(places, 4, hash)
	if err != nil {
		return err
	}
	n := float64(places * rounds * supersteps)
	return json.NewEncoder(os.Stdout).Encode(map[string]float64{
		"n": n, "ms": took.Seconds() * 1000, "rate": n / took.Seconds(), "plain_rate": float64(places*4) / plain.Seconds(),
	})
}

// timed does so many rounds of work in each of so many places at once.
func timed(places, rounds int, work func(place, round int) error) (time.Duration, error) {
	var wg sync.WaitGroup
	errs := make(chan error, places)
	start := time.Now()
	for p := range places {
		wg.Go(func() {
			for r := range rounds {
				if err := work(p, r); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	select {
	case err := <-errs:
		return 0, err
	default:
		return took, nil
	}
}

// hash is work that shares nothing.
func hash(int, int) error {
	var sum [32]byte
	for range 50_000 {
		sum = sha256.Sum256(sum[:])
	}
	return nil
}
