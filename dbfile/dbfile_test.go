// This file tests what files are opened, made and brought up to date, on files of a kind of its own.

package dbfile_test

import (
	"database/sql/driver"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
)

var (
	notes  = dbfile.Kind{Name: "file of notes", ApplicationID: 77}
	schema = []string{"CREATE TABLE notes (text TEXT, n INTEGER, data BLOB)", "", "CREATE TABLE more (x)"}
)

func connect(t *testing.T, path string) *dbfile.Conn {
	t.Helper()
	c, err := dbfile.Connect(path, "mode=rwc", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestFilesAreMadeAndMigrated(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.db")
	resolved, exists, err := dbfile.Resolve(path)
	if err != nil || exists {
		t.Fatalf("Resolve: %v, %v", exists, err)
	}
	if err := errors.Join(dbfile.MakeFile(resolved), dbfile.MakeFile(resolved)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	c := connect(t, resolved)
	made := 0
	for _, steps := range [][]string{schema[:1], schema[:2], schema, schema} { // as versions of the program come
		if err := c.Migrate(notes, steps, func() error { made++; return nil }, nil); err != nil {
			t.Fatal(err)
		}
		if version, err := c.Version(len(steps)); err != nil || version != int64(len(steps)) {
			t.Errorf("the version is %d, %v", version, err)
		}
	}
	if err := errors.Join(c.SyncCommits(true), c.UseWAL(time.Second)); err != nil {
		t.Error(err)
	}
	if made != 1 {
		t.Errorf("the file was new %d times", made)
	}
	if _, err := c.Version(1); err == nil || !strings.Contains(err.Error(), "newer hitlrun") {
		t.Errorf("an older program: %v", err)
	}
	if err := c.Migrate(notes, append(schema, "CREATE TABLE more (x)"), nil, nil); err == nil || !strings.Contains(err.Error(), "from schema 3 to 4") {
		t.Errorf("a step that fails: %v", err)
	}
	if version, err := c.Version(3); err != nil || version != 3 {
		t.Errorf("after a step that failed the version is %d, %v", version, err)
	}
	if err := notes.Inspect(resolved); err != nil {
		t.Errorf("Inspect: %v", err)
	}
	if err := (dbfile.Kind{Name: "other file", ApplicationID: 78}).Inspect(resolved); err == nil || err.Error() != "it is not a other file" {
		t.Errorf("Inspect as another kind: %v", err)
	}
}

func TestConnections(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.db")
	c := connect(t, path)
	if err := c.Migrate(notes, schema, nil, nil); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("no")
	err := c.Whole(func() error {
		_, err := c.Exec("INSERT INTO notes VALUES (?, ?, ?)", "rolled back", int64(1), []byte("x"))
		return errors.Join(err, failed)
	})
	if !errors.Is(err, failed) {
		t.Errorf("Whole: %v", err)
	}
	if err := c.Whole(func() error {
		_, err := c.Exec("INSERT INTO notes VALUES (?, ?, ?)", "kept", int64(2), []byte("y"))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	rows := c.Query("SELECT text, n, data FROM notes")
	var v [3]driver.Value
	n := 0
	for ; rows.Into(v[:]); n++ {
		if dbfile.Text(v[0]) != "kept" || dbfile.Integer(v[1]) != 2 || string(dbfile.Blob(v[2])) != "y" || dbfile.Text(v[1]) != "" || dbfile.Integer(v[0]) != 0 {
			t.Errorf("the row is %v", v)
		}
	}
	if err := rows.Close(); err != nil || n != 1 {
		t.Errorf("%d rows, %v", n, err)
	}
	if n, err := c.Number("SELECT count(*) FROM notes"); err != nil || n != 1 {
		t.Errorf("Number: %d, %v", n, err)
	}
	for _, bad := range []*dbfile.Rows{c.Query("SELECT nothing FROM nowhere"), c.QueryOnce("no SQL")} {
		if bad.Into(v[:]) || bad.Close() == nil {
			t.Error("a query that cannot be gave rows")
		}
	}
	// Another connection waits until its timeout.
	other, err := dbfile.Connect(path, "mode=rw", -1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	if err := c.Whole(func() error {
		if err := other.Run("BEGIN IMMEDIATE"); !dbfile.IsBusy(err) || !strings.Contains(dbfile.Explain(err).Error(), "another process has the file locked") {
			t.Errorf("a file that is locked: %v", dbfile.Explain(err))
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// A panic inside of Whole goes on, and leaves neither a transaction nor an open query behind.
func TestWholeThatPanics(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.db")
	c := connect(t, path)
	if err := c.Migrate(notes, schema, nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.UseWAL(time.Second); err != nil {
		t.Fatal(err)
	}
	insert := func(c *dbfile.Conn, text string) error {
		_, err := c.Exec("INSERT INTO notes VALUES (?, ?, ?)", text, int64(1), []byte("x"))
		return err
	}
	if err := errors.Join(insert(c, "before"), insert(c, "before")); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if v := recover(); v != "whole" {
				t.Errorf("the panic became %v", v)
			}
		}()
		_ = c.Whole(func() error {
			if err := insert(c, "rolled back"); err != nil {
				t.Error(err)
			}
			rows := c.Query("SELECT text FROM notes")
			rows.Into(make([]driver.Value, 1))
			panic("whole")
		})
	}()
	other, err := dbfile.Connect(path, "mode=rw", -1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	if err := insert(other, "of another"); err != nil {
		t.Errorf("another connection: %v", err)
	}
	if err := c.Whole(func() error { return insert(c, "after") }); err != nil {
		t.Errorf("Whole after that: %v", err)
	}
	if n, err := c.Number("SELECT count(*) FROM notes"); err != nil || n != 4 {
		t.Errorf("there are %d rows, want 4 (%v)", n, err)
	}
}

func TestPathsThatAreNoFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for path, want := range map[string]string{
		"": "the path is empty", "a\x00b": "NUL", dir: "it is a folder", filepath.Join(dir, "none", "x.db"): "does not exist",
		filepath.Join(write("plain", "text"), "x.db"): "is not a folder",
	} {
		if _, _, err := dbfile.Resolve(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Resolve(%q): %v, want %q", path, err, want)
		}
	}
	for name, text := range map[string]string{"notes.txt": "my notes", "half.db": "SQLite format 3\x00 and no more"} {
		path := write(name, text)
		if err := notes.Inspect(path); err == nil || !strings.Contains(err.Error(), "not a file of notes") {
			t.Errorf("%s: %v", name, err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%s was changed", name)
		}
	}
	empty := write("empty.db", "")
	if err := dbfile.CheckEmpty(empty, false); err != nil {
		t.Errorf("a place for a new file: %v", err)
	}
	if err := dbfile.CheckEmpty(empty, true); err == nil || !strings.Contains(err.Error(), "0 bytes") {
		t.Errorf("an empty file to read: %v", err)
	}
	write("empty.db-wal", "rest")
	if err := dbfile.CheckEmpty(empty, false); err == nil || !strings.Contains(err.Error(), "empty.db-wal") || !dbfile.NotEmpty(empty+"-wal") || !dbfile.Exists(empty) {
		t.Errorf("an empty file beside a WAL: %v", err)
	}
	if err := dbfile.SyncFolder(dir); err != nil {
		t.Error(err)
	}
}

// hidden makes a trigger that empties the notes, whose row in sqlite_schema is not stored as SQLite stores it.
func hidden(set string) string {
	return "CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM notes; END; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET " + set + " WHERE name = 't'"
}

func TestCheckSchema(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sql, want string
	}{
		"as hitlrun made it":         {"", ""},
		"tables of others":           {"CREATE TABLE mine (x DEFAULT (hex(1))); CREATE INDEX of_mine ON mine (hex(x)); CREATE VIEW shown AS SELECT * FROM notes", ""},
		"a trigger of a table":       {"CREATE TABLE mine (x); CREATE TRIGGER t AFTER INSERT ON mine BEGIN DELETE FROM mine; END", ""},
		"an index of columns":        {"CREATE INDEX by_n ON notes (n, text)", `it has the index "by_n"`},
		"a trigger":                  {"CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM notes; END", `it has the trigger "t"`},
		"a trigger in other letters": {"CREATE TRIGGER t AFTER INSERT ON NOTES BEGIN DELETE FROM notes; END", `it has the trigger "t"`},
		"a view":                     {"DROP TABLE notes; CREATE VIEW Notes AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT n FROM r", `it has the view "Notes"`},
		"a trigger of a view":        {"ALTER TABLE notes RENAME TO n2; CREATE VIEW notes AS SELECT * FROM n2; CREATE TRIGGER t INSTEAD OF INSERT ON notes BEGIN DELETE FROM n2; END", "it has the "},
		"an index of an expression":  {"CREATE INDEX i ON notes (hex(n))", `it has the index "i"`},
		"a condition of an index":    {"CREATE INDEX i ON notes (n) WHERE hex(n) > 1", `it has the index "i"`},
		"a computed column":          {"ALTER TABLE notes ADD COLUMN c GENERATED ALWAYS AS (hex(n))", `its table "notes" is another one`},
		"a default":                  {"ALTER TABLE more ADD COLUMN c DEFAULT 'x'", `its table "more" is another one`},
		"a check":                    {"DROP TABLE more; CREATE TABLE more (x CHECK (length(hex(zeroblob(x))) > 0))", `its table "more" is another one`},
		"an index of a sum":          {"CREATE INDEX i ON notes (text||text||text)", `it has the index "i"`},
		"a condition that computes":  {"CREATE INDEX i ON notes (n) WHERE text||text||text > 1", `it has the index "i"`},
		"a trigger named by a blob":  {hidden("tbl_name = CAST(tbl_name AS BLOB)"), `it has the trigger "t"`},
		"one whose kind is a blob":   {hidden("type = CAST(type AS BLOB)"), `it has the trigger "t"`},
		"one of a kind in capitals":  {hidden("type = upper(type)"), `it has the trigger "t"`},
		"one with a zero byte":       {hidden("tbl_name = tbl_name || char(0, 65)"), `it has the trigger "t"`},
		"a virtual table":            {"DROP TABLE more; CREATE VIRTUAL TABLE more USING rtree(a, b, c)", `its table "more" is another one`},
	} {
		path := filepath.Join(t.TempDir(), "notes.db")
		conn := connect(t, path)
		if err := conn.Migrate(notes, schema, nil, nil); err != nil {
			t.Fatal(err)
		}
		if err := conn.Run(c.sql); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		conn = connect(t, path) // which reads the schema as it is in the file
		err := conn.CheckSchema(schema)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, dbfile.ErrForeign) || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
		if !strings.Contains(c.sql, "AFTER INSERT ON notes") {
			continue
		}
		if _, err := conn.Exec("INSERT INTO notes (n) VALUES (1)"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n, err := conn.Number("SELECT count(*) FROM notes"); n != 0 || err != nil {
			t.Errorf("%s: SQLite did not execute it: %d notes, %v", name, n, err)
		}
	}
}

func TestTimesHaveText(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "1970-01-01T00:00:00Z", 1764230000123456: "2025-11-27T07:53:20.123456Z", math.MaxInt64: "9999-12-31T23:59:59Z", math.MinInt64: "0000-01-01T00:00:00Z",
	} {
		if got, err := dbfile.Micros(n).MarshalText(); err != nil || string(got) != want {
			t.Errorf("%d: %s, want %s, %v", n, got, want, err)
		}
	}
	if _, err := dbfile.Clamped(time.Unix(math.MaxInt64, 1)).MarshalText(); err != nil {
		t.Error(err)
	}
}
