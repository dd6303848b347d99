// This file marks the files of stores of threads, see package storefile. Scripts can remove and replace files that they made with
// SqliteSaver, but not stores, which have the scripts of threads and the permissions of their starts.

package sqlite

import (
	"context"
	"database/sql/driver"
	"strconv"

	"github.com/hitlrun/hitlrun/dbfile"
	"github.com/hitlrun/hitlrun/storefile"
)

// OfThreads reports whether the file is marked as a store of threads: Options.Threads made it, or it has had scripts.
func (s *Store) OfThreads(ctx context.Context) (marked bool, err error) {
	err = s.view(ctx, func(c *conn) error {
		cookie, err := c.cookie()
		marked = storefile.IsMark(cookie)
		return err
	})
	return marked, err
}

// cookie returns the schema cookie of c's file.
func (c *conn) cookie() (int64, error) {
	cookie, err := c.Number("PRAGMA schema_version")
	return cookie & (1<<32 - 1), err
}

// setCookie changes the schema cookie of c's file.
func (c *conn) setCookie(cookie int64) error {
	return c.Run("PRAGMA schema_version = " + strconv.FormatInt(cookie, 10))
}

// markNew marks a file that c is making: it has no WAL.
func (c *conn) markNew() error {
	cookie, err := c.cookie()
	if err == nil {
		err = c.setCookie(storefile.Settled(cookie))
	}
	return err
}

// markOpened marks a store that was just opened, if it is new or has scripts and no mark: an older version has made it, or a script. The
// mark does not wait for other processes; it is made at the next open, or with the next script.
func (s *Store) markOpened(isNew bool) error {
	c := s.w.c
	cookie, err := c.cookie()
	if err != nil || storefile.IsSettled(cookie) {
		s.w.settled.Store(err == nil)
		return err
	}
	if !storefile.IsMark(cookie) && !isNew {
		if scripts, err := c.Number("SELECT EXISTS (SELECT 1 FROM scripts)"); scripts == 0 || err != nil {
			return err
		}
	}
	err = c.Run("PRAGMA busy_timeout = 0")
	if err == nil {
		err = c.Whole(c.mark)
	}
	if err == nil {
		err = s.settle(func(do func() error) error { return c.Whole(do) })
	}
	if dbfile.IsBusy(err) {
		err = nil
	}
	if waits := s.waits(c); err == nil {
		err = waits
	}
	return err
}

// markThreads marks the store before a script is stored in it.
func (s *Store) markThreads(ctx context.Context) error {
	if s.path == dbfile.Memory || s.w == nil || s.w.settled.Load() {
		return nil
	}
	update := func(do func() error) error { return s.update(ctx, func(*writer) error { return do() }) }
	err := update(func() error {
		if err := s.w.refusesThreads(); err != nil {
			return err
		}
		return s.w.c.mark()
	})
	if err != nil {
		return err
	}
	return s.settle(update)
}

// mark marks the file, in a transaction.
func (c *conn) mark() error {
	cookie, err := c.cookie()
	if err == nil && !storefile.IsMark(cookie) {
		err = c.setCookie(storefile.Mark(cookie))
	}
	return err
}

// settle copies the WAL into the file, so that the file itself has the mark. While another process reads what is older, it cannot: then
// the file does not say that the mark is settled, and the next open tries again. update makes a transaction.
func (s *Store) settle(update func(do func() error) error) error {
	copied, err := s.copyWAL()
	if err != nil || !copied {
		return err
	}
	err = update(func() error {
		cookie, err := s.w.c.cookie()
		if err == nil && storefile.IsMark(cookie) {
			err = s.w.c.setCookie(storefile.Settled(cookie))
		}
		return err
	})
	s.w.settled.Store(err == nil)
	return err
}

// copyWAL copies the WAL into the file, and reports whether all of it was copied.
func (s *Store) copyWAL() (all bool, err error) {
	if err := s.enter(context.Background()); err != nil {
		return false, err
	}
	defer s.leave()
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	var v [3]driver.Value // whether it is busy, the frames of the WAL, and those that are copied
	_, err = s.w.c.Row(v[:], "PRAGMA wal_checkpoint(PASSIVE)")
	return dbfile.Integer(v[0]) == 0 && dbfile.Integer(v[1]) == dbfile.Integer(v[2]), explain(err)
}
