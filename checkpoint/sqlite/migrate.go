// This file makes the tables of a new file and brings those of an old one up to date.

package sqlite

import (
	_ "embed"
	"log/slog"

	"github.com/mattn/go-sqlite3"
)

//go:embed schema.sql
var schema string

//go:embed schema2.sql
var schema2 string

//go:embed schema3.sql
var schema3 string

//go:embed schema6.sql
var schema6 string

//go:embed schema7.sql
var schema7 string

// migrations lead from one version of the schema to the next: number i from i to i+1. Released steps never change; a
// new schema is a new line. Version 8 introduced bodies of events in pieces, version 9 packed ids in
// writes.
func migrations() []string {
	return []string{schema, schema2, schema3, "", "", schema6, schema7, "", ""}
}

// schemaOfFoundBy is the version that introduced what threads are found by.
const schemaOfFoundBy = 7

// FormatVersion returns the version of the stores that Open makes.
func FormatVersion() int { return len(migrations()) }

// LibraryVersion returns the version of SQLite.
func LibraryVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}

// schemaOfChecksums is the version in which the pages of the file have checksums. In the version before it, they are
// about to get them: an older hitlrun, which does not support that version, refuses to open the file.
const schemaOfChecksums = 5

// prepare migrates c's file to the newest version; it encrypts a new one if there are keys. If whole is false, it
// stops at the version before schemaOfChecksums: the last step needs addChecksums.
func prepare(c *conn, steps []string, whole bool, keys *Keys, log *slog.Logger) error {
	version, err := c.Version(len(steps))
	if err != nil {
		return err
	}
	if version == 0 {
		if err := c.reserve(); err != nil { // before everything else
			return err
		}
		// With this, Vacuum can cut freed space off the file without rewriting the file. It must be set before the
		// first table is made.
		if err := c.Run("PRAGMA auto_vacuum = INCREMENTAL"); err != nil {
			return err
		}
	}
	if !whole && version < schemaOfChecksums {
		steps = steps[:min(len(steps), schemaOfChecksums-1)]
	}
	if version < int64(len(steps)) {
		return c.Migrate(kind(), steps, func() error {
			if keys == nil {
				return nil
			}
			return c.putKey(keys.list[0], probeReady)
		}, log)
	}
	return nil
}
