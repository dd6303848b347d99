// This file has Conn, a raw connection of the driver with its prepared statements.

package dbfile

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Conn is a connection. Only one goroutine at a time may use it. It reuses its prepared statements, and costs less
// for each query than a connection of database/sql.
type Conn struct {
	Raw *sqlite3.SQLiteConn
	Log *slog.Logger // receives the text of each prepared statement that is executed, at level Debug; nil logs nothing

	stmts map[string]*sqlite3.SQLiteStmt
	args  []driver.NamedValue

	most, read int // the bound of Bound, or 0; how many bytes the transaction has read
	steps      steps
}

// ErrBound is returned for a transaction that reads more than Bound allows.
var ErrBound = errors.New("the database has too much to be read at once")

// Bound sets how many bytes a transaction reads at most, with what Charge adds, and bounds its steps. A value that alone is larger is not
// read at all: the file says how large it is, and may lie. It is for files that somebody else can have written.
func (c *Conn) Bound(bytes int) {
	c.most = bytes
	c.Raw.SetLimit(limitLength, bytes)
	c.boundSteps()
}

// Charge adds to what the transaction has read: what is made of the rows can be larger than they are. It returns ErrBound beyond Bound.
func (c *Conn) Charge(bytes int) error {
	if c.most == 0 {
		return nil
	}
	if bytes < 0 || bytes > c.most-c.read {
		c.read = c.most
		return ErrBound
	}
	c.read += bytes
	return nil
}

// Connect opens the absolute path, or Memory. params are parameters of SQLite's file URIs: mode, immutable, vfs. busy
// is how long a statement waits for another connection that has the file locked.
func Connect(path, params string, busy time.Duration) (*Conn, error) {
	if held(path) {
		if err := holds(); err != nil {
			return nil, err
		}
	}
	if err := watch(); err != nil {
		return nil, err
	}
	dsn := ":memory:?_mutex=no"
	if path != Memory {
		dsn = fileURI(path) + "?hitlrun=1&_mutex=no&" + params
	}
	dsn += fmt.Sprintf("&_busy_timeout=%d", max(busy.Milliseconds(), 0))
	raw, err := (&sqlite3.SQLiteDriver{}).Open(dsn)
	if err != nil {
		if isInterrupt(err) { // it was opened to read the schema only
			err = errSchema
		}
		return nil, err
	}
	c := &Conn{Raw: raw.(*sqlite3.SQLiteConn), stmts: map[string]*sqlite3.SQLiteStmt{}}
	if err := c.countSteps(); err != nil {
		_ = raw.Close()
		return nil, err
	}
	return c, nil
}

// fileURI returns the URI of an absolute path.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // on Windows: /C:/…
	}
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

// Close ends the connection. Its queries must have been closed.
func (c *Conn) Close() error {
	for _, s := range c.stmts {
		_ = s.Close()
	}
	c.stmts = nil
	err := c.Raw.Close()
	c.forgetSteps()
	return err
}

// Run executes statements that are not prepared.
func (c *Conn) Run(query string) error {
	c.begin(query)
	_, err := c.Raw.ExecContext(context.Background(), query, nil)
	return c.stopped(err, ErrEndless)
}

// Prepare returns the prepared statement of a query. It prepares each query once.
func (c *Conn) Prepare(query string) (*sqlite3.SQLiteStmt, error) {
	if c.Log != nil {
		c.Log.Debug("statement", "sql", query)
	}
	if s := c.stmts[query]; s != nil {
		return s, nil
	}
	err := c.counted(func() error {
		s, err := c.Raw.PrepareContext(context.Background(), query)
		if err == nil {
			c.stmts[query] = s.(*sqlite3.SQLiteStmt)
		}
		return err
	})
	return c.stmts[query], err
}

// named converts args to the form of the driver. The result is valid until the next call.
func (c *Conn) named(args []driver.Value) []driver.NamedValue {
	c.args = c.args[:0]
	for i, arg := range args {
		c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: arg})
	}
	return c.args
}

// Exec executes a prepared statement that returns no rows.
func (c *Conn) Exec(query string, args ...driver.Value) (driver.Result, error) {
	s, err := c.Prepare(query)
	if err != nil {
		return nil, err
	}
	c.begin(query)
	result, err := s.ExecContext(context.Background(), c.named(args))
	return result, c.stopped(err, ErrEndless)
}

// Rows is the result of a query. Close it before the same query runs again.
type Rows struct {
	rows driver.Rows
	Err  error // the first error so far; the caller that reads the rows may set it
	conn *Conn
}

