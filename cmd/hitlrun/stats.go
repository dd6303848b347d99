// This file has `hitlrun stats`.

package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// statsDocument is the result of stats as JSON.
type statsDocument struct {
	Threads   map[hitlrun.Status]int `json:"threads"`
	Lost      int                    `json:"lost"`
	Questions int                    `json:"questions"`
	Overdue   int                    `json:"overdue"`
	Oldest    *time.Time             `json:"oldest,omitempty"` // when the thread that has waited longest began to wait
	OldestID  string                 `json:"oldest_thread_id,omitempty"`
	Nodes     map[string]int         `json:"nodes"` // questions by the node that asks
	SizeBytes int64                  `json:"size_bytes"`
}

func statsCommand() *command {
	c := &command{
		name: "stats", args: "[flags]", output: &outputFlags{},
		summary: "count the threads and questions of a store",
		about: `Counts threads by status and questions by node, and prints which thread has waited
longest and how large the files of the store are.`,
		examples: []string{
			"hitlrun stats --db flows.db",
			"hitlrun stats --json | jq .questions",
		},
	}
	var store storeFlags
	c.groups = []flagGroup{store.group(""), c.output.group()}
	c.run = onStore(c, &store, func(ctx context.Context, a *app, s *hitlrun.Store) error {
		d, err := count(ctx, s)
		if err != nil {
			return err
		}
		for _, end := range []string{"", "-wal"} {
			if info, err := os.Stat(a.dbPath(&store) + end); err == nil {
				d.SizeBytes += info.Size()
			}
		}
		if a.json {
			return a.printJSON(d)
		}
		a.printStats(d)
		return nil
	})
	return c
}

// count looks at each thread of a store once.
func count(ctx context.Context, s *hitlrun.Store) (*statsDocument, error) {
	d := &statsDocument{Threads: map[hitlrun.Status]int{}, Nodes: map[string]int{}}
	now := time.Now()
	for t, err := range s.EachThread(ctx, hitlrun.ThreadFilter{}) {
		if err != nil {
			return nil, err
		}
		d.Threads[t.Status]++
		if t.Lost {
			d.Lost++
		}
		if t.AskedAt == nil {
			continue
		}
		if d.Oldest == nil || t.UpdatedAt.Before(*d.Oldest) {
			since := t.UpdatedAt
			d.Oldest, d.OldestID = &since, t.ID
		}
		for _, in := range t.Interrupts {
			d.Questions++
			d.Nodes[in.Node]++
			if in.Deadline != nil && in.Deadline.Before(now) {
				d.Overdue++
			}
		}
	}
	return d, nil
}

// printStats prints the counts for people.
func (a *app) printStats(d *statsDocument) {
	rows := [][]string{}
	add := func(name string, value any) { rows = append(rows, []string{name, fmt.Sprint(value)}) }
	for _, status := range []hitlrun.Status{hitlrun.StatusInterrupted, hitlrun.StatusRunning, hitlrun.StatusDone, hitlrun.StatusError} {
		add(string(status), d.Threads[status])
	}
	if d.Lost > 0 {
		add("  of them lost", d.Lost)
	}
	add("questions", d.Questions)
	for _, node := range slices.SortedFunc(maps.Keys(d.Nodes), func(x, y string) int {
		if d.Nodes[x] != d.Nodes[y] {
			return d.Nodes[y] - d.Nodes[x]
		}
		return strings.Compare(x, y)
	}) {
		add("  "+shorten(safeLine(node), 40), d.Nodes[node])
	}
	if d.Overdue > 0 {
		add("overdue", d.Overdue)
	}
	if d.Oldest != nil {
		add("oldest", fmt.Sprintf("%s, thread %s", age(time.Since(*d.Oldest)), safeLine(d.OldestID)))
	}
	add("size", bytesText(d.SizeBytes))
	fmt.Fprint(a.stdout, table(rows, func(_, _ int, cell string) string { return cell }))
}
