// This file runs the operations of node:fs. Each operation has two halves. The first half reads the arguments
// and checks the permission, on the loop. The second half uses the file system and no goja value. It runs on
// the loop for functions whose names end in Sync, and in a goroutine for the others.

package node

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// fileHost has the functions of node:fs on one VM.
type fileHost struct {
	process     *Process
	rt          *goja.Runtime
	read, write files.Grants  // what the script may read and write
	journal     web.Journal   // stores the results of operations
	turns       *web.Turns    // of the operations that are not Sync
	large       chan struct{} // full while a large file is read and not passed to the script yet
	job         *fileJob      // the operation that this is a copy for; nil for one that is Sync
	table       *descriptors  // the open files
}

// newFileHost returns the host of the files that the script may use. It may read the packages that it has installed.
func (process *Process) newFileHost() *fileHost {
	readable := process.o.Permissions.ReadGrants()
	if process.o.Installed != nil {
		readable.List = append(process.o.Installed(process.Script()), readable.List...)
	}
	return &fileHost{
		process: process, rt: process.rt, read: readable, write: process.o.Permissions.WriteGrants(), journal: process.o.Journal(),
		turns: &web.Turns{Most: maxFileTurns}, large: make(chan struct{}, 1), table: &process.files,
	}
}

// fsWork is the second half of an operation. Its result is nil, a bool, a string, encoded bytes, an
// fs.FileInfo or a []string.
type fsWork func() (any, error)

// fsOp is the first half.
type fsOp func(h *fileHost, a fsArgs) (fsWork, error)

// fsArgs are the arguments of an operation. The modules have checked their types.
type fsArgs []goja.Value

func (a fsArgs) at(i int) goja.Value {
	if i < len(a) {
		return a[i]
	}
	return goja.Undefined()
}

func (a fsArgs) text(i int) string {
	if v := a.at(i); !goja.IsUndefined(v) && !goja.IsNull(v) {
		return v.String()
	}
	return ""
}

func (a fsArgs) flag(i int) bool { return a.at(i).ToBoolean() }

func (a fsArgs) mode(i int, usual fs.FileMode) fs.FileMode {
	if v := a.at(i); !goja.IsUndefined(v) && !goja.IsNull(v) {
		return modeOf(v)
	}
	return usual
}

// copied returns a copy of the bytes that dataOf returns.
func (h *fileHost) copied(v goja.Value, encoding string) []byte {
	data := dataOf(h.rt, v, encoding)
	guard.Need(h.rt, len(data))
	return bytes.Clone(data)
}

// encoded is data that the script gets as text in the encoding, or as an ArrayBuffer if encoding is "".
type encoded struct {
	data     []byte
	encoding string
}

// openFlags are Node's flags for opening a file.
var openFlags = map[string]int{
	"r": os.O_RDONLY, "rs": os.O_RDONLY, "r+": os.O_RDWR, "rs+": os.O_RDWR,
	"w": os.O_WRONLY | os.O_CREATE | os.O_TRUNC, "w+": os.O_RDWR | os.O_CREATE | os.O_TRUNC,
	"wx": os.O_WRONLY | os.O_CREATE | os.O_EXCL, "wx+": os.O_RDWR | os.O_CREATE | os.O_EXCL,
	"a": os.O_WRONLY | os.O_CREATE | os.O_APPEND, "a+": os.O_RDWR | os.O_CREATE | os.O_APPEND,
	"ax": os.O_WRONLY | os.O_CREATE | os.O_APPEND | os.O_EXCL, "ax+": os.O_RDWR | os.O_CREATE | os.O_APPEND | os.O_EXCL,
	"as": os.O_WRONLY | os.O_CREATE | os.O_APPEND, "as+": os.O_RDWR | os.O_CREATE | os.O_APPEND,
}

var fsOps = map[string]fsOp{
	"readFile": readFile, "writeFile": writeFile, "mkdir": mkdir, "readdir": readdir, "stat": stat,
	"unlink": unlink, "rmdir": rmdir, "rm": rm, "rename": rename, "copyFile": copyFile, "access": access,
	"mkdtemp": mkdtemp, "realpath": realpath, "exists": exists,
	"open": openFile, "truncate": truncate, "readlink": readlink, "symlink": symlink,
	"link": link, "chmod": chmod, "utimes": utimes, "lutimes": lutimes, "statfs": statfs,
}

// run runs an operation, or throws its error.
func (h *fileHost) run(call goja.FunctionCall) goja.Value {
	if e := h.effect(call); e != nil {
		out := e.Do(func() web.Outcome {
			return h.fsOutcome(h.durably(call, func() (any, error) { return h.fsRun(call) })())
		})
		if out.Threw {
			panic(out.Value)
		}
		return out.Value
	}
	h.process.vm.Leave()
	result, err := h.fsRun(call)
	if err != nil {
		panic(h.fsError(err))
	}
	return h.fsValue(result)
}

