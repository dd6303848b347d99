// This file sends a request and follows redirects according to the Fetch standard.

package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// request is a request of a script.
type request struct {
	method, url string
	redirect    string // "follow", "error" or "manual"
	referrer    string // a URL; any other text means that there is none
	policy      string // which part of the referrer is sent
	header      http.Header
	bytes       []byte         // the body, if it is in memory
	stream      *io.PipeReader // the body, if it is streamed
	answered    func(began time.Time, status int, err error)
}

// response is the response to a request.
type response struct {
	status     int
	statusText string
	headers    []string // names and values in turn
	url        string
	redirected bool
	body       io.ReadCloser
	memory     int // the number of bytes that decoding the body may take
}

var errInvalidURL = errors.New("Invalid URL") //nolint:staticcheck // Node's words

// maxRedirects is how many redirects are followed.
const maxRedirects = 20

// follow sends a request and follows redirects.
func (c *client) follow(ctx context.Context, r *request) (resp *response, err error) {
	if r.answered != nil {
		defer func(began time.Time) {
			status := 0
			if resp != nil {
				status = resp.status
			}
			r.answered(began, status, err)
		}(time.Now())
	}
	at, ok := parseURL(r.url, nil)
	if !ok {
		return nil, errInvalidURL
	}
	for count := 0; ; count++ {
		resp, err := c.send(ctx, r, at)
		if err != nil {
			return nil, err
		}
		location := resp.Header.Get("Location")
		if !isRedirect(resp.StatusCode) || location == "" || r.redirect == "manual" {
			return answer(r, resp, at, count > 0), nil
		}
		_ = resp.Body.Close()
		if at, err = r.redirectTo(at, resp.StatusCode, location, count); err != nil {
			return nil, err
		}
	}
}

func isRedirect(status int) bool { return slices.Contains([]int{301, 302, 303, 307, 308}, status) }

// redirectTo changes a request into the one after a redirect, and returns its URL.
func (r *request) redirectTo(from *urlRecord, status int, location string, count int) (*urlRecord, error) {
	if r.redirect == "error" {
		return nil, errors.New("unexpected redirect")
	}
	to, ok := parseURL(location, from)
	if !ok {
		return nil, errInvalidURL
	}
	if !to.hasFragment() {
		to.set("hash", from.u.Hash())
	}
	if to.scheme() != "http" && to.scheme() != "https" {
		return nil, errors.New("URL scheme must be a HTTP(S) scheme")
	}
	if count == maxRedirects {
		return nil, errors.New("redirect count exceeded")
	}
	if to.hasCredentials() && to.origin() != from.origin() {
		return nil, errors.New(`cross origin not allowed for request mode "cors"`)
	}
	if status != 303 && r.stream != nil {
		return nil, errors.New("a streamed request body cannot be sent again after a redirect")
	}
	isPost := r.method == "POST" && (status == 301 || status == 302)
	if isPost || status == 303 && r.method != "GET" && r.method != "HEAD" {
		r.method, r.bytes, r.stream = "GET", nil, nil
		for _, name := range []string{"Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length"} {
			r.header.Del(name)
		}
	}
	if to.origin() != from.origin() {
		for _, name := range []string{"Authorization", "Proxy-Authorization", "Cookie", "Host"} {
			r.header.Del(name)
		}
	}
	return to, nil
}

// send makes one request.
func (c *client) send(ctx context.Context, r *request, to *urlRecord) (*http.Response, error) {
	port := to.port()
	if slices.Contains(badPorts, port) {
		return nil, errors.New("bad port")
	}
	if err := c.check(net.JoinHostPort(strings.Trim(to.host(), "[]"), strconv.Itoa(port))); err != nil {
		return nil, &refusedError{err}
	}
	if host := r.header.Get("Host"); host != "" && !sameHost(host, to) {
		return nil, fmt.Errorf("the header Host is %s, and must be the host of the URL, %s", host, to.hostPort())
	}
	req := (&http.Request{
		Method: r.method,
		URL:    requestURL(to, c.proxied),
		Header: r.header.Clone(),
		Body:   http.NoBody,
	}).WithContext(ctx)
	switch {
	case r.stream != nil:
		req.Body, req.ContentLength = r.stream, -1
	case len(r.bytes) > 0:
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.bytes)), nil }
		req.Body, _ = req.GetBody()
		req.ContentLength = int64(len(r.bytes))
	}
	for name := range req.Header {
		if slices.Contains(ownHeaders, name) || strings.HasPrefix(name, "Proxy-") {
			req.Header.Del(name)
		}
	}
	if len(req.Header["Range"]) > 0 { // the part of a body that is encoded could not be decoded
		accepted := append(slices.Clone(req.Header["Accept-Encoding"]), "identity")
		req.Header.Set("Accept-Encoding", strings.Join(accepted, ", "))
	}
	if to.scheme() == "https" && len(req.Header["Accept-Encoding"]) == 0 {
		req.Header.Set("Accept-Encoding", "br, gzip, deflate")
	}
	for name, value := range defaultHeaders {
		if _, set := req.Header[name]; !set {
			req.Header.Set(name, value)
		}
	}
	if from := r.referer(to); from != "" && req.Header.Get("Referer") == "" {
		req.Header.Set("Referer", from)
	}
	return c.transport.RoundTrip(req)
}

