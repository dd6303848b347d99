// This file has Script: a workflow script, bundled and compiled, and the VMs that run it.

package hitlrun

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/runtime"
)

// ScriptOptions are the environment of a script. With the zero value the script prints nothing, has no permissions, and
// its VMs are not reused.
type ScriptOptions struct {
	// Stdout and Stderr are those of console and process; nil discards. The script finds out whether they are terminals: a
	// writer that passes on what it gets has a method Unwrap() io.Writer for that. If Stdin is the *os.File of a terminal,
	// the script can make it send each key (setRawMode); that ends with the run.
	Stdout, Stderr io.Writer
	Stdin          io.Reader // nil is empty; VMs and workers read one at a time
	Args           []string  // process.argv after the name of the script
	Env            []string  // "NAME=value"; Permissions select those that the script sees
	// ProjectEnv adds to Env the field env of the nearest langgraph.json, in the folder of the script or above, that
	// lists the script.
	ProjectEnv  bool
	Permissions Permissions
	Limits      Limits
	// Profile is the generation of the LangGraph.js documentation to follow: "1" or
	// "0.2". "" is the range of @langchain/langgraph in the nearest package.json, else "1".
	Profile string
	// CacheDir is where bundles are cached, so that a script that did not change starts faster; "" means no cache. No
	// other user may be able to write to the directory. Bundles that were not used for 30 days are removed, and so are
	// the least recently used ones while all of them take more than 256 MiB.
	CacheDir string
	// Functions are the functions of this program that the script can call, by name; see Func:
	//	import { functions } from "hitlrun"
	//	await functions.createTicket({ title })
	Functions map[string]Function
	// Effects sets the default for nodes that do not set effects themselves. With "once" a node has a journal of its
	// effects, so that it does not repeat them when it runs again. "" leaves the choice to the script.
	Effects string
	// Strict fails a node that asks a different question than the one that was answered.
	Strict bool
	// By and From say who runs the script and from where, for the audit log of the script's own savers.
	By, From string
	// Colors makes console.log print colours.
	Colors bool
	// Reuse lets a VM serve one run after another, which saves the time to make a VM (about a millisecond). The module
	// code is then run once for each VM, and MODULE VARIABLES ARE SHARED BETWEEN THREADS: what one run stores in a
	// variable outside of a function, in globalThis or on a prototype, the run of another user can read. Without Reuse
	// each run has a new VM.
	Reuse bool
	// MaxIdle is how many VMs wait for another run, with Reuse; 0 is one for each CPU that Go uses. A VM that was not
	// used for a minute ends.
	MaxIdle int
	// MaxVMs is how many VMs the script has at the same time; 0 means no limit. A further run waits until another run or
	// its own context ends. An idle VM takes about half a megabyte. A Function that runs a thread of the same script
	// needs a second VM.
	MaxVMs int
	// Stuck, if not nil, is called on its own goroutine if a limit or the end of a context stopped a run, but the run
	// has not ended 0.8 s later: it is in a computation of the engine that cannot be interrupted. Stuck gets the
	// error that the run would return. The only way to stop such a run is to end the process; if Stuck is nil, the
	// caller of the run waits.
	Stuck func(error)
	// Trace, if not nil, is called when a run of a graph does something, even before that is stored. It may be called
	// on several goroutines at once, and delays the run while it works.
	Trace func(TraceEvent)
	// Isolation says where the script runs: InProcess, or Process for scripts whose authors are not trusted. Workers
	// are the processes that it then runs in; nil is the set that all scripts of the program share.
	Isolation Isolation
	Workers   *Workers
	// Keys are for the files in which the script itself stores threads with SqliteSaver.fromConnString: they are encrypted
	// with Keys.ForScripts. nil means no keys.
	Keys *Keys
}

