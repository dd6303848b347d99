// This file has a provider of OpenID Connect, and tokens of its and of others.

package server_test

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// provider serves what a provider says of itself, and its key. asked is how often somebody asked for that.
func provider(t *testing.T, key *rsa.PrivateKey) (url string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	mux := http.NewServeMux()
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q,"authorization_endpoint":%q,"token_endpoint":%q,"id_token_signing_alg_values_supported":["RS256"]}`, s.URL, s.URL+"/keys", s.URL, s.URL)
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprintf(w, `{"keys":[{"kty":"RSA","alg":"RS256","use":"sig","kid":"k","n":%q,"e":%q}]}`, text(key.N.Bytes()), text(big.NewInt(int64(key.E)).Bytes()))
	})
	return s.URL, asked
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
	issuer, _ := provider(t, key)
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

// Tokens that the provider did not sign have it asked for its keys now and then, and not each time; a stream ends with its token; who has
// no verified address is no one that has.
func TestOIDCTokensEnd(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	issuer, asked := provider(t, key)
	o, err := server.NewOIDC(t.Context(), issuer, "hitlrun", "run")
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, func(opts *server.Options) { opts.OIDC = o })
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	later := time.Now().Add(time.Hour)
	eve := jwt(t, stranger, issuer, "hitlrun", later, "")
	began := time.Now()
	for range 100 {
		if status, body := c.bearer(eve, "POST", "/threads/count", "{}"); status != 401 {
			t.Fatal(status, body)
		}
	}
	if most := int64(time.Since(began)/time.Second) + 2; asked.Load() > most {
		t.Errorf("the provider is asked %d times for its keys, want at most %d", asked.Load(), most)
	}
	until(t, "the provider is asked", func() bool {
		status, _ := c.bearer(jwt(t, key, issuer, "hitlrun", later, ""), "POST", "/threads/count", "{}")
		return status == 200
	})
	short := jwt(t, key, issuer, "hitlrun", time.Now().Add(3*time.Second), `,"email":"ann@example.com"`)
	ws, _, err := websocket.Dial(ctx, strings.Replace(c.url, "http", "ws", 1)+"/threads/t/stream/events", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + short}}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	_, thread := c.bearer(short, "POST", "/threads", "{}")
	_, run := c.bearer(short, "POST", "/threads/"+field(thread, "thread_id")+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`)
	if !strings.Contains(run, "__interrupt__") {
		t.Fatal(run)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/threads/t/stream/events", strings.NewReader(`{"channels":["values"]}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+short)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != 200 {
		t.Errorf("a stream does not end with its token: %d %v", resp.StatusCode, err)
	}
	if _, _, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("a WebSocket does not end with its token: %v", err)
	}
	if status, got := c.bearer(short, "POST", "/threads/count", "{}"); status != 401 {
		t.Errorf("a token that has expired: %d %s", status, got)
	}
	entries, err := c.store.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: field(thread, "thread_id")})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.By != "oidc:subject:u1" && e.By != "" {
			t.Errorf("the audit log has %v by %q", e.Events, e.By)
		}
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
