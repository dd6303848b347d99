// This file tests node:http against a server of its own.

package node_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// asking is what scripts of these tests begin with.
const asking = `
import http from "node:http";
const ask = (path: string, options: any = {}, ...parts: any[]) => new Promise<any>((done) => {
	const events: string[] = [];
	let open = 1, answer = {}; // the request, and its response when there is one
	const closed = () => { if (--open === 0) setTimeout(() => done({ ...answer, events, req })); };
	const req = http.request(BASE + path, options, (res) => {
		let text = "";
		open++;
		res.setEncoding("utf8");
		res.on("data", (d) => text += d);
		for (const event of ["end", "aborted", "error"]) res.on(event, (e) => events.push("res " + event + (e ? " " + e.code : "")));
		res.on("close", () => { answer = { status: res.statusCode, text, res }; closed(); });
	});
	for (const event of ["finish", "continue", "timeout", "abort", "close"]) req.on(event, () => events.push(event));
	req.on("error", (e: any) => events.push("error " + e.code + " " + e.message));
	req.on("close", closed);
	req.on("timeout", () => req.destroy());
	for (const part of parts) req.write(part);
	req.end();
});
`

func TestHTTPClient(t *testing.T) {
	t.Parallel()
	base := jsapitest.Server(t)
	for _, c := range []struct{ name, source, want string }{
		{"bodies", `
			for (const parts of [[], ["a"], ["a", Buffer.from("b"), new Uint8Array([99])]]) {
				const { status, text, res } = await ask("/echo?q=1", { method: "POST", headers: { "Content-Type": "a/b" } }, ...parts);
				console.log(status, text, res.headers["x-length"], res.headers["x-type"], res.headers["x-query"], res.headers["set-cookie"], res.complete);
			}
			const { text, res } = await ask("/echo", { method: "PUT", auth: "u:p", headers: { "Content-Length": 2 } }, "hi");
			console.log(text, res.headers["x-length"], res.headers["x-auth"], res.httpVersion, res.statusMessage);`,
			"200  0 a/b q=1 [ 'a=1', 'b=2' ] true\n200 a -1 a/b q=1 [ 'a=1', 'b=2' ] true\n200 abc -1 a/b q=1 [ 'a=1', 'b=2' ] true\nhi 2 Basic dTpw 1.1 OK\n"},
		{"events", `
			console.log((await ask("/echo")).events.join());
			console.log((await ask("/status/204")).events.join());
			console.log((await ask("/cut")).events.join());
			console.log((await ask("/hang", { timeout: 500 })).events.join());
			console.log((await ask("/status/302?to=/echo")).status);`,
			"finish,res end,close\nfinish,res end,close\nfinish,res aborted,close,res error ECONNRESET\nfinish,timeout,error ECONNRESET socket hang up,close\n302\n"},
		{"an abort", `
			const c = new AbortController();
			setTimeout(() => c.abort(new Error("enough")), 300);
			const { events, req } = await ask("/hang", { signal: c.signal });
			console.log(events.join(), req.destroyed);
			const req2 = http.get(BASE + "/hang"); setTimeout(() => req2.abort(), 300);
			req2.on("abort", () => console.log("abort", req2.aborted)).on("error", (e: any) => console.log(e.code));`,
			"finish,error ABORT_ERR The operation was aborted,close true\nabort true\nECONNRESET\n"},
		{"a slow reader", `
			http.get(BASE + "/big", (res) => {
				let n = 0;
				res.on("data", (d) => { n += d.length; res.pause(); setImmediate(() => res.resume()); });
				res.on("end", () => console.log(n));
			});`, "33554432\n"},
		{"an iterator and a pipe", `
			import { pipeline } from "node:stream/promises";
			import { PassThrough } from "node:stream";
			const get = (path: string) => new Promise<any>((done) => http.get(BASE + path, done));
			let text = ""; for await (const part of (await get("/slow")).setEncoding("utf8")) text += part;
			console.log(text);
			const through = new PassThrough(); const parts: any[] = []; through.on("data", (d) => parts.push(d));
			await pipeline(await get("/slow"), through); console.log(Buffer.concat(parts).toString());
			const req = http.request(BASE + "/echo", { method: "POST" }, async (res) => { for await (const part of res) console.log(String(part)); });
			await pipeline(["x", "y", "z"], req as any);`, "one two three\none two three\nxyz\n"},
		{"who is not granted", `
			http.get("http://localhost:1/").on("error", (e: any) => console.log(e.name, e.code, e.message));
			http.get(BASE + "/status/302?to=http://localhost:1/", (res) => console.log(res.resume().statusCode, res.headers.location));`,
			"PermissionDenied ERR_ACCESS_DENIED connecting to localhost:1 is not allowed; run with --allow-net=localhost:1 to allow it\n302 http://localhost:1/\n"},
		{"what a request may not be", `
			for (const f of [() => http.get("ftp://x"), () => http.get({ path: "/a b" }), () => http.get(BASE, { headers: { "a b": "c" } }), () => http.get(BASE, { headers: { a: "b\r\nc: d" } }),
				() => http.request(BASE, { method: "GET /x" }), () => http.createServer().listen(0)])
				try { f(); } catch (e: any) { console.log(e.code || "", e.message); }
			const req = http.get(BASE + "/echo"); req.on("response", (res) => res.resume()); req.on("close", () => { try { req.setHeader("a", "b"); } catch (e: any) { console.log(e.code); } });`,
			"ERR_INVALID_PROTOCOL Protocol \"ftp:\" not supported. Expected \"http:\"\n" +
				"ERR_UNESCAPED_CHARACTERS Request path contains unescaped characters\n" +
				"ERR_INVALID_HTTP_TOKEN Header name must be a valid HTTP token [\"a b\"]\n" +
				"ERR_INVALID_CHAR Invalid character in header content [\"a\"]\n" +
				"ERR_INVALID_HTTP_TOKEN Method must be a valid HTTP token [\"GET /X\"]\n" +
				"ERR_METHOD_NOT_IMPLEMENTED A script of hitlrun cannot listen: it sends requests and serves none. A Go program with package server does, or hitlrun serve\n" +
				"ERR_HTTP_HEADERS_SENT\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := strings.ReplaceAll(asking+c.source, "BASE", fmt.Sprintf("%q", base.URL))
			out, _, err := jsapitest.Run(t, source, jsapi.Options{Permissions: jsapitest.NetOf(t, base.URL)})
			if err != nil || out != c.want {
				t.Errorf("got %q (%v)\nwant %q", out, err, c.want)
			}
		})
	}
}

