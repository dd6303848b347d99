// This file tests node:net, node:tls, node:dns, node:http and node:https against servers of its own.

package node_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// listen calls do with each connection, on a goroutine of its own, and then closes the connection.
func listen(t *testing.T, network, address string, do func(net.Conn)) net.Listener {
	t.Helper()
	l, err := net.Listen(network, address)
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
				do(conn)
			}()
		}
	}()
	return l
}

// lineServer answers each line with "you said " and the line. It sends what ended a connection to gone.
func lineServer(t *testing.T, network, address string, gone chan<- error) net.Listener {
	t.Helper()
	return listen(t, network, address, func(conn net.Conn) {
		lines := bufio.NewScanner(conn)
		for lines.Scan() {
			fmt.Fprintf(conn, "you said %s\n", lines.Text())
		}
		if gone != nil {
			gone <- lines.Err()
		}
	})
}

// client is what scripts of these tests begin with: the events of a socket, one by one.
const client = `
import net from "node:net";
const port = PORT;
const heard = (socket: any, ...more: string[]) => new Promise<string>((done) => {
	const list: string[] = [];
	for (const event of ["connect", "data", "end", "error", "close", ...more])
		socket.on(event, (x: any) => { list.push(event + (x === undefined ? "" : " " + (x.code || String(x).trim()))); if (event === "close") done(list.join(", ")); });
});
`

func TestSockets(t *testing.T) {
	t.Parallel()
	l := lineServer(t, "tcp", "127.0.0.1:0", nil)
	port := fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
	file := filepath.Join(t.TempDir(), "s")
	lineServer(t, "unix", file, nil)
	granted := jsapi.Permissions{Net: jsapi.Grant{List: []string{"127.0.0.1:" + port}}}
	files := jsapi.Permissions{Read: jsapi.Grant{List: []string{file}}, Write: jsapi.Grant{List: []string{file}}}
	for _, c := range []struct {
		name, source, want string
		granted            jsapi.Permissions
	}{
		{"a conversation", `
			const s = net.connect({ port, host: "127.0.0.1", noDelay: true }, () => s.write("one\n"));
			s.setEncoding("utf8").setKeepAlive(true, 1000);
			s.once("data", () => s.end("two\n"));
			console.log(s.readyState, s.connecting, await heard(s));
			console.log(s.bytesWritten, s.bytesRead, s.destroyed, s.remoteAddress);`,
			"opening true connect, data you said one, data you said two, end, close false\n8 26 true undefined\n", granted},
		{"written before it is connected", `
			const s = new net.Socket();
			s.connect(port, "127.0.0.1"); s.write("a\n"); s.write("b\n"); s.end();
			let text = ""; for await (const part of s) text += part;
			console.log(JSON.stringify(text));`, "\"you said a\\nyou said b\\n\"\n", granted},
		{"not granted", `
			console.log(await heard(net.connect(port + 1, "127.0.0.1")));
			console.log(await heard(net.connect(port, "localhost")));
			console.log(await heard(net.connect({ port, host: "127.0.0.2", lookup: (_: any, __: any, f: any) => f(null, [{ address: "127.0.0.1", family: 4 }]) })));
			try { await import("node:dns").then((dns) => dns.promises.lookup("example.org")); } catch (e: any) { console.log(e.name, e.code, e.message); }`,
			"error ERR_ACCESS_DENIED, close true\nerror ERR_ACCESS_DENIED, close true\nerror ERR_ACCESS_DENIED, close true\n" +
				"PermissionDenied ERR_ACCESS_DENIED looking up example.org is not allowed; run with --allow-net=example.org to allow it\n", granted},
		{"an address that the script made up for a host that is granted", `
			const lookup = (_: any, __: any, f: any) => f(null, [{ address: "127.0.0.2", family: 4 }]);
			const s = net.connect({ port, host: "localhost", lookup });
			s.on("error", (e: any) => console.log(e.message.replaceAll(String(port), "PORT")));`,
			"connecting to 127.0.0.2:PORT is not allowed; run with --allow-net=127.0.0.2:PORT to allow it\n",
			jsapi.Permissions{Net: jsapi.Grant{List: []string{"localhost"}}}},
		{"an address that was looked up", `
			import dns from "node:dns";
			const s = net.connect({ port, host: "localhost", family: 4, lookup: dns.lookup });
			s.on("connect", () => s.end("hi\n"));
			console.log(await heard(s, "lookup"));`,
			"connect, data you said hi, end, close false\n", jsapi.Permissions{Net: jsapi.Grant{List: []string{"localhost"}}}},
		{"a socket file", `const s = net.connect("FILE", () => s.end("hi\n")); console.log(await heard(s));`, "connect, data you said hi, end, close false\n", files},
		{"a socket file that is not granted", `console.log(await heard(net.connect("FILE")));`, "error ERR_ACCESS_DENIED, close true\n", granted},
		{"a socket file that may be read only", `console.log(await heard(net.connect("FILE")));`, "error ERR_ACCESS_DENIED, close true\n", jsapi.Permissions{Read: files.Read}},
		{"nobody there", `
			const s = net.connect(1, "127.0.0.1"); s.on("error", (e: any) => console.log(e.message, e.errno, e.syscall, e.address, e.port)); console.log(await heard(s));
			const e: any = await new Promise((f) => net.connect("/nowhere/s").on("error", f)); console.log(e.code, e.message);`,
			"connect ECONNREFUSED 127.0.0.1:1 -111 connect 127.0.0.1 1\nerror ECONNREFUSED, close true\nENOENT connect ENOENT /nowhere/s\n", jsapi.AllowAll()},
		{"idle", `const s = net.connect(port, "127.0.0.1", () => s.setTimeout(20, () => s.destroy())); console.log(await heard(s, "timeout"));`,
			"connect, timeout, close false\n", granted},
		{"unref lets the program end", `const s = net.connect(port, "127.0.0.1"); s.unref(); s.on("close", () => console.log("never"));`, "", granted},
		{"wrong arguments", `
			for (const f of [() => net.connect(70000), () => net.connect({} as any), () => new net.Socket().setTimeout("1" as any), () => net.createServer().listen(0)])
				try { f(); } catch (e: any) { console.log(e.code, e.message); }`,
			"ERR_SOCKET_BAD_PORT Port should be >= 0 and < 65536. Received type number (70000).\n" +
				"ERR_MISSING_ARGS The \"options\" or \"port\" or \"path\" argument must be specified\n" +
				"ERR_INVALID_ARG_TYPE The \"msecs\" argument must be of type number. Received type string ('1')\n" +
				"ERR_METHOD_NOT_IMPLEMENTED A script of hitlrun cannot listen: it sends requests and serves none. A Go program with package server does, or hitlrun serve\n", granted},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := strings.NewReplacer("PORT;", port+";", "FILE", file).Replace(client + c.source)
			out, _, err := jsapitest.Run(t, source, jsapi.Options{Permissions: c.granted})
			if err != nil || out != c.want {
				t.Errorf("got %q (%v)\nwant %q", out, err, c.want)
			}
		})
	}
}

