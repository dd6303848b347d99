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
		import http, { createServer } from "node:http2";
		import * as repl from "repl";
		import { Socket } from "dgram";
		import { ReadableStream as R } from "node:stream/web";
		class X extends Socket {}
		console.log(typeof createServer, R === ReadableStream, Object.keys({ [(http as any).constants.HTTP2_HEADER_STATUS]: 200 }).join());
		for (const f of [() => createServer(), () => http.connect("x"), () => repl.start("a"), () => new X()])
			try { f(); } catch (e) { console.log(e.message); }`, jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "function true node:http2.constants.HTTP2_HEADER_STATUS\n" +
		"node:http2.createServer is not part of hitlrun (node:http, node:https and fetch() are)\n" +
		"node:http2.connect is not part of hitlrun (node:http, node:https and fetch() are)\n" +
		"node:repl.start is not part of hitlrun (a script has no such access to the machine)\n" +
		"node:dgram.Socket is not part of hitlrun (a script has no such access to the machine)\n"
	if out != want {
		t.Errorf("got %s", out)
	}
}
