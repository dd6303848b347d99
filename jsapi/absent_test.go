// This file tests modules of Node that hitlrun does not have.

package jsapi_test

import (
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestAbsentModules(t *testing.T) {
	t.Parallel()
	out, _, err := jsapitest.Run(t, `
		import wasi, { WASI } from "node:wasi";
		import * as repl from "repl";
		import { Socket } from "dgram";
		import { ReadableStream as R } from "node:stream/web";
		class X extends Socket {}
		console.log(typeof WASI, R === ReadableStream, Object.keys({ [(wasi as any).constants.NAME]: 200 }).join());
		for (const f of [() => new WASI(), () => (wasi as any).connect("x"), () => repl.start("a"), () => new X()])
			try { f(); } catch (e) { console.log(e.message); }`, jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "function true node:wasi.constants.NAME\n" +
		"node:wasi.WASI is not part of hitlrun (a script has no such access to the machine)\n" +
		"node:wasi.connect is not part of hitlrun (a script has no such access to the machine)\n" +
		"node:repl.start is not part of hitlrun (a script has no such access to the machine)\n" +
		"node:dgram.Socket is not part of hitlrun (a script has no such access to the machine)\n"
	if out != want {
		t.Errorf("got %s", out)
	}
}
