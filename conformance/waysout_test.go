// This file lists every place at which the code under a script reaches out of the process. Each has the barrier
// of runtime.Ledger before it, or a reason why it needs none; conformance/powercut cuts the power at them.

package conformance_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// reaches are the packages whose functions reach out of the process.
var reaches = map[string]bool{"os": true, "net": true, "net/http": true, "os/exec": true, "syscall": true, "database/sql": true, "golang.org/x/sys/unix": true, "github.com/hitlrun/hitlrun/dbfile": true}

// harmless are functions and values of theirs that nobody outside sees, or that only end something.
var harmless = []string{
	"os.PathError", "os.LinkError", "os.IsNotExist", "os.FileMode", "os.FileInfo", "os.File", "os.O_", "os.Getpid", "os.Getppid", "os.Getwd", "os.Environ",
	"os.Hostname", "os.Executable", "os.Err", "os.TempDir", "os.UserHomeDir", "os.ModePerm", "os.DirEntry", "os.SyscallError", "os.PathSeparator", "os.ReadFile", "os.Readlink", "os.Getuid", "os.Geteuid", "os.Getgid", "os.Getegid", "os.Getgroups", "os.DevNull", "os.SameFile",
	"syscall.E", "syscall.Timespec", "syscall.Rusage", "syscall.Getrusage", "syscall.RUSAGE_SELF", "syscall.Stat_t", "http.Method", "http.Status", "http.Header", "http.Request", "http.Response", "http.NewRequest", "http.RoundTripper", "http.ErrUseLastResponse",
	"http.ParseTime", "http.CanonicalHeaderKey", "http.Protocols", "http.ReadResponse", "http.NoBody", "net.ParseIP", "net.IP", "net.SplitHostPort", "net.JoinHostPort", "net.OpError", "net.DNSError", "net.Error", "net.Conn", "net.TCPAddr", "net.UnixAddr", "net.Addr", "net.ErrClosed", "net.ParseError", "net.AddrError", "net.LookupPort",
	"sql.Err", "sql.DB", "sql.Tx", "sql.Rows", "sql.Null", "dbfile.Kind", "dbfile.Memory", "dbfile.Resolve", "dbfile.Err", "dbfile.Explain", "dbfile.Text", "dbfile.Integer", "dbfile.Blob",
}

// waysOut are the others, by file: where the barrier before them is.
var waysOut = map[string]string{
	"jsapi/node/fs_folders.go":     "fileHost.natives has the barrier, or the journal of the task, before each operation",
	"jsapi/node/fs.go":             "syncPath, behind an operation of a journal",
	"jsapi/node/fs_statfs.go":      "it only reads; fileHost.natives has the barrier before it",
	"jsapi/web/fetch.go":           "the barrier, or the journal, is in send, write, end and abort",
	"jsapi/node/socket.go":         "outside, or the barrier, is in write, end and close",
	"jsapi/node/socket_connect.go": "outside is in connect",
	"jsapi/node/socket_unix.go":    "write has the barrier before it",
	"jsapi/node/child.go":          "outside, or the barrier, is in prepare and kill",
	"jsapi/node/child_sync.go":     "child.go has the barrier",
	"jsapi/node/child_linux.go":    "child.go has the barrier",
	"jsapi/node/child_notlinux.go": "child.go has the barrier",
	"jsapi/node/child_other.go":    "child.go has the barrier",
	"jsapi/node/child_unix.go":     "child.go has the barrier",
	"jsapi/node/terminal_unix.go":  "input.go has the barrier",
	"jsapi/node/terminal_linux.go": "input.go has the barrier", "jsapi/node/terminal_darwin.go": "input.go has the barrier",
	"jsapi/node/dns.go": "outside is in asks, before each question",
	"longterm/open.go":  "itemStore has the barrier before it",
	"longterm/store.go": "itemPut has the barrier before it; each write is synced by itself",
}

func TestWaysOutAreKnown(t *testing.T) {
	t.Parallel()
	found := map[string][]string{}
	for _, dir := range []string{"runtime", "jsapi", "jsapi/vm", "jsapi/value", "jsapi/langgraph", "jsapi/node", "jsapi/web", "jsapi/inspect", "longterm"} {
		files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", dir, err)
		}
		for _, path := range files {
			if !strings.HasSuffix(path, "_test.go") {
				name := dir + "/" + filepath.Base(path)
				if list := uses(t, path); len(list) > 0 {
					found[name] = list
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if waysOut[name] == "" {
			t.Errorf("%s reaches out of the process: %s\nhave the barrier before it (vm.leave), a case in conformance/powercut, and a line here", name, strings.Join(found[name], ", "))
		}
	}
	for name := range waysOut {
		if found[name] == nil {
			t.Errorf("%s reaches nothing outside any more", name)
		}
	}
}

// uses returns what a file uses of the packages that reach out.
func uses(t *testing.T, path string) (list []string) {
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, i := range file.Imports {
		imported := strings.Trim(i.Path.Value, `"`)
		if reaches[imported] {
			names[filepath.Base(imported)] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok || x.Obj != nil || !names[x.Name] {
			return true
		}
		use := x.Name + "." + s.Sel.Name
		if !slices.ContainsFunc(harmless, func(h string) bool { return strings.HasPrefix(use, h) }) {
			list = append(list, fmt.Sprintf("%s (line %d)", use, set.Position(s.Pos()).Line))
		}
		return true
	})
	return list
}
