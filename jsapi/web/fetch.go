// This file is the Go side of fetch: one exchange with a server. Goroutines send and read. They post their
// results to the loop, and do not use the VM otherwise.

package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxHead is the maximum size of the head of a response, in bytes. Node allows 16 KiB of names and values.
const maxHead = 64 << 10

// The timeouts are those of undici.
const (
	connectTimeout = 10 * time.Second
	headersTimeout = 300 * time.Second
	idleTimeout    = 4 * time.Second
)

// maxFetches is how many requests of a VM are under way at the same time, and how many connections it has for them. Further
// requests wait.
const maxFetches = 1024

// client has what all exchanges of one VM share.
type client struct {
	ctx       context.Context // ends with the VM
	turns     Turns           // of the requests whose response has not begun
	transport http.RoundTripper
	check     func(address string) error
}

// client returns the client of the VM, which it makes at the first call.
func (p *platform) client() *client {
	if p.http != nil {
		return p.http
	}
	p.http = &client{ctx: p.env.Context, turns: Turns{Most: maxFetches}, transport: p.env.Transport, check: p.env.CheckNet}
	if p.http.transport != nil {
		return p.http
	}
	dialer := &net.Dialer{Timeout: connectTimeout}
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	t := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            bounded(dialer.DialContext),
		Protocols:              protocols,
		TLSHandshakeTimeout:    connectTimeout,
		ResponseHeaderTimeout:  headersTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConnsPerHost:    64,
		DisableCompression:     true, // the body is decoded here, and its headers stay
		MaxResponseHeaderBytes: maxHead,
	}
	context.AfterFunc(p.http.ctx, t.CloseIdleConnections)
	p.http.transport = t
	return p.http
}

// proxied reports whether a request goes through a proxy that gets the whole URL, as far as it is known.
func (c *client) proxied(to *url.URL) bool {
	t, ok := c.transport.(*http.Transport)
	if !ok || t.Proxy == nil || to.Scheme != "http" {
		return !ok
	}
	proxy, err := t.Proxy(&http.Request{URL: to})
	return err != nil || proxy != nil
}

// bounded returns a dial function that has at most maxFetches connections open. If there are so many, the garbage is collected, at
// most once a second, since that closes the connections of responses that nobody can read any more. A connection that must wait for
// too long fails like one that cannot be made.
func bounded(dial func(ctx context.Context, network, address string) (net.Conn, error)) func(ctx context.Context, network, address string) (net.Conn, error) {
	open := make(chan struct{}, maxFetches)
	var collected atomic.Int64 // when, in seconds
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if now := time.Now().Unix(); len(open) == maxFetches && collected.Swap(now) != now {
			runtime.GC()
		}
		late := time.NewTimer(connectTimeout)
		defer late.Stop()
		select {
		case open <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-late.C:
			return nil, &net.OpError{Op: "dial", Net: network, Err: os.ErrDeadlineExceeded}
		}
		conn, err := dial(ctx, network, address)
		if err != nil {
			<-open
			return nil, err
		}
		return &boundedConn{Conn: conn, closed: sync.OnceFunc(func() { <-open })}, nil
	}
}

// boundedConn is a connection of bounded.
type boundedConn struct {
	net.Conn
	closed func()
}

// Close implements net.Conn.
func (c *boundedConn) Close() error {
	defer c.closed()
	return c.Conn.Close()
}

// exchange is a request and its response.
type exchange struct {
	p      *platform
	ctx    context.Context
	cancel context.CancelFunc
	upload *io.PipeWriter // for a request whose body is streamed
	kept   bool           // whether the body is already in memory

	mu     sync.Mutex // held while the body is read
	body   io.ReadCloser
	memory int // the number of bytes that decoding the body may take, until it has begun
}

