package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// headerServer returns the headers and the address of a server whose headers may take most bytes. It answers with the length of the body.
func headerServer(t *testing.T, most int) (*headers, string) {
	t.Helper()
	h := newHeaders(most)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, r.URL.Path, " ", n, " ", err)
	}))
	s.Listener = h.listener(s.Listener)
	h.serveWith(s.Config)
	s.Start()
	t.Cleanup(s.Close)
	return h, s.Listener.Addr().String()
}

// send opens a connection and sends texts.
func send(t *testing.T, addr string, texts ...string) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
	}
	return c, bufio.NewReader(c)
}

func response(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	res, err := http.ReadResponse(r, nil)
	if err != nil {
		return "no response: " + err.Error()
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return fmt.Sprint(res.StatusCode, " ", string(body))
}

const head = "GET /a HTTP/1.1\r\nHost: x\r\n"

func headerLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d:\r\n", i)
	}
	return b.String()
}

// TestHeadersAreNotBodies checks that only the lines of headers are counted, for each request of a connection.
func TestHeadersAreNotBodies(t *testing.T) {
	t.Parallel()
	h, addr := headerServer(t, maxAllHeaders)
	body := strings.Repeat("\n", 5000)
	post := fmt.Sprintf("POST /b HTTP/1.1\nHost: x\nContent-Length: %d\n\n%s", len(body), body)
	_, r := send(t, addr, head+headerLines(900), "\r\n", post+post+head+"\r\n", head+headerLines(900)+"\r", "\n")
	for i, want := range []string{"200 /a 0 <nil>", "200 /b 5000 <nil>", "200 /b 5000 <nil>", "200 /a 0 <nil>", "200 /a 0 <nil>"} {
		if got := response(t, r); got != want {
			t.Fatalf("response %d is %q, want %q", i, got, want)
		}
	}
	_, r = send(t, addr, head+headerLines(maxHeaderLines))
	if got := response(t, r); !strings.HasPrefix(got, "400 ") {
		t.Errorf("a header of more than %d lines gets %q", maxHeaderLines, got)
	}
	c, r := send(t, addr, head+headerLines(500)+"\r\n")
	if got := response(t, r); got != "200 /a 0 <nil>" {
		t.Errorf("got %q", got)
	}
	c.Close()
	for begun := time.Now(); ; {
		h.mu.Lock()
		used, waiting := h.used, len(h.arriving)
		h.mu.Unlock()
		if used == 0 && waiting <= 1 { // the first connection is idle
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("%d bytes of %d headers are in use", used, waiting)
		}
	}
}

// TestLargestHeadersGoFirst checks that clients which send large headers and do not end them close each other's connections, and no other.
func TestLargestHeadersGoFirst(t *testing.T) {
	t.Parallel()
	const each = usualHeader + 900*headerLine
	_, addr := headerServer(t, 10*each)
	small, smallReader := send(t, addr, head)
	done, doneReader := send(t, addr, head+headerLines(50)+"\r\n")
	if got := response(t, doneReader); got != "200 /a 0 <nil>" {
		t.Errorf("got %q", got)
	}
	ended := make(chan struct{})
	for range 40 {
		_, r := send(t, addr, head+headerLines(900))
		go func() {
			_, _ = r.ReadByte()
			ended <- struct{}{}
		}()
	}
	for range 30 {
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal("the connections stay open")
		}
	}
	for c, r := range map[net.Conn]*bufio.Reader{small: smallReader, done: doneReader} {
		if c == done {
			_, _ = io.WriteString(c, head)
		}
		if _, err := io.WriteString(c, "\r\n"); err != nil {
			t.Error(err)
		}
		if got := response(t, r); got != "200 /a 0 <nil>" {
			t.Errorf("got %q", got)
		}
	}
}
