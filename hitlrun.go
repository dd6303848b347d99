// Package hitlrun runs LangGraph.js workflows that wait for humans from Go: a script builds a graph, a node asks a
// question, the thread waits in a store, and any process that opens the store can answer.
//
//	store, err := hitlrun.Open("hitlrun.db", hitlrun.Options{})
//	script, err := hitlrun.Load("flow.ts", hitlrun.ScriptOptions{})
//	run, err := store.Start(ctx, script, hitlrun.Start{Input: input})
//	// … days later, in another process …
//	run, err = store.Resume(ctx, run.ThreadID, hitlrun.Answer{Value: []byte("true")})
//
// A paused thread is rows in the store: no goroutine, no VM, no memory.
//
// A Store and a Script are safe for concurrent use. Two runs of the same thread never take place at the same time, in
// this process or in several: the second one returns ErrBusy. The rules that all methods follow are at type Store.
package hitlrun

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/files"
)

// Version is the version of this module.
const Version = jsapi.Version

// Options are the options of a Store. The zero value is useful.
type Options struct {
	// Script has the options for scripts that the store itself loads: see Resume.
	Script ScriptOptions
	// ReadOnly opens the store for reading: nothing can be started or resumed.
	ReadOnly bool
	// AuditDigests makes the audit log store digests of questions and answers instead of their values.
	AuditDigests bool
	// BusyTimeout is how long a method waits for another process that has the store locked, before it returns
	// ErrLocked; 0 is 5 s, a negative value means that methods do not wait.
	BusyTimeout time.Duration
	// UseGrants gives the scripts that the store loads the permissions that their threads were started with, in
	// addition to Script.Permissions; see Thread.Grants. If another user can write to a file of the store or replace it,
	// or a script could have changed where a path leads, the error is ErrForeign.
	UseGrants bool
	// OnGrants is called before a run whose script gets permissions of the start of its thread that Script.Permissions does not
	// have, with these; see UseGrants. It is called on the goroutine that began the run. nil means that nobody wants to know.
	OnGrants func(threadID string, used Grants)
	// Keys encrypt a new store, and decrypt an encrypted one. An encrypted store that is opened without its keys has
	// only Threads, which omits what is encrypted. nil means no keys.
	Keys *Keys
	// Threads is the file in which New stores the status, questions and scripts of threads; "" stores them in memory.
	// Open refuses a value other than "".
	Threads string
	// Logger gets what happens to threads and to the store: see the constants Log…. nil logs nothing. No value of a
	// state, no question and no answer is logged.
	Logger *slog.Logger
}

// saver stores checkpoints.
type saver interface {
	checkpoint.Saver
	checkpoint.Reverter
	// Standing returns what is stored about a thread as a whole, and its newest checkpoint or nil, both from the same
	// instant.
	Standing(ctx context.Context, threadID string) (*sqlite.Thread, *checkpoint.Tuple, error)
	// Remove removes one of many threads. The caller calls Erase of the store after the last one.
	Remove(ctx context.Context, r sqlite.Removal) (removed bool, err error)
	// PruneCheckpoints retains the newest checkpoints of each namespace of a thread, as many as retain says, removes the
	// others, and returns how many it removed.
	PruneCheckpoints(ctx context.Context, threadID string, retain int) (removed int64, err error)
	// Prunable returns how many PruneCheckpoints would remove.
	Prunable(ctx context.Context, threadID string, retain int) (int64, error)
}

