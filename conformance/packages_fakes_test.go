// This file has the servers of TestConnections that are small enough to be written here: HTTP, a bucket, WebSockets, mail.

package conformance_test

import (
	"bufio"
	"bytes"
	"crypto/md5" //nolint:gosec // tags of objects are made with it
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
)

// writeRaw writes the bytes of a text in hex, in pieces of 7, instead of a response, and closes the connection.
func writeRaw(w http.ResponseWriter, text string) {
	data, err := hex.DecodeString(text)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	for piece := range slices.Chunk(data, 7) {
		if _, err := conn.Write(piece); err != nil {
			return // the client has seen enough
		}
	}
}

// newEchoServer says what it was asked; some paths misbehave.
func newEchoServer(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.Method == http.MethodConnect:
			http.Error(w, "no proxy", http.StatusForbidden)
			return
		case r.URL.Path == "/stall":
			<-r.Context().Done()
			return
		case r.URL.Path == "/cut":
			w.Header().Set("Content-Length", "10")
			_, _ = io.WriteString(w, "half")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case strings.HasPrefix(r.URL.Path, "/raw/"):
			writeRaw(w, strings.TrimPrefix(r.URL.Path, "/raw/"))
			return
		case r.URL.Path == "/big":
			_, _ = w.Write(bytes.Repeat([]byte("x"), 5_000_000))
			return
		case r.URL.Path == "/redirect":
			http.Redirect(w, r, "/echo", http.StatusFound)
			return
		}
		headers := object{}
		for name, values := range r.Header {
			headers[strings.ToLower(name)] = strings.Join(values, ", ")
		}
		w.Header().Set("X-Method", r.Method)
		w.Header()["Set-Cookie"] = []string{"a=1", "b=2"}
		reply(w, object{"method": r.Method, "url": r.URL.RequestURI(), "headers": headers, "body": string(body)})
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// newBucketServer has what was put into it, and refuses what is not signed.
func newBucketServer(t *testing.T) *httptest.Server {
	t.Helper()
	var mu sync.Mutex
	objects := map[string][]byte{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		fail := func(status int, code, message string) {
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(status)
			fmt.Fprintf(w, `<?xml version="1.0"?><Error><Code>%s</Code><Message>%s</Message></Error>`, code, message)
		}
		switch {
		case !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=id/"):
			fail(http.StatusForbidden, "AccessDenied", "it is not signed")
		case r.Method == http.MethodPut:
			body, _ := io.ReadAll(r.Body)
			if r.Header.Get("Content-Encoding") == "aws-chunked" {
				body = unchunked(body)
			}
			objects[key] = body
			w.Header().Set("ETag", fmt.Sprintf(`"%x"`, md5.Sum(body))) //nolint:gosec // as above
		case key == "":
			fmt.Fprint(w, `<?xml version="1.0"?><ListBucketResult><Name>b</Name>`)
			for _, name := range slices.Sorted(mapKeys(objects)) {
				fmt.Fprintf(w, "<Contents><Key>%s</Key><Size>%d</Size></Contents>", name, len(objects[name]))
			}
			fmt.Fprint(w, "</ListBucketResult>")
		case objects[key] == nil:
			fail(http.StatusNotFound, "NoSuchKey", "The specified key does not exist.")
		default:
			_, _ = w.Write(objects[key])
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func mapKeys(m map[string][]byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

// unchunked takes the sizes and checksums out of a body that is sent in signed pieces.
func unchunked(body []byte) (data []byte) {
	for {
		line, rest, ok := bytes.Cut(body, []byte("\r\n"))
		var size int
		if n, _ := fmt.Sscanf(string(line), "%x", &size); !ok || n != 1 || size == 0 || size > len(rest) {
			return data
		}
		data = append(data, rest[:size]...)
		body = bytes.TrimPrefix(rest[size:], []byte("\r\n"))
	}
}

// newSocketServer sends back what it gets over a WebSocket.
func newSocketServer(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/refused" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"chat"}, CompressionMode: websocket.CompressionContextTakeover})
		if err != nil {
			return
		}
		defer conn.CloseNow()
		conn.SetReadLimit(1 << 20)
		for {
			kind, data, err := conn.Read(r.Context())
			if err != nil {
				return
			}
			if err := conn.Write(r.Context(), kind, data); err != nil {
				return
			}
		}
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return "ws" + strings.TrimPrefix(s.URL, "http")
}

// startMail starts a server for mail that wants STARTTLS and a login, and knows nobody named "nobody".
func startMail(t *testing.T, _ string) []string {
	t.Helper()
	certificates := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(certificates.Close)
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
			go mail(conn, certificates.TLS)
		}
	}()
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificates.Certificate().Raw})
	return []string{fmt.Sprintf("SMTP_PORT=%d", l.Addr().(*net.TCPAddr).Port), "SMTP_CA=" + string(ca)}
}

// mail speaks SMTP on a connection.
func mail(conn net.Conn, config *tls.Config) {
	defer func() { conn.Close() }()
	in, secured, known := bufio.NewReader(conn), false, false
	say := func(format string, list ...any) { fmt.Fprintf(conn, format+"\r\n", list...) }
	say("220 mail.example.com")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		words := append(strings.Fields(line), "", "", "")
		switch command := strings.ToUpper(words[0]); {
		case command == "EHLO" && !secured:
			say("250-mail.example.com\r\n250 STARTTLS")
		case command == "EHLO":
			say("250-mail.example.com\r\n250-8BITMIME\r\n250 AUTH PLAIN")
		case command == "STARTTLS":
			say("220 go")
			up := tls.Server(conn, config)
			conn, in, secured = up, bufio.NewReader(up), true
		case command == "AUTH":
			login, _ := base64.StdEncoding.DecodeString(words[2])
			if known = string(login) == "\x00ann\x00secret"; known {
				say("235 welcome")
			} else {
				say("535 no")
			}
		case !known && command != "QUIT":
			say("530 who are you?")
		case strings.Contains(line, "<nobody@"):
			say("550 there is no such person")
		case command == "DATA":
			say("354 go on")
			length := 0
			for {
				text, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if text == ".\r\n" {
					break
				}
				length += strings.Count(text, "attached") + strings.Count(text, "YXR0YWNoZWQ=")
			}
			say("250 accepted with %d attachments", length)
		case command == "QUIT":
			say("221 bye")
			return
		default:
			say("250 fine")
		}
	}
}
