// This file changes the key of a store, encrypts an unencrypted store, and decrypts a store.

package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/hitlrun/hitlrun/dbfile"
)

// sealedTable is a table with encrypted columns. The first column of its key is the number that they are bound to.
type sealedTable struct {
	name         string
	key, columns []string
}

func sealedTables() []sealedTable {
	return []sealedTable{
		{"threads", []string{"id"}, []string{"error", "ref", "interrupts", "meta"}},
		{"checkpoints", []string{"thread", "ns", "id"}, []string{"body", "writes"}},
		{"writes", []string{"thread", "ns", "checkpoint", "task", "kind"}, []string{"body"}},
		{"blobs", []string{"id"}, []string{"data"}},
		{"scripts", []string{"id"}, []string{"info", "code", "map"}},
		{"audit", []string{"thread", "n"}, []string{"body"}},
		{"documents", []string{"id"}, []string{"body"}},
		{"events", []string{"thread", "seq"}, []string{"body"}},
	}
}

// A batch is what Rekey rewrites in one transaction while others use the store.
const (
	batchRows  = 256
	batchBytes = 1 << 20
)

// Rekey encrypts all of the store with the first of keys, or decrypts it if keys is nil. The keys that it was
// encrypted with must be in keys or in Options.Keys.
//
// While one key replaces another, other stores may have the file open, and an interrupted Rekey can be repeated. A
// store that is to be encrypted for the first time, or decrypted, must not be open elsewhere; that change is made
// completely or not at all.
func (s *Store) Rekey(ctx context.Context, keys *Keys) error {
	s.rekeying.Lock()
	defer s.rekeying.Unlock()
	err := s.rekey(ctx, keys)
	if err == nil {
		err = s.Sync(ctx)
	}
	if err != nil {
		return fmt.Errorf("rekey store %s: %w", s.path, err)
	}
	return nil
}

func (s *Store) rekey(ctx context.Context, keys *Keys) error {
	if err := keys.check(); err != nil {
		return err
	}
	switch {
	case s.w == nil:
		return ErrReadOnly
	case s.isEncrypted() && keys != nil:
		return s.rotate(ctx, keys)
	}
	return s.alone(ctx, func(c *conn) error {
		switch {
		case c.ring == nil && keys == nil:
			return nil
		case c.ring == nil:
			return s.encrypt(ctx, c, keys)
		}
		return s.decrypt(ctx, c)
	})
}

func (s *Store) isEncrypted() bool {
	s.using.RLock()
	defer s.using.RUnlock()
	return s.w.c.ring != nil
}

