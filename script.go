// This file has Script: a workflow script, bundled and compiled, and the VMs that run it.

package hitlrun

import (
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
	"github.com/hitlrun/hitlrun/runtime"
)

// ScriptOptions are what a script finds around it. The zero value is a script
// that prints nothing and may touch nothing.
type ScriptOptions struct {
	Stdout, Stderr io.Writer // of console and process; nil discards
	Stdin          io.Reader // nil is empty
	Args           []string  // process.argv after the name of the script
	Env            []string  // "NAME=value"; Permissions say which of them the script sees
	// ProjectEnv adds env of the langgraph.json that lists the script, the nearest above it, to Env.
	ProjectEnv  bool
	Permissions Permissions
	Limits      Limits
	// Profile is the generation of the LangGraph.js documentation to follow: "1" or
	// "0.2". "" is the range of @langchain/langgraph in the nearest package.json, else "1".
	Profile string
	// CacheDir is where bundles are cached, so that a script that did not change starts
	// faster; "" is nowhere. Only its owner may be able to write to it. Bundles that were not used for
	// 30 days are removed, and those used longest ago while all take more than 256 MiB.
	CacheDir string
	// Functions are what the script can call of this program, by name; see Func:
	//	import { functions } from "hitlrun"
	//	await functions.createTicket({ title })
	Functions map[string]Function
	// Effects is "once" for scripts whose nodes have a journal of what they do outside of
	// themselves, unless they say something else; "" is as the script says.
	Effects string
	// Strict fails a node that asks a different question than the one that was answered.
	Strict bool
	// By and From are who runs the script and from where, for the audit log of its own savers.
	By, From string
	// Colors makes console.log print colours.
	Colors bool
	// Reuse lets a VM serve one run after another, which saves the time to make one (about a millisecond).
	// The module code is then run once for each VM, and MODULE VARIABLES ARE SHARED BETWEEN THREADS: what one
	// run leaves in a variable outside of a function, in globalThis or on a prototype, another user's
	// run finds. Without it each run has a VM of its own, in which nothing has run before.
	Reuse bool
	// MaxIdle is how many VMs wait for another run, with Reuse; 0 is one for each CPU that Go uses. One that was not used for a minute ends.
	MaxIdle int
	// MaxVMs is how many VMs the script has at once; 0 is no limit. A run beyond that waits for another to end, or for
	// its context. A VM that does nothing takes about half a megabyte. A Function that runs a thread
	// of the same script needs a second one.
	MaxVMs int
	// Stuck, if not nil, is called on a goroutine of its own when a limit or the end of a context stopped a run, and the
	// run has not ended a second later: it is in the middle of a computation of the engine that cannot be broken off. It gets
	// the error that the run would return. A program that wants to be rid of the run ends itself; nil waits.
	Stuck func(error)
	// Trace, if not nil, is called with what runs of graphs do, when they do it: also before it is stored. It may be called
	// on several goroutines, and holds the run up while it works.
	Trace func(TraceEvent)
	// Isolation is where the script runs: InProcess, or Process for scripts whose authors are not trusted. Workers are the
	// processes it runs in then; nil are those that all scripts of the program share.
	Isolation Isolation
	Workers   *Workers
	// Keys are those of the files that the script stores its threads in by itself, with
	// SqliteSaver.fromConnString. nil is none.
	Keys *Keys
}

// Script is a workflow script. It is safe for concurrent use: each run has a VM to itself, see ScriptOptions.Reuse.
type Script struct {
	path    string
	bundle  *bundle.Result
	program *jsapi.Program // nil if it runs in workers
	hash    string
	file    string                 // where it came from, absolute; "" if it is not from a file
	code    func() string          // the hash of what is stored of it
	parts   func() json.RawMessage // the files it was made of
	o       ScriptOptions
	workers *realm        // where it runs; nil for this process
	host    *workerScript // in a worker: the line to the host; else nil

	vms vms
}

// Load bundles and compiles the script in the file at path. Nothing of it runs
// yet. A script that cannot be bundled gives an *Error with the position.
func Load(path string, o ScriptOptions) (*Script, error) { return load(path, nil, o) }

// LoadSource is Load for a script whose text is source; path only names it and
// says where its relative imports are.
func LoadSource(path string, source []byte, o ScriptOptions) (*Script, error) {
	return load(path, source, o)
}

