// This file runs the operations of node:fs. Each operation has two halves. The first half reads the arguments
// and checks the permission, on the loop. The second half uses the file system and no goja value. It runs on
// the loop for functions whose names end in Sync, and in a goroutine for the others.

package web

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// fsWork is the second half of an operation. Its result is nil, a bool, a string, encoded bytes, an
// fs.FileInfo or a []string.
type fsWork func() (any, error)

// fsOp is the first half.
type fsOp func(h *nodeHost, a fsArgs) (fsWork, error)

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
		return fs.FileMode(v.ToInteger()) & fs.ModePerm
	}
	return usual
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
	"open": openFile, "readAt": readAt, "writeAt": writeAt, "truncate": truncate, "readlink": readlink, "symlink": symlink,
	"link": link, "chmod": chmod, "utimes": utimes, "statfs": statfs,
}

// fsNatives are call(operation, ...arguments) → result, start(operation, ...arguments) → promise of the
// result, and flags(name) → whether these flags exist.
func (h *nodeHost) fsNatives() map[string]native {
	return map[string]native{
		"call": func(call goja.FunctionCall) goja.Value {
			if e := begin(h.env.Journal, EffectSpec{"file", fsDescribed(h.vm, call), true, true}); e != nil {
				out := e.Do(func() Outcome { return h.fsOutcome(durably(call, func() (any, error) { return h.fsRun(call) })()) })
				if out.Threw {
					panic(out.Value)
				}
				return out.Value
			}
			h.env.Leaving()
			result, err := h.fsRun(call)
			if err != nil {
				panic(h.fsError(err))
			}
			return h.fsValue(result)
		},
		"start": func(call goja.FunctionCall) goja.Value {
			promise, resolve, reject := h.vm.NewPromise()
			own := *h
			own.job = &fileJob{}
			h := &own
			work, err := h.prepare(call)
			if err != nil {
				must(reject(h.fsError(err)))
				return h.vm.ToValue(promise)
			}
			// Settling fails only when the VM is being stopped.
			then := func(out Outcome) {
				if out.Threw {
					_ = reject(out.Value)
				} else {
					_ = resolve(out.Value)
				}
			}
			start := func(done func(Outcome)) {
				release := h.env.Loop.Hold()
				h.turns.begin(func() {
					Background(release, func() func() {
						result, err := work()
						return func() {
							defer h.ended(h.job)
							done(h.fsOutcome(result, err))
						}
					})
				})
			}
			if e := begin(h.env.Journal, EffectSpec{"file", fsDescribed(h.vm, call), true, true}); e != nil {
				work = durably(call, work)
				e.Start(start, then)
			} else {
				h.env.Leaving()
				start(then)
			}
			return h.vm.ToValue(promise)
		},
		"flags": func(call goja.FunctionCall) goja.Value {
			_, ok := openFlags[call.Argument(0).String()]
			return h.vm.ToValue(ok)
		},
	}
}

// changed has, by operation, the index of the argument that names the file which it makes or changes.
var changed = map[string]int{"writeFile": 1, "mkdir": 1, "unlink": 1, "rmdir": 1, "rm": 1, "rename": 2, "copyFile": 2,
	"open": 1, "writeAt": 1, "truncate": 1, "symlink": 2, "link": 2, "chmod": 1, "utimes": 1}

// durably returns work that also syncs the changed files before it returns. Otherwise the journal could
// record an operation whose changes are lost in a power cut.
func durably(call goja.FunctionCall, work fsWork) fsWork {
	op := call.Argument(0).String()
	at, changes := changed[op]
	path := call.Argument(at).String()
	return func() (any, error) {
		result, err := work()
		made, isPath := result.(string)
		switch {
		case err != nil:
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
func (h *nodeHost) fsRun(call goja.FunctionCall) (any, error) {
	work, err := h.prepare(call)
	if err != nil {
		return nil, err
	}
	return work()
}

func (h *nodeHost) fsOutcome(result any, err error) Outcome {
	if err != nil {
		return Outcome{Value: h.fsError(err), Threw: true}
	}
	return Outcome{Value: h.fsValue(result)}
}

// fsDescribed returns the description of an operation as an effect: its name and arguments.
func fsDescribed(vm *goja.Runtime, call goja.FunctionCall) string {
	var words []string
	for _, a := range call.Arguments {
		if v, ok := viewOf(vm, a); ok {
			words = append(words, strings.TrimSpace(Digest(v.bytes)))
			continue
		}
		text := a.String()
		if len(text) > 200 {
			text = strings.TrimSpace(Digest([]byte(text)))
		}
		words = append(words, text)
	}
	return strings.TrimRight(strings.Join(words, " "), " ")
}

func (h *nodeHost) prepare(call goja.FunctionCall) (fsWork, error) {
	op, ok := fsOps[call.Argument(0).String()]
	if !ok {
		return nil, fmt.Errorf("there is no file operation %q", call.Argument(0).String())
	}
	return op(h, fsArgs(call.Arguments[1:]))
}

func (h *nodeHost) fsValue(result any) goja.Value {
	switch v := result.(type) {
	case nil:
		return goja.Undefined()
	case encoded:
		if v.encoding == "" {
			if h.job != nil { // otherwise it was requested before
				guard.Need(h.vm, len(v.data))
			}
			return h.vm.ToValue(h.vm.NewArrayBuffer(v.data))
		}
		guard.Need(h.vm, 2*len(v.data))
		return decodeBytes(h.vm, v.data, v.encoding)
	case fs.FileInfo:
		return h.statValue(v)
	case []string:
		list := make([]any, len(v))
		for i, s := range v {
			list[i] = s
		}
		return h.vm.NewArray(list...)
	case []int64:
		list := make([]any, len(v))
		for i, n := range v {
			list[i] = n
		}
		return h.vm.NewArray(list...)
	}
	return h.vm.ToValue(result)
}
