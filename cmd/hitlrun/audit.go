// This file has `hitlrun audit` and `hitlrun audit verify`.

package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun"
)

func auditCommand() *command {
	c := &command{
		name: "audit", args: "[verify] [flags]", output: &outputFlags{},
		summary: "show who started, asked, answered and deleted what, and check the log",
		about: `Shows the audit log, oldest entry first. "hitlrun audit verify" compares each entry with
its hash, and prints the newest hash as N:HASH. Store that elsewhere, and pass it to a
later check with --head. The check fails if an entry was edited, removed, added or moved.`,
		examples: []string{
			"hitlrun audit --thread order-17",
			"hitlrun audit --json | jq '.[].events[] | select(.kind == \"answer\")'",
			"hitlrun audit verify --head 1042:5f0c…",
		},
	}
	var store storeFlags
	var filter hitlrun.AuditFilter
	var after int
	var head string
	own := newFlags()
	own.Var(countValue{&filter.Limit}, "limit", "at most `N` entries")
	own.Var(countValue{&after}, "after", "only entries after number `N`")
	own.StringVar(&head, "head", "", "verify: the entry that an earlier check printed, `N:HASH`")
	c.groups = []flagGroup{{"Audit", own}, store.group("only entries of the thread with this `ID`"), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		verify := len(args) == 1 && args[0] == "verify"
		if len(args) > 0 && !verify {
			return c.usage("unknown argument %q: use \"hitlrun audit\" or \"hitlrun audit verify\"", args[0])
		}
		if head != "" && !verify {
			return c.usage("--head is for \"hitlrun audit verify\"")
		}
		noted, err := noted(head)
		if err != nil {
			return c.usage("%v", err)
		}
		s, err := a.store(&store, hitlrun.Options{ReadOnly: true}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		if verify {
			return a.verifyAudit(ctx, s, noted)
		}
		filter.ThreadID, filter.After = store.thread, int64(after)
		list, err := s.Audit(ctx, filter)
		if err != nil {
			return err
		}
		if a.json {
			return a.printJSON(list)
		}
		a.printAudit(list)
		return nil
	}
	return c
}

// noted parses N:HASH.
func noted(head string) ([]hitlrun.AuditHead, error) {
	if head == "" {
		return nil, nil
	}
	number, hash, _ := strings.Cut(head, ":")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || hash == "" {
		return nil, fmt.Errorf("--head %q is not what \"hitlrun audit verify\" prints: N:HASH", head)
	}
	return []hitlrun.AuditHead{{N: n, Hash: hash}}, nil
}

func (a *app) verifyAudit(ctx context.Context, s *hitlrun.Store, heads []hitlrun.AuditHead) error {
	done := a.working(func() string { return "verifying" })
	report, err := s.VerifyAudit(ctx, heads...)
	done()
	if err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(report)
	} else {
		for _, p := range report.Problems {
			fmt.Fprintf(a.stdout, "%s\n", safeLine(p))
		}
		fmt.Fprintf(a.stdout, "entries: %d", report.Entries)
		if report.Erased > 0 {
			fmt.Fprintf(a.stdout, ", %d of them of deleted threads", report.Erased)
		}
		fmt.Fprintf(a.stdout, "\nhead: %d:%s\n", report.Head.N, safeLine(report.Head.Hash))
	}
	if err == nil && len(report.Problems) > 0 {
		return exitStatus(exitFailed)
	}
	return err
}

func (a *app) printAudit(list []hitlrun.AuditEntry) {
	if len(list) == 0 {
		io.WriteString(a.stderr, "no entries\n")
		return
	}
	rows := [][]string{{"N", "WHEN", "THREAD", "WHO", "WHAT"}}
	for i := range list {
		e := &list[i]
		if e.Erased {
			rows = append(rows, []string{fmt.Sprint(e.N), "", "", "", "erased"})
			continue
		}
		for _, ev := range e.Events {
			rows = append(rows, []string{fmt.Sprint(e.N), a.when(e.At), safeLine(e.ThreadID), safeLine(e.By), shorten(safeLine(describeEvent(&ev)), 2*askLength)})
		}
	}
	io.WriteString(a.stdout, table(rows, func(_, _ int, cell string) string { return cell }))
}

// describeEvent describes an event in a few words.
func describeEvent(e *hitlrun.AuditEvent) string {
	switch {
	case e.Value != nil:
		return fmt.Sprintf("%s: %s asks %s, gets %s", e.Kind, e.Node, shorten(compact(e.Question), askLength), compact(e.Value))
	case e.Node != "":
		return fmt.Sprintf("%s: %s asks", e.Kind, e.Node)
	case e.Text != "":
		return e.Kind + ": " + e.Text
	}
	return e.Kind
}