// TestSocketsEndWithTheVM checks that the connections of a script are closed when its VM ends.
func TestSocketsEndWithTheVM(t *testing.T) {
	t.Parallel()
	gone := make(chan error, 1)
	l := lineServer(t, "tcp", "127.0.0.1:0", gone)
	vm, err := jsapitest.NewVM(t, fmt.Sprintf(`
		import net from "node:net";
		const s = net.connect(%d, "127.0.0.1");
		await new Promise((done) => { s.on("data", done); s.write("hi\n"); });`, l.Addr().(*net.TCPAddr).Port), jsapi.Options{Permissions: jsapi.AllowAll()})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	if vm.Sound() {
		t.Error("a VM with an open connection could be used for another run")
	}
	select {
	case err := <-gone:
		t.Fatalf("the connection has ended before its VM: %v", err)
	case <-time.After(20 * time.Millisecond): // nothing happens within this time
	}
	vm.Close()
	select {
	case <-gone:
	case <-time.After(20 * time.Second):
		t.Error("the connection is open, and its VM closed")
	}
}

// TestSocketBackpressure checks that a server cannot send more when the script stops reading.
func TestSocketBackpressure(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	stuck := make(chan bool, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		block := make([]byte, 1<<20)
		for range 64 {
			_ = conn.SetWriteDeadline(time.Now().Add(300 * time.Millisecond))
			n, err := conn.Write(block)
			if err != nil {
				select {
				case stuck <- true:
				default: // it was stuck before
				}
				_ = conn.SetWriteDeadline(time.Time{})
				_, _ = conn.Write(block[n:])
			}
		}
	}()
	out, _, err := jsapitest.Run(t, fmt.Sprintf(`
		import net from "node:net";
		const s = net.connect(%d, "127.0.0.1");
		let n = 0;
		s.once("data", (d) => { n += d.length; s.pause(); setTimeout(() => { console.log(n < 4 << 20); s.on("data", (d) => n += d.length); s.resume(); }, 1500); });
		s.on("end", () => console.log(n >> 20));`, l.Addr().(*net.TCPAddr).Port), jsapi.Options{Permissions: jsapi.AllowAll()})
	if err != nil || out != "true\n64\n" {
		t.Errorf("got %q (%v)", out, err)
	}
	select {
	case <-stuck:
	default:
		t.Error("the server could send all of it to a script that did not read")
	}
}

