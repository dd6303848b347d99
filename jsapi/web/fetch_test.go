// This file tests fetch against servers of its own.

package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestFetch(t *testing.T) {
	t.Parallel()
	server := jsapitest.Server(t)
	for _, c := range []struct{ name, source, want string }{
		{"a body of each kind", `
			for (const body of ["text", new Uint8Array([104, 105]), new URLSearchParams({ a: "1 2" }), new Blob(["blob"], { type: "a/b" })]) {
				const r = await fetch(at + "/echo?x=%zz", { method: "post", body });
				console.log(r.status, r.statusText, r.ok, r.headers.get("x-type"), r.headers.get("x-length"), r.headers.get("x-query"), await r.text());
			}`,
			"200 OK true text/plain;charset=UTF-8 4 x=%zz text\n200 OK true  2 x=%zz hi\n" +
				"200 OK true application/x-www-form-urlencoded;charset=UTF-8 5 x=%zz a=1+2\n200 OK true a/b 4 x=%zz blob\n"},
		{"ways to read", `
			const send = (body) => fetch(at + "/echo", { method: "POST", body });
			console.log(await (await send('{"a":[1]}')).json(), (await (await send("abc")).arrayBuffer()).byteLength, await (await send("é")).bytes());
			const r = await send("x");
			console.log(r.bodyUsed, (await r.blob()).size, r.bodyUsed, r.type, r.url.endsWith("/echo"), r.redirected, r.headers.getSetCookie());
			const form = new FormData();
			form.append("a", "1"); form.append("f", new File(["file"], "f.txt"));
			const back = await send(form);
			const copy = new Response(await back.blob(), { headers: { "content-type": back.headers.get("x-type") } });
			for (const [k, v] of await copy.formData()) console.log(k, typeof v === "string" ? v : await v.text());`,
			"{ a: [ 1 ] } 3 Uint8Array(2) [ 195, 169 ]\nfalse 1 true basic true false [ 'a=1', 'b=2' ]\na 1\nf file\n"},
		{"chunks as they come", `
			const words = [];
			for await (const chunk of (await fetch(at + "/steps")).body.pipeThrough(new TextDecoderStream())) {
				words.push(chunk);
				await fetch(at + "/taken");
			}
			console.log(words);`, "[ 'one ', 'two ', 'three' ]\n"},
		{"two that read", `
			const r = await fetch(at + "/slow"); const c = r.clone();
			console.log(await Promise.all([r.text(), c.text()]));`, "[ 'one two three', 'one two three' ]\n"},
		{"a streamed body", `
			const body = new ReadableStream({ async start(c) { for (const x of ["a", "b", "c"]) { await new Promise((r) => setTimeout(r, 5)); c.enqueue(new TextEncoder().encode(x)); } c.close(); } });
			const r = await fetch(at + "/echo", { method: "POST", body, duplex: "half" });
			console.log(r.headers.get("x-length"), await r.text());
			const broken = new ReadableStream({ pull() { throw new RangeError("no more"); } });
			await fetch(at + "/echo", { method: "POST", body: broken, duplex: "half" }).catch((e) => console.log(e.message, e.cause.name, e.cause.message));`, "-1 abc\nfetch failed RangeError no more\n"},
		{"redirects", `
			const go = async (path, init) => {
				try { const r = await fetch(at + path, init); console.log(r.status, r.redirected, r.headers.get("x-method"), JSON.stringify(await r.text()), r.headers.get("x-auth")); }
				catch (e) { console.log(e.message, "|", e.cause.message); }
			};
			const post = { method: "POST", body: "x", headers: { authorization: "me" } };
			for (const status of [301, 302, 303, 307, 308]) await go("/status/" + status + "?to=/echo", post);
			await go("/status/302?to=/echo", { redirect: "manual" });
			await go("/status/302?to=/echo", { redirect: "error" });
			await go("/status/302?to=%2Fstatus%2F302%3Fto%3D%2Fecho");
			await go("/status/302?to=ftp://x");
			await go("/status/302");
			await go("/status/307?to=/echo", { method: "POST", body: new Blob(["x"]).stream(), duplex: "half" });`,
			"200 true GET \"\" me\n200 true GET \"\" me\n200 true GET \"\" me\n200 true POST \"x\" me\n200 true POST \"x\" me\n" +
				"302 false null \"\" null\nfetch failed | unexpected redirect\n200 true GET \"\" \nfetch failed | URL scheme must be a HTTP(S) scheme\n" +
				"302 false null \"\" null\nfetch failed | a streamed request body cannot be sent again after a redirect\n"},
		{"no body", `
			for (const init of [{ method: "HEAD" }, {}]) {
				const r = await fetch(at + (init.method ? "/echo" : "/status/204"), init);
				console.log(r.status, r.body, JSON.stringify(await r.text()));
			}`, "200 null \"\"\n204 null \"\"\n"},
		{"decoded", `const r = await fetch(at + "/gzip"); console.log(r.headers.get("content-encoding"), await r.text());`, "gzip unpacked for gzip, deflate\n"},
		{"cut off", `
			const r = await fetch(at + "/cut");
			try { await r.text(); } catch (e) { console.log(e.name, e.message, "|", e.cause.name, e.cause.message, e.cause.code); }
			try { for await (const c of (await fetch(at + "/cut")).body) console.log(c.length); } catch (e) { console.log(e.message); }`,
			"TypeError terminated | SocketError other side closed UND_ERR_SOCKET\n4\nterminated\n"},
		{"large headers", `await fetch(at + "/headers").catch((e) => console.log(e.message, "|", e.cause.name, e.cause.message, e.cause.code));`,
			"fetch failed | HeadersOverflowError Headers Overflow Error UND_ERR_HEADERS_OVERFLOW\n"},
		{"aborted", `
			const c = new AbortController(); setTimeout(() => c.abort(), 20);
			await fetch(at + "/hang", { signal: c.signal }).catch((e) => console.log(e.name, e.message, e.code));
			const d = new AbortController();
			const r = await fetch(at + "/hang?start", { signal: d.signal });
			setTimeout(() => d.abort(new Error("enough")), 20);
			await r.text().catch((e) => console.log(e.message));
			const e = new AbortController();
			const s = (await fetch(at + "/hang?start", { signal: e.signal })).body.getReader();
			console.log(new TextDecoder().decode((await s.read()).value));
			e.abort();
			await s.read().catch((e) => console.log(e.name));
			await fetch(at + "/hang", { signal: AbortSignal.timeout(20) }).catch((e) => console.log(e.name, e.message));
			await fetch(at + "/hang", { signal: AbortSignal.any([AbortSignal.abort("why")]) }).catch((e) => console.log(e));
			const request = new Request(at + "/hang", { signal: AbortSignal.timeout(20) });
			await fetch(request).catch((e) => console.log(e.name));`,
			"AbortError This operation was aborted 20\nenough\nstart\nAbortError\nTimeoutError The operation was aborted due to timeout\nwhy\nTimeoutError\n"},
		{"nobody listens", `
			await fetch("http://127.0.0.1:2/").catch((e) => console.log(e.message, e.cause.message, e.cause.code, e.cause.syscall, e.cause.port, /fetch_test|test\.ts:\d/.test(e.stack)));`,
			"fetch failed connect ECONNREFUSED 127.0.0.1:2 ECONNREFUSED connect 2 true\n"},
		{"a body that nobody reads keeps nothing alive", `await fetch(at + "/hang?start"); console.log("end");`, "end\n"},
		{"a connection that is kept is used again", `
			for (let i = 0; i < 3; i++) await (await fetch(at + "/echo")).text();
			console.log("end");`, "end\n"},
		{"async context goes along", `
			import { AsyncLocalStorage } from "node:async_hooks";
			const als = new AsyncLocalStorage();
			await Promise.all(["a", "b"].map((id) => als.run(id, async () => {
				const r = await fetch(at + "/echo", { method: "POST", body: id });
				console.log(als.getStore() === id, await r.text() === id, als.getStore() === id);
			})));`, "true true true\ntrue true true\n"},
		{"much", `
			const r = await fetch(at + "/big");
			let n = 0;
			for await (const chunk of r.body) n += chunk.length;
			console.log(n, (await (await fetch(at + "/big")).text()).length);
			const big = new Uint8Array(1 << 24);
			console.log((await (await fetch(at + "/echo", { method: "POST", body: big })).bytes()).length);`,
			"33554432 33554432\n16777216\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			permissions := jsapitest.NetOf(t, server.URL)
			permissions.Net.List = append(permissions.Net.List, "127.0.0.1:2")
			out, _, err := jsapitest.Run(t, fmt.Sprintf("const at = %q;%s", server.URL, c.source), jsapi.Options{Permissions: permissions})
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			} else if out != c.want {
				t.Errorf("got\n%s\nwant\n%s", out, c.want)
			}
		})
	}
}