// Script is a bundled and compiled workflow script. It is safe for concurrent use: each run has a VM to itself, see
// ScriptOptions.Reuse.
type Script struct {
	path    string
	bundle  *bundle.Result
	program *jsapi.Program // nil if it runs in workers
	hash    string
	file    string                 // where it came from, absolute; "" if it is not from a file
	code    func() string          // the hash of its stored form
	parts   func() json.RawMessage // the files it was made of
	o       ScriptOptions
	workers *realm        // where it runs; nil for this process
	host    *workerScript // in a worker: the connection to the host; otherwise nil

	vms vms
}

// Path returns the absolute path of the file of the script; what LoadSource was given if it is not from a file.
func (s *Script) Path() string { return cmp.Or(s.file, s.path) }

// Load bundles and compiles the script in the file at path. It does not run the script. A script that cannot be bundled
// gives an *Error with the position.
func Load(path string, o ScriptOptions) (*Script, error) { return load(path, nil, o) }

// LoadSource is Load for a script whose text is source. path names the script, and relative imports start from its
// folder; the file need not exist.
func LoadSource(path string, source []byte, o ScriptOptions) (*Script, error) {
	return load(path, source, o)
}

func load(path string, source []byte, o ScriptOptions) (*Script, error) {
	if err := o.Permissions.resolve(); err != nil {
		return nil, err
	}
	b, err := jsapi.BundleWith(path, source, o.CacheDir, o.Permissions.of().ReadGrants())
	if err != nil {
		return nil, explain(err)
	}
	if o.Profile == "" {
		o.Profile = profileNear(path)
	}
	script, err := newScript(path, b, o)
	if err == nil && source == nil && isFile(path) {
		script.file, err = filepath.Abs(path)
	}
	return script, err
}

func newScript(path string, b *bundle.Result, o ScriptOptions) (*Script, error) {
	if o.Effects != "" && o.Effects != "once" && o.Effects != "always" {
		return nil, fmt.Errorf("unknown effects %q: use \"once\" or \"always\"", o.Effects)
	}
	if o.MaxVMs < 0 || o.MaxIdle < 0 {
		return nil, fmt.Errorf("the limits of VMs must be at least 0, not MaxVMs %d and MaxIdle %d", o.MaxVMs, o.MaxIdle)
	}
	switch o.Profile {
	case "":
		o.Profile = "1"
	case "1", "0.2":
	default:
		return nil, fmt.Errorf("unknown profile %q: use \"1\" or \"0.2\"", o.Profile)
	}
	if o.ProjectEnv && (o.Permissions.Env.All || len(o.Permissions.Env.List) > 0) {
		env, err := projectEnv(path, o.Permissions.Read)
		if err != nil {
			return nil, err
		}
		o.Env = append(slices.Clip(o.Env), env...)
	}
	s := &Script{path: path, bundle: b, hash: b.Hash}
	if err := s.place(&o); err != nil {
		return nil, err
	}
	turn := make(chan struct{}, 1) // the VMs of a script print one at a time
	o.Stdout, o.Stderr = oneAtATime(turn, o.Stdout), oneAtATime(turn, o.Stderr)
	o.Stdin = readInTurn(o.Stdin)
	s.code = sync.OnceValue(func() string {
		h := sha256.New()
		h.Write(b.Code)
		io.WriteString(h, b.Hash) // the same code may come from other sources, with other positions
		return hex.EncodeToString(h.Sum(nil))
	})
	s.parts = sync.OnceValue(func() json.RawMessage { return storedParts(b.Parts()) })
	s.o = o
	s.vms.places = newSeats(o.MaxVMs)
	return s, nil
}

// lockedWriter is a writer that is safe for concurrent use.
type lockedWriter struct {
	turn chan struct{} // has what one that is in use has put into it
	w    io.Writer
}

// turnReader is read by one goroutine at a time. A read that a VM has begun may go on when the next VM reads.
type turnReader struct {
	mu sync.Mutex
	r  io.Reader
}

func (t *turnReader) Read(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.r.Read(p)
}

// readInTurn returns a reader that several VMs may read. A file already is one, and the script asks whether it is a terminal.
func readInTurn(r io.Reader) io.Reader {
	switch r.(type) {
	case nil, *os.File, *turnReader:
		return r
	}
	return &turnReader{r: r}
}

