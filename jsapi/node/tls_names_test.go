// This file tests which hosts a certificate is for.

package node_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestTLSNamesAreNotSplit connects to servers whose certificates have one DNS name that looks like several.
func TestTLSNamesAreNotSplit(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		`evil.test, DNS:localhost, x`:             `DNS:"evil.test\u002c DNS:localhost\u002c x"`,
		`evil.test, IP Address:127.0.0.1`:         `DNS:"evil.test\u002c IP Address:127.0.0.1"`,
		`evil.test", DNS:localhost, DNS:"x\y's`:   `DNS:"evil.test\"\u002c DNS:localhost\u002c DNS:\"x\\y's"`,
		"evil.test\n, DNS:localhost\x7f, DNS:end": `DNS:"evil.test\u000a\u002c DNS:localhost\u007f\u002c DNS:end"`,
	} {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		template := &x509.Certificate{
			SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{name},
			NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		}
		raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "secret")
		}))
		server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
		server.Config.ErrorLog = nil
		server.StartTLS()
		t.Cleanup(server.Close)
		out, _, err := jsapitest.Run(t, fmt.Sprintf(`
			import https from "node:https";
			import tls from "node:tls";
			const ca = %q, port = %d;
			const get = (options: any) => new Promise((done) => https.get({ host: "127.0.0.1", port, ca, agent: false, ...options }, (res) => {
				console.log((res.socket as any).getPeerCertificate().subjectaltname);
				res.resume().on("end", () => done("connected"));
			}).on("error", (e: any) => done(e.code)));
			console.log(await get({}), await get({ servername: "localhost" }));
			console.log(await get({ servername: "localhost", checkServerIdentity: tls.checkServerIdentity }));
			console.log(await get({ servername: "localhost", checkServerIdentity: (host: string, c: any) => tls.checkServerIdentity(host, c) }));
			console.log(await get({ checkServerIdentity: () => undefined }));`,
			pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), server.Listener.Addr().(*net.TCPAddr).Port),
			jsapi.Options{Permissions: jsapi.AllowAll()})
		const refused = "ERR_TLS_CERT_ALTNAME_INVALID"
		want = refused + " " + refused + "\n" + refused + "\n" + refused + "\n" + want + "\nconnected\n"
		if err != nil || out != want {
			t.Errorf("%q: %v\n%s\nwant\n%s", name, err, out, want)
		}
	}
}
