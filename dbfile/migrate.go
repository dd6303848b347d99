// This file brings the tables of a file up to date.

package dbfile

import (
	"context"
	"fmt"
	"log/slog"
)

// Version returns the version of the schema of c's file, 0 for a new file. It fails if the version is greater than
// newest.
func (c *Conn) Version(newest int) (int64, error) {
	version, err := c.Number("PRAGMA user_version")
	if err == nil && version > int64(newest) {
		err = fmt.Errorf("it was written by a newer hitlrun: its schema is %d, this one reads schemas up to %d", version, newest)
	}
	return version, err
}

// Migrate turns c's file into one of kind k with the newest version of its schema. steps[n] leads from version n to
// n+1, and is empty where only the number changes. All steps run in one transaction. Another process may migrate the
// file at the same time; the slower of the two finds the work done. made, if not nil, is called in the transaction if
// the file is new. log may be nil.
func (c *Conn) Migrate(k Kind, steps []string, made func() error, log *slog.Logger) error {
	return c.Whole(func() error {
		version, err := c.Version(len(steps))
		if err != nil {
			return err
		}
		for n := version; n < int64(len(steps)); n++ {
			if log != nil {
				log.Log(context.Background(), slog.LevelDebug, "migrate store", "from", n, "to", n+1)
			}
			if steps[n] == "" {
				continue
			}
			if err := c.Run(steps[n]); err != nil {
				return fmt.Errorf("migrate from schema %d to %d: %w", n, n+1, err)
			}
		}
		if version == 0 && made != nil {
			if err := made(); err != nil {
				return err
			}
		}
		if version < int64(len(steps)) {
			return c.Run(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", k.ApplicationID, len(steps)))
		}
		return nil
	})
}
