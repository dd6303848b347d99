// This file tests from outside what a script can reach on the network, and what servers and proxies get of it.

package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// seen records what a server got.
type seen struct {
	mu    sync.Mutex
	lines []string
}

func (s *seen) add(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
}

func (s *seen) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := strings.Join(s.lines, "\n")
	s.lines = nil
	return text
}

// requests is a server that records the first line and the host of each request.
func requests(t *testing.T, s *seen) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.add(r.Method + " " + r.RequestURI + " for " + r.Host + " " + strings.Join(r.Header["X-Own"], ",") + string(body))
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "fine")
	}))
	t.Cleanup(server.Close)
	return server
}

// raw is requests for those that Go's own server does not take.
func raw(t *testing.T, s *seen) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			r := textproto.NewReader(bufio.NewReader(c))
			first, _ := r.ReadLine()
			header, _ := r.ReadMIMEHeader()
			s.add(first + " for " + header.Get("Host"))
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nfine")
			_ = c.Close()
		}
	}()
	return l.Addr().String()
}

// runScript runs a script and returns what it printed and how it ended.
func runScript(t *testing.T, source string, env []string, args ...string) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "flow.ts")
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("hitlrun", append(append([]string{"run"}, args...), path)...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// tries fetches each address and prints what came of it.
const tries = `
const list: [string, RequestInit?][] = JSON.parse(process.env.LIST);
for (const [address, init] of list) {
  try {
    const r = await fetch(address, init);
    console.log(r.status, await r.text());
  } catch (error: any) {
    console.log((error.cause ?? error).message);
  }
}`

func TestNetHeaders(t *testing.T) {
	t.Parallel()
	var got seen
	at := requests(t, &got).Listener.Addr().String()
	list := `[
		["http://` + at + `/host", { "headers": { "Host": "other.example" } }],
		["http://` + at + `/host", { "headers": { "hOsT": "` + at + `" } }],
		["http://` + at + `/framing", { "method": "POST", "body": "abc", "headers": { "Content-Length": "3", "Transfer-Encoding": "chunked", "Connection": "upgrade", "Upgrade": "x",
			"TE": "trailers", "Trailer": "x", "Expect": "100-continue", "Proxy-Authorization": "x", "Keep-Alive": "1", "X-Own": "mine" } }]
	]`
	out, err := runScript(t, tries, []string{"LIST=" + list}, "--allow-net="+at, "--allow-env=LIST")
	want := "the header Host is other.example, and must be the host of the URL, " + at + "\n200 fine\n200 fine\n"
	if err != nil || out != want {
		t.Errorf("printed %v\n%s\nwant\n%s", err, out, want)
	}
	if lines := got.take(); lines != "GET /host for "+at+" \nPOST /framing for "+at+" mineabc" {
		t.Errorf("the server got %s", lines)
	}
	at = raw(t, &got)
	list = `[["http://` + at + `//elsewhere.example/%zz?q"], ["http://` + at + `/100%"]]`
	if out, err := runScript(t, tries, []string{"LIST=" + list}, "--allow-net="+at, "--allow-env=LIST"); err != nil || out != "200 fine\n200 fine\n" {
		t.Errorf("printed %v\n%s", err, out)
	}
	if lines := got.take(); lines != "GET http://"+at+"//elsewhere.example/%zz?q HTTP/1.1 for "+at+"\nGET /100% HTTP/1.1 for "+at {
		t.Errorf("the server got %s", lines)
	}
}

// A proxy is asked for hosts that were granted, whatever the path looks like.
func TestNetProxy(t *testing.T) {
	t.Parallel()
	var got seen
	proxy := "http://" + raw(t, &got)
	env := []string{"HTTP_PROXY=" + proxy, "http_proxy=" + proxy, "NO_PROXY=", "LIST=" + `[
		["http://granted.example/a%zz"], ["http://granted.example//secret.example/%zz?q"], ["http://granted.example//secret.example/x"],
		["http://secret.example/"], ["http://granted.example@secret.example/"], ["http://granted.example\\@secret.example/%zz"]
	]`}
	out, err := runScript(t, tries, env, "--allow-net=granted.example", "--allow-env=LIST")
	if err != nil {
		t.Fatalf("%v %s", err, out)
	}
	want := `GET http://granted.example/a%zz HTTP/1.1 for granted.example
GET http://granted.example//secret.example/%zz?q HTTP/1.1 for granted.example
GET http://granted.example//secret.example/x HTTP/1.1 for granted.example
GET http://granted.example/@secret.example/%zz HTTP/1.1 for granted.example`
	if asked := got.take(); asked != want {
		t.Errorf("the proxy was asked\n%s\nwant\n%s", asked, want)
	}
	if n := strings.Count(out, "is not allowed; run with --allow-net=secret.example"); n != 1 {
		t.Errorf("refused %d times: %s", n, out)
	}
}

// Each spelling of a host that was not granted is refused, at first and behind a redirect; other schemes reach nothing.
func TestNetSpellings(t *testing.T) {
	t.Parallel()
	var got, other seen
	granted, refused := requests(t, &got), requests(t, &other)
	at := granted.Listener.Addr().String()
	_, port, err := net.SplitHostPort(refused.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, host := range []string{"127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "127.0.0.1.", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "localhost", "LOCALHOST.", "%6c%6fcalhost", "１２７.0.0.1", "0", "[::1]", "[::]"} {
		list = append(list, `["http://`+host+`:`+port+`/"]`, `["http://`+at+`/?to=http://`+strings.ReplaceAll(host, "%", "%25")+`:`+port+`/"]`)
	}
	for _, address := range []string{"file:///etc/passwd", "ftp://" + at, "ws://" + at, "blob:http://" + at + "/x", "javascript:1", "about:blank", "unix:/run/x", "http+unix://%2Frun%2Fx/"} {
		list = append(list, `["`+address+`"]`)
	}
	list = append(list, `["http://`+at+`/?to=file:///etc/passwd"]`, `["http://`+at+`/?to=data:,x"]`)
	out, err := runScript(t, tries, []string{"LIST=[" + strings.Join(list, ",") + "]", "HTTP_PROXY=", "http_proxy="}, "--allow-net="+at, "--allow-env=LIST")
	if err != nil || strings.Contains(out, "200 ") || strings.Contains(out, "root:") {
		t.Errorf("%v %s", err, out)
	}
	if reached := other.take(); reached != "" {
		t.Errorf("the server that was not granted got %s", reached)
	}
	for _, bad := range []string{"--allow-net=a b", "--allow-net=http://x", "--allow-net=x:y", "--allow-net=x/y", "--allow-net=x:99999"} {
		if out, err := runScript(t, "console.log(1)", nil, bad); err == nil || !strings.Contains(out, "--allow-net") {
			t.Errorf("%s: %v %s", bad, err, out)
		}
	}
}