// TestFetchRefused checks that a refusal is an error in the script, and that it is also printed to standard error if a
// package retries and hides the error.
func TestFetchRefused(t *testing.T) {
	t.Parallel()
	server, other := jsapitest.Server(t), jsapitest.Server(t)
	const refusal = "is not allowed; run with --allow-net="
	_, stderr, err := jsapitest.Run(t, fmt.Sprintf(`await fetch(%q);`, server.URL), jsapi.Options{})
	if err == nil || !strings.Contains(err.Error(), refusal+strings.TrimPrefix(server.URL, "http://")) || stderr != "" {
		t.Errorf("got %v and %q", err, stderr)
	}
	source := fmt.Sprintf(`
		for (let i = 0; i < 3; i++) await fetch("https://api.example.org/").catch((e) => console.log(e.name, e.code));
		await fetch(%q).catch((e) => console.log(e.name));`, server.URL+"/status/302?to="+other.URL+"/echo")
	out, stderr, err := jsapitest.Run(t, source, jsapi.Options{Permissions: jsapitest.NetOf(t, server.URL)})
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("PermissionDenied ERR_ACCESS_DENIED\n", 3) + "PermissionDenied\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
	if want := "connecting to api.example.org:443 " + refusal + "api.example.org to allow it\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
}

func TestPermissionsNet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		grant, address string
		want           bool
	}{
		{"example.org", "example.org:443", true},
		{"example.org", "EXAMPLE.org.:8080", true},
		{"Example.org:80", "example.org:80", true},
		{"example.org:80", "example.org:81", false},
		{"example.org", "www.example.org:443", false},
		{"*.example.org", "www.example.org:443", true},
		{"*.example.org:80", "a.b.example.org:80", true},
		{"*.example.org", "example.org:443", false},
		{"*.example.org", "badexample.org:443", false},
		{"*", "example.org:443", false},
		{"127.0.0.1", "127.0.0.1:1", true},
		{"::1", "[::1]:80", true},
		{"[::1]:80", "[::1]:80", true},
		{"[::1]:81", "[::1]:80", false},
		{"bücher.de", "xn--bcher-kva.de:443", true},
		{"*.Bücher.de:80", "a.xn--bcher-kva.de:80", true},
		{"*.bücher.de", "xn--bcher-kva.de:443", false},
	} {
		p := jsapi.Permissions{Net: jsapi.Grant{List: []string{c.grant}}}
		if got := p.CheckNet(c.address) == nil; got != c.want {
			t.Errorf("%s for %s: got %t", c.grant, c.address, got)
		}
	}
	p := jsapi.Permissions{Env: jsapi.Grant{List: []string{"OPENAI_*", "HOME"}}}
	for name, want := range map[string]bool{"OPENAI_API_KEY": true, "HOME": true, "HOMES": false, "MY_OPENAI_KEY": false} {
		if got := p.CheckEnv(name) == nil; got != want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

// TestFetchEndsWithVM checks that the requests of a VM end when it is closed.
func TestFetchEndsWithVM(t *testing.T) {
	t.Parallel()
	var open atomic.Int32
	gone := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		open.Add(1)
		<-r.Context().Done()
		close(gone)
	}))
	defer server.Close()
	vm, err := jsapitest.NewVM(t, fmt.Sprintf(`await fetch(%q);`, server.URL), jsapi.Options{Permissions: jsapi.AllowAll()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for open.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if err := vm.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-gone:
	case <-time.After(10 * time.Second):
		t.Error("the request goes on")
	}
}
