// This file says what is at a path.

package node

import (
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// stat(path, follow links)
func stat(h *fileHost, a fsArgs) (fsWork, error) {
	path, follow := a.text(0), a.flag(1)
	place, err := h.readable(path, follow)
	return func() (any, error) {
		look, name := (*files.Place).Lstat, "lstat"
		if follow {
			look, name = (*files.Place).Stat, "stat"
		}
		info, err := look(place)
		if err != nil {
			return nil, failed(err, name, path)
		}
		return info, nil
	}, err
}

// access(path, mode): the bits of mode are 4 to read, 2 to write, 1 to execute
func access(h *fileHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), uint32(a.at(1).ToInteger())&7
	place, err := h.readable(path, true)
	return func() (any, error) {
		_, err := place.Stat()
		if err == nil && mode != 0 {
			err = place.Access(mode)
		}
		return nil, failed(err, "access", path)
	}, err
}

func realpath(h *fileHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	place, err := h.readable(path, true)
	return func() (any, error) {
		_, err := place.Stat()
		if err != nil {
			return nil, failed(err, "lstat", path)
		}
		real, err := place.Real()
		return real, failed(err, "lstat", path)
	}, err
}

// ofSystem reports whether a path is one by which packages find out on what system they run.
func ofSystem(path string) bool {
	return path == "/.dockerenv" || strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/sys/") || strings.HasPrefix(path, "/run/")
}

// exists(path). For a package, a file of the system that was not granted does not exist: is-wsl looks for some when it is loaded.
func exists(h *fileHost, a fsArgs) (fsWork, error) {
	place, err := h.readable(a.text(0), true)
	if err != nil && ofSystem(a.text(0)) && strings.Contains("/"+filepath.ToSlash(h.process.vm.CallingFile()), "/node_modules/") {
		return func() (any, error) { return false, nil }, nil
	}
	return func() (any, error) {
		_, err := place.Stat()
		return err == nil, nil
	}, err
}

// fileKind names the type of a file.
func fileKind(mode fs.FileMode) string {
	switch mode.Type() {
	case 0:
		return "file"
	case fs.ModeDir:
		return "directory"
	case fs.ModeSymlink:
		return "link"
	case fs.ModeNamedPipe:
		return "fifo"
	case fs.ModeSocket:
		return "socket"
	case fs.ModeDevice:
		return "block"
	case fs.ModeDevice | fs.ModeCharDevice:
		return "character"
	}
	return "unknown"
}

// typeBits are the bits of st_mode for the type of a file.
var typeBits = map[string]int64{
	"file": 0o100000, "directory": 0o040000, "link": 0o120000, "fifo": 0o010000, "socket": 0o140000,
	"block": 0o060000, "character": 0o020000,
}

// statValue makes the object from which the modules make a Stats. A number that the system does not provide
// is 0, and a time that it does not provide is the time of the last change.
func (h *fileHost) statValue(info fs.FileInfo) goja.Value {
	o := h.rt.NewObject()
	kind := fileKind(info.Mode())
	set := func(name string, v any) { own(o, name, h.rt.ToValue(v)) }
	set("dev", statField(info, "Dev"))
	set("mode", typeBits[kind]|bitsOf(info.Mode()))
	set("nlink", statField(info, "Nlink"))
	set("uid", statField(info, "Uid"))
	set("gid", statField(info, "Gid"))
	set("rdev", statField(info, "Rdev"))
	set("blksize", statField(info, "Blksize"))
	set("ino", statField(info, "Ino"))
	set("size", info.Size())
	set("blocks", statField(info, "Blocks"))
	for name, t := range map[string]time.Time{
		"atime": statTime(info, "Atim"), "mtime": info.ModTime(), "ctime": statTime(info, "Ctim"), "birthtime": statTime(info, "Birthtim"),
	} {
		set(name+"Ms", float64(t.Unix())*1e3+float64(t.Nanosecond())/1e6)
		set(name+"Seconds", t.Unix())
		set(name+"Nanos", t.Nanosecond())
	}
	return o
}

// system returns a field of the system's stat structure, whose fields differ between systems.
func system(info fs.FileInfo, name string) reflect.Value {
	v := reflect.ValueOf(info.Sys())
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return v.FieldByName(name)
}

func statField(info fs.FileInfo, name string) int64 {
	switch v := system(info, name); {
	case !v.IsValid():
		return 0
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	}
	return 0
}

func statTime(info fs.FileInfo, name string) time.Time {
	for _, field := range []string{name, name + "espec"} { // Linux, the BSDs
		if v := system(info, field); v.IsValid() && v.Kind() == reflect.Struct {
			if t, ok := v.Interface().(syscall.Timespec); ok {
				return time.Unix(t.Unix())
			}
		}
	}
	return info.ModTime()
}
