// This file bounds the size of bodies that fetch reads into memory.

package web

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/dop251/goja"
)

// tooLongError says that a body is larger than Env.MaxBody.
type tooLongError struct{ text string }

func (e *tooLongError) Error() string { return e.text }

// longResponse returns the error for a response that is larger than the limit.
func (p *platform) longResponse() error {
	return &tooLongError{fmt.Sprintf("the body of the response is longer than %s, decoded (--max-body): read response.body in parts", SizeText(p.env.MaxBody))}
}

// longStream returns the error for a stream that is larger than the limit and is read as a whole.
func (p *platform) longStream() error {
	return &tooLongError{fmt.Sprintf("the body is longer than %s (--max-body): read it in parts", SizeText(p.env.MaxBody))}
}

// longData returns the error for a data: URL with n bytes.
func (p *platform) longData(n int) error {
	return &tooLongError{fmt.Sprintf("the data: URL has %d bytes, which is over %s (--max-body)", n, SizeText(p.env.MaxBody))}
}

// longRequest returns the error for a request body of n bytes.
func (p *platform) longRequest(n int) error {
	return &tooLongError{fmt.Sprintf("the body of the request has %d bytes, which is over %s (--max-body): send a ReadableStream", n, SizeText(p.env.MaxBody))}
}

// SizeText returns the text for a number of bytes.
func SizeText(n int64) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return strconv.FormatInt(n>>20, 10) + " MiB"
	}
	return strconv.FormatInt(n, 10) + " bytes"
}

// over reports whether a body of n bytes is larger than the limit.
func (p *platform) over(n int64) bool { return p.env.MaxBody > 0 && n > p.env.MaxBody }

// readBody reads a whole response. The limit applies to the decoded body, so that a few kilobytes cannot
// become gigabytes.
func (p *platform) readBody(body io.Reader) ([]byte, error) {
	if p.env.MaxBody <= 0 {
		return io.ReadAll(body)
	}
	data, err := io.ReadAll(io.LimitReader(body, p.env.MaxBody+1))
	if err == nil && p.over(int64(len(data))) {
		return nil, p.longResponse()
	}
	return data, err
}

// limitError makes the script error for a tooLongError, and returns nil for any other error.
func (p *platform) limitError(err error) goja.Value {
	if long := (*tooLongError)(nil); errors.As(err, &long) {
		return NewError(p.vm, "TypeError", "ERR_BODY_TOO_LONG", long.text)
	}
	return nil
}
