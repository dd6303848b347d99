//go:build unix

// This file tests the errors of file operations that only some files give.

package node_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestErrorOfSocketFile reads a file that is a socket, which no program can open.
func TestErrorOfSocketFile(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "s") // short, as the path of a socket must be
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