func load(path string, source []byte, o ScriptOptions) (*Script, error) {
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
		o.Env = append(slices.Clip(o.Env), projectEnv(path)...)
	}
	s := &Script{path: path, bundle: b, hash: b.Hash}
	if err := s.place(&o); err != nil {
		return nil, err
	}
	var mu sync.Mutex // the VMs of a script print one at a time
	o.Stdout, o.Stderr = oneAtATime(&mu, o.Stdout), oneAtATime(&mu, o.Stderr)
	s.code = sync.OnceValue(func() string {
		h := sha256.New()
		h.Write(b.Code)
		io.WriteString(h, b.Hash) // the same code may come from other sources, with other positions
		return hex.EncodeToString(h.Sum(nil))
	})
	s.parts = sync.OnceValue(func() json.RawMessage { return storedParts(b.Parts()) })
	s.o = o
	if o.MaxVMs > 0 {
		s.vms.places = make(chan struct{}, o.MaxVMs)
	}
	return s, nil
}

// lockedWriter is a writer for several goroutines.
type lockedWriter struct {
	mu *sync.Mutex
	w  io.Writer
}

func oneAtATime(mu *sync.Mutex, w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return lockedWriter{mu, w}
}

func (l lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// Hash names the version of the script: of what the user wrote, with all it imports. Thread.ScriptHash has it.
func (s *Script) Hash() string { return s.hash }

// Files returns the paths of the files that the script was made of: its own and those that it imports.
func (s *Script) Files() []string {
	var paths []string
	for _, f := range s.bundle.Files {
		paths = append(paths, f.Path)
	}
	return paths
}

// version names the script and its version in the audit log.
func (s *Script) version() string { return s.path + "@" + shortHash(s.hash) }

// shortHash is what people see of a hash.
func shortHash(hash string) string { return hash[:min(8, len(hash))] }

// Profile returns the generation of the documentation that the script follows.
func (s *Script) Profile() string { return s.o.Profile }

// Run runs the script to its end, as `tsx FILE` would. It has nothing to do with a Store: the script makes its own savers. What it throws is an
// *Error. A script that calls process.exit with another code than 0, or sets process.exitCode, gives an *ExitError. When ctx ends the
// script is stopped, with the error of ctx.
func (s *Script) Run(ctx context.Context) error {
	if err := s.vms.enter(ctx); err != nil {
		return err
	}
	defer s.vms.leave()
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
	if err == nil {
		if code := vm.ExitCode(); code != 0 {
			return &ExitError{code}
		}
		return nil
	}
	return explain(err)
}

// exitOf leaves out the error of a script that ended itself, and well.
func exitOf(err error) error {
	var exit *ExitError
	if errors.As(err, &exit) && exit.Code == 0 {
		return nil
	}
	return err
}

// ExitError is how a script ends that asks for an exit code.
type ExitError struct{ Code int }

func (e *ExitError) Error() string { return fmt.Sprintf("the script ended with code %d", e.Code) }

// Mermaid returns a picture of a graph that the script exports, in Mermaid's
// language. name is that of the export, "" as in Start. Subgraphs are drawn with
// what is inside of them, that many levels deep: 0 for none, -1 for all.
func (s *Script) Mermaid(ctx context.Context, name string, levels int) (string, error) {
	in, err := s.lease(ctx)
	if err != nil {
		return "", err
	}
	defer s.release(in, true)
	if _, err := in.choose(ctx, name); err != nil {
		return "", err
	}
	return in.mermaid(ctx, levels)
}

// newVM makes a VM. loaded says that the script is wanted for its exports.
func (s *Script) newVM(loaded bool) (*jsapi.VM, error) {
	o := s.o
	var vm *jsapi.VM
	stuck, open := o.Stuck, func(conn string) (checkpoint.Saver, error) { return openSaver(conn, o.Keys) }
	if s.host != nil {
		stuck, open = func(why error) { s.host.stuck(vm, why) }, s.host.openSaver
	}
	vm, err := jsapi.NewVM(s.program, jsapi.Options{
		Stdout: o.Stdout, Stderr: o.Stderr, Stdin: o.Stdin, Args: o.Args, Env: o.Env,
		Permissions: *o.Permissions.of(), Limits: jsapi.Limits(o.Limits), Profile: o.Profile, Strict: o.Strict, Effects: runtime.Effects(o.Effects), Functions: functionsOf(o.Functions), By: o.By, From: o.From, Colors: o.Colors, Loaded: loaded, Stuck: stuck, Trace: traced(o.Trace),
		OpenSaver: open,
	})
	return vm, err
}

// openSaver opens the saver of a script's SqliteSaver.fromConnString.
func openSaver(conn string, keys *Keys) (checkpoint.Saver, error) {
	if conn == ":memory:" {
		keys = nil // there is no file
	}
	return sqlite.Open(conn, sqlite.Options{Keys: keys.of()})
}

// profileNear returns the profile that the nearest package.json asks for, "" if none does.
func profileNear(path string) string {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return ""
	}
	for {
		if data, err := os.ReadFile(filepath.Join(dir, "package.json")); err == nil {
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
