// This file tests the process of a script: names of hosts, and its end.

package node_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestNames(t *testing.T) {
	t.Parallel()
	source := `import dns from "node:dns";
		const { promises } = dns;
		const asked = async (call) => { try { return JSON.stringify(await call()); } catch (e) { return e.code + (e.syscall ? " " + e.syscall : "") + (e.name === "PermissionDenied" ? " " + e.name : ""); } };
		console.log(await asked(() => promises.lookup("127.0.0.1")));
		console.log(await asked(() => promises.lookup("localhost", { family: 4 })));
		console.log(await asked(() => promises.lookup("localhost", { family: 4, all: true })));
		console.log(await asked(() => new Promise((done, fail) => dns.lookup("localhost", 4, (e, address, family) => e ? fail(e) : done([address, family])))));
		console.log(await asked(() => promises.lookup("there.is.no.such.host.invalid")));
		console.log(await asked(() => promises.lookupService("127.0.0.1", 22)) !== "");
		console.log(typeof dns.getServers()[0], dns.NOTFOUND);`
	grant := jsapi.Permissions{Net: jsapi.Grant{List: []string{"localhost", "127.0.0.1", "there.is.no.such.host.invalid"}}}
	out, _, err := jsapitest.Run(t, source, jsapi.Options{Permissions: grant})
	want := `{"address":"127.0.0.1","family":4}
{"address":"127.0.0.1","family":4}
[{"address":"127.0.0.1","family":4}]
["127.0.0.1",4]
`
	if err != nil || !strings.HasPrefix(out, want) {
		t.Errorf("got %s%v, want %s", out, err, want)
	}
	out, _, err = jsapitest.Run(t, source, jsapi.Options{})
	if lines := strings.Split(out, "\n"); err == nil && len(lines) > 4 && !strings.Contains(lines[4], "ERR_ACCESS_DENIED") || strings.Contains(out, `"127.0.0.1",4`) {
		t.Errorf("without a permission: %s%v", out, err)
	}
}

func TestExit(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]struct {
		code   int
		stdout string
		stderr string
	}{
		`process.on("exit", (code) => { console.log("exit", code); process.exitCode = 9; }); setTimeout(() => process.exit(4), 1); setInterval(() => {}, 1000);`: {code: 9, stdout: "exit 4\n"},
		`const { reallyExit } = process; process.reallyExit = (code) => { console.log("really", code); reallyExit(7); }; process.exit(4);`:                       {code: 7, stdout: "really 4\n"},
		`process.exitCode = 3; process.on("exit", (code) => console.log(code));`:                                                                                 {code: 3, stdout: "3\n"},
		`process.on("uncaughtException", (e, origin) => console.log(e.message, origin)); setTimeout(() => { throw new Error("late"); });`:                        {stdout: "late uncaughtException\n"},
		`console.error("to %s", "stderr"); console.warn("w"); console.trace("here");`:                                                                            {stderr: "to stderr\nw\nTrace: here\n"},
		`process.exit("5");`: {code: 5},
	} {
		var out, errOut strings.Builder
		vm, err := jsapitest.NewVM(t, source, jsapi.Options{Stdout: &out, Stderr: &errOut})
		if err != nil {
			t.Fatal(err)
		}
		err = vm.Run(t.Context())
		code := vm.ExitCode()
		if exit := new(jsapi.ExitError); errors.As(err, &exit) {
			code, err = exit.Code, nil
		}
		_ = vm.Close()
		if err != nil || out.String() != want.stdout || !strings.HasPrefix(errOut.String(), want.stderr) || code != want.code {
			t.Errorf("%s\ngot %q, %q, exit code %d, %v; want %+v", source, out.String(), errOut.String(), code, err, want)
		}
	}
}