// secret is a server with a certificate of its own, and that certificate.
func secret(t *testing.T) (server *httptest.Server, certificate string) {
	t.Helper()
	server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s over %s for %q", r.Proto, tls.VersionName(r.TLS.Version), r.TLS.ServerName)
	}))
	server.Config.ErrorLog = nil
	server.StartTLS()
	t.Cleanup(server.Close)
	return server, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
}

func TestTLS(t *testing.T) {
	t.Parallel()
	server, certificate := secret(t)
	l := listen(t, "tcp", "127.0.0.1:0", func(conn net.Conn) { // secures a connection that was plain
		_, _ = conn.Read(make([]byte, 4))
		_, _ = io.WriteString(conn, "go")
		secured := tls.Server(conn, server.TLS)
		lines := bufio.NewScanner(secured)
		for lines.Scan() {
			fmt.Fprintf(secured, "in secret: %s\n", lines.Text())
		}
	})
	out, _, err := jsapitest.Run(t, fmt.Sprintf(`
		import tls from "node:tls";
		import net from "node:net";
		import https from "node:https";
		import { Duplex } from "node:stream";
		const ca = %q, port = %d, plain = %d, open = %d;
		const get = (options: any) => new Promise((done) => https.get({ host: "127.0.0.1", port, ...options }, (res) => {
			let text = ""; res.setEncoding("utf8").on("data", (d) => text += d).on("end", () => done(text + " " + (res.socket as any).authorized));
		}).on("error", (e: any) => done(e.code + " " + e.message)));
		console.log(await get({ ca }));
		console.log(await get({ ca, servername: "example.com" }));
		console.log(await get({ ca, servername: "wrong.org" }));
		console.log(await get({}));
		console.log(await get({ rejectUnauthorized: false }));
		console.log(await get({ ca, agent: false, checkServerIdentity: () => new Error("I do not like it") }));
		console.log(await get({ ca, port: open }));
		const talk = (s: any) => new Promise((done) => { let text = ""; s.write("hello\n"); s.on("data", (d: any) => { text += d; if (text.includes("\n")) { s.end(); done(text.trim()); } }); s.on("error", (e: any) => done(e.message)); });
		const upgrade = (wrap: (s: any) => any) => new Promise((done) => {
			const s = net.connect(plain, "127.0.0.1", () => s.write("plz!"));
			s.once("data", (d) => {
				s.removeAllListeners("data");
				const secured = tls.connect({ socket: wrap(s), ca, servername: "example.com" }, async () => {
					console.log(d.toString(), secured.authorized, secured.getProtocol(), secured.getPeerCertificate().subjectaltname, secured.encrypted);
					done(await talk(secured));
				});
			});
		});
		console.log(await upgrade((s) => s));
		console.log(await upgrade((s) => Duplex.from({ readable: s, writable: s })));
		const direct = tls.connect({ port, host: "127.0.0.1", ca, ALPNProtocols: ["h2", "http/1.1"] });
		direct.on("secureConnect", () => { console.log(direct.alpnProtocol, direct.authorized); direct.destroy(); });
		try { tls.createServer().listen(0); } catch (e: any) { console.log(e.message); }`,
		certificate, server.Listener.Addr().(*net.TCPAddr).Port, l.Addr().(*net.TCPAddr).Port, jsapitest.Server(t).Listener.Addr().(*net.TCPAddr).Port),
		jsapi.Options{Permissions: jsapi.Permissions{Net: jsapi.Grant{List: []string{"127.0.0.1"}}}})
	const want = `HTTP/1.1 over TLS 1.3 for "" true
HTTP/1.1 over TLS 1.3 for "example.com" true
ERR_TLS_CERT_ALTNAME_INVALID Hostname/IP does not match certificate's altnames: Host: wrong.org. is not in the cert's altnames: DNS:example.com, DNS:*.example.com, IP Address:127.0.0.1, IP Address:::1
DEPTH_ZERO_SELF_SIGNED_CERT self-signed certificate
HTTP/1.1 over TLS 1.3 for "" false
undefined I do not like it
ERR_SSL_WRONG_VERSION_NUMBER wrong version number: what the other side sent is not TLS
go true TLSv1.3 DNS:example.com, DNS:*.example.com, IP Address:127.0.0.1, IP Address:::1 true
in secret: hello
go true TLSv1.3 DNS:example.com, DNS:*.example.com, IP Address:127.0.0.1, IP Address:::1 true
in secret: hello
A script of hitlrun cannot listen: it sends requests and serves none. A Go program with package server does, or hitlrun serve
http/1.1 true
`
	if err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
}
