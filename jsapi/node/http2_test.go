// This file tests node:http2 against servers of its own.

package node_test

import (
	"bytes"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// flushed passes on what is written at once.
type flushed struct{ http.ResponseWriter }

func (f flushed) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	f.ResponseWriter.(http.Flusher).Flush()
	return n, err
}

// answersHTTP2 returns what answers by the path: echo, status, big, panic, half, taken, early, hang, bighead.
func answersHTTP2() http.HandlerFunc {
	taken := make(chan bool, 1)
	return func(w http.ResponseWriter, r *http.Request) { answerHTTP2(w, r, taken) }
}

func answerHTTP2(w http.ResponseWriter, r *http.Request, taken chan bool) {
	w.Header()["Date"] = nil
	switch r.URL.Path {
	case "/echo":
		w.Header().Set("X-Method", r.Method)
		w.Header()["Set-Cookie"] = []string{"a=1", "b=2"}
		w.Header()["X-Two"] = []string{"1", "2"}
		w.Header().Set("X-In", r.Header.Get("X-In"))
		w.Header().Set("X-Cookie", r.Header.Get("Cookie"))
		w.Header().Set("Trailer", "X-Sum")
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		n, _ := io.Copy(flushed{w}, r.Body)
		w.Header().Set("X-Sum", fmt.Sprintf("%d%s", n, r.Trailer.Get("X-T")))
	case "/status":
		n, _ := strconv.Atoi(r.URL.Query().Get("c"))
		w.WriteHeader(n)
	case "/big":
		for range 100 {
			_, _ = w.Write(make([]byte, 1<<16))
		}
	case "/panic":
		panic(http.ErrAbortHandler)
	case "/half":
		_, _ = io.WriteString(flushed{w}, "half")
		select {
		case <-taken: // the client has what was sent
		case <-r.Context().Done():
		}
		panic(http.ErrAbortHandler)
	case "/taken":
		taken <- true
	case "/early":
		w.Header().Set("Link", "</a>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		_, _ = io.WriteString(w, "late")
	case "/hang":
		<-r.Context().Done()
	case "/bighead":
		w.Header().Set("X-In", strconv.Itoa(len(r.Header.Get("X-Big"))))
		_, _ = io.WriteString(w, "ok")
	}
}

// TestHTTP2 compares what a client prints with what Node prints (testdata/http2/client.out; HITLRUN_RECORD=1 writes it again).
func TestHTTP2(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(answersHTTP2())
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Config.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: 3}
	s.Start()
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	const script, recorded = "testdata/http2/client.mjs", "testdata/http2/client.out"
	if os.Getenv("HITLRUN_RECORD") != "" {
		cmd := exec.Command("node", script)
		cmd.Env = []string{"BASE=" + s.URL, "PATH=" + os.Getenv("PATH")}
		out, err := cmd.Output()
		if err == nil {
			err = os.WriteFile(recorded, out, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := jsapitest.Run(t, string(source), jsapi.Options{Env: []string{"BASE=" + s.URL}, Permissions: jsapi.AllowAll()})
	if err != nil || out != string(want) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestHTTP2OverTLS connects to a server with a certificate of its own, to one that has no HTTP/2, and to one that was not granted.
func TestHTTP2OverTLS(t *testing.T) {
	t.Parallel()
	start := func(h2 bool) *httptest.Server {
		s := httptest.NewUnstartedServer(answersHTTP2())
		s.EnableHTTP2 = h2
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		s.StartTLS()
		t.Cleanup(s.Close)
		return s
	}
	s, old := start(true), start(false)
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
	out, _, err := jsapitest.Run(t, `
		import http2 from "node:http2";
		for (const [url, options] of [[process.env.BASE, { ca: process.env.CA }], [process.env.BASE, {}], [process.env.OLD, { ca: process.env.CA }], ["https://192.0.2.1", {}]] as any)
			await new Promise((done: any) => {
				let session: any;
				try { session = http2.connect(url, options); } catch (e: any) { console.log("thrown", e.code); return done(); }
				session.on("error", (e: any) => console.log("session", e.code, e.message.replace(/\d+$/, "")));
				session.on("close", done);
				const request = session.request({ ":path": "/echo", ":method": "POST" });
				request.on("response", (h: any) => console.log(h[":status"], session.alpnProtocol, session.encrypted, session.originSet.length));
				request.on("error", (e: any) => console.log("stream", e.code));
				request.on("data", (d: any) => console.log(String(d))).on("end", () => session.close());
				request.end("x");
			});`, jsapi.Options{Env: []string{"BASE=" + s.URL, "OLD=" + old.URL, "CA=" + ca}, Permissions: jsapi.Permissions{
		Env: jsapi.Grant{All: true}, Net: jsapi.Grant{List: []string{"127.0.0.1"}},
	}})
	const want = "200 h2 true 1\nx\n" +
		"stream ERR_HTTP2_STREAM_CANCEL\nsession DEPTH_ZERO_SELF_SIGNED_CERT self-signed certificate\n" +
		"stream ERR_HTTP2_STREAM_CANCEL\nsession ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL remote error: tls: no application protocol\n" +
		"stream ERR_HTTP2_STREAM_CANCEL\nsession ERR_ACCESS_DENIED connecting to 192.0.2.1:443 is not allowed; run with --allow-net=192.0.2.1 to allow it\n"
	if err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
}

// frameOf encodes a frame.
func frameOf(kind, flags byte, stream uint32, payload ...byte) []byte {
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	return append(binary.BigEndian.AppendUint32(head, stream), payload...)
}

// rawServer answers the first request of each connection with bytes, and then reads, or not.
func rawServer(t *testing.T, answer []byte, reads bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if !reads {
					_ = conn.(*net.TCPConn).SetReadBuffer(4096)
				}
				_, _ = conn.Write(frameOf(4, 0, 0))
				buffer := make([]byte, 4096)
				for seen := []byte{}; !bytes.Contains(seen, []byte{1, 5, 0, 0, 0, 1}) && !bytes.Contains(seen, []byte{1, 4, 0, 0, 0, 1}); {
					n, err := conn.Read(buffer)
					if err != nil {
						return
					}
					seen = append(seen, buffer[:n]...)
				}
				if _, err := conn.Write(answer); err != nil {
					return
				}
				if reads {
					_, _ = io.Copy(io.Discard, conn)
				} else if len(answer) > 100 {
					<-t.Context().Done() // the connection stays open as long as the test
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// TestHostileHTTP2 connects to servers that violate the protocol.
func TestHostileHTTP2(t *testing.T) {
	t.Parallel()
	ok := frameOf(1, 4, 1, 0x88) // :status 200
	data := func(n int) []byte { return frameOf(0, 0, 1, make([]byte, n)...) }
	for _, c := range []struct {
		name   string
		answer []byte
		want   string
	}{
		{"a long frame", frameOf(0, 0, 1, make([]byte, 20000)...), "ERR_HTTP2_ERROR Protocol error"},
		{"data on stream 0", frameOf(0, 0, 0, 1), "ERR_HTTP2_ERROR Protocol error"},
		{"headers on stream 0", frameOf(1, 4, 0, 0x88), "ERR_HTTP2_ERROR Protocol error"},
		{"only padding", frameOf(0, 8, 1, 5, 0), "ERR_HTTP2_ERROR Protocol error"},
		{"no priority", frameOf(1, 4|32, 1, 0, 0), "ERR_HTTP2_ERROR Protocol error"},
		{"a continuation of nothing", frameOf(9, 4, 1, 0x88), "ERR_HTTP2_ERROR Protocol error"},
		{"another frame in a block", append(frameOf(1, 0, 1, 0x88), frameOf(6, 0, 0, make([]byte, 8)...)...), "ERR_HTTP2_ERROR Protocol error"},
		{"an endless block", append(frameOf(1, 0, 1, 0x88), bytes.Repeat(frameOf(9, 0, 1, make([]byte, 16384)...), 30)...), "ERR_HTTP2_ERROR Protocol error"},
		{"a block that is none", frameOf(1, 4, 1, 0xff, 0xff, 0xff, 0xff, 0xff), "ERR_HTTP2_ERROR Protocol error"},
		// One header of 4,000 bytes in the table, and 4,000 references to it: 16 MB of 8 KB.
		{"a bomb", frameOf(1, 4, 1, append(append([]byte{0x88, 0x40, 1, 'a', 0x7f, 0xa1, 0x1e}, bytes.Repeat([]byte{'v'}, 4000)...), bytes.Repeat([]byte{0xbe}, 4000)...)...), "ERR_HTTP2_ERROR Protocol error"},
		{"a push", frameOf(5, 4, 1, 0, 0, 0, 2, 0x88), "ERR_HTTP2_ERROR Protocol error"},
		{"a short ping", frameOf(6, 0, 0, 1), "ERR_HTTP2_ERROR Protocol error"},
		{"settings of a wrong length", frameOf(4, 0, 0, 1, 2, 3), "ERR_HTTP2_ERROR Protocol error"},
		{"a window above the most", frameOf(4, 0, 0, 0, 4, 0xff, 0xff, 0xff, 0xff), "ERR_HTTP2_ERROR Protocol error"},
		{"a window of nothing", frameOf(8, 0, 0, 0, 0, 0, 0), "ERR_HTTP2_ERROR Protocol error"},
		{"windows without end", bytes.Repeat(frameOf(8, 0, 0, 0x7f, 0xff, 0xff, 0xff), 10), "ERR_HTTP2_ERROR Protocol error"},
		{"more data than the window", append(bytes.Clone(ok), bytes.Repeat(data(16000), 12)...), "ERR_HTTP2_ERROR Protocol error"},
		{"half a frame", []byte{0, 0, 9, 1}, "ERR_HTTP2_STREAM_ERROR Stream closed"},
		{"an unknown frame and stream", append(append(frameOf(200, 255, 7, 1, 2), frameOf(0, 0, 99, 1)...), append(bytes.Clone(ok), frameOf(0, 1, 1, 'x')...)...), "200 x"},
		{"a goaway", frameOf(7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11), "ERR_HTTP2_STREAM_ERROR Stream closed with error code NGHTTP2_REFUSED_STREAM"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if out := askRaw(t, rawServer(t, c.answer, c.name != "half a frame")); !strings.HasPrefix(out, c.want) {
				t.Errorf("got %s", out)
			}
		})
	}
	t.Run("pings of a server that does not read", func(t *testing.T) {
		t.Parallel()
		out := askRaw(t, rawServer(t, bytes.Repeat(frameOf(6, 0, 0, make([]byte, 8)...), 10_000), false))
		if !strings.HasPrefix(out, "ERR_HTTP2_ERROR Too many") {
			t.Errorf("got %s", out)
		}
	})
}

// askRaw makes a request, and returns the first error, or the answer.
func askRaw(t *testing.T, base string) string {
	t.Helper()
	out, _, err := jsapitest.Run(t, `
		import http2 from "node:http2";
		const session = http2.connect(process.env.BASE);
		let said = "";
		const say = (e: any) => (said ||= e.code + " " + e.message);
		session.on("error", say);
		const request = session.request({ ":path": "/" });
		let status = 0, text = "";
		request.on("response", (h: any) => (status = h[":status"])).on("error", say).setEncoding("utf8");
		request.on("data", (d: string) => { text += d; if (text.length > 10) request.pause(); });
		request.on("close", () => { if (!session.destroyed) session.close(); setTimeout(() => console.log(said || (request.rstCode ? "ERR_HTTP2_STREAM_ERROR Stream closed" : status + " " + text.slice(0, 20)))); });`,
		jsapi.Options{Env: []string{"BASE=" + base}, Permissions: jsapi.AllowAll()})
	if err != nil {
		t.Error(err)
	}
	return out
}
