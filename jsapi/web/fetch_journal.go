// This file has fetch with a journal: the whole response is read and stored before the script sees it.

package web

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"github.com/dop251/goja"
)

// maxKept is the maximum number of bytes of a body that is stored.
const maxKept = 16 << 20

// safeMethods are the methods that change nothing on the server, so their requests need no key.
var safeMethods = map[string]bool{http.MethodGet: true, http.MethodHead: true, http.MethodOptions: true, http.MethodTrace: true}

// keyHeader is the header with the key of a request, by which a server can recognise a repetition.
const keyHeader = "Idempotency-Key"

// startKept sends the request, unless e has its stored result.
func (x *exchange) startKept(c *client, r *request, e Effect, done goja.Callable) {
	if r.header.Get(keyHeader) == "" && !safeMethods[r.method] {
		r.header.Set(keyHeader, e.Key())
	}
	e.Start(func(done func(Outcome)) {
		release := x.p.env.Loop.Hold()
		c.turns.Begin(func() {
			Background(release, func() func() {
				resp, err := c.follow(x.ctx, r)
				var body []byte
				if err == nil {
					body, err = io.ReadAll(io.LimitReader(resp.body, maxKept+1))
					_ = resp.body.Close()
				}
				if err == nil && x.p.over(int64(len(body))) {
					err = x.p.longResponse()
				}
				if err == nil && len(body) > maxKept {
					err = fmt.Errorf("the body is longer than the %d MiB that a journal stores: fetch it in a node without effects: \"once\"", maxKept>>20)
				}
				x.cancel()
				return func() {
					c.turns.End()
					done(x.outcome(resp, body, err))
				}
			})
		})
	}, func(out Outcome) {
		if out.Threw {
			x.p.callback(done, goja.Undefined(), out.Value)
			return
		}
		head := out.Value.ToObject(x.p.vm)
		body, _ := viewOf(x.p.vm, head.Get("body"))
		x.kept = true
		x.body = io.NopCloser(bytes.NewReader(body.bytes))
		x.p.callback(done, goja.Undefined(), goja.Undefined(), head)
	})
}

func (x *exchange) outcome(resp *response, body []byte, err error) Outcome {
	if err != nil {
		return Outcome{Value: x.p.fetchError(x.ctx, err), Threw: true, Failed: true}
	}
	head := x.p.head(resp).ToObject(x.p.vm)
	own(x.p.vm, head, "body", newBytes(x.p.vm, body))
	failed := resp.status >= http.StatusBadRequest
	return Outcome{Value: head, Failed: failed, Known: failed}
}

// described returns the description of a request as an effect.
func (r *request) described() string { return r.method + " " + r.url + Digest(r.bytes) }
