// This file gives network errors the names, messages and codes of Node.

package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/dop251/goja"
)

// refusedError is a refusal of Env.CheckNet.
type refusedError struct{ err error }

func (e *refusedError) Error() string { return e.err.Error() }
func (e *refusedError) Unwrap() error { return e.err }

// fetchError makes the error that fetch rejects with: "fetch failed" with its cause, or the refusal itself.
func (p *platform) fetchError(ctx context.Context, err error) goja.Value {
	if denied := (*refusedError)(nil); errors.As(err, &denied) {
		e := NewError(p.vm, "Error", "", denied.Error())
		hidden(e, "name", p.vm.ToValue("PermissionDenied"))
		own(p.vm, e, "code", "ERR_ACCESS_DENIED")
		p.denied(denied.Error())
		return e
	}
	if e := p.limitError(err); e != nil {
		return e
	}
	return p.caused("fetch failed", p.netError(ctx, err))
}

// denied prints a warning when the same access is refused for the second time, since packages that retry
// hide the reason.
func (p *platform) denied(text string) {
	if p.refused == nil {
		p.refused = make(map[string]int)
	}
	p.refused[text]++
	if p.refused[text] == 2 && p.env.Warn != nil {
		p.env.Warn(text)
	}
}

// bodyError makes the error that reading a body ends with.
func (p *platform) bodyError(ctx context.Context, err error) goja.Value {
	if e := p.limitError(err); e != nil {
		return e
	}
	return p.caused("terminated", p.netError(ctx, err))
}

func (p *platform) caused(text string, cause goja.Value) goja.Value {
	e := NewError(p.vm, "TypeError", "", text)
	hidden(e, "cause", cause)
	return e
}

// Field is a property of an error.
type Field struct {
	Name  string
	Value any
}

// netError makes the error that is the cause of a failed fetch.
func (p *platform) netError(ctx context.Context, err error) goja.Value {
	name, text, fields := DescribeNetError(ctx, err)
	e := NewError(p.vm, "Error", "", text)
	if name != "" {
		hidden(e, "name", p.vm.ToValue(name))
	}
	for _, f := range fields {
		own(p.vm, e, f.Name, f.Value)
	}
	return e
}

func coded(code string) []Field { return []Field{{"code", code}} }

// DescribeNetError returns the name, the message and the properties of Node for a network error. name is ""
// if it is "Error".
func DescribeNetError(ctx context.Context, err error) (name, text string, fields []Field) {
	if errors.Is(err, errBodyTimeout) {
		return "BodyTimeoutError", err.Error(), coded("UND_ERR_BODY_TIMEOUT")
	}
	if encoding := (*encodingError)(nil); errors.As(err, &encoding) {
		return "", err.Error(), encoding.describe()
	}
	if errors.Is(err, errInvalidURL) {
		return "TypeError", err.Error(), coded("ERR_INVALID_URL")
	}
	var op *net.OpError
	isOp := errors.As(err, &op)
	if dns := (*net.DNSError)(nil); errors.As(err, &dns) {
		code, number := "ENOTFOUND", -3008
		if dns.IsTemporary && !dns.IsNotFound {
			code, number = "EAI_AGAIN", -3001
		}
		return "", "getaddrinfo " + code + " " + dns.Name,
			[]Field{{"errno", number}, {"code", code}, {"syscall", "getaddrinfo"}, {"hostname", dns.Name}}
	}
	var errno syscall.Errno
	if isOp && errors.As(err, &errno) {
		return describeErrno(op, errno)
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() && ctx.Err() == nil {
		if !strings.Contains(err.Error(), "awaiting response headers") {
			return "ConnectTimeoutError", "Connect Timeout Error (timeout: " + fmt.Sprint(connectTimeout.Milliseconds()) + "ms)", coded("UND_ERR_CONNECT_TIMEOUT")
		}
		return "HeadersTimeoutError", "Headers Timeout Error", coded("UND_ERR_HEADERS_TIMEOUT")
	}
	if text, code := describeCertificate(err); text != "" {
		return "", text, coded(code)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "server closed") {
		return "SocketError", "other side closed", coded("UND_ERR_SOCKET")
	}
	if strings.Contains(err.Error(), "response headers exceeded") { // http.Transport limits them to 10 MiB
		return "HeadersOverflowError", "Headers Overflow Error", coded("UND_ERR_HEADERS_OVERFLOW")
	}
	if name, ok := strings.CutPrefix(err.Error(), "net/http: invalid header field value for "); ok {
		return "InvalidArgumentError", "invalid " + strings.ToLower(strings.Trim(name, `"`)) + " header", coded("UND_ERR_INVALID_ARG")
	}
	if strings.Contains(err.Error(), "malformed HTTP") {
		return "HTTPParserError", "Response does not match the HTTP/1.1 protocol (" + err.Error() + ")", coded("HPE_INVALID_CONSTANT")
	}
	return "", err.Error(), nil
}

func describeErrno(op *net.OpError, errno syscall.Errno) (name, text string, fields []Field) {
	code := ErrnoName(errno)
	call := op.Op
	if call == "dial" {
		call = "connect"
	}
	fields = []Field{{"errno", -int(errno)}, {"code", code}, {"syscall", call}}
	if tcp, ok := op.Addr.(*net.TCPAddr); ok && call == "connect" {
		fields = append(fields, Field{"address", tcp.IP.String()}, Field{"port", tcp.Port})
		return "", fmt.Sprintf("%s %s %s:%d", call, code, tcp.IP, tcp.Port), fields
	}
	if file, ok := op.Addr.(*net.UnixAddr); ok && call == "connect" {
		return "", call + " " + code + " " + file.Name, append(fields, Field{"address", file.Name})
	}
	return "", call + " " + code, fields
}

// describeCertificate returns OpenSSL's message and code for a refused certificate, and "" for any other
// error.
func describeCertificate(err error) (text, code string) {
	var verification *tls.CertificateVerificationError
	if errors.As(err, &verification) {
		if list := verification.UnverifiedCertificates; len(list) == 1 && list[0].CheckSignatureFrom(list[0]) == nil {
			if unknown := (x509.UnknownAuthorityError{}); errors.As(err, &unknown) {
				return "self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"
			}
		}
	}
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	switch {
	case errors.As(err, &host):
		return "Hostname/IP does not match certificate's altnames: " + host.Error(), "ERR_TLS_CERT_ALTNAME_INVALID"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "certificate has expired", "CERT_HAS_EXPIRED"
	case errors.As(err, &unknown):
		return "unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
	}
	return "", ""
}
