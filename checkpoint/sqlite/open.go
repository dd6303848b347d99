// This file opens stores.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun/dbfile"
)

// Options of a Store. The zero value is useful.
type Options struct {
	// BusyTimeout is how long to wait for another process that has the store locked. 0 means 5 s; a negative value
	// means not to wait.
	BusyTimeout time.Duration
	// ReadOnly opens an existing store for reading only.
	ReadOnly bool
	// Keys encrypt a new store, and are required for an encrypted one; without them only its threads can be listed.
	// nil means no keys.
	Keys *Keys
	// Now is the clock for the times of threads; nil means time.Now.
	Now func() time.Time
	// AuditDigests makes the audit log store digests of questions and answers instead of their values.
	AuditDigests bool
	// Folder, if not nil, is the folder of the path, held open by files.Hold: the store is opened in it, also if the path leads
	// elsewhere by now. Open and Close close it.
	Folder *os.File
	// MaxRead is how many bytes a transaction reads at most, for a file that somebody else can have written: the error is then
	// dbfile.ErrBound. 0 means no bound.
	MaxRead int
	// Threads says that the store is for threads with their scripts, and not for checkpoints of a script: a new file is marked as
	// such, see package storefile.
	Threads bool
	// Logger logs warnings and repairs of the store, and at level Debug the text of each statement; nil logs nothing.
	Logger *slog.Logger
}

// Store stores checkpoints in an SQLite file. It implements checkpoint.Saver.
type Store struct {
	path    string
	o       Options
	w       *writer // nil if ReadOnly
	wal     walSync
	readers *pool
	leases  leases
	files   openFiles    // zero if it is in memory
	checked atomic.Int64 // when the files were last checked, in nanoseconds since 1970
	written error        // what CheckWriters said before SQLite read the files

	rekeying  sync.Mutex   // held by Rekey
	measuring sync.Mutex   // held by ThreadBytes for large questions
	using     sync.RWMutex // every method holds it for reading, Close for writing
	closed    bool
}

