// This file makes TLS connections for node:tls. It verifies the chain of certificates, and the script decides
// what to do with the result.

package node

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // fingerprints of certificates are made with it
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// early is a connection from which bytes have already been read. It returns these first.
type early struct {
	net.Conn
	bytes []byte
}

func (e *early) Read(p []byte) (int, error) {
	if len(e.bytes) > 0 {
		n := copy(p, e.bytes)
		e.bytes = e.bytes[n:]
		return n, nil
	}
	return e.Conn.Read(p)
}

// CloseWrite is CloseWrite of the connection, if it has that method.
func (e *early) CloseWrite() error {
	if half, ok := e.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// secure implements secure({servername, ca, cert, key, alpn, minVersion, maxVersion, early},
// done(error, about)) → handle. It takes the connection over, so the handle on which it is called must not be
// used any more. about has protocol, cipher, alpn, certificate, its names dns and ips, and chain, which is the error {message, code}
// of the chain of certificates. The script itself must compare the name in the certificate.
func (s *socket) secure(a args) (any, error) {
	if err := s.h.outside("A connection of node:tls"); err != nil {
		return nil, err
	}
	config, err := tlsConfig(a)
	if err != nil {
		return nil, err
	}
	done, _ := goja.AssertFunction(a.at(1))
	before := a.bytesField(0, "early")
	// Nothing below runs code of the script, which could take the connection away.
	if s.conn == nil || s.closed {
		return nil, &Error{Code: "ECONNRESET", Message: "Client network socket disconnected before secure TLS connection was established"}
	}
	raw := s.conn
	s.conn = nil
	up := s.h.newSocket()
	up.waits.unref = s.waits.unref
	s.discount()
	up.count()
	web.Background(up.waits.begin(), func() func() {
		conn := tls.Client(&early{raw, append(bytes.Clone(before), s.handOver(raw)...)}, config)
		err := conn.HandshakeContext(up.ctx)
		return func() {
			s.closed = true
			s.shut()
			if up.closed {
				_ = raw.Close()
				return
			}
			up.opened(conn)
			if err != nil {
				s.h.call(done, up.handshakeError(err), nil)
				return
			}
			s.h.call(done, nil, about(conn.ConnectionState(), config.RootCAs))
		}
	})
	return up.natives(), nil
}

// handOver ends the pending read of the plain connection, and returns the bytes that it has read.
func (s *socket) handOver(conn net.Conn) []byte {
	_ = conn.SetReadDeadline(time.Unix(1, 0))
	s.reading.Lock()
	defer s.reading.Unlock()
	s.moved = true
	_ = conn.SetReadDeadline(time.Time{})
	return s.early
}

func (s *socket) handshakeError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrClosed) {
		return &Error{Code: "ECONNRESET", Message: "Client network socket disconnected before secure TLS connection was established"}
	}
	var record tls.RecordHeaderError
	if errors.As(err, &record) {
		return &Error{Code: "ERR_SSL_WRONG_VERSION_NUMBER", Message: "wrong version number: what the other side sent is not TLS"}
	}
	if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op == "remote error" {
		return &Error{Code: alertCode(op.Err), Message: err.Error()}
	}
	return s.failure(err)
}

// alertCode returns Node's code for an alert of the other side: those that SSL 3 had have it in their names.
func alertCode(alert error) string {
	name := strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(alert.Error(), "tls: "), " ", "_"))
	switch name {
	case "UNEXPECTED_MESSAGE", "BAD_RECORD_MAC", "DECOMPRESSION_FAILURE", "HANDSHAKE_FAILURE", "BAD_CERTIFICATE", "UNSUPPORTED_CERTIFICATE",
		"REVOKED_CERTIFICATE", "EXPIRED_CERTIFICATE", "UNKNOWN_CERTIFICATE", "ILLEGAL_PARAMETER":
		return "ERR_SSL_SSLV3_ALERT_" + name
	}
	return "ERR_SSL_TLSV1_ALERT_" + name
}

var tlsVersions = map[string]uint16{"TLSv1": tls.VersionTLS10, "TLSv1.1": tls.VersionTLS11, "TLSv1.2": tls.VersionTLS12, "TLSv1.3": tls.VersionTLS13}