// natives are call(operation, ...arguments) → result, start(operation, ...arguments) → promise of the
// result, flags(name) → whether these flags exist, and those of descriptors. An operation takes a path, or the number of a
// descriptor.
func (h *fileHost) natives() map[string]gojaFunc {
	natives := map[string]gojaFunc{
		"call": h.run,
		"start": func(call goja.FunctionCall) goja.Value {
			promise, resolve, reject := h.rt.NewPromise()
			own := *h
			own.job = &fileJob{}
			h := &own
			work, err := h.prepare(call)
			if err != nil {
				must(reject(h.fsError(err)))
				return h.rt.ToValue(promise)
			}
			// Settling fails only when the VM is being stopped.
			then := func(out web.Outcome) {
				if out.Threw {
					_ = reject(out.Value)
				} else {
					_ = resolve(out.Value)
				}
			}
			start := func(done func(web.Outcome)) {
				release := h.process.vm.Loop().Hold()
				h.turns.Begin(func() {
					web.Background(release, func() func() {
						result, err := work()
						return func() {
							defer h.ended(h.job)
							done(h.fsOutcome(result, err))
						}
					})
				})
			}
			if e := h.effect(call); e != nil {
				work = h.durably(call, work)
				e.Start(start, then)
			} else {
				h.process.vm.Leave()
				start(then)
			}
			return h.rt.ToValue(promise)
		},
		"flags": func(call goja.FunctionCall) goja.Value {
			_, ok := openFlags[call.Argument(0).String()]
			return h.rt.ToValue(ok)
		},
	}
	maps.Copy(natives, h.descriptorNatives())
	return natives
}

// effect begins an operation as an effect of the task. It returns nil if effects are not stored.
func (h *fileHost) effect(call goja.FunctionCall) web.Effect {
	return h.journal.Begin(web.EffectSpec{Kind: "file", What: h.described(call), Outside: true, Changes: true})
}

// changed has, by operation, the index of the argument that names the file which it makes or changes.
var changed = map[string]int{"writeFile": 1, "mkdir": 1, "unlink": 1, "rmdir": 1, "rm": 1, "rename": 2, "copyFile": 2,
	"open": 1, "writeAt": 1, "truncate": 1, "symlink": 2, "link": 2, "chmod": 1, "utimes": 1, "lutimes": 1}

// durably returns work that also syncs the changed files before it returns. Otherwise the journal could
// record an operation whose changes are lost in a power cut.
func (h *fileHost) durably(call goja.FunctionCall, work fsWork) fsWork {
	op := call.Argument(0).String()
	at, changes := changed[op]
	path := call.Argument(at).String()
	open := h.opened(call)
	return func() (any, error) {
		result, err := work()
		made, isPath := result.(string)
		switch {
		case err != nil:
		case open != nil && changes:
			err = open.sync()
		case op == "mkdtemp" && isPath:
			err = syncPath(made)
		case changes:
			err = syncPath(path)
		}
		return result, err
	}
}

// syncPath syncs a file, if it exists, and its directory.
func syncPath(path string) error {
	for _, name := range []string{path, filepath.Dir(path)} {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			continue // it was removed, or is a pipe
		}
		f, err := os.Open(name)
		if err != nil {
			continue // it cannot be read
		}
		err = f.Sync()
		_ = f.Close()
		if err != nil {
			return failed(err, "fsync", name)
		}
	}
	return nil
}

// fsRun runs both halves of an operation.
func (h *fileHost) fsRun(call goja.FunctionCall) (any, error) {
	work, err := h.prepare(call)
	if err != nil {
		return nil, err
	}
	return work()
}

func (h *fileHost) fsOutcome(result any, err error) web.Outcome {
	if err != nil {
		return web.Outcome{Value: h.fsError(err), Threw: true}
	}
	return web.Outcome{Value: h.fsValue(result)}
}

// opened returns the open file of an operation that takes a descriptor; otherwise nil.
func (h *fileHost) opened(call goja.FunctionCall) *descriptor {
	if fd, ok := fsArgs(call.Arguments[min(1, len(call.Arguments)):]).number(); ok {
		return h.table.list[int(fd)]
	}
	return nil
}

// described returns the description of an operation as an effect: its name and arguments. The number of a descriptor can be
// another one when code is executed again, so it is described by its path.
func (h *fileHost) described(call goja.FunctionCall) string {
	var words []string
	open := h.opened(call)
	for i, a := range call.Arguments {
		if i == 1 && open != nil {
			a = h.rt.ToValue(open.path)
		}
		if data, ok := web.Bytes(h.rt, a); ok {
			words = append(words, strings.TrimSpace(web.Digest(data)))
			continue
		}
		text := a.String()
		if len(text) > 200 {
			text = strings.TrimSpace(web.Digest([]byte(text)))
		}
		words = append(words, text)
	}
	return strings.TrimRight(strings.Join(words, " "), " ")
}

func (h *fileHost) prepare(call goja.FunctionCall) (fsWork, error) {
	name, a := call.Argument(0).String(), fsArgs(call.Arguments[min(1, len(call.Arguments)):])
	if fd, ok := a.number(); ok {
		return h.prepareOpen(name, fd, a[1:])
	}
	op, ok := fsOps[name]
	if !ok {
		return nil, errNoOperation(name)
	}
	return op(h, a)
}

func errNoOperation(name string) error { return fmt.Errorf("there is no file operation %q", name) }

func (h *fileHost) fsValue(result any) goja.Value {
	switch v := result.(type) {
	case nil:
		return goja.Undefined()
	case encoded:
		if v.encoding == "" {
			if h.job != nil { // otherwise it was requested before
				guard.Need(h.rt, len(v.data))
			}
			return h.rt.ToValue(h.rt.NewArrayBuffer(v.data))
		}
		guard.Need(h.rt, 2*len(v.data))
		return web.DecodeBytes(h.rt, v.data, v.encoding)
	case fs.FileInfo:
		return h.statValue(v)
	case []string:
		list := make([]any, len(v))
		for i, s := range v {
			list[i] = s
		}
		return h.rt.NewArray(list...)
	case []int64:
		list := make([]any, len(v))
		for i, n := range v {
			list[i] = n
		}
		return h.rt.NewArray(list...)
	}
	return h.rt.ToValue(result)
}