// Store stores threads: Open in a SQLite file or in memory, New with their checkpoints in a saver of the program. All
// methods are safe for concurrent use, and follow these rules unless they say otherwise:
//
//   - If ctx has ended, or ends while a method waits for other calls, the method returns the error of ctx and changes
//     nothing. A commit that has begun is completed.
//   - A thread that does not exist gives ErrNoThread. A method that runs, changes or deletes a thread returns ErrBusy
//     at once while another run works on the thread.
//   - Each method may return ErrClosed, ErrLocked, ErrReplaced, ErrDamaged, ErrKey, and errors of the disk; on a store
//     with Options.ReadOnly, methods that write return ErrReadOnly. IsOutage finds errors after which the same call can succeed.
//   - What a method returns and stores survives a power cut. If the sync fails, the error is ErrSync, and there is no
//     result. Unsynced leaves the sync out. Threads, EachThread and methods that return scripts do not sync.
//   - A pointer argument must not be nil. A function, a list or a JSON text in a struct may be nil, and is then none.
type Store struct {
	db      *sqlite.Store
	saver   saver // of the checkpoints: db, or the one in memory
	o       Options
	scripts *scriptCache

	path      string
	unprotect func() // lets scripts use the file again; see files.ProtectOpen
	inMemory  bool
	unsynced  bool // see Unsynced
	running   *running
	trusts    func(script string) bool // see Trust; nil for all scripts
}

// Open opens the store in the file at path. It creates the file if it does not exist; the folder must exist. The path
// ":memory:" opens a store in memory. Several processes, and several Stores of one process, can have the same file
// open. The caller calls Close at the end.
//
// An error says what is wrong with the file and what to do: ErrKey, ErrDamaged, ErrLocked and others. A file that is
// not a store is not changed.
func Open(path string, o Options) (*Store, error) {
	if o.Threads != "" {
		return nil, errors.New("Options.Threads is for New: Open has all in one file")
	}
	if path == ":memory:" {
		return New(&checkpoint.MemorySaver{}, o)
	}
	return openSQLite(path, o)
}

func openSQLite(path string, o Options) (*Store, error) {
	if err := o.Script.Permissions.resolve(); err != nil {
		return nil, err
	}
	if path != ":memory:" {
		defer files.Protect(path)() // until it is open, see below
	}
	db, err := sqlite.Open(path, sqlite.Options{
		Threads: true, ReadOnly: o.ReadOnly, AuditDigests: o.AuditDigests, BusyTimeout: o.BusyTimeout, Keys: o.Keys.of(), Logger: o.Logger,
	})
	if err != nil {
		return nil, err
	}
	unprotect := func() {}
	if path != ":memory:" {
		unprotect = files.ProtectOpen(path)
	}
	s := &Store{db: db, saver: db, o: o, path: path, unprotect: unprotect, scripts: &scriptCache{}, running: &running{}}
	if !o.ReadOnly {
		if err := s.removeUnfinished(context.Background()); err != nil {
			s.log(context.Background(), slog.LevelWarn, "copies of threads that are not whole are not deleted", slog.Any("error", err))
		}
	}
	return s, nil
}

// Close closes the store. Active runs fail, and their threads are lost (see Thread.Lost): cancel them or wait for them
// first. Afterwards methods return ErrClosed, and a second Close does nothing. If no other process has the store open,
// all of it is then in one file.
func (s *Store) Close() error {
	defer s.unprotect()
	return errors.Join(s.scripts.close(), s.db.Close())
}

// CloseAtExit is Close for a process that is about to end, with the same errors. It saves two syncs: a part of the store
// stays in the file FILE-wal, and the next process that opens the store moves it into the file.
func (s *Store) CloseAtExit() error {
	return errors.Join(s.scripts.close(), s.db.CloseAtExit())
}

// notified syncs the store before a caller gets a result: the result then survives a power cut, also if another process
// committed it and had not synced it yet. If the sync fails, the caller gets its error and no result.
func notified[T any](s *Store, ctx context.Context, result T, err error) (T, error) {
	if s.unsynced {
		return result, err
	}
	if syncErr := s.Sync(context.WithoutCancel(ctx)); syncErr != nil {
		var none T
		return none, errors.Join(err, syncErr)
	}
	return result, err
}

// Unsynced returns the same store without the sync at the end of each method. It is for a program that makes several
// changes before it notifies anyone: what methods and chunks of runs return may be lost at a power cut until Sync has
// returned. Requests and other effects of scripts still wait for their own sync. Close of either closes both.
func (s *Store) Unsynced() *Store {
	return &Store{db: s.db, saver: s.saver, o: s.o, path: s.path, unprotect: s.unprotect, scripts: s.scripts, inMemory: s.inMemory, running: s.running, unsynced: true}
}