// fetchNatives are the arguments of fetch.js: send(request, done) → exchange. The request is {method, url, headers (names
// and values in turn), body (bytes, undefined, or true for one that is written in parts), redirect, referrer, referrerPolicy}. done(error, head) is
// called once; head is {status, statusText, headers, url, redirected}.
// weak(object) → a function that returns the object, or undefined once nothing else refers to it.
// data(url) → {type, bytes} of a data: URL, undefined for one that is none. stores() → whether there is a journal: then no body is
// written in parts.
// The exchange has read(f) and readAll(f), f(error, bytes) with no bytes at the end, write(bytes, f(error)), end(), and
// abort(), after which what is under way ends with an error. The function abort does not keep the exchange alive. Errors are
// objects of the script. encode(text) → its bytes.
func fetchNatives(p *platform) map[string]native {
	return map[string]native{
		"encode": bodyNatives(p)["encode"],
		"weak": func(call goja.FunctionCall) goja.Value {
			o := weak.Make(call.Argument(0).ToObject(p.vm))
			return newFunc(p.vm, "", 0, func(goja.FunctionCall) goja.Value {
				if object := o.Value(); object != nil {
					return object
				}
				return goja.Undefined()
			})
		},
		"stores": func(goja.FunctionCall) goja.Value {
			return p.vm.ToValue(p.env.Journal != nil && p.env.Journal.Stores())
		},
		"data": func(call goja.FunctionCall) goja.Value {
			guard.Need(p.vm, 4*textLength(call.Argument(0)))
			kind, data, ok := dataURL(call.Argument(0).String())
			if !ok {
				return goja.Undefined()
			}
			if p.over(int64(len(data))) {
				panic(p.limitError(p.longData(len(data))))
			}
			o := p.vm.NewObject()
			own(p.vm, o, "type", kind)
			own(p.vm, o, "bytes", newBytes(p.vm, data))
			return o
		},
		"send": func(call goja.FunctionCall) goja.Value {
			from := call.Argument(0).ToObject(p.vm)
			done, _ := goja.AssertFunction(call.Argument(1))
			text := func(key string) string { return from.Get(key).String() }
			r := &request{
				method: text("method"), url: text("url"), redirect: text("redirect"),
				referrer: text("referrer"), policy: text("referrerPolicy"),
				header: headerOf(p.stringList(from.Get("headers"))),
			}
			if p.env.Requests != nil {
				r.answered = p.env.Requests(r.method, r.url)
			}
			c := p.client()
			ctx, cancel := context.WithCancel(c.ctx)
			x := &exchange{p: p, ctx: ctx, cancel: cancel}
			// A script may drop a response without reading it.
			runtime.AddCleanup(x, func(cancel context.CancelFunc) { cancel() }, cancel)
			body := from.Get("body")
			if v, ok := viewOf(p.vm, body); ok {
				if n := len(v.bytes); p.over(int64(n)) {
					cancel()
					panic(p.limitError(p.longRequest(n)))
				}
				guard.Need(p.vm, len(v.bytes))
				r.bytes = append([]byte(nil), v.bytes...)
			} else if body != nil && body.ToBoolean() {
				r.stream, x.upload = io.Pipe()
				upload := r.stream
				context.AfterFunc(ctx, func() { _ = upload.CloseWithError(context.Canceled) }) // who sends the body waits for more of it
			}
			if e := begin(p.env.Journal, EffectSpec{"fetch", r.described(), true, !safeMethods[r.method]}); e != nil {
				x.startKept(c, r, e, done)
			} else {
				p.env.Leaving()
				x.start(c, r, done)
			}
			return x.object()
		},
	}
}

func headerOf(list []string) http.Header {
	h := make(http.Header, len(list)/2)
	for i := 0; i+1 < len(list); i += 2 {
		h.Add(list[i], encodeLatin1(list[i+1]))
	}
	return h
}

// start sends the request.
func (x *exchange) start(c *client, r *request, done goja.Callable) {
	release := x.p.env.Loop.Hold()
	c.turns.Begin(func() { Background(release, func() func() { return x.await(c, r, done) }) })
}

// await waits for the response. The function that it returns passes it to the script.
func (x *exchange) await(c *client, r *request, done goja.Callable) func() {
	resp, err := c.follow(x.ctx, r)
	return func() {
		c.turns.End()
		if err != nil {
			if r.stream != nil {
				_ = r.stream.Close() // ends a pending write
			}
			x.p.callback(done, goja.Undefined(), x.p.fetchError(x.ctx, err))
			x.cancel()
			return
		}
		x.body, x.memory = resp.body, resp.memory
		x.p.callback(done, goja.Undefined(), goja.Undefined(), x.p.head(resp))
	}
}

