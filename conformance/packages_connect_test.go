// This file runs scripts whose packages talk to servers: real ones where they are installed, and small ones of its own.

package conformance_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
)

// connections are the scripts of packages/servers with what they need around them: start returns variables of the environment,
// or skips the test in one line.
var connections = []struct {
	name     string
	start    func(t *testing.T, dir string) []string
	programs []string // which the script runs
}{
	{"pg", startPostgres, nil},
	{"redis", startRedis, nil},
	{"mysql", startMariaDB, nil},
	{"http-clients", func(t *testing.T, _ string) []string { return []string{"BASE=" + newEchoServer(t).URL} }, nil},
	{"undici", func(t *testing.T, _ string) []string { return []string{"BASE=" + newEchoServer(t).URL} }, nil},
	{"s3", func(t *testing.T, _ string) []string { return []string{"BASE=" + newBucketServer(t).URL} }, nil},
	{"ws", func(t *testing.T, _ string) []string { return []string{"WS_URL=" + newSocketServer(t)} }, nil},
	{"mail", startMail, nil},
	{"mongodb", startMongo, nil},
	{"grpc", func(t *testing.T, _ string) []string { return []string{"GRPC=" + newGRPCServer(t)} }, nil},
	{"bedrock", func(t *testing.T, _ string) []string { return []string{"BEDROCK=" + newBedrockServer(t)} }, nil},
	{"mcp", func(t *testing.T, dir string) []string {
		if _, err := exec.LookPath("node"); err != nil {
			t.Skip("node is not on PATH: there is no MCP server to start")
		}
		source, err := os.ReadFile("packages/servers/mcp_server.js")
		if err != nil {
			t.Fatal(err)
		}
		server := filepath.Join(dir, fmt.Sprintf("mcp-server-%d.mjs", os.Getpid()))
		writeFile(t, server, source)
		t.Cleanup(func() { os.Remove(server) })
		return []string{"MCP_SERVER=" + server, "PATH=" + os.Getenv("PATH")}
	}, []string{"node", "no-such-program"}},
}

// TestConnections compares what a script prints beside real packages and servers with what Node prints (<name>.out,
// HITLRUN_RECORD=1 writes it again).
func TestConnections(t *testing.T) {
	t.Parallel()
	dir := installPackages(t)
	for _, c := range connections {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile("packages/servers/" + c.name + ".mjs")
			if err != nil {
				t.Fatal(err)
			}
			script := filepath.Join(dir, fmt.Sprintf("connect-%s-%d.mjs", c.name, os.Getpid()))
			writeFile(t, script, source)
			t.Cleanup(func() { os.Remove(script) })
			env := append(c.start(t, dir), "AWS_EC2_METADATA_DISABLED=true")
			recorded := "packages/servers/" + c.name + ".out"
			if os.Getenv("HITLRUN_RECORD") != "" {
				cmd := exec.Command("node", "--no-warnings", script)
				cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
				cmd.Stderr = os.Stderr
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				writeFile(t, recorded, out)
				env = c.start(t, dir) // hitlrun begins with nothing in the server
			}
			want, err := os.ReadFile(recorded)
			if err != nil {
				t.Fatal(err)
			}
			granted := jsapi.Permissions{Net: jsapi.Grant{List: []string{"127.0.0.1"}}, Run: jsapi.Grant{List: c.programs}}
			for _, variable := range env {
				name, value, _ := strings.Cut(variable, "=")
				granted.Env.List = append(granted.Env.List, name)
				if name == "POSTGRES_FOLDER" { // of a socket
					granted.Read.List, granted.Write.List = []string{value}, []string{value}
				}
			}
			out, err := runGranted(t, granted, script, "1", savers[1].open(t), env...)
			if err != nil || out != string(want) {
				t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, out, want)
			}
		})
	}
}

// TestPackageOfWebAssembly checks that a package which needs WebAssembly is named. undici is in TestConnections: it has a parser without it.
func TestPackageOfWebAssembly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "main.mjs")
	writeFile(t, script, []byte(`import { tokens } from "pay"; console.log(await tokens("a"));`))
	if err := os.MkdirAll(filepath.Join(dir, "node_modules", "pay"), 0o750); err != nil {
		t.Fatal(err)
	}
	source := `exports.tokens = async (text) => (await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).instance.exports.tokens(text);`
	writeFile(t, filepath.Join(dir, "node_modules", "pay", "index.js"), []byte(source))
	_, err := runGranted(t, jsapi.AllowAll(), script, "1", savers[1].open(t))
	if err == nil || !strings.Contains(err.Error(), "WebAssembly is not defined: the package pay needs WebAssembly, which hitlrun cannot run") {
		t.Error(err)
	}
}