// referer returns the header Referer of a request to a URL, according to the policy of the request.
func (r *request) referer(to *urlRecord) string {
	from, ok := parseURL(r.referrer, nil)
	if !ok || from.scheme() != "http" && from.scheme() != "https" {
		return ""
	}
	origin := from.origin() + "/"
	whole := from.origin() + from.pathname()
	if query := from.query(); query != "" {
		whole += "?" + query
	}
	same := from.origin() == to.origin()
	downgrade := from.scheme() == "https" && to.scheme() == "http"
	switch r.policy {
	case "unsafe-url":
		return whole
	case "origin":
		return origin
	case "no-referrer":
		return ""
	}
	switch {
	case same && r.policy != "strict-origin":
		return whole
	case r.policy == "same-origin" || downgrade && r.policy != "origin-when-cross-origin":
		return ""
	case r.policy == "no-referrer-when-downgrade":
		return whole
	}
	return origin
}

// ownHeaders are the headers that describe the framing and the host of a request. This package makes them,
// and ignores the values that a script sets: packages set some of them to the usual values.
var ownHeaders = []string{"Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// sameHost reports whether the header Host names the host of a URL.
func sameHost(header string, to *urlRecord) bool {
	named, ok := parseURL(to.scheme()+"://"+header, nil)
	return ok && named.hostPort() == to.hostPort()
}

var defaultHeaders = map[string]string{
	"Accept": "*/*", "Accept-Language": "*", "Sec-Fetch-Mode": "cors", "User-Agent": "hitlrun", "Accept-Encoding": "gzip, deflate",
}

// requestURL makes the URL that net/http sends to, with the path and the query exactly as they are in u. An empty query is left out,
// as in Node. proxied reports whether a request for a URL goes through a proxy that needs the whole URL.
func requestURL(u *urlRecord, proxied func(*url.URL) bool) *url.URL {
	to := &url.URL{Scheme: u.scheme(), Host: u.hostPort(), RawQuery: u.query()}
	path := u.pathname()
	to.Path, to.RawPath = path, path
	if decoded, err := url.PathUnescape(path); err == nil {
		to.Path = decoded
	}
	if to.EscapedPath() == path {
		return to
	}
	// net/http would write this path in another way, unless it is opaque. It takes an opaque text that begins with "//" for a host
	// and a path, and a proxy needs the host.
	if to.Opaque = path; strings.HasPrefix(path, "//") || proxied(to) {
		to.Opaque = "//" + u.hostPort() + path
	}
	return to
}

// badPorts are the ports that the Fetch standard refuses: services that understand parts of HTTP by accident.
var badPorts = []int{
	1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113,
	115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556,
	563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
	6668, 6669, 6679, 6697, 10080,
}

// answer makes the response for the script from the last response of the server.
func answer(r *request, resp *http.Response, at *urlRecord, redirected bool) *response {
	a := &response{status: resp.StatusCode, redirected: redirected, body: &idleBody{ReadCloser: resp.Body}}
	_, a.statusText, _ = strings.Cut(resp.Status, " ")
	for _, name := range slices.Sorted(maps.Keys(resp.Header)) { // net/http does not keep their order
		for _, value := range resp.Header[name] {
			a.headers = append(a.headers, strings.ToLower(name), decodeLatin1(value))
		}
	}
	if len(resp.TransferEncoding) > 0 {
		a.headers = append(a.headers, "transfer-encoding", strings.Join(resp.TransferEncoding, ", "))
	}
	a.url = at.u.Href(true)
	if r.method != "HEAD" {
		a.body, a.memory = decoded(resp.Header.Get("Content-Encoding"), a.body)
	}
	return a
}

// decodeLatin1 returns a header value as a script sees it: each byte is a character.
func decodeLatin1(s string) string {
	if isASCIIString(s) {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

func encodeLatin1(s string) string {
	if isASCIIString(s) {
		return s
	}
	var b []byte
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}