// Trust returns a Store that uses s and gives the permissions of Options.Script to the scripts that trusts reports: it
// gets what Script.Path returns. A thread of another script gets of these permissions only those that it was started
// with. Without Trust, and with nil, all scripts of threads get them. Options.UseGrants has no such limit. Methods that
// load the script of a thread call trusts on the goroutine of their caller, so possibly on several at once.
//
// Close the Store that Open returned, and not this one.
func (s *Store) Trust(trusts func(script string) bool) *Store {
	limited := *s
	limited.trusts, limited.unprotect = trusts, nil
	return &limited
}

// Sync returns when everything that was stored before the call, by this process or another, survives a power cut.
// Concurrent callers share one sync. Errors are ErrSync, ErrReplaced and that of ctx. After Close it returns nil,
// because Close has synced.
func (s *Store) Sync(ctx context.Context) error {
	if saver, ok := s.saver.(checkpoint.Syncer); ok {
		return saver.Sync(ctx)
	}
	return s.db.Sync(ctx)
}

// CheckFiles returns ErrReplaced if a file of the store was removed or replaced since the store was opened, ErrClosed if
// the store is closed, and the error of ctx. It reads and writes nothing in the store: it does not notice a full disk.
func (s *Store) CheckFiles(ctx context.Context) error { return s.db.CheckFiles(ctx) }

// Errors that methods of this package return: compare with errors.Is. Their text says what to do.
var (
	// ErrNoThread is returned for a thread that the store does not have.
	ErrNoThread = errors.New("no such thread")
	// ErrLocked is returned when another process had the store locked for longer than Options.BusyTimeout. Nothing was
	// stored, the thread has not changed, and the caller can try again.
	ErrLocked = checkpoint.ErrLocked
	// ErrNotErased is returned for a thread that was deleted while another process was reading the store: its bytes
	// stay in the write-ahead log until the next Delete of any thread.
	ErrNotErased = sqlite.ErrNotErased
	// ErrReplaced is returned when a file of the store was replaced or removed while the store was open. The Store
	// writes nothing any more: close it, and open the file that is there now.
	ErrReplaced = checkpoint.ErrReplaced
	// ErrDamaged is returned if the file of the store differs from what was written to it.
	ErrDamaged = sqlite.ErrDamaged
	// ErrUnreadable is returned for a thread whose checkpoint has values that no graph stores, of a program that writes to
	// the store itself for example. Other threads can be read.
	ErrUnreadable = errors.New("the checkpoint of the thread cannot be read")
	// ErrNotWaiting is returned for an answer to a thread that does not wait for one.
	ErrNotWaiting = errors.New("the thread does not wait for an answer")
	// ErrResolved is returned for an answer to a question that was answered before. It says by whom and when.
	ErrResolved = errors.New("the question was answered before")
	// ErrAnswer is returned for an answer that does not fit the schema of its question.
	ErrAnswer = errors.New("the answer does not fit the question")
	// ErrMismatch is returned for a node that runs again and asks a different question than the one that was answered;
	// see RunOptions.Strict.
	ErrMismatch = errors.New("the node asks a different question than the one that was answered")
	// ErrNonDeterminism is returned for a node that runs again and has other effects than those in its journal.
	ErrNonDeterminism = errors.New("the node has other effects than its journal")
	// ErrChoose is returned for an answer that does not name one of several questions.
	ErrChoose = errors.New("several questions wait for an answer")
	// ErrNotRunning is returned by Cancel for a thread that nobody runs.
	ErrNotRunning = errors.New("the thread is not being run")
	// ErrWaiting is returned for an input to a thread that waits for an answer.
	ErrWaiting = errors.New("the thread waits for an answer")
	// ErrNoGraph is returned for a script that does not export the requested graph.
	ErrNoGraph = errors.New("the script does not export the graph")
	// ErrInput is returned for an input with which no run of the graph can start, and for text that is not valid JSON.
	ErrInput = errors.New("the input does not fit")
	// ErrBounds is returned for an id, a name, an input, an answer or an update that is too long, too large, nested too
	// deep, or could forge a line of the audit log. Nothing was stored.
	ErrBounds = errors.New("the value is out of bounds")
	// ErrScript is returned for a thread that a caller resumes with another version of its script than the pinned one,
	// or with a version that does not fit; the text says what changed.
	ErrScript = errors.New("the script has changed")
	// ErrBusy is returned while another run works on the thread.
	ErrBusy = errors.New("the thread is being run elsewhere")
	// ErrLimit is returned for a script that one of ScriptOptions.Limits stopped; the text says which one.
	ErrLimit = jsapi.ErrLimit
	// ErrUnsettled is returned for a script whose top-level await can never settle.
	ErrUnsettled = jsapi.ErrUnsettled
	// ErrListener matches the *Error of a script in which a listener of uncaughtException threw.
	ErrListener = jsapi.ErrListener
	// ErrKey is returned if Options.Keys are not the keys of the store: it is encrypted and they are missing or
	// different, or it is not encrypted and they are given.
	ErrKey = sqlite.ErrKey
	// ErrForeign is returned for a thread that retains grants which others than its operator can have changed: other users
	// can write to the store, or a path has a link in a folder that the script may write; see Options.UseGrants.
	ErrForeign = errors.New("others can have changed the grants")
	// ErrClosed is returned by the methods of a Store that was closed.
	ErrClosed = sqlite.ErrClosed
	// ErrReadOnly is returned by methods that write, on a Store with Options.ReadOnly.
	ErrReadOnly = sqlite.ErrReadOnly
	// ErrSync is returned when the disk failed to sync what was written. What was done since the last successful call
	// may be lost at a power cut. The Store can still be used.
	ErrSync = checkpoint.ErrSync
	// ErrExhausted is returned when this process, or the system, has no free file descriptor for a file of the store, or no process
	// for a worker. Nothing was done; the caller can try again.
	ErrExhausted = checkpoint.ErrExhausted
)