// alone calls do with the connection that writes, while nothing else uses the Store.
func (s *Store) alone(ctx context.Context, do func(c *conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.using.Lock()
	defer s.using.Unlock()
	if s.closed {
		return ErrClosed
	}
	return explain(do(s.w.c))
}

// useKeys changes the keys of the Store.
func (s *Store) useKeys(keys *Keys) func(c *conn) error {
	return func(c *conn) error {
		s.o.Keys = keys
		for _, r := range []*ring{c.ring, s.readers.ring} {
			r.keys, r.use = keys, nil
			r.rows.Store(nil)
		}
		s.w.version = unknown
		return nil
	}
}

// rotate replaces the keys that were used by another one. Between its transactions, some rows have the old key and
// some the new.
func (s *Store) rotate(ctx context.Context, keys *Keys) (err error) {
	before := s.o.Keys
	if err := s.alone(ctx, s.useKeys(keys.with(before))); err != nil {
		return err
	}
	after := before
	defer func() {
		err = errors.Join(err, s.alone(context.WithoutCancel(ctx), s.useKeys(after)))
	}()
	var target *key
	var retired []int64
	clean := true
	if err := s.update(ctx, func(w *writer) (err error) {
		target, retired, clean, err = w.retireOthers(keys.list[0])
		return err
	}); err != nil {
		return err
	}
	after = keys.with(before) // until all rows are done
	for _, t := range sealedTables() {
		var last []driver.Value
		for done := false; !done; {
			if err := s.update(ctx, func(w *writer) error {
				if w.c.ring.use.key != target {
					return errOtherRekey
				}
				next, err := w.c.recode(t, last, w.reseal)
				if err == nil {
					last, done = next, next == nil
				}
				return err
			}); err != nil {
				return err
			}
		}
	}
	if err := s.update(ctx, func(w *writer) error { return w.dropRetired(target, retired) }); err != nil {
		return err
	}
	after = keys
	if !clean { // a Rekey encrypted it that was killed before its end
		return s.alone(ctx, func(c *conn) error {
			return s.exclusively(c, func() error { return c.clean(target) })
		})
	}
	return s.shrink(ctx)
}

var errOtherRekey = errors.New("another process chose another first key meanwhile")

// retireOthers makes target the only key that anyone encrypts with: first, or the one that is derived from it. It returns the
// numbers of the others. clean is false if plain text may still be in the file.
func (w *writer) retireOthers(first *key) (target *key, retired []int64, clean bool, err error) {
	w.version = unknown // this changes what chooseKey has found
	rows, err := w.c.keyRows(w.c.ring.keys)
	target = first.chosen(rows)
	clean = true
	for i := range rows {
		if rows[i].key == nil && err == nil {
			return nil, nil, false, w.c.ring.missing(rows[i])
		}
		clean = clean && rows[i].probe != probeUnclean
	}
	probe := probeReady
	if !clean {
		probe = probeUnclean
	}
	for i := range rows {
		if err == nil && rows[i].key != target {
			retired = append(retired, rows[i].id)
			err = w.c.putKey(rows[i].key, probeRetired)
		}
	}
	if err == nil {
		err = w.c.putKey(target, probe)
	}
	return target, retired, clean, err
}

// reseal encrypts a column again, with the present key.
func (w *writer) reseal(column string, owner int64, old driver.Value) (driver.Value, error) {
	use := w.c.ring.use
	if id, n := binary.Uvarint(dbfile.Blob(old)); n > 0 && id == uint64(use.id) {
		return old, nil
	}
	plain, err := w.c.unseal(column, owner, dbfile.Blob(old))
	if err != nil {
		return nil, err
	}
	return use.seal(nil, column, owner, plain), nil
}

// dropRetired removes the keys that no row is encrypted with any more. The greatest number stays, so a number that
// readers remember is never given to another key.
func (w *writer) dropRetired(target *key, retired []int64) error {
	if w.c.ring.use.key != target {
		return errOtherRekey
	}
	w.version = unknown
	if _, err := w.c.Exec("DELETE FROM keys WHERE fingerprint = x'' AND id < (SELECT max(id) FROM keys)"); err != nil {
		return err
	}
	for _, id := range retired {
		if _, err := w.c.Exec("DELETE FROM keys WHERE id = ? AND id < (SELECT max(id) FROM keys)", id); err != nil {
			return err
		}
		if _, err := w.c.Exec("UPDATE keys SET fingerprint = x'', probe = x'' WHERE id = ?", id); err != nil {
			return err
		}
	}
	return nil
}

// recode rewrites some rows of t: those after last, nil for the first ones. It returns the last of them, nil at the
// end of the table.
func (c *conn) recode(t sealedTable, last []driver.Value, do func(column string, owner int64, old driver.Value) (driver.Value, error)) ([]driver.Value, error) {
	found, end, err := c.someRows(t, last)
	if err != nil {
		return nil, err
	}
	set := strings.Join(t.columns, " = ?, ") + " = ? WHERE " + strings.Join(t.key, " = ? AND ") + " = ?"
	n := len(t.key)
	for _, row := range found {
		changed := false
		args := append([]driver.Value{}, row[n:]...)
		for i, column := range t.columns {
			if args[i] == nil {
				continue
			}
			before := args[i]
			if args[i], err = do(t.name+"."+column, dbfile.Integer(row[0]), before); err != nil {
				return nil, err
			}
			changed = changed || !same(before, args[i])
		}
		last = row[:n]
		if !changed {
			continue
		}
		if _, err := c.Exec("UPDATE "+t.name+" SET "+set, append(args, last...)...); err != nil {
			return nil, err
		}
	}
	if end {
		return nil, nil
	}
	return last, nil
}

// same reports whether a column did not change.
func same(a, b driver.Value) bool {
	x, y := dbfile.Blob(a), dbfile.Blob(b)
	return len(x) > 0 && len(x) == len(y) && &x[0] == &y[0]
}

// someRows reads rows of t after last: their keys and their encrypted columns.
func (c *conn) someRows(t sealedTable, last []driver.Value) (found [][]driver.Value, end bool, err error) {
	key := strings.Join(t.key, ", ")
	query := "SELECT " + key + ", " + strings.Join(t.columns, ", ") + " FROM " + t.name
	if last != nil {
		query += " WHERE (" + key + ") > (?" + strings.Repeat(", ?", len(t.key)-1) + ")"
	}
	rows := c.Query(query+" ORDER BY "+key, last...)
	size := 0
	for end = true; ; {
		row := make([]driver.Value, len(t.key)+len(t.columns))
		if !rows.Into(row) {
			break
		}
		found = append(found, row)
		for _, v := range row[len(t.key):] {
			size += len(dbfile.Blob(v))
		}
		if len(found) == batchRows || size >= batchBytes {
			end = false
			break
		}
	}
	return found, end, rows.Close()
}

// encrypt encrypts an unencrypted store.
func (s *Store) encrypt(ctx context.Context, c *conn, keys *Keys) error {
	return s.exclusively(c, func() error {
		target := keys.list[0]
		sealing := &ring{keys: keys}
		err := c.Whole(func() error {
			if err := c.putKey(target, probeUnclean); err != nil {
				return err
			}
			rows, err := c.keyRows(keys)
			if err != nil {
				return err
			}
			if err := c.emptyFoundBy(); err != nil {
				return err
			}
			sealing.rows.Store(&rows)
			use := sealing.of(target)
			return c.recodeAll(ctx, func(column string, owner int64, old driver.Value) (driver.Value, error) {
				plain, isBlob := old.([]byte)
				if !isBlob {
					plain = []byte(dbfile.Text(old))
				}
				return use.seal(nil, column, owner, plain), nil
			})
		})
		if err != nil {
			return err
		}
		s.o.Keys, c.ring, s.readers.ring = keys, sealing, &ring{keys: keys}
		return c.clean(target)
	})
}

// clean rewrites the file, without free pages and gaps, which contained plain text.
func (c *conn) clean(target *key) error {
	if err := c.Run("VACUUM"); err != nil {
		return err
	}
	return c.putKey(target, probeReady)
}

// decrypt decrypts a store.
func (s *Store) decrypt(ctx context.Context, c *conn) error {
	if c.ring.keys == nil {
		rows, err := c.keyRows(nil)
		if err == nil && len(rows) > 0 {
			err = c.ring.missing(rows[0])
		}
		return err
	}
	return s.exclusively(c, func() error {
		err := c.Whole(func() error {
			err := c.recodeAll(ctx, func(column string, owner int64, old driver.Value) (driver.Value, error) {
				plain, err := c.unseal(column, owner, dbfile.Blob(old))
				if err == nil && column == "threads.error" {
					return string(plain), nil
				}
				return plain, err
			})
			if err == nil {
				_, err = c.Exec("DELETE FROM keys")
			}
			if err == nil {
				sealing := c.ring
				c.ring = nil // what is read from here on is plain
				err = c.fillFoundBy()
				c.ring = sealing
			}
			return err
		})
		if err == nil {
			s.o.Keys, c.ring, s.readers.ring = nil, nil, nil
		}
		return err
	})
}

// recodeAll rewrites all rows of all tables.
func (c *conn) recodeAll(ctx context.Context, do func(column string, owner int64, old driver.Value) (driver.Value, error)) error {
	for _, t := range sealedTables() {
		var last []driver.Value
		for {
			next, err := c.recode(t, last, do)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			if last = next; last == nil {
				break
			}
		}
	}
	return nil
}

// exclusively calls do while no other connection has the file open. For that, the file leaves WAL mode: SQLite allows
// it only if there is no other connection, and then holds a lock that shuts others out. After that, everything is in
// the file itself, and there is no WAL with plain text.
func (s *Store) exclusively(c *conn, do func() error) (err error) {
	defer func() {
		s.w.version = unknown
		clear(s.w.threads)
		c.names = &names{}
	}()
	if s.path == dbfile.Memory {
		return do()
	}
	if err := s.readers.close(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.share(c)) }()
	if err := s.takeFile(c); err != nil {
		return err
	}
	return do()
}

// share lets others use the file again.
func (s *Store) share(c *conn) error {
	err := c.Run("PRAGMA locking_mode = NORMAL; PRAGMA synchronous = NORMAL")
	if err == nil {
		_, err = c.Number("SELECT count(*) FROM sqlite_schema") // releases the lock
	}
	if err == nil {
		err = c.UseWAL(s.o.BusyTimeout)
	}
	if err == nil { // the WAL has new files now
		err = s.tryToWrite(c, len(migrations()))
		s.lookAtFiles()
	}
	return err
}