func tlsConfig(a args) (*tls.Config, error) {
	c := &tls.Config{
		InsecureSkipVerify: true, //nolint:gosec // about verifies it, and the script refuses
		ServerName:         a.textField(0, "servername"),
		MinVersion:         tlsVersions[a.textField(0, "minVersion")],
		MaxVersion:         tlsVersions[a.textField(0, "maxVersion")],
	}
	if v := a.field(0, "alpn"); v != nil {
		if err := a.texts(v, &c.NextProtos); err != nil {
			return nil, err
		}
	}
	if ca := a.bytesField(0, "ca"); ca != nil {
		c.RootCAs = x509.NewCertPool()
		c.RootCAs.AppendCertsFromPEM(ca)
		if list, err := x509.ParseCertificates(ca); err == nil {
			for _, cert := range list {
				c.RootCAs.AddCert(cert)
			}
		}
	}
	if cert := a.bytesField(0, "cert"); cert != nil {
		key := a.bytesField(0, "key")
		if len(cert) > maxCertificate || len(key) > 2*maxKeyFile { // in PEM
			return nil, errKeyTooLarge
		}
		pair, err := tls.X509KeyPair(cert, key)
		if err != nil {
			return nil, &Error{Code: "ERR_OSSL_X509_KEY_VALUES_MISMATCH", Message: "the client certificate cannot be used: " + strings.TrimPrefix(err.Error(), "tls: ")}
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

// about makes the object that describes a TLS connection to the script.
func about(state tls.ConnectionState, roots *x509.CertPool) map[string]any {
	o := map[string]any{
		"protocol": strings.Replace(tls.VersionName(state.Version), "TLS ", "TLSv", 1),
		"cipher":   tls.CipherSuiteName(state.CipherSuite),
	}
	if state.NegotiatedProtocol != "" {
		o["alpn"] = state.NegotiatedProtocol
	}
	if len(state.PeerCertificates) == 0 {
		return o
	}
	leaf := state.PeerCertificates[0]
	o["certificate"] = certificateOf(leaf)
	o["dns"], o["ips"] = leaf.DNSNames, addresses(leaf)
	between := x509.NewCertPool()
	for _, cert := range state.PeerCertificates[1:] {
		between.AddCert(cert)
	}
	if _, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between}); err != nil {
		o["chain"] = wrong(&tls.CertificateVerificationError{UnverifiedCertificates: state.PeerCertificates, Err: err})
	}
	return o
}

func wrong(err error) map[string]any {
	_, text, fields := web.DescribeNetError(context.Background(), err)
	o := map[string]any{"message": text}
	for _, f := range fields {
		o[f.Name] = f.Value
	}
	return o
}

func certificateOf(c *x509.Certificate) map[string]any {
	one, two := sha1.Sum(c.Raw), sha256.Sum256(c.Raw) //nolint:gosec // a fingerprint
	const form = "Jan _2 15:04:05 2006 GMT"
	var names []string
	for _, name := range c.DNSNames {
		names = append(names, "DNS:"+quotedName(name))
	}
	for _, ip := range addresses(c) {
		names = append(names, "IP Address:"+ip)
	}
	return map[string]any{
		"subject": nameOf(c.Subject), "issuer": nameOf(c.Issuer), "subjectaltname": strings.Join(names, ", "),
		"valid_from": c.NotBefore.UTC().Format(form), "valid_to": c.NotAfter.UTC().Format(form),
		"serialNumber": strings.ToUpper(c.SerialNumber.Text(16)), "raw": bytes.Clone(c.Raw),
		"fingerprint": fingerprint(one[:]), "fingerprint256": fingerprint(two[:]),
	}
}

func addresses(c *x509.Certificate) []string {
	list := make([]string, len(c.IPAddresses))
	for i, ip := range c.IPAddresses {
		list[i] = ip.String()
	}
	return list
}

// quotedName returns a name for a list of names that is one text. As Node does, it quotes a name that could be
// read as the end of one entry and the start of another.
func quotedName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"\,'`, r) }) {
		return name
	}
	out := []byte{'"'}
	for _, b := range []byte(name) {
		switch {
		case b == '"', b == '\\':
			out = append(out, '\\', b)
		case b >= ' ' && b <= '~' && b != ',':
			out = append(out, b)
		default:
			out = fmt.Appendf(out, `\u%04x`, b)
		}
	}
	return string(append(out, '"'))
}

func nameOf(n pkix.Name) map[string]any {
	o := map[string]any{}
	for key, list := range map[string][]string{"C": n.Country, "O": n.Organization, "OU": n.OrganizationalUnit, "L": n.Locality, "ST": n.Province} {
		if len(list) > 0 {
			o[key] = strings.Join(list, "\n")
		}
	}
	if n.CommonName != "" {
		o["CN"] = n.CommonName
	}
	return o
}

func fingerprint(sum []byte) string {
	const digits = "0123456789ABCDEF"
	parts := make([]string, len(sum))
	for i, b := range sum {
		parts[i] = string([]byte{digits[b>>4], digits[b&15]})
	}
	return strings.Join(parts, ":")
}
