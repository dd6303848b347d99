// This file tests how a script ends by an error, with and without listeners.

package node_test

import (
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestEndByError compares what listeners of the events of process hear with what they hear on Node.
func TestEndByError(t *testing.T) {
	t.Parallel()
	const onExit = `process.on("exit", (code) => { console.log("exit", code, process.exitCode); });`
	for source, want := range map[string]struct{ out, err string }{
		onExit + `throw new Error("top");`:                                                                   {"exit 1 1\n", "top"},
		onExit + `process.exitCode = 4; setTimeout(() => { throw new Error("late"); }, 1);`:                  {"exit 1 1\n", "late"},
		onExit + `Promise.reject(new Error("rejected"));`:                                                    {"exit 1 1\n", "rejected"},
		onExit + `process.nextTick(() => { throw new Error("tick"); }); process.exitCode = 2;`:               {"exit 1 1\n", "tick"},
		`process.on("exit", () => { throw new Error("listener"); }); throw new Error("first");`:              {"", "first"},
		`process.on("exit", () => { process.exit(9); }); throw new Error("first");`:                          {"", "exit"},
		onExit + `process.on("uncaughtException", () => { throw new Error("again"); }); throw 1;`:            {"", "again"},
		onExit + `process.on("uncaughtException", (e, from) => { console.log(e, from); }); throw 1;`:         {"1 unhandledRejection\nexit 0 undefined\n", ""},
		onExit + `process.on("unhandledRejection", (e, p) => { p.catch((e) => console.log(e)); }); throw 2;`: {"exit 1 1\n", "2"},
		onExit + `while (true) ;`: {"", "max-turn"},
	} {
		out, _, err := jsapitest.Run(t, source, jsapi.Options{Limits: jsapi.Limits{Turn: time.Second}})
		if out != want.out || (err == nil) != (want.err == "") || err != nil && !strings.Contains(err.Error(), want.err) {
			t.Errorf("%s\ngot %q, %v; want %+v", source, out, err, want)
		}
	}
}
