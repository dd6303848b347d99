// This file refuses a file whose schema does more than store rows.

package dbfile

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ErrForeign is returned for a file in which somebody else has put what SQLite would execute.
var ErrForeign = errors.New("hitlrun did not make that, and SQLite would execute it; remove it with the program sqlite3, or use a backup")

var (
	madeTable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`CREATE TABLE (\w+)`) })
	// computes finds the definition of a table that can have SQLite compute something. No table of hitlrun does.
	computes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(as|check|collate|default|generated|virtual)\b`)
	})
	// plainIndex is an index of columns alone.
	plainIndex = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^CREATE (UNIQUE )?INDEX \w+ ON \w+ \([\w, ]+\)( WHERE \w+ IS NOT NULL)?$`)
	})
)

// CheckSchema fails if c's file has a view in place of one of the tables that steps make, or a trigger, a computed column or an index of an
// expression on one of them. steps are those of Migrate. SQLite executes all of these when the table is used. What the file has besides these tables is not
// looked at: nothing uses it.
func (c *Conn) CheckSchema(steps []string) error {
	var ours []string
	for _, made := range madeTable().FindAllStringSubmatch(strings.Join(steps, "\n"), -1) {
		ours = append(ours, made[1])
	}
	rows := c.Query("SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(sql AS TEXT) FROM sqlite_schema")
	var v [4]driver.Value
	for rows.Into(v[:]) {
		kind, name, table, sql := asSQLite(v[0]), Text(v[1]), asSQLite(v[2]), Text(v[3])
		if !slices.Contains(ours, table) {
			continue
		}
		switch {
		case kind == "trigger" || kind == "view":
			rows.Err = fmt.Errorf("it has the %s %q: %w", kind, name, ErrForeign)
		case kind == "table" && computes().MatchString(sql):
			rows.Err = fmt.Errorf("its table %q computes something: %w", name, ErrForeign)
		case kind == "index" && sql != "" && !plainIndex().MatchString(sql):
			rows.Err = fmt.Errorf("its index %q is one of an expression: %w", name, ErrForeign)
		}
	}
	return rows.Close()
}

// asSQLite returns a word of sqlite_schema as SQLite reads it: up to the first zero byte, in whatever case. Somebody may have stored it in another way
// than SQLite does, also as a blob, which the query casts.
func asSQLite(v driver.Value) string {
	word, _, _ := strings.Cut(Text(v), "\x00")
	return strings.ToLower(word)
}