// threadError is an error about one thread. Its text is one line, except for ErrScript, and it wraps one of the errors
// above.
type threadError struct {
	err     error
	message string
	advice  string
}

func (e *threadError) Error() string { return e.message }
func (e *threadError) Unwrap() error { return e.err }

// Advice returns the field that the end of the message advises to set, such as "Answer.Value"; "" for none. The command
// line, whose flags set these fields, adds the flags to the message.
func (e *threadError) Advice() string { return e.advice }

func errorf(err error, format string, args ...any) error {
	return &threadError{err: err, message: fmt.Sprintf(format, args...)}
}

// advisef is errorf for a message that ends with the advice to set a field.
func advisef(err error, field, format string, args ...any) error {
	return &threadError{err, fmt.Sprintf(format, args...), field}
}

// thread returns the row of a thread.
func (s *Store) thread(ctx context.Context, id string) (*sqlite.Thread, error) {
	if id == "" {
		return nil, errorf(ErrNoThread, "a thread id is needed")
	}
	t, err := s.db.Thread(ctx, id)
	return t, noThread(id, err)
}

// noThread adds to an error of the saver that the thread does not exist.
func noThread(id string, err error) error {
	if errors.Is(err, checkpoint.ErrNotFound) {
		return errorf(ErrNoThread, "there is no thread %q in the store", id)
	}
	return err
}

// lease prevents all others from running the thread until the caller calls release.
func (s *Store) lease(ctx context.Context, id string) (release func(), err error) {
	leave, err := s.db.Lease(ctx, id)
	if errors.Is(err, sqlite.ErrBusy) {
		return nil, errorf(ErrBusy, "thread %q is being run elsewhere: %v", id, err)
	}
	if err != nil {
		return nil, err
	}
	released := s.running.leased(id)
	return func() {
		released()
		leave()
	}, nil
}
