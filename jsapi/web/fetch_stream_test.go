// This file tests bodies that fetch sends in parts, and responses that are read late or never.

package web_test

import (
	"fmt"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestFetchStreams(t *testing.T) {
	t.Parallel()
	server := jsapitest.Server(t)
	for _, c := range []struct{ name, source, want string }{
		{"parts", `
			const send = (...parts) => fetch(at + "/echo", { method: "POST", duplex: "half", body: new ReadableStream({ start(c) { for (const part of parts) c.enqueue(part); c.close(); } }) })
				.then((r) => r.text()).then((text) => console.log(text), (e) => console.log(e.message, "|", e.cause.name, e.cause.code, e.cause.message));
			await send("é", new Uint16Array([0x6261]), new Uint8Array(0), new DataView(new Uint8Array([99]).buffer));
			await send("a", 5);
			await send(undefined);
			await send(new ArrayBuffer(1));`,
			"éabc\n" +
				`fetch failed | TypeError ERR_INVALID_ARG_TYPE The "string" argument must be of type string or an instance of Buffer or ArrayBuffer. Received type number (5)` + "\n" +
				`fetch failed | TypeError ERR_INVALID_ARG_TYPE The "string" argument must be of type string or an instance of Buffer or ArrayBuffer. Received undefined` + "\n" +
				`fetch failed | TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of ArrayBuffer` + "\n"},
		{"an iterator", `
			const send = (body) => fetch(at + "/echo", { method: "POST", duplex: "half", body }).then((r) => r.text()).then((text) => console.log(text), (e) => console.log(e.message, "|", e.cause.name, e.cause.message));
			await send((async function* () { yield "a"; yield ""; yield "é"; })());
			await send((async function* () { yield "a"; throw new RangeError("no more"); })());
			await send((async function* () { throw "text"; })());`,
			"aé\nfetch failed | RangeError no more\nfetch failed | Error text\n"},
		{"the signal is the reason", `
			const c = new AbortController();
			const left = new Promise((resolve) => {
				const body = new ReadableStream({ async pull(k) { await new Promise((r) => setTimeout(r, 1)); k.enqueue(new Uint8Array(1)); }, cancel: resolve });
				fetch(at + "/echo", { method: "POST", duplex: "half", body, signal: c.signal }).catch((e) => console.log(e));
			});
			setTimeout(() => c.abort("enough"), 20);
			console.log(await left);`, "enough\nenough\n"},
		{"the body while it is read", `
			const r = await fetch(at + "/slow"); const text = r.text();
			console.log(r.body.locked, r.bodyUsed, String(r.body), await text, r.body);
			const cut = await fetch(at + "/cut"); const read = cut.text(); const { body } = cut;
			await read.catch((e) => console.log(e.message)); await null; console.log(body);`,
			"true true [object ReadableStream] one two three ReadableStream { locked: true, state: 'closed', supportsBYOB: true }\n" +
				"terminated\nReadableStream { locked: true, state: 'errored', supportsBYOB: true }\n"},
		{"a signal that lives longer than the responses", `
			const c = new AbortController();
			const kept = [await fetch(at + "/hang?start", { signal: c.signal }), await fetch(at + "/hang?start", { signal: c.signal })];
			const reader = kept[1].body.getReader();
			for (let i = 0; i < 1200; i++) await fetch(at + "/echo?" + "x".repeat(2000), { signal: c.signal });
			c.abort(new Error("over"));
			console.log(await kept[0].text().catch((e) => e.message), await reader.closed.catch((e) => e.message));`, "over over\n"},
		{"the chunks of a run", `
			import { Annotation, START, StateGraph } from "@langchain/langgraph";
			const g = new StateGraph(Annotation.Root({ a: Annotation })).addNode("n", () => ({ a: 1 })).addEdge(START, "n").compile();
			console.log(await new Response(await g.stream({}, { streamMode: "values", encoding: "text/event-stream" })).text());`,
			"event: values\ndata: {\"a\":1}\n\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, _, err := jsapitest.Run(t, fmt.Sprintf("const at = %q;%s", server.URL, c.source), jsapi.Options{Permissions: jsapitest.NetOf(t, server.URL)})
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			} else if out != c.want {
				t.Errorf("got\n%s\nwant\n%s", out, c.want)
			}
		})
	}
}