// Query executes a prepared query. Rows reports its errors.
func (c *Conn) Query(query string, args ...driver.Value) *Rows {
	s, err := c.Prepare(query)
	if err != nil {
		return &Rows{Err: err}
	}
	c.begin(query)
	r, err := s.QueryContext(context.Background(), c.named(args))
	return &Rows{r, c.stopped(err, ErrEndless), c}
}

// QueryOnce is Query for a statement that must be prepared each time.
func (c *Conn) QueryOnce(query string) *Rows {
	c.begin(query)
	r, err := c.Raw.QueryContext(context.Background(), query, nil)
	return &Rows{r, c.stopped(err, ErrEndless), c}
}

// Into reads the next row into dest, and reports whether there was one. Blobs are copies.
func (r *Rows) Into(dest []driver.Value) bool {
	if r.Err != nil {
		return false
	}
	err := r.rows.Next(dest)
	if err != nil && err != io.EOF { //nolint:errorlint // the driver returns io.EOF itself
		r.Err = r.conn.stopped(err, ErrEndless)
	}
	if err == nil {
		r.conn.steps.row()
		if r.conn.most > 0 {
			r.Err = r.conn.Charge(sizeOf(dest))
		}
	}
	return err == nil && r.Err == nil
}

// rowBytes is how many bytes of memory a row takes beside its texts and blobs.
const rowBytes = 100

// sizeOf returns the size of a row.
func sizeOf(row []driver.Value) int {
	size := rowBytes
	for _, v := range row {
		switch v := v.(type) {
		case []byte:
			size += len(v)
		case string:
			size += len(v)
		}
	}
	return size
}

// Close ends the query and returns the error it had.
func (r *Rows) Close() error {
	if r.rows != nil {
		if err := r.rows.Close(); r.Err == nil {
			r.Err = err
		}
	}
	return r.Err
}

// Row reads the only row of a query into dest; it returns false if there is none.
func (c *Conn) Row(dest []driver.Value, query string, args ...driver.Value) (bool, error) {
	r := c.Query(query, args...)
	ok := r.Into(dest)
	return ok, r.Close()
}

// Number reads the only number of a query, 0 if it is NULL or there is none.
func (c *Conn) Number(query string, args ...driver.Value) (int64, error) {
	var dest [1]driver.Value
	_, err := c.Row(dest[:], query, args...)
	return Integer(dest[0]), err
}

// Abandon ends what a panic has left unfinished: the transaction, and the prepared queries that were not closed, which would show
// their old state of the file to all that follow. Rows from before are not valid any more.
func (c *Conn) Abandon() {
	for _, s := range c.stmts {
		_ = s.Close() // it was executed before, or not at all
	}
	c.steps.transaction = false
	clear(c.stmts)
	if !c.Raw.AutoCommit() {
		_ = c.Run("ROLLBACK") // can only fail if there is no transaction
	}
}

// Whole calls do inside a transaction that may write. If do panics, nothing is stored, and the panic goes on.
func (c *Conn) Whole(do func() error) error {
	if err := c.Run("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	returned := false
	defer func() {
		c.steps.transaction = false
		if !returned {
			c.Abandon()
		}
	}()
	err := do()
	returned = true
	if err == nil {
		err = c.Run("COMMIT")
	}
	if err != nil && !c.Raw.AutoCommit() {
		_ = c.Run("ROLLBACK") // can only fail if there is no transaction
	}
	return err
}

// Integer returns the value of a column, 0 if it has another type.
func Integer(v driver.Value) int64 { n, _ := v.(int64); return n }

// Micros returns the time n microseconds after 1970, clamped.
func Micros(n int64) time.Time { return Clamped(time.UnixMicro(n)) }

// Clamped returns t in UTC. A time outside of the years 0 to 9999, which has no text in RFC 3339, becomes the nearest
// within: one damaged row must not fail a list.
func Clamped(t time.Time) time.Time {
	const first, last = -62167219200, 253402300799 // the seconds since 1970
	if s := t.Unix(); s < first || s > last {
		return time.Unix(min(max(s, first), last), 0).UTC()
	}
	return t.UTC()
}

// Text returns the value of a column, "" if it has another type.
func Text(v driver.Value) string { s, _ := v.(string); return s }

// Blob returns the value of a column, nil if it has another type.
func Blob(v driver.Value) []byte { b, _ := v.([]byte); return b }
