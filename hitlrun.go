// Package hitlrun runs LangGraph.js workflows with a human in them from Go: a
// script builds a graph, a node asks a question, the thread waits in a store, and
// any process that has the store can answer.
//
//	store, err := hitlrun.Open("hitlrun.db", hitlrun.Options{})
//	script, err := hitlrun.Load("flow.ts", hitlrun.ScriptOptions{})
//	run, err := store.Start(ctx, script, hitlrun.Start{Input: input})
//	// … days later, in another process …
//	run, err = store.Resume(ctx, run.ThreadID, hitlrun.Answer{Value: []byte("true")})
//
// A paused thread is rows in the store: no goroutine, no VM, no memory.
//
// A Store and a Script are safe for concurrent use. Two runs of the same thread
// never take place at once, in this process or another: the second gets ErrBusy.
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
)

// Version is the version of this module.
const Version = jsapi.Version

// Options are the options of a Store. The zero value is useful.
type Options struct {
	// Script are the options of scripts that the store itself loads, see Resume.
	Script ScriptOptions
	// ReadOnly opens the store for reading: nothing can be started or resumed.
	ReadOnly bool
	// AuditDigests makes the audit log store digests of questions and answers instead of their values.
	AuditDigests bool
	// BusyTimeout is how long to wait for another process that has the store locked; 0 is 5 s, a negative one is no wait. A
	// method that has waited that long returns ErrLocked.
	BusyTimeout time.Duration
	// UseGrants gives the scripts that the store loads the permissions that their threads were started with, in addition to
	// Script.Permissions; see Thread.Grants. If another user can write to the file of the store, the error is ErrForeign.
	UseGrants bool
	// Keys encrypt a new store, and decrypt one that is encrypted: without them
	// only Threads works, and omits what is encrypted. nil is no keys.
	Keys *Keys
	// Threads is the file in which New stores the status, questions and scripts of threads; "" is memory. Open refuses it.
	Threads string
	// Logger gets what happens to threads and to the store: see the constants Log. nil is silent. No value of a state, no
	// question and no answer is in it.
	Logger *slog.Logger
}

// saver stores checkpoints.
type saver interface {
	checkpoint.Saver
	// Standing returns what is known of a thread, and its newest checkpoint or nil, as they were at one instant.
	Standing(ctx context.Context, threadID string) (*sqlite.Thread, *checkpoint.Tuple, error)
	// Remove removes a thread, as one of many: after the last of them comes Erase of the store.
	Remove(ctx context.Context, r sqlite.Removal) (removed bool, err error)
	// PruneCheckpoints removes all but the newest keep checkpoints of each namespace of a thread, and says how many.
	PruneCheckpoints(ctx context.Context, threadID string, keep int) (removed int64, err error)
	// Prunable returns how many PruneCheckpoints would remove.
	Prunable(ctx context.Context, threadID string, keep int) (int64, error)
}

// Store stores threads in a SQLite file.
type Store struct {
	db      *sqlite.Store
	saver   saver // of the checkpoints: db, or the one in memory
	o       Options
	scripts *scriptCache

	path     string
	inMemory bool
	unsynced bool // see Unsynced
	running  *running
}

// Open opens the store in the file at path, and makes one if there is none; the folder must exist. ":memory:" is a store that lasts as
// long as the process. Several processes, and several Stores of one process, can have the same file open.
//
// An error says what is wrong with the file and what to do: ErrKey, ErrDamaged, ErrLocked; a file that is not a store is left as it is.
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
	db, err := sqlite.Open(path, sqlite.Options{
		ReadOnly: o.ReadOnly, AuditDigests: o.AuditDigests, BusyTimeout: o.BusyTimeout, Keys: o.Keys.of(), Logger: o.Logger,
	})
	if err != nil {
		return nil, err
	}
	return &Store{db: db, saver: db, o: o, path: path, scripts: &scriptCache{}, running: &running{}}, nil
}

// Close closes the store. Runs that are under way fail, and their threads are lost (see Thread.Lost): cancel them, or wait for them, before.
// Methods return ErrClosed afterwards; Close does nothing. If no other process has the store open, all of it is in one file.
func (s *Store) Close() error {
	return errors.Join(s.scripts.close(), s.db.Close())
}

// CloseAtExit is Close for a process that ends now: it leaves the file FILE-wal, in which a part of the store
// is, to the next process that opens the store. That saves two syncs.
func (s *Store) CloseAtExit() error {
	return errors.Join(s.scripts.close(), s.db.CloseAtExit())
}

// notified returns what a caller is notified of: it survives a power cut then, also what another process
// has committed and not synced yet. If it cannot, the caller gets the error of that and no result.
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

// Unsynced returns the same store for a program that does several things before it notifies anyone: what its methods and the chunks of
// its runs return may be lost at a power cut until Sync has returned. What scripts let out waits for a sync of its own, as
// always. It is closed together with s.
func (s *Store) Unsynced() *Store {
	return &Store{db: s.db, saver: s.saver, o: s.o, path: s.path, scripts: s.scripts, inMemory: s.inMemory, running: s.running, unsynced: true}
}

