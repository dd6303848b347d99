//go:build unix

// This file tests operations on files that are sockets and pipes.

package node_test

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestErrorOfSocketFile reads a file that is a socket, which no program can open.
func TestErrorOfSocketFile(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "s") //nolint:usetesting // short, as the path of a socket must be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	file := filepath.Join(dir, "sock")
	listener, err := net.Listen("unix", file)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	out, _, err := jsapitest.Run(t, `import fs from "node:fs";
		try { fs.readFileSync(process.argv[2]); } catch (e: any) { console.log(e.code, e.message.replaceAll(process.argv[2], "SOCK")); }`,
		jsapi.Options{Args: []string{file}, Permissions: jsapi.Permissions{Read: jsapi.Grant{All: true}}})
	want := "ENXIO ENXIO: no such device or address, open 'SOCK'\n"
	if err != nil || out != want {
		t.Errorf("got %s%v, want %s", out, err, want)
	}
}

// TestOpenPipeAtOnce opens a pipe to which nobody writes.
func TestOpenPipeAtOnce(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err := jsapitest.Run(t, `import fs from "node:fs";
		const { O_RDONLY, O_WRONLY, O_NONBLOCK } = fs.constants;
		try { fs.openSync(process.argv[2], O_WRONLY | O_NONBLOCK); } catch (e: any) { console.log(e.code); }
		fs.closeSync(fs.openSync(process.argv[2], O_RDONLY | O_NONBLOCK));
		console.log("closed");`,
		jsapi.Options{Args: []string{file}, Permissions: jsapi.Permissions{Read: jsapi.Grant{All: true}, Write: jsapi.Grant{All: true}}})
	if want := "ENXIO\nclosed\n"; err != nil || out != want {
		t.Errorf("got %s%v, want %s", out, err, want)
	}
}