// head makes the object that describes a response without its body.
func (p *platform) head(resp *response) goja.Value {
	o := p.vm.NewObject()
	own(p.vm, o, "status", resp.status)
	own(p.vm, o, "statusText", resp.statusText)
	own(p.vm, o, "url", resp.url)
	own(p.vm, o, "redirected", resp.redirected)
	own(p.vm, o, "headers", p.stringArray(resp.headers))
	return o
}

// object makes the exchange object that fetch.js gets.
func (x *exchange) object() *goja.Object {
	o := x.p.vm.NewObject()
	for name, f := range map[string]native{"read": x.read, "readAll": x.readAll, "write": x.write, "end": x.end, "abort": x.aborter()} {
		own(x.p.vm, o, name, newFunc(x.p.vm, name, 0, f))
	}
	return o
}

// later runs f in a goroutine of its own, and then calls the function v of the script with the result.
func (x *exchange) later(v goja.Value, f func() ([]byte, error)) goja.Value {
	done, _ := goja.AssertFunction(v)
	tell := func(data []byte, err error) {
		switch {
		case err != nil:
			x.p.callback(done, goja.Undefined(), x.p.bodyError(x.ctx, err))
		case data == nil:
			x.p.callback(done, goja.Undefined())
		default:
			x.p.callback(done, goja.Undefined(), goja.Undefined(), newBytes(x.p.vm, data))
		}
	}
	if x.kept {
		tell(f())
		return goja.Undefined()
	}
	Background(x.p.env.Loop.Hold(), func() func() {
		data, err := f()
		return func() { tell(data, err) }
	})
	return goja.Undefined()
}

// chunkSize is the maximum number of bytes of one read.
const chunkSize = 64 << 10

// errNotBegun is the error for an operation on an exchange that has no response, or no body to send, yet.
const errNotBegun = "the exchange has not begun"

// begin prepares for reading the body.
func (x *exchange) begin() {
	if x.body == nil {
		panic(x.p.vm.NewTypeError(errNotBegun))
	}
	guard.Need(x.p.vm, x.memory)
	x.memory = 0
}

func (x *exchange) read(call goja.FunctionCall) goja.Value {
	x.begin()
	return x.later(call.Argument(0), func() ([]byte, error) {
		x.mu.Lock()
		defer x.mu.Unlock()
		buffer := make([]byte, chunkSize)
		for {
			n, err := x.body.Read(buffer)
			if n > 0 {
				return append(make([]byte, 0, n), buffer[:n]...), nil // the next read returns the error
			}
			if err == io.EOF {
				x.finish()
				return nil, nil
			}
			if err != nil {
				x.finish()
				return nil, err
			}
		}
	})
}

func (x *exchange) readAll(call goja.FunctionCall) goja.Value {
	x.begin()
	return x.later(call.Argument(0), func() ([]byte, error) {
		x.mu.Lock()
		defer x.mu.Unlock()
		data, err := x.p.readBody(x.body)
		x.finish()
		if err != nil {
			return nil, err
		}
		return data, nil // io.ReadAll never returns nil
	})
}

// finish releases the connection.
func (x *exchange) finish() {
	_ = x.body.Close()
	x.cancel()
}

func (x *exchange) write(call goja.FunctionCall) goja.Value {
	x.p.env.Leaving()
	if x.upload == nil {
		panic(x.p.vm.NewTypeError(errNotBegun))
	}
	v, _ := viewOf(x.p.vm, call.Argument(0))
	guard.Need(x.p.vm, len(v.bytes))
	data := append([]byte(nil), v.bytes...)
	return x.later(call.Argument(1), func() ([]byte, error) {
		_, err := x.upload.Write(data)
		return nil, err
	})
}

func (x *exchange) end(goja.FunctionCall) goja.Value {
	x.p.env.Leaving()
	if x.upload == nil {
		panic(x.p.vm.NewTypeError(errNotBegun))
	}
	_ = x.upload.Close()
	return goja.Undefined()
}

// aborter returns the function that ends the exchange. The function has no reference to it.
func (x *exchange) aborter() native {
	leaving, cancel := x.p.env.Leaving, x.cancel
	return func(goja.FunctionCall) goja.Value {
		leaving()
		cancel()
		return goja.Undefined()
	}
}