func oneAtATime(turn chan struct{}, w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return lockedWriter{turn, w}
}

// Unwrap returns the writer that gets what is written: a script finds out whether it is a terminal.
func (l lockedWriter) Unwrap() io.Writer { return l.w }

func (l lockedWriter) Write(p []byte) (int, error) {
	l.turn <- struct{}{}
	defer func() { <-l.turn }()
	return l.w.Write(p)
}

// WriteUntil is Write, and returns once ctx has ended, also if nobody reads what is written. What it writes may come later then, so nobody
// may change p.
func (l lockedWriter) WriteUntil(ctx context.Context, p []byte) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	type result struct {
		err      error
		panicked any
	}
	written := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panicked = recover() // the writer is the program's
			<-l.turn
			written <- r
		}()
		_, r.err = l.w.Write(p)
	}()
	select {
	case r := <-written:
		if r.panicked != nil {
			panic(r.panicked)
		}
		return r.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Hash names the version of the script: it is the hash of what the user wrote and of everything it imports.
// Thread.ScriptHash has it.
func (s *Script) Hash() string { return s.hash }

// Files returns the paths of the files that the script was bundled from: its own and those that it imports.
func (s *Script) Files() []string {
	var paths []string
	for _, f := range s.bundle.Files {
		paths = append(paths, f.Path)
	}
	return paths
}

// version returns the name and the version of the script for the audit log.
func (s *Script) version() string { return s.path + "@" + shortHash(s.hash) }

// shortHash returns the part of a hash that is shown to people.
func shortHash(hash string) string { return hash[:min(8, len(hash))] }

// Profile returns the generation of the documentation that the script follows.
func (s *Script) Profile() string { return s.o.Profile }

// Run runs the script to its end, as `tsx FILE` would. It uses no Store: the script makes its own savers. If the script
// throws, Run returns an *Error. If it calls process.exit with a code other than 0, or sets process.exitCode, Run
// returns an *ExitError. When ctx ends, Run stops the script and returns the error of ctx.
func (s *Script) Run(ctx context.Context) error {
	if err := s.vms.places.take(ctx); err != nil {
		return err
	}
	defer s.vms.places.leave()
	if s.workers != nil {
		return exitOf(s.runRemote(ctx))
	}
	vm, err := s.newVM(false)
	if err != nil {
		return err
	}
	defer vm.Close()
	return exitOf(runVM(ctx, vm))
}

// runVM runs the script of a VM to its end.
func runVM(ctx context.Context, vm *jsapi.VM) error {
	err := vm.Run(ctx)
	if err == nil || errors.Is(err, ErrUnsettled) {
		if code := vm.ExitCode(); code != 0 {
			return &ExitError{code}
		}
	}
	return explain(err)
}

// exitOf returns nil for a script that ended itself with exit code 0; other errors it returns as they are.
func exitOf(err error) error {
	var exit *ExitError
	if errors.As(err, &exit) && exit.Code == 0 {
		return nil
	}
	return err
}

// ExitError is the error of a script that ended with an exit code other than 0.
type ExitError struct{ Code int }

// Error names the exit code.
func (e *ExitError) Error() string { return fmt.Sprintf("the script ended with code %d", e.Code) }

// Mermaid returns a picture of a graph that the script exports, in Mermaid's language. name is the name of the export,
// as in Start.Graph. levels is how deep subgraphs are expanded: 0 for not at all, -1 for all levels. No node runs.
// Errors are as in Schemas.
func (s *Script) Mermaid(ctx context.Context, name string, levels int) (text string, err error) {
	err = s.onGraph(ctx, name, func(in instance) (err error) {
		text, err = in.mermaid(ctx, levels)
		return err
	})
	return text, err
}

// newVM makes a VM. loaded says that the script is loaded for its exports, and not run as a program.
func (s *Script) newVM(loaded bool) (*jsapi.VM, error) {
	o := s.o
	var vm *jsapi.VM
	stuck, open := o.Stuck, func(conn string) (checkpoint.Saver, error) { return openSaver(conn, o.Keys.ForScripts().of()) }
	if s.host != nil {
		stuck, open = func(why error) { s.host.stuck(vm, why) }, s.host.openSaver
	}
	vm, err := jsapi.NewVM(s.program, jsapi.Options{
		Stdout: o.Stdout, Stderr: o.Stderr, Stdin: o.Stdin, Args: o.Args, Env: o.Env,
		Permissions: *o.Permissions.of(), Limits: jsapi.Limits(o.Limits), Profile: o.Profile, Strict: o.Strict, Effects: runtime.Effects(o.Effects), Functions: functionsOf(o.Functions), By: o.By, From: o.From, Colors: o.Colors, Loaded: loaded, Stuck: stuck, Trace: traced(o.Trace),
		OpenSaver: open, File: s.file,
	})
	return vm, err
}

// maxOwnRead is how many bytes a script reads at once from a file that it has opened: as many as a message of a worker can have. The
// script can have written the file.
const maxOwnRead = 256 << 20

// openSaver opens the saver for SqliteSaver.fromConnString in a script. conn is a path without links, which the script may
// read and write, or ":memory:".
func openSaver(conn string, keys *sqlite.Keys) (*scriptStore, error) {
	if conn == ":memory:" {
		keys = nil // there is no file
	}
	folder, err := files.HoldFolder(conn)
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Open(conn, sqlite.Options{Keys: keys, Folder: folder, MaxRead: maxOwnRead})
	if err != nil {
		return nil, err
	}
	marked, err := s.OfThreads(context.Background())
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	release := func() {}
	switch {
	case conn == ":memory:":
	case marked: // it was granted by its name, or a version that does not mark stores has made it
		release = files.ProtectOpen(conn)
	default:
		release = files.Opened(conn)
	}
	return &scriptStore{Store: s, release: release}, nil
}

// scriptStore is the store of a SqliteSaver in a script. If somebody removes or replaces its file, that is an error of the script,
// and no outage of the store that the run is in: a server would run the script again.
type scriptStore struct {
	*sqlite.Store
	release func() // lets other scripts use the file again; see package files
	closed  func() // called by Close; nil for nothing
}

// Close closes the file.
func (s *scriptStore) Close() error {
	if s.closed != nil {
		s.closed()
	}
	defer s.release()
	return s.Store.Close()
}

// Commit implements checkpoint.Saver.
func (s *scriptStore) Commit(ctx context.Context, b checkpoint.Batch) error {
	return ofScript(s.Store.Commit(ctx, b))
}

// CommitAll implements checkpoint.Grouper.
func (s *scriptStore) CommitAll(ctx context.Context, batches []checkpoint.Batch) error {
	return ofScript(s.Store.CommitAll(ctx, batches))
}

// Sync implements checkpoint.Syncer.
func (s *scriptStore) Sync(ctx context.Context) error { return ofScript(s.Store.Sync(ctx)) }

func ofScript(err error) error {
	if errors.Is(err, checkpoint.ErrReplaced) {
		return errors.New(err.Error())
	}
	return err
}

// profileNear returns the profile that the nearest package.json selects; "" if none does.
func profileNear(path string) string {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return ""
	}
	for {
		if data, err := bundle.ReadConfig(filepath.Join(dir, "package.json")); err == nil {
			var p struct{ Dependencies, DevDependencies map[string]string }
			if json.Unmarshal(data, &p) == nil {
				for _, deps := range []map[string]string{p.Dependencies, p.DevDependencies} {
					if r, ok := deps["@langchain/langgraph"]; ok {
						return profileOf(r)
					}
				}
			}
			return ""
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// profileOf returns the profile for a version range of LangGraph.js.
func profileOf(r string) string {
	for len(r) > 0 && (r[0] < '0' || r[0] > '9') {
		r = r[1:]
	}
	if len(r) >= 2 && r[:2] == "0." {
		return "0.2"
	}
	return "1"
}
