// This file has `hitlrun backup`.

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

// backupDocument is the result of backup as JSON.
type backupDocument struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

func backupCommand() *command {
	c := &command{
		name: "backup", args: "FILE [flags]", output: &outputFlags{},
		summary: "copy a store while it is in use",
		about: `Copies the store to FILE, as it is when the copy begins. Other processes can start and
answer threads meanwhile. The copy is a store: its threads can be read and answered.
The copy of an encrypted store is encrypted, and its key is not needed. FILE appears when
it is complete and on the disk; an interrupted copy leaves no file of that name.`,
		examples: []string{
			"hitlrun backup flows-monday.db --db flows.db",
			"hitlrun backup /mnt/backup/flows.db --db flows.db --force",
		},
	}
	var store storeFlags
	var force bool
	own := newFlags()
	own.BoolVar(&force, "force", false, "replace FILE if it exists")
	c.groups = []flagGroup{{"Backup", own}, store.plainGroup(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		file, err := c.file(args)
		if err != nil {
			return err
		}
		s, err := a.open(&store, hitlrun.Options{ReadOnly: true}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		done := a.working(func() string { return "copying the store" })
		size, err := s.Backup(ctx, file, force)
		done()
		if errors.Is(err, hitlrun.ErrExists) {
			return usagef("%s exists: --force replaces it", file)
		}
		if err != nil {
			return err
		}
		if a.json {
			return a.printJSON(backupDocument{file, size})
		}
		fmt.Fprintf(a.stdout, "backup: %s (%s)\n", safeLine(file), bytesText(size))
		return nil
	}
	return c
}

// bytesText is a number of bytes for people.
func bytesText(n int64) string {
	const units = "KMGT"
	if n < 1<<10 {
		return fmt.Sprintf("%d bytes", n)
	}
	value, unit := float64(n)/(1<<10), 0
	for ; value >= 1<<10 && unit < len(units)-1; unit++ {
		value /= 1 << 10
	}
	return fmt.Sprintf("%.1f %ciB", value, units[unit])
}