// Open opens the store in the file path. It makes the store if the file does not exist, or is empty and has no files
// of a store beside it. The path ":memory:" is a store that only this Store can use, and that ends with Close.
func Open(path string, o Options) (*Store, error) {
	s, err := open(path, o, migrations())
	if dbfile.IsBusy(err) {
		waiting := Store{path: path, o: o.withDefaults()}
		if resolved, _, resolveErr := dbfile.Resolve(path); resolveErr == nil {
			waiting.path = resolved
		}
		err = waiting.locked(err)
	}
	if err != nil {
		if o.Folder != nil {
			_ = o.Folder.Close() // nothing was written through it
		}
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return s, nil
}

func (o Options) withDefaults() Options {
	if o.BusyTimeout == 0 {
		o.BusyTimeout = 5 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func open(path string, o Options, steps []string) (*Store, error) {
	o = o.withDefaults()
	if err := o.Keys.check(); err != nil {
		return nil, err
	}
	s := &Store{path: dbfile.In(o.Folder, path), o: o}
	s.readers = newPool(s.openReader)
	exists := false
	if path != dbfile.Memory {
		var err error
		if exists, err = s.findFiles(); err != nil {
			return nil, err
		}
	}
	if o.ReadOnly {
		if err := s.openToRead(steps); err != nil {
			s.Close()
			return nil, err
		}
		s.files[0], _ = dbfile.Identify(s.path) // writers make and remove the files of the WAL
		return s, nil
	}
	if path != dbfile.Memory && !exists {
		if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) {
			if err := create(s.path, steps, o.Keys, o.Threads); err != nil && !errors.Is(err, errNoLink) {
				return nil, err
			}
		}
	}
	c, err := s.openWriter(steps)
	if err != nil {
		return nil, err
	}
	s.w = newWriter(c, o.Now)
	s.w.digests, s.w.prepare, s.w.failed = o.AuditDigests, s.prepareWrite, s.writeFailed
	s.w.locked = s.locked
	if path != dbfile.Memory {
		s.lookAtFiles()
		if err := s.markOpened(o.Threads && !exists); err != nil {
			s.Close()
			return nil, dbfile.OpenError(s.path, err)
		}
	}
	return s, nil
}

// findFiles resolves the path of the store and checks its files before SQLite opens them. It reports whether the store
// exists.
func (s *Store) findFiles() (exists bool, err error) {
	if s.path, exists, err = dbfile.Resolve(s.path); err != nil {
		return false, err
	}
	s.leases.path = s.path + "-lock"
	s.written = dbfile.CheckWriters(s.path)
	if err := dbfile.CheckSides(s.path); err != nil {
		return false, err
	}
	if exists {
		if err := s.checkWAL(); err != nil {
			return false, err
		}
		if err := inspect(s.path); err != nil {
			return false, err
		}
	} else {
		if err := dbfile.CheckEmpty(s.path, s.o.ReadOnly); err != nil {
			return false, err
		}
		if s.o.ReadOnly {
			return false, errors.New("it does not exist")
		}
	}
	if s.o.ReadOnly {
		return exists, nil
	}
	if !haveLocks {
		return false, fmt.Errorf("this system (%s) has no file locks that hitlrun knows, so two processes could run a thread at the same time: a store can only be read here", runtime.GOOS)
	}
	if mayHaveLeftOvers(s.path) {
		left, _ := leftOvers(s.path) // they are harmless: doctor reports them
		for _, name := range left {
			os.Remove(name)
		}
	}
	return exists, nil
}

// CheckWriters returns an error if anyone but the user of this process, and root, can write to the store now, or could
// before it was opened. The error names the file or folder.
func (s *Store) CheckWriters() error {
	if s.path == dbfile.Memory || s.written != nil {
		return s.written
	}
	return dbfile.CheckWriters(s.path)
}

// connect opens a connection to the store.
func (s *Store) connect(params string) (*conn, error) {
	c, err := connect(s.path, params, s.o.BusyTimeout)
	if err != nil {
		return nil, err
	}
	c.Log = s.o.Logger
	if s.o.MaxRead > 0 {
		c.Bound(s.o.MaxRead)
	}
	return c, nil
}

// openWriter opens the connection that writes.
func (s *Store) openWriter(steps []string) (*conn, error) {
	c, err := s.connect("mode=rwc")
	if err != nil {
		return nil, dbfile.OpenError(s.path, err)
	}
	err = s.setUp(c, steps)
	if err == nil {
		return c, nil
	}
	_ = c.Close()
	if errors.Is(err, errNoChecksums) {
		if err = s.addChecksums(); err == nil {
			return s.openWriter(steps)
		}
	}
	return nil, dbfile.OpenError(s.path, err)
}

// prepareWrite is called before each transaction that writes. The caller holds w.mu.
func (s *Store) prepareWrite() error {
	if s.path == dbfile.Memory {
		return nil
	}
	if err := s.checkFilesAtTimes(); err != nil {
		return err
	}
	marked, err := s.marked()
	if err == nil && marked {
		err = s.restoreWriter()
	}
	if err == nil {
		err = s.wal.watch(s.path)
	}
	if s.wal.begun.Load() >= manySyncs {
		s.w.c.growAhead()
	}
	return err
}

// writeFailed is called after a failed transaction. The caller holds w.mu.
func (s *Store) writeFailed(err error) {
	var e sqlite3.Error
	if errors.As(err, &e) && dbfile.FailedSync(e) && s.path != dbfile.Memory {
		s.mark() // some of what it had to sync may be committed
	}
}

// openToRead checks that there is a store that this version can read.
func (s *Store) openToRead(steps []string) error {
	return s.view(context.Background(), func(c *conn) error {
		version, err := c.Number("PRAGMA user_version")
		if err == nil && version < int64(len(steps)) {
			return fmt.Errorf("it was written by an older hitlrun (schema %d of %d): a start or a resume brings it up to date", version, len(steps))
		}
		if err == nil && version != int64(len(steps)) {
			err = fmt.Errorf("its schema is %d, this hitlrun reads schema %d", version, len(steps))
		}
		if err == nil {
			err = c.CheckSchema(steps)
		}
		if err != nil {
			return err
		}
		encrypted, err := c.checkKeys(s.o.Keys, version)
		if encrypted {
			s.readers.ring = &ring{keys: s.o.Keys}
			c.ring = s.readers.ring
		}
		return err
	})
}

// setUp makes c the connection that writes.
func (s *Store) setUp(c *conn, steps []string) error {
	before, err := c.Number("PRAGMA user_version")
	if err == nil {
		err = c.CheckSchema(steps)
	}
	if err != nil {
		return err
	}
	if version := before; version > 0 && version <= int64(len(steps)) {
		if _, err := c.checkKeys(s.o.Keys, version); err != nil {
			return err // before the first write
		}
	}
	// secure_delete overwrites deleted data, see Erase. With cache_spill off, SQLite writes no page of a transaction
	// before its end, so that pages in the WAL have right checksums.
	if err := c.Run("PRAGMA secure_delete = ON; PRAGMA cache_spill = OFF"); err != nil {
		return err
	}
	if err := prepare(c, steps, s.path == dbfile.Memory, s.o.Keys, s.o.Logger); err != nil {
		return err
	}
	if s.path != dbfile.Memory && len(steps) >= schemaOfChecksums {
		version, err := c.Number("PRAGMA user_version")
		if err == nil && version < schemaOfChecksums {
			err = errNoChecksums
		}
		if err == nil {
			err = c.checkStamped()
		}
		if err != nil {
			return err
		}
	}
	if s.path != dbfile.Memory {
		if err := c.UseWAL(s.o.BusyTimeout); err != nil {
			return err
		}
	}
	// From here on nobody can encrypt or decrypt the store, because it is open, see exclusively.
	encrypted, err := c.checkKeys(s.o.Keys, int64(len(steps)))
	if err != nil {
		return err
	}
	if encrypted {
		c.ring, s.readers.ring = &ring{keys: s.o.Keys}, &ring{keys: s.o.Keys}
	} else if before > 0 && before < schemaOfFoundBy && len(steps) >= schemaOfFoundBy {
		if err := c.Whole(c.fillFoundBy); err != nil {
			return err
		}
	}
	if s.path == dbfile.Memory {
		return nil
	}
	// wal_autocheckpoint limits the stall of a checkpoint to some milliseconds, and the WAL to a size whose blocks
	// are used again. journal_size_limit makes the WAL small again after a huge transaction.
	if err := c.Run("PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 8388608"); err != nil {
		return err
	}
	if err := c.SyncCommits(false); err != nil { // Sync does that, for many commits at once
		return err
	}
	return s.tryToWrite(c, len(steps))
}

// tryToWrite finds out whether the file is writable, because SQLite opens one that is not without an error. If
// another process is writing, the file is writable.
func (s *Store) tryToWrite(c *conn, version int) error {
	if err := c.Run("PRAGMA busy_timeout = 0"); err != nil {
		return err
	}
	err := c.Run("BEGIN IMMEDIATE; PRAGMA user_version = " + strconv.Itoa(version)) // writes the value it has
	if !c.Raw.AutoCommit() {
		err = errors.Join(err, c.Run("ROLLBACK"))
	}
	var e sqlite3.Error
	if errors.As(err, &e) && e.Code == sqlite3.ErrBusy {
		err = nil
	}
	return errors.Join(err, s.waits(c))
}

// waits makes c wait for other processes as long as the options say.
func (s *Store) waits(c *conn) error {
	return c.Run("PRAGMA busy_timeout = " + strconv.FormatInt(max(s.o.BusyTimeout.Milliseconds(), 0), 10))
}

// openReader opens a connection for reading. Only query_only prevents it from writing: a connection that cannot write
// at all leaves the files of the WAL behind. SQLite opens a file that is not writable for reading.
func (s *Store) openReader() (*conn, error) {
	c, err := s.connect("mode=rw&_query_only=1")
	if err == nil {
		if err = c.ready(); err == nil {
			return c, nil
		}
		_ = c.Close()
	}
	if !s.o.ReadOnly || dbfile.Exists(s.path+"-journal") {
		return nil, dbfile.OpenError(s.path, err)
	}
	// In a folder where the files of the WAL cannot be made, a store can be read if they exist, or if it has no WAL,
	// because then nobody writes to it.
	params := "mode=ro&_query_only=1"
	if !dbfile.Exists(s.path + "-wal") {
		params += "&immutable=1"
	}
	if c, err = s.connect(params); err == nil {
		if err = c.ready(); err == nil {
			return c, nil
		}
		_ = c.Close()
	}
	return nil, dbfile.OpenError(s.path, err)
}

// ready prepares a connection for reading.
func (c *conn) ready() error {
	err := c.checkStamped()
	if err == nil {
		_ = c.LoadSchema() // the first query has the error again
	}
	return err
}

// update calls do in a transaction. It may call do again after a rollback.
func (s *Store) update(ctx context.Context, do func(w *writer) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if s.w == nil {
		return ErrReadOnly
	}
	return s.w.write(ctx, func() error { return do(s.w) })
}

// view calls do with a connection, in a transaction that sees everything that is committed.
func (s *Store) view(ctx context.Context, do func(c *conn) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if s.path == dbfile.Memory {
		s.w.mu.Lock()
		defer s.w.mu.Unlock()
		return explain(s.w.c.until(ctx, do))
	}
	if err := s.checkFilesAtTimes(); err != nil {
		return err
	}
	c, err := s.readers.get(ctx)
	if err != nil {
		return err
	}
	defer s.readers.put(c)
	return s.locked(c.view(ctx, do))
}

// glance is view for a small read. The connection that writes has the latest writes in its cache, which others have
// to read from the file; glance uses it if nobody is writing.
func (s *Store) glance(ctx context.Context, do func(c *conn) error) error {
	if s.w == nil || s.path == dbfile.Memory {
		return s.view(ctx, do)
	}
	if err := s.enter(ctx); err != nil { // before the lock, as in all writers: Close may wait in between
		return err
	}
	if err := s.checkFilesAtTimes(); err != nil {
		s.leave()
		return err
	}
	if s.w.mu.TryLock() {
		defer s.leave()
		defer s.w.mu.Unlock()
		return s.locked(s.w.c.view(ctx, do))
	}
	s.leave()
	return s.view(ctx, do)
}

// use calls do with c, and leaves c usable if do panics: the next user must not find an open transaction.
func (c *conn) use(do func(c *conn) error) error {
	returned := false
	defer func() {
		if !returned {
			c.Abandon()
		}
	}()
	err := do(c)
	returned = true
	return err
}

// until is use, and interrupts the statements of do when ctx ends.
func (c *conn) until(ctx context.Context, do func(c *conn) error) error {
	return c.Until(ctx, func() error { return c.use(do) })
}

// view calls do in a transaction that only reads.
func (c *conn) view(ctx context.Context, do func(c *conn) error) error {
	if _, err := c.Exec("BEGIN"); err != nil {
		return explain(err)
	}
	err := c.until(ctx, do)
	if err == nil && c.Raw.AutoCommit() {
		return nil // do has handled an error that ended the transaction
	}
	_, commitErr := c.Exec("COMMIT")
	if err == nil {
		err = commitErr
	}
	if commitErr != nil && !c.Raw.AutoCommit() { // the file is damaged: the connection is used again
		_ = c.Run("ROLLBACK")
	}
	return explain(c.damage(err))
}