// TestHTTPAgents counts the connections that a server sees.
func TestHTTPAgents(t *testing.T) {
	t.Parallel()
	var connections, busy, most atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), busy.Add(1)))
		defer busy.Add(-1)
		_, _ = io.Copy(w, r.Body)
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.Start()
	defer s.Close()
	out, _, err := jsapitest.Run(t, strings.ReplaceAll(asking, "BASE", fmt.Sprintf("%q", s.URL))+`
		const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
		await Promise.all(Array.from({ length: 10 }, () => ask("/", { agent })));
		console.log(Object.keys(agent.sockets).length, Object.values(agent.freeSockets)[0].length, agent.totalSocketCount);
		console.log((await ask("/", { agent })).req.reusedSocket);
		agent.destroy();
		for (let i = 0; i < 3; i++) await ask("/", { agent: false });`, jsapi.Options{Permissions: jsapitest.NetOf(t, s.URL)})
	if err != nil || out != "0 2 2\ntrue\n" {
		t.Errorf("got %q (%v)", out, err)
	}
	if n := connections.Load(); n != 5 {
		t.Errorf("%d connections, want 2 of the agent and 3 without", n)
	}
	if n := most.Load(); n > 2 {
		t.Errorf("%d requests at a time, with 2 sockets", n)
	}
}

// TestHTTPAnswers sends what servers should not send, and what they rarely do.
func TestHTTPAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, answer, want string }{
		{"in one piece without a length", "HTTP/1.1 200 OK\r\n\r\nhello", "200 hello finish,res end,close"},
		{"chunks with extensions and trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nX-T: 1\r\n\r\n", "200 hello! finish,res end,close 1"},
		{"hints first", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "200 hi finish,res end,close"},
		{"endless hints", strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 1001), "undefined undefined finish,error HPE_HEADER_OVERFLOW Parse Error: Header overflow,close"},
		{"no reason", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "200  finish,res end,close"},
		{"headers that go on", "HTTP/1.1 200 OK\r\nX-T: a\r\n b\r\nContent-Length: 0\r\n\r\n", "200  finish,res end,close"},
		{"no HTTP", "SSH-2.0-x\r\n", "undefined undefined finish,error HPE_INVALID_CONSTANT Parse Error: Expected HTTP/,close"},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!", "undefined undefined finish,error HPE_UNEXPECTED_CONTENT_LENGTH Parse Error: Content-Length already present,close"},
		{"a length and chunks", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HPE_INVALID_CONTENT_LENGTH"},
		{"a bad size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx", "200  finish,error HPE_INVALID_CHUNK_SIZE Parse Error: Invalid character in chunk size,res aborted,close,res error ECONNRESET"},
		{"a header without a name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n", "HPE_INVALID_HEADER_TOKEN"},
		{"endless headers", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X: y\r\n", 4000), "HPE_HEADER_OVERFLOW"},
		{"nothing", "", "undefined undefined finish,error ECONNRESET socket hang up,close"},
		{"half a head", "HTTP/1.1 200 OK\r\nX", "undefined undefined finish,error ECONNRESET socket hang up,close"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			go func() {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = http.ReadRequest(bufio.NewReader(conn))
				for part := range strings.SplitSeq(c.answer, "") { // byte by byte, for the parser
					_, _ = io.WriteString(conn, part)
				}
				conn.Close()
			}()
			out, _, err := jsapitest.Run(t, strings.ReplaceAll(asking, "BASE", fmt.Sprintf("%q", "http://"+l.Addr().String()))+`
				const { status, text, events, res } = await ask("/");
				console.log(status, text, events.join(), res && res.trailers["x-t"] || "");`, jsapi.Options{Permissions: jsapi.AllowAll()})
			if err != nil || !strings.Contains(out, c.want) {
				t.Errorf("got %q (%v)\nwant %q", out, err, c.want)
			}
		})
	}
}

// TestUpgrade speaks another protocol on the connection of a request, as packages for WebSockets do.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: lines\r\n\r\nwelcome\n")
		line, _ := buffered.ReadString('\n')
		_, _ = io.WriteString(conn, "you said "+line)
	}))
	defer s.Close()
	source := fmt.Sprintf(`
		import http from "node:http";
		const req = http.get(%q, { headers: { Connection: "Upgrade", Upgrade: "lines" } });
		req.on("upgrade", (res, socket, head) => {
			let text = head.toString();
			socket.on("data", (d) => text += d);
			socket.on("end", () => console.log(res.statusCode, res.headers.upgrade, JSON.stringify(text)));
			socket.write("hi\n");
		});`, s.URL)
	out, _, err := jsapitest.Run(t, source, jsapi.Options{Permissions: jsapitest.NetOf(t, s.URL)})
	if err != nil || out != "101 lines \"welcome\\nyou said hi\\n\"\n" {
		t.Errorf("got %q (%v)", out, err)
	}
}
