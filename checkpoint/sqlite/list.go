// This file reads the history of a thread, some checkpoints at a time.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"
	"iter"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// A page is read in one transaction. No transaction is open while the loop body runs, so the body can use the store.
const (
	pageRows  = 64
	pageBytes = 1 << 20
	smallSlot = 64 // what a channel counts for pageBytes, besides its value
)

// List implements checkpoint.Saver. It leaves out checkpoints that are committed after the call began.
func (s *Store) List(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	return func(yield func(*checkpoint.Tuple, error) bool) {
		if key.ThreadID == "" {
			yield(nil, checkpoint.ErrNoThread)
			return
		}
		p := &pager{key: key, o: o, brief: checkpoint.LeavesOut(ctx)}
		left := o.Limit
		for !p.done {
			err := s.view(ctx, func(c *conn) error { return p.read(c, left) })
			if err != nil {
				yield(nil, fmt.Errorf("list thread %s: %w", key.ThreadID, err))
				return
			}
			for _, tuple := range p.page {
				if err := ctx.Err(); err != nil {
					yield(nil, err)
					return
				}
				if !yield(tuple, nil) {
					return
				}
				if left--; left == 0 {
					return
				}
			}
		}
	}
}

// pager reads page after page.
type pager struct {
	key   checkpoint.Key // NS is the namespace that is being read
	o     checkpoint.ListOptions
	brief checkpoint.LeftOut
	all   []string // the namespaces still to be read, if AllNS
	page  []*checkpoint.Tuple

	begun  bool
	last   string // id of the last row that was read, "" before the first
	values *values
	rows   int // of the next page
	done   bool
}

// read reads the next page, of at most limit checkpoints if that is not 0.
func (p *pager) read(c *conn, limit int) error {
	p.page = p.page[:0]
	if !p.begun {
		if err := p.begin(c); err != nil || p.done {
			return err
		}
	}
	l, ok, err := c.lineOf(p.key)
	if err != nil {
		return err
	}
	end := !ok
	if ok {
		if end, err = p.readLine(c, l, limit); err != nil {
			return err
		}
	}
	if end {
		p.last, p.values = "", nil
		if len(p.all) == 0 {
			p.done = true
		} else {
			p.key.NS, p.all = p.all[0], p.all[1:]
		}
	}
	return nil
}

// begin finds the namespaces to read.
func (p *pager) begin(c *conn) error {
	p.begun, p.rows = true, 8
	if !p.o.AllNS {
		return nil
	}
	t, ok, err := c.thread(p.key.ThreadID)
	if err != nil || !ok {
		p.done = true
		return err
	}
	rows := c.Query("SELECT name FROM namespaces WHERE thread = ?", t.id)
	var v [1]driver.Value
	for rows.Into(v[:]) {
		p.all = append(p.all, dbfile.Text(v[0]))
	}
	slices.Sort(p.all)
	p.key.NS = ""
	return rows.Close()
}

// readLine reads a page of one namespace. It returns true at the end of the namespace.
func (p *pager) readLine(c *conn, l lineRef, limit int) (end bool, err error) {
	if p.values == nil || p.values.made != l.made {
		p.values = newValues(c, l)
	}
	p.values.c, p.values.lineRef, p.values.brief = c, l, p.brief
	clear(p.values.held) // Prune may have moved values from row to row since the last page
	var next *stored     // the row after the one being read
	before := p.o.Before
	if p.last != "" {
		before = p.last
	}
	query, args := selectRow, []driver.Value{l.id, l.ns}
	if p.key.ID != "" {
		key, ok := l.key(p.key.ID)
		if !ok || before != "" && p.key.ID >= before {
			return true, nil
		}
		query, args = query+" AND id = ?", append(args, key)
		if next, err = c.after(l, p.key.ID); err != nil {
			return true, err
		}
	} else if key, ok := l.key(before); ok && before != "" {
		query, args = query+" AND id < ?", append(args, key)
		if next, err = c.one(l, selectRow+" AND id >= ? ORDER BY id LIMIT 1", key); err != nil {
			return true, err
		}
	}
	rows := c.Query(query+" ORDER BY id DESC", args...)
	n, size, read := 0, 0, p.values.read
	var v [3]driver.Value
	for end = true; rows.Into(v[:]); n++ {
		if n == p.rows || p.values.read+size-read > pageBytes || limit > 0 && len(p.page) == limit {
			end = false
			break
		}
		r, err := c.decode(l.id, v[:])
		if err == nil {
			size += len(r.slots) * smallSlot
			err = p.add(r, next, &size)
		}
		if err != nil {
			rows.Err = err
			break
		}
		next, p.last = r, r.id
	}
	p.rows = pageRows
	return end || p.key.ID != "", rows.Close()
}

// add adds r to the page if the filter selects it, and adds the size of its unshared values and of its pending writes to size.
func (p *pager) add(r, next *stored, size *int) error {
	if !p.o.Match(r.meta) || p.o.Before != "" && r.id >= p.o.Before {
		return nil
	}
	tuple, err := p.values.tuple(p.key, r.row, next)
	if err != nil {
		return err
	}
	for _, v := range tuple.Checkpoint.Values {
		if len(v.Blob.Data) <= maxInline { // checkpoints share longer ones
			*size += len(v.Blob.Data)
		}
	}
	for i := range tuple.Writes {
		*size += tuple.Writes[i].Value.Size()
	}
	p.page = append(p.page, tuple)
	return nil
}
