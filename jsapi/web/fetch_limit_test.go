// This file tests that a response cannot fill the memory.

package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// bomb is 64 MiB of zeros, compressed twice.
func bomb(t *testing.T) []byte {
	t.Helper()
	var once, twice bytes.Buffer
	z := gzip.NewWriter(&once)
	zeros := make([]byte, 1<<20)
	for range 64 {
		_, _ = z.Write(zeros)
	}
	_ = z.Close()
	z = gzip.NewWriter(&twice)
	_, _ = z.Write(once.Bytes())
	_ = z.Close()
	return twice.Bytes()
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	packed := bomb(t)
	var received atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		received.Add(n)
		switch r.URL.Path {
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip, gzip")
			_, _ = w.Write(packed)
		case "/layers":
			w.Header().Set("Content-Encoding", strings.Repeat("gzip, ", 5)+"gzip")
			_, _ = w.Write(packed)
		case "/exact":
			_, _ = w.Write(make([]byte, 1<<20))
		case "/endless":
			for block := make([]byte, 1<<16); ; {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	const response = "TypeError ERR_BODY_TOO_LONG the body of the response is longer than 1 MiB, decoded (--max-body): read response.body in parts\n"
	for _, c := range []struct{ name, source, want string }{
		{"a bomb", `for (const how of ["text", "json", "arrayBuffer", "blob", "bytes", "formData"]) await show(fetch(at + "/bomb").then((r) => r[how]()));`, strings.Repeat(response, 6)},
		{"endless", `await show(fetch(at + "/endless").then((r) => r.text()));`, response},
		{"a stream that is read as a whole", `const r = await fetch(at + "/endless"); r.body; await show(r.text());`,
			"TypeError ERR_BODY_TOO_LONG the body is longer than 1 MiB (--max-body): read it in parts\n"},
		{"many layers", `await show(fetch(at + "/layers").then((r) => r.text()));`, "TypeError undefined terminated Too many content-encodings in response: 6, maximum allowed is 5\n"},
		{"a data: URL", `await show(fetch("data:," + "x".repeat((1 << 20) + 1))); await show(fetch("data:;base64," + "AAAA".repeat(1 << 19)).then((r) => r.text()));
			console.log((await (await fetch("data:," + "x".repeat(1 << 20))).text()).length);`,
			"TypeError ERR_BODY_TOO_LONG the data: URL has 1048577 bytes, which is over 1 MiB (--max-body)\nTypeError ERR_BODY_TOO_LONG the data: URL has 1572864 bytes, which is over 1 MiB (--max-body)\n1048576\n"},
		{"just fits", `console.log((await (await fetch(at + "/exact")).arrayBuffer()).byteLength, (await (await fetch(at, { method: "POST", body: "x".repeat(1 << 20) })).text()).length);`, "1048576 0\n"},
		{"a request", `await show(fetch(at, { method: "POST", body: "x".repeat((1 << 20) + 1) }));`,
			"TypeError ERR_BODY_TOO_LONG the body of the request has 1048577 bytes, which is over 1 MiB (--max-body): send a ReadableStream\n"},
		{"in parts", `let n = 0; for await (const part of (await fetch(at + "/bomb")).body) { n += part.length; if (n > 1 << 24) break; } console.log(n > 1 << 24);
			const parts = new ReadableStream({ start(c) { for (let i = 0; i < 40; i++) c.enqueue(new Uint8Array(1 << 16)); c.close(); } });
			console.log((await fetch(at + "/sent", { method: "POST", body: parts, duplex: "half" })).status);`, "true\n200\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := "const at = " + `"` + server.URL + `";
				const show = (p: Promise<any>) => p.then((x) => console.log("no error", x.length), (e) => console.log(e.name, e.code, e.message, e.cause?.message ?? ""));` + c.source
			out, errOut, err := jsapitest.Run(t, source, jsapi.Options{Permissions: jsapitest.NetOf(t, server.URL), Limits: jsapi.Limits{BodyBytes: 1 << 20}})
			if out = strings.ReplaceAll(out, " \n", "\n"); out != c.want || err != nil {
				t.Errorf("printed\n%s%s%v\nwant\n%s", out, errOut, err, c.want)
			}
		})
	}
	t.Cleanup(func() {
		if n, want := received.Load(), int64(1<<20+40<<16); n != want { // what was refused has not left
			t.Errorf("the server received %d bytes, want %d", n, want)
		}
	})
}
