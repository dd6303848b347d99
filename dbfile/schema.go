// This file refuses a file whose tables are not those that hitlrun makes.

package dbfile

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ErrForeign is returned for a file in which somebody else has changed what SQLite executes, or relies on.
var ErrForeign = errors.New("hitlrun did not make that, and SQLite would execute it or rely on it; remove it with the program sqlite3, or use a backup")

// made finds what a step makes, in the form of plainSQL.
var made = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:CREATE (TABLE) (\w+)|CREATE (?:UNIQUE )?(INDEX) (\w+) ON (\w+)|ALTER TABLE (\w+) ADD COLUMN (.*))`)
})

// plainSQL returns a definition without comments, and with a space only where words meet.
func plainSQL(sql string) string {
	b := make([]byte, 0, len(sql))
	for i := 0; i < len(sql); i++ {
		c := sql[i]
		switch {
		case strings.HasPrefix(sql[i:], "--"):
			if n := strings.IndexByte(sql[i:], '\n'); n >= 0 {
				i += n - 1
			} else {
				i = len(sql)
			}
		case isSpace(c):
			if n := len(b); n > 0 && !isSpace(b[n-1]) && !isMark(b[n-1]) {
				b = append(b, ' ')
			}
		default:
			if n := len(b); isMark(c) && n > 0 && isSpace(b[n-1]) {
				b = b[:n-1]
			}
			b = append(b, c)
		}
	}
	return strings.TrimSuffix(string(b), " ")
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isMark(c byte) bool { return c == '(' || c == ')' || c == ',' || c == ';' }

// definition is a table or an index, with the text that SQLite has for it.
type definition struct{ kind, table, sql string }

// definitions returns what steps make, by name.
func definitions(steps []string) map[string]definition {
	all := map[string]definition{}
	for sql := range strings.SplitSeq(plainSQL(strings.Join(steps, ";\n")), ";") {
		sql = strings.TrimSpace(sql)
		switch m := made().FindStringSubmatch(sql); {
		case m == nil:
		case m[1] != "":
			all[m[2]] = definition{"table", m[2], sql}
		case m[3] != "":
			all[m[4]] = definition{"index", m[5], sql}
		default: // SQLite writes the new column behind the others
			d := all[m[6]]
			end := strings.LastIndexByte(d.sql, ')')
			d.sql = d.sql[:end] + "," + m[7] + d.sql[end:]
			all[m[6]] = d
		}
	}
	return all
}

// CheckSchema fails if the tables that steps make, and their indexes, are not in c's file as the steps up to its version make them: SQLite executes
// views, triggers, computed columns and indexes of expressions, and looks through a whole table if an index is missing. steps are those of
// Migrate. What the file has besides these tables is not looked at: nothing uses it.
func (c *Conn) CheckSchema(steps []string) error {
	version, err := c.Version(len(steps))
	for err == nil {
		var now int64
		all := definitions(steps)
		missing := maps.Clone(all)
		if version < int64(len(steps)) {
			missing = definitions(steps[:max(version, 0)])
		}
		wrong := c.checkSchema(all, missing)
		if now, err = c.Version(len(steps)); now == version || wrong == nil {
			return wrong
		}
		version = now // another process has brought the file up to date meanwhile
	}
	return err
}

// checkSchema compares the schema with those definitions in all that are to be there: missing.
func (c *Conn) checkSchema(all, missing map[string]definition) error {
	if err := c.LoadSchema(); err != nil {
		return err
	}
	rows := c.Query("SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(sql AS TEXT) FROM sqlite_schema")
	var v [4]driver.Value
	for rows.Into(v[:]) {
		kind, name, table, sql := asSQLite(v[0]), asSQLite(v[1]), asSQLite(v[2]), Text(v[3])
		_, named := all[name]
		if _, ours := all[table]; !ours && !named || kind == "index" && sql == "" { // an index without a text is that of a primary key
			continue
		}
		if want := missing[name]; want != (definition{kind, table, plainSQL(sql)}) {
			rows.Err = fmt.Errorf("it has the %s %q: %w", kind, Text(v[1]), ErrForeign)
			if want.kind != "" && want.kind == kind {
				rows.Err = fmt.Errorf("its %s %q is another one: %w", kind, Text(v[1]), ErrForeign)
			}
		}
		delete(missing, name)
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		if rows.Err == nil {
			rows.Err = fmt.Errorf("%w: its %s %q is missing", ErrDamaged, missing[name].kind, name)
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
