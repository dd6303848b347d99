// This file has conn, a raw connection of the driver with its prepared statements.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// conn is a connection. It is for one goroutine at a time.
type conn struct {
	raw   *sqlite3.SQLiteConn
	stmts map[string]*sqlite3.SQLiteStmt
	args  []driver.NamedValue
	names *names
	ring  *ring // nil if the store is plain
}

// connect opens path. params are those of SQLite's file URIs: mode, immutable.
func connect(path, params string, busy time.Duration) (*conn, error) {
	dsn := ":memory:?_mutex=no"
	if path != memory {
		if err := registerVFS(); err != nil {
			return nil, err
		}
		dsn = fileURI(path) + "?_mutex=no&vfs=" + checksumVFS + "&" + params
	}
	dsn += fmt.Sprintf("&_busy_timeout=%d", max(busy.Milliseconds(), 0))
	raw, err := (&sqlite3.SQLiteDriver{}).Open(dsn)
	if err != nil {
		return nil, err
	}
	return &conn{raw: raw.(*sqlite3.SQLiteConn), stmts: map[string]*sqlite3.SQLiteStmt{}, names: &names{}}, nil
}

// fileURI returns the URI of an absolute path.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // of Windows: /C:/…
	}
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

func (c *conn) close() error {
	for _, s := range c.stmts {
		_ = s.Close()
	}
	c.stmts = nil
	return c.raw.Close()
}

// run executes statements that are not prepared.
func (c *conn) run(query string) error {
	_, err := c.raw.ExecContext(context.Background(), query, nil)
	return err
}

func (c *conn) prepare(query string) (*sqlite3.SQLiteStmt, error) {
	if s := c.stmts[query]; s != nil {
		return s, nil
	}
	s, err := c.raw.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	c.stmts[query] = s.(*sqlite3.SQLiteStmt)
	return c.stmts[query], nil
}

// named returns args as the driver wants them, valid until the next call.
func (c *conn) named(args []driver.Value) []driver.NamedValue {
	c.args = c.args[:0]
	for i, arg := range args {
		c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: arg})
	}
	return c.args
}

// exec executes a prepared statement that gives no rows.
func (c *conn) exec(query string, args ...driver.Value) (driver.Result, error) {
	s, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(context.Background(), c.named(args))
}

// rows is the result of a query. A query must be closed before it is used again.
type rows struct {
	driver.Rows
	err error
}

func (c *conn) query(query string, args ...driver.Value) *rows {
	s, err := c.prepare(query)
	if err != nil {
		return &rows{err: err}
	}
	r, err := s.QueryContext(context.Background(), c.named(args))
	return &rows{r, err}
}

// into reads a row into dest. Blobs are copies.
func (r *rows) into(dest []driver.Value) bool {
	if r.err != nil {
		return false
	}
	err := r.Next(dest)
	if err != nil && err != io.EOF { //nolint:errorlint // the driver returns io.EOF itself
		r.err = err
	}
	return err == nil
}

// close ends the query and returns the error it had.
func (r *rows) close() error {
	if r.Rows != nil {
		if err := r.Rows.Close(); r.err == nil {
			r.err = err
		}
	}
	return r.err
}

// row reads the only row of a query into dest; false if there is none.
func (c *conn) row(dest []driver.Value, query string, args ...driver.Value) (bool, error) {
	r := c.query(query, args...)
	ok := r.into(dest)
	return ok, r.close()
}

// number reads the only number of a query, 0 if it is NULL or there is none.
func (c *conn) number(query string, args ...driver.Value) (int64, error) {
	var dest [1]driver.Value
	_, err := c.row(dest[:], query, args...)
	return integer(dest[0]), err
}

// The values of columns; those of another type are zero.

func integer(v driver.Value) int64 { n, _ := v.(int64); return n }
func text(v driver.Value) string   { s, _ := v.(string); return s }
func blob(v driver.Value) []byte   { b, _ := v.([]byte); return b }
