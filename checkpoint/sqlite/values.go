// This file finds the rows of checkpoints and the values they refer to.

package sqlite

import (
	"database/sql/driver"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// thread returns the row of a thread; it returns false if there is none.
func (c *conn) thread(id string) (t threadRow, ok bool, err error) {
	var v [4]driver.Value
	ok, err = c.Row(v[:], "SELECT id, plain, created, newest FROM threads WHERE ext = ?", packed(id))
	return threadRow{dbfile.Integer(v[0]), dbfile.Integer(v[1]) != 0, dbfile.Integer(v[2]), unpacked(v[3])}, ok, err
}

// threadNumber returns the number of a thread. If there is none, the error is checkpoint.ErrNotFound.
func (c *conn) threadNumber(id string) (int64, error) {
	t, ok, err := c.thread(id)
	if err == nil && !ok {
		err = fmt.Errorf("thread %s: %w", id, checkpoint.ErrNotFound)
	}
	return t.id, err
}

// namespace returns the number of a namespace; it returns false if there is none.
func (c *conn) namespace(t threadRow, name string) (n int64, ok bool, err error) {
	if name == "" {
		return 0, true, nil
	}
	var v [1]driver.Value
	ok, err = c.Row(v[:], "SELECT n FROM namespaces WHERE thread = ? AND name = ?", t.id, name)
	return dbfile.Integer(v[0]), ok, err
}

// lineRef is a namespace of a thread.
type lineRef struct {
	threadRow
	ns int64
}

// stored is a row with the columns as they are.
type stored struct {
	*row
	writes []byte // embedded writes of the parent, nil if there are none
}

const selectRow = "SELECT id, body, writes FROM checkpoints WHERE thread = ? AND ns = ?"

// one returns the first row of a query that begins with selectRow, nil if there is none.
func (c *conn) one(l lineRef, query string, args ...driver.Value) (*stored, error) {
	var v [3]driver.Value
	ok, err := c.Row(v[:], query, append([]driver.Value{l.id, l.ns}, args...)...)
	if !ok || err != nil {
		return nil, err
	}
	return c.decode(l.id, v[:])
}

// each calls do with each row of l, in the order of ids.
func (c *conn) each(l lineRef, do func(*stored) error) error {
	rows := c.Query(selectRow+" ORDER BY id", l.id, l.ns)
	var v [3]driver.Value
	for rows.Into(v[:]) {
		r, err := c.decode(l.id, v[:])
		if err == nil {
			err = do(r)
		}
		if err != nil {
			rows.Err = err
		}
	}
	return rows.Close()
}

func (c *conn) decode(thread int64, v []driver.Value) (*stored, error) {
	body, err := c.open("checkpoints.body", thread, dbfile.Blob(v[1]))
	if err != nil {
		return nil, err
	}
	writes, err := c.open("checkpoints.writes", thread, dbfile.Blob(v[2]))
	if err != nil {
		return nil, err
	}
	d := decoder{c: c, b: body}
	r := &stored{d.row(unpacked(v[0])), writes}
	return r, d.err
}

// newest returns the row with the greatest id.
func (c *conn) newest(l lineRef) (*stored, error) {
	return c.one(l, selectRow+" ORDER BY id DESC LIMIT 1")
}

// byID returns the row with an id.
func (c *conn) byID(l lineRef, id string) (*stored, error) {
	key, ok := l.key(id)
	if !ok {
		return nil, nil
	}
	return c.one(l, selectRow+" AND id = ?", key)
}

// after returns the row with the next greater id.
func (c *conn) after(l lineRef, id string) (*stored, error) {
	key, ok := l.key(id)
	if !ok {
		return nil, nil
	}
	return c.one(l, selectRow+" AND id > ? ORDER BY id LIMIT 1", key)
}

// values reads the values of one namespace. It remembers what it has read.
type values struct {
	c *conn
	lineRef
	held     map[string]*stored // rows that contain values of others, by id
	last     map[string]*chain  // the last chain read, by channel
	leaveOut bool               // tuples get no values
	brief    checkpoint.LeftOut // of tuples
	read     int                // how many bytes of chains were read
}

// chain is a value in pieces: a whole one, and the additions to it.
type chain struct {
	blobs []int64 // in ascending order
	parts [][]byte
}

func newValues(c *conn, l lineRef) *values {
	return &values{c: c, lineRef: l, held: map[string]*stored{}, last: map[string]*chain{}}
}

// of returns the value of a slot, the zero Blob if it has none.
func (v *values) of(s *slot) (checkpoint.Blob, error) {
	b := checkpoint.Blob{Type: s.typ}
	var err error
	switch s.kind {
	case slotNone:
		return checkpoint.Blob{}, nil
	case slotInline:
		b.Data = s.data
	case slotHeld:
		if b.Data, err = v.heldData(s); err == nil {
			err = v.c.Charge(len(b.Data)) // others share it, but whoever gets them may copy each
		}
	case slotBlob:
		b.Data, b.Grown, err = v.pieces(s)
	}
	return b, err
}

// wholeOf returns the value of a slot in one piece.
func (v *values) wholeOf(s *slot) ([]byte, error) {
	b, err := v.of(s)
	if err == nil && len(b.Grown) > 0 { // the pieces are joined
		size := len(b.Data)
		for _, p := range b.Grown {
			size += len(p)
		}
		err = v.c.Charge(size)
	}
	if err != nil {
		return nil, err
	}
	return b.Whole().Data, nil
}

// heldData returns the part of an older row that s refers to.
func (v *values) heldData(s *slot) ([]byte, error) {
	if s.data != nil {
		return s.data, nil
	}
	r := v.held[s.holder]
	if r == nil {
		var err error
		if r, err = v.c.byID(v.lineRef, s.holder); err != nil {
			return nil, err
		}
		if r == nil {
			return nil, errDamaged
		}
		v.held[s.holder] = r
	}
	if s.index >= len(r.slots) || r.slots[s.index].kind != slotInline || s.off > len(r.slots[s.index].data)-s.n {
		return nil, errDamaged
	}
	s.data = r.slots[s.index].data[s.off : s.off+s.n : s.off+s.n]
	return s.data, nil
}

// pieces returns a value of the table blobs: a whole one, and the additions to it. Each is read only once: older
// versions, which come later in a history, begin with the same pieces.
func (v *values) pieces(s *slot) (whole []byte, grown [][]byte, err error) {
	c := v.last[s.channel]
	n := -1
	if c != nil {
		n = slices.Index(c.blobs, s.blob)
	}
	if n < 0 {
		if c, err = v.c.chain(v.threadRow, s.blob); err != nil {
			return nil, nil, err
		}
		v.last[s.channel] = c
		n = len(c.blobs) - 1
		for _, p := range c.parts {
			v.read += len(p)
		}
	}
	if n == 0 {
		return c.parts[0], nil, nil
	}
	return c.parts[0], c.parts[1 : n+1 : n+1], nil
}

// blobID returns the id in the table blobs of a thread's blob.
func (t threadRow) blobID(n int64) int64 { return t.id<<32 | n }

// chain reads a blob and those that it extends.
func (c *conn) chain(t threadRow, n int64) (*chain, error) {
	rows := c.Query(`WITH RECURSIVE chain (id) AS (
		VALUES (?1) UNION ALL SELECT ?2 + base FROM chain CROSS JOIN blobs USING (id) WHERE ?2 + base < chain.id)
		SELECT id, base, data FROM chain CROSS JOIN blobs USING (id)`, t.blobID(n), t.blobID(0))
	found := &chain{}
	var v [3]driver.Value
	v[1] = true // nothing was found
	for rows.Into(v[:]) {
		data, err := c.open("blobs.data", dbfile.Integer(v[0]), dbfile.Blob(v[2]))
		if err != nil {
			rows.Err = err
			break
		}
		if !(v[1] == nil || checkpoint.IsArray(data)) {
			rows.Err = errDamaged
			break
		}
		found.blobs = append(found.blobs, dbfile.Integer(v[0])-t.blobID(0))
		found.parts = append(found.parts, data)
	}
	if err := rows.Close(); err != nil {
		return nil, err
	}
	if v[1] != nil || len(found.parts) > 1 && !checkpoint.IsArray(found.parts[len(found.parts)-1]) {
		return nil, errDamaged // the end of the chain is missing
	}
	slices.Reverse(found.blobs)
	slices.Reverse(found.parts)
	return found, nil
}

// blobData returns what a blob itself holds.
func (c *conn) blobData(t threadRow, n int64) ([]byte, error) {
	var v [1]driver.Value
	ok, err := c.Row(v[:], "SELECT data FROM blobs WHERE id = ?", t.blobID(n))
	if err == nil && !ok {
		err = errDamaged
	}
	if err != nil {
		return nil, err
	}
	return c.open("blobs.data", t.blobID(n), dbfile.Blob(v[0]))
}
