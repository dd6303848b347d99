// This file tests what fetch sends, and how it decodes and shows what it receives.

package web_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// packed returns text in a content encoding.
func packed(t *testing.T, encoding, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch encoding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	default:
		w = brotli.NewWriter(&b)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// runOn runs a script with the address of a server that f handles as "at".
func runOn(t *testing.T, f http.HandlerFunc, source string) string {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	out, errOut, err := jsapitest.Run(t, fmt.Sprintf("const at = %q;%s", server.URL, source),
		jsapi.Options{Permissions: jsapitest.NetOf(t, server.URL), Limits: jsapi.Limits{BodyBytes: 1 << 20}})
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, errOut)
	}
	return out
}

// TestFetchTarget checks that the target of a request is sent as the script wrote it, also after a redirect.
func TestFetchTarget(t *testing.T) {
	t.Parallel()
	targets := []string{"/", "/a%2Fb|c", "/^", "/a%2fb", "//x", "/%41%20", "/[x]", "/;a=b", "/x?a|b^c", "/x?"}
	out := runOn(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.Header.Get("X-To"); to != "" && r.RequestURI == "/go" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, r.Host[:4]+r.RequestURI)
	}, fmt.Sprintf(`for (const to of %q.split(" ")) {
			console.log(await (await fetch(at + to)).text());
			console.log(await (await fetch(at + "/go", { headers: { "x-to": at + to } })).text());
		}`, strings.Join(targets, " ")))
	var want strings.Builder
	for _, to := range targets {
		to = strings.TrimSuffix(to, "?")
		fmt.Fprintf(&want, "127.%s\n127.%s\n", to, to)
	}
	if out != want.String() {
		t.Errorf("got\n%s\nwant\n%s", out, want.String())
	}
}

func TestFetchDecodes(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("hello ", 1000)
	broken := packed(t, "gzip", "hello")
	broken[len(broken)-5] ^= 1
	bodies := map[string]struct {
		encoding string
		data     []byte
	}{
		"/br":      {"br", packed(t, "br", text)},
		"/brcut":   {"br", packed(t, "br", "hello brotli")[:12]},
		"/brmore":  {"br", append(packed(t, "br", "hello"), "more"...)},
		"/brbad":   {"br", []byte("this is not brotli at all")},
		"/brgz":    {"gzip, br", packed(t, "br", string(packed(t, "gzip", "both")))},
		"/bomb":    {"br, br", packed(t, "br", string(packed(t, "br", strings.Repeat("\x00", 1<<24))))},
		"/gzip1":   {"gzip", packed(t, "gzip", "hello")[:5]},
		"/gzipcut": {"gzip", packed(t, "gzip", text)[:40]},
		"/gzipend": {"gzip", packed(t, "gzip", "hello")[:20]},
		"/gzipbad": {"gzip", []byte("this is not gzip at all")},
		"/gzipcrc": {"gzip", broken},
		"/zlibcut": {"deflate", packed(t, "deflate", "hello")[:9]},
		"/none":    {"br", nil},
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		body := bodies[r.URL.Path]
		w.Header().Set("Content-Encoding", body.encoding)
		_, _ = w.Write(body.data)
	}
	const source = `
		for (const path of ["/br", "/brcut", "/brmore", "/brbad", "/brgz", "/bomb", "/gzip1", "/gzipcut", "/gzipend", "/gzipbad", "/gzipcrc", "/zlibcut", "/none"]) {
			const text = await fetch(at + path).then((r) => r.text()).catch((e) => [e.code ?? e.message, e.cause?.code, e.cause?.message].join(" "));
			console.log(path, /^(hello )+(hello|hell|hel|he|h)?$/.test(text) ? text.length > 40 : text);
		}`
	want := `/br true
/brcut hello bro
/brmore hello
/brbad terminated ERR__ERROR_FORMAT_PADDING_1 Decompression failed
/brgz both
/bomb ERR_BODY_TOO_LONG` + "  \n" + `/gzip1 
/gzipcut true
/gzipend hello
/gzipbad terminated Z_DATA_ERROR incorrect header check
/gzipcrc terminated Z_DATA_ERROR incorrect data check
/zlibcut hello
/none 
`
	if out := runOn(t, handler, source); out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}

// TestFetchShowsHeadersInOrder checks that headers are printed in the same order each time.
func TestFetchShowsHeadersInOrder(t *testing.T) {
	t.Parallel()
	out := runOn(t, func(w http.ResponseWriter, _ *http.Request) {
		for _, name := range []string{"X-D", "X-B", "X-A", "X-C", "X-E"} {
			w.Header().Set(name, "1")
		}
		w.Header()["Date"] = nil
	}, `const seen = new Set(); for (let i = 0; i < 30; i++) seen.add(JSON.stringify(Object.keys(eval("(" + require("node:util").inspect((await fetch(at)).headers).replace("Headers", "") + ")")))); console.log(...seen);`)
	if want := `["content-length","x-a","x-b","x-c","x-d","x-e"]` + "\n"; out != want {
		t.Errorf("got %s, want %s", out, want)
	}
}

func TestFetchReferer(t *testing.T) {
	t.Parallel()
	out := runOn(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.ReplaceAll(r.Header.Get("Referer"), "http://"+r.Host, "here"))
	}, `
		for (const [referrer, referrerPolicy, headers] of [["http://b/x?y"], [at + "/y?q#h"], ["https://s/x"], [""], ["about:client"], ["http://b/x", "unsafe-url"],
			["https://s/x", "origin"], ["http://b/x", "same-origin"], ["http://b/x", "origin-when-cross-origin"], [at + "/y", "no-referrer"], ["http://b/x", "", { referer: "mine" }]]) {
			console.log(JSON.stringify(await (await fetch(at, { referrer, referrerPolicy, headers })).text()));
		}`)
	if want := "http://b/ here/y?q - - - http://b/x https://s/ - http://b/ - mine"; out != quotedLines(want) {
		t.Errorf("got\n%s", out)
	}
}

// quotedLines returns the words of s as quoted lines, and "" for a word "-".
func quotedLines(s string) string {
	var b strings.Builder
	for _, word := range strings.Fields(s) {
		fmt.Fprintf(&b, "%q\n", strings.TrimPrefix(word, "-"))
	}
	return b.String()
}

// TestFetchRange checks that fetch asks for a part of a body without an encoding, since a part of encoded data cannot be decoded.
func TestFetchRange(t *testing.T) {
	t.Parallel()
	out := runOn(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Header.Get("Accept-Encoding"))
	}, `for (const headers of [{}, { Range: "bytes=0-" }, { range: "bytes=0-", "accept-encoding": "gzip" }]) console.log(await (await fetch(at, { headers })).text());`)
	if want := "gzip, deflate\nidentity\ngzip, identity\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
}