// Sync returns when all that was stored before the call survives a power cut, also what other processes stored. Callers at the same
// time share one sync.
func (s *Store) Sync(ctx context.Context) error {
	if saver, ok := s.saver.(checkpoint.Syncer); ok {
		return saver.Sync(ctx)
	}
	return s.db.Sync(ctx)
}

// Errors to compare with errors.Is. Their text says what to do.
var (
	// ErrNoThread is returned for a thread that the store does not have.
	ErrNoThread = errors.New("no such thread")
	// ErrLocked is returned when another process had the store locked for as long as Options.BusyTimeout. What was to be stored
	// is not, the thread stands where it stood, and the same can be tried again.
	ErrLocked = checkpoint.ErrLocked
	// ErrNotErased is returned for a thread that was deleted while another process was reading the store: its bytes are still
	// in the WAL, until the next Delete of any thread.
	ErrNotErased = sqlite.ErrNotErased
	// ErrReplaced is returned when a file of the store was replaced or removed while the store is open. Nothing is written to it any
	// more: close the store, and open what is there now.
	ErrReplaced = checkpoint.ErrReplaced
	// ErrDamaged is returned where the file of the store is not as it was written.
	ErrDamaged = sqlite.ErrDamaged
	// ErrNotWaiting is returned for an answer to a thread that does not wait for one.
	ErrNotWaiting = errors.New("the thread does not wait for an answer")
	// ErrResolved is returned for an answer to a question that was answered before. It says by whom and when.
	ErrResolved = errors.New("the question was answered before")
	// ErrAnswer is returned for an answer that does not fit the schema of its question.
	ErrAnswer = errors.New("the answer does not fit the question")
	// ErrMismatch is returned for a node that asks something else than what its answer was given to, see RunOptions.Strict.
	ErrMismatch = errors.New("the node asks something else than what was answered")
	// ErrNonDeterminism is returned for a node that runs again and has other effects than its journal says.
	ErrNonDeterminism = errors.New("the node does something else than its journal has")
	// ErrChoose is returned for an answer that does not say to which of several questions.
	ErrChoose = errors.New("several questions wait for an answer")
	// ErrNotRunning is returned for a thread that is to be cancelled and that nobody runs.
	ErrNotRunning = errors.New("the thread is not being run")
	// ErrWaiting is returned for an input to a thread that waits for an answer.
	ErrWaiting = errors.New("the thread waits for an answer")
	// ErrNoGraph is returned for a script that does not export the graph that was asked for.
	ErrNoGraph = errors.New("the script does not export the graph")
	// ErrInput is returned for an input that no run of the graph can start with, and for what is not valid JSON.
	ErrInput = errors.New("the input does not fit")
	// ErrBounds is returned for an id, a name, an input, an answer or an update that is too long, too large, nested too deep, or
	// would forge a line of the audit log. Nothing was stored.
	ErrBounds = errors.New("what was given is out of bounds")
	// ErrScript is returned for a thread that is to go on with another version of its script
	// than it is pinned to, or with one that does not fit; the text says what changed.
	ErrScript = errors.New("the script has changed")
	// ErrBusy is returned while another run works on the thread.
	ErrBusy = errors.New("the thread is being run elsewhere")
	// ErrLimit is returned for a script that one of ScriptOptions.Limits stopped; the text says which one.
	ErrLimit = jsapi.ErrLimit
	// ErrKey is returned where Options.Keys are not the keys of the store: it is encrypted
	// and they are missing or others, or it is not encrypted.
	ErrKey = sqlite.ErrKey
	// ErrForeign is returned for a thread that retains grants in a store that others can write to, see Options.UseGrants.
	ErrForeign = errors.New("the store is not this user's alone")
	// ErrClosed is returned by the methods of a Store that was closed.
	ErrClosed = sqlite.ErrClosed
	// ErrReadOnly is returned by what would write to a Store with Options.ReadOnly.
	ErrReadOnly = sqlite.ErrReadOnly
	// ErrSync is returned where the disk did not take what was written. What was done since the last call that
	// returned without it may be lost at a power cut, or not; the Store can be used on.
	ErrSync = checkpoint.ErrSync
)

// threadError is an error about one thread. It is one line, but for ErrScript, and leads back to one of the errors above.
type threadError struct {
	err     error
	message string
}

func (e *threadError) Error() string { return e.message }
func (e *threadError) Unwrap() error { return e.err }

func errorf(err error, format string, args ...any) error {
	return &threadError{err, fmt.Sprintf(format, args...)}
}

// thread returns what the store knows of a thread.
func (s *Store) thread(ctx context.Context, id string) (*sqlite.Thread, error) {
	if id == "" {
		return nil, errorf(ErrNoThread, "a thread id is needed")
	}
	t, err := s.db.Thread(ctx, id)
	return t, noThread(id, err)
}

// noThread says in an error of the saver that there is no thread.
func noThread(id string, err error) error {
	if errors.Is(err, checkpoint.ErrNotFound) {
		return errorf(ErrNoThread, "there is no thread %q in the store", id)
	}
	return err
}

// lease prevents others from running the thread until release is called.
func (s *Store) lease(ctx context.Context, id string) (release func(), err error) {
	release, err = s.db.Lease(ctx, id)
	if errors.Is(err, sqlite.ErrBusy) {
		return nil, errorf(ErrBusy, "thread %q is being run elsewhere: %v", id, err)
	}
	return release, err
}
