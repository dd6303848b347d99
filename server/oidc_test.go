// This file has a provider of OpenID Connect, and tokens of its and of others.

package server_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// provider serves what a provider says of itself, and its key.
func provider(t *testing.T, key *rsa.PrivateKey) string {
	t.Helper()
	mux := http.NewServeMux()
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q,"authorization_endpoint":%q,"token_endpoint":%q,"id_token_signing_alg_values_supported":["RS256"]}`, s.URL, s.URL+"/keys", s.URL, s.URL)
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"keys":[{"kty":"RSA","alg":"RS256","use":"sig","kid":"k","n":%q,"e":%q}]}`, text(key.N.Bytes()), text(big.NewInt(int64(key.E)).Bytes()))
	})
	return s.URL
}

func text(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// jwt signs a token.
func jwt(t *testing.T, key *rsa.PrivateKey, issuer, audience string, expires time.Time, more string) string {
	t.Helper()
	signed := text([]byte(`{"alg":"RS256","kid":"k"}`)) + "." + text(fmt.Appendf(nil, `{"iss":%q,"aud":%q,"sub":"u1","exp":%d,"iat":%d%s}`, issuer, audience, expires.Unix(), time.Now().Unix(), more))
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + text(signature)
}

func TestOIDC(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	issuer := provider(t, key)
	o, err := server.NewOIDC(t.Context(), issuer, "hitlrun", "")
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, func(opts *server.Options) { opts.OIDC = o })
	later := time.Now().Add(time.Hour)
	ann := jwt(t, key, issuer, "hitlrun", later, `,"email":"ann@example.com","email_verified":true,"hitlrun_scope":["run"]`)
	for _, tt := range []struct {
		name, token, path string
		want              int
	}{
		{"none", "", "/threads/count", 401},
		{"of nobody", "abc", "/threads/count", 401},
		{"valid", ann, "/threads/count", 200},
		{"of too little scope", ann, "/runs/crons/count", 403},
		{"without a scope", jwt(t, key, issuer, "hitlrun", later, ""), "/threads/count", 403},
		{"with a scope that is none", jwt(t, key, issuer, "hitlrun", later, `,"hitlrun_scope":"root"`), "/threads/count", 403},
		{"for somebody else", jwt(t, key, issuer, "other", later, `,"hitlrun_scope":"admin"`), "/threads/count", 401},
		{"of another issuer", jwt(t, key, "https://example.com", "hitlrun", later, `,"hitlrun_scope":"admin"`), "/threads/count", 401},
		{"that has expired", jwt(t, key, issuer, "hitlrun", time.Now().Add(-time.Hour), `,"hitlrun_scope":"admin"`), "/threads/count", 401},
		{"of another key", jwt(t, stranger, issuer, "hitlrun", later, `,"hitlrun_scope":"admin"`), "/threads/count", 401},
		{"that nobody signed", text([]byte(`{"alg":"none"}`)) + "." + strings.Split(ann, ".")[1] + ".", "/threads/count", 401},
	} {
		if status, body := c.bearer(tt.token, "POST", tt.path, "{}"); status != tt.want {
			t.Errorf("a token %s gets %d %s, want %d", tt.name, status, body, tt.want)
		}
	}
	_, asked := c.bearer(ann, "POST", "/chat", `{"assistant_id":"agent","input":{"log":[]}}`)
	if status, body := c.bearer(ann, "POST", "/chat", `{"thread_id":"`+field(asked, "thread_id")+`","resume":true}`); status != 200 {
		t.Fatal(status, body)
	}
	entries, err := c.store.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: field(asked, "thread_id")})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.By != "oidc:ann@example.com" && e.By != "" {
			t.Errorf("the audit log has %v by %q", e.Events, e.By)
		}
	}
	if len(entries) < 2 {
		t.Errorf("the audit log has %d entries", len(entries))
	}
}

// bearer is do with a token of a provider.
func (c *client) bearer(token, method, path, body string) (int, string) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return c.send(req)
}
