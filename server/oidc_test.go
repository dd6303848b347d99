// This file tests the tokens of an OpenID Connect provider: valid ones, and those that the server refuses.

package server_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
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
	return providerOf(t, func(w io.Writer) { fmt.Fprintf(w, `{"keys":[%s]}`, public(&key.PublicKey)) })
}

// public returns a key as providers send it.
func public(key *rsa.PublicKey) string {
	return fmt.Sprintf(`{"kty":"RSA","alg":"RS256","use":"sig","kid":"k","n":%q,"e":%q}`, text(key.N.Bytes()), text(big.NewInt(int64(key.E)).Bytes()))
}

// providerOf is provider with a function that writes the keys.
func providerOf(t *testing.T, keys func(w io.Writer)) (url string, asked *atomic.Int64) {
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
		keys(w)
	})
	return s.URL, asked
}

func text(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// jwt signs a token.
func jwt(t *testing.T, key *rsa.PrivateKey, issuer, audience string, expires time.Time, more string) string {
	t.Helper()
	return signed(t, key, fmt.Sprintf(`{"iss":%q,"aud":%q,"sub":"u1","exp":%d,"iat":%d%s}`, issuer, audience, expires.Unix(), time.Now().Unix(), more))
}

// signed signs claims.
func signed(t *testing.T, key *rsa.PrivateKey, claims string) string {
	t.Helper()
	signed := text([]byte(`{"alg":"RS256","kid":"k"}`)) + "." + text([]byte(claims))
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + text(signature)
}

// newKey makes a key of this many bits.
func newKey(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// newOIDC checks tokens of issuer for the audience hitlrun. A token without a scope gets scope.
func newOIDC(t *testing.T, issuer, scope string) *server.OIDC {
	t.Helper()
	o, err := server.NewOIDC(t.Context(), issuer, "hitlrun", scope)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// serveOIDC is serve for tokens that newOIDC checks.
func serveOIDC(t *testing.T, issuer, scope string) *client {
	t.Helper()
	return serve(t, func(o *server.Options) { o.OIDC = newOIDC(t, issuer, scope) })
}

func TestOIDC(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	stranger := newKey(t, 2048)
	issuer, _ := provider(t, key)
	c := serveOIDC(t, issuer, "")
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

// The server asks the provider for its keys at most once a second, however many tokens come that the provider did not sign. A stream
// ends when its token expires. The audit log names a person without a verified address by the subject of the token.
func TestOIDCTokensEnd(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	stranger := newKey(t, 2048)
	issuer, asked := provider(t, key)
	c := serveOIDC(t, issuer, "run")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	later := time.Now().Add(time.Hour)
	eve := jwt(t, stranger, issuer, "hitlrun", later, "")
	began := time.Now()
	for range 100 {
		if status, body := c.count(eve); status != 401 {
			t.Fatal(status, body)
		}
	}
	if most := int64(time.Since(began)/time.Second) + 2; asked.Load() > most {
		t.Errorf("the provider is asked %d times for its keys, want at most %d", asked.Load(), most)
	}
	until(t, "the provider is asked", func() bool {
		status, _ := c.count(jwt(t, key, issuer, "hitlrun", later, ""))
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
	req := c.request(ctx, http.MethodPost, "/threads/t/stream/events", `{"channels":["values"]}`)
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
	if status, got := c.count(short); status != 401 {
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

// A request that waits for a run ends when its token expires, and has no result. The run continues.
func TestOIDCWaitsEnd(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	issuer, _ := provider(t, key)
	c := serveOIDC(t, issuer, "run")
	long := jwt(t, key, issuer, "hitlrun", time.Now().Add(time.Hour), "")
	waiting := func() string {
		_, asked := c.bearer(long, "POST", "/chat", `{"assistant_id":"agent","input":{"log":[]}}`)
		return field(asked, "thread_id")
	}
	join := waiting()
	_, run := c.bearer(long, "POST", "/threads/"+join+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"}}`)
	wait, chat := waiting(), waiting()
	expires := time.Now().Add(3 * time.Second)
	short := jwt(t, key, issuer, "hitlrun", expires, "")
	var wg sync.WaitGroup
	for _, tt := range []struct{ method, path, body string }{
		{"POST", "/threads/" + wait + "/runs/wait", `{"assistant_id":"agent","command":{"resume":"hang"},"on_disconnect":"cancel"}`},
		{"GET", "/threads/" + join + "/runs/" + field(run, "run_id") + "/join?cancel_on_disconnect=true", ""},
		{"POST", "/chat", `{"thread_id":"` + chat + `","resume":"hang"}`},
	} {
		wg.Go(func() {
			ctx, stop := context.WithDeadline(t.Context(), expires.Add(10*time.Second))
			defer stop()
			req, err := http.NewRequestWithContext(ctx, tt.method, c.url+tt.path, strings.NewReader(tt.body))
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Authorization", "Bearer "+short)
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Errorf("%s: %v", tt.path, err)
				return
			}
			defer resp.Body.Close()
			data, err := io.ReadAll(resp.Body)
			if cut := resp.StatusCode == 200 && errors.Is(err, io.ErrUnexpectedEOF) && len(bytes.TrimSpace(data)) == 0; !cut && (resp.StatusCode != 401 || message(string(data)) != "the token has expired") {
				t.Errorf("%s does not end with its token: %d %s %v", tt.path, resp.StatusCode, data, err)
			}
		})
	}
	wg.Wait()
	for _, thread := range []string{wait, join, chat} {
		if _, got := c.bearer(long, "GET", "/threads/"+thread, ""); field(got, "status") != "busy" {
			t.Errorf("the thread %s is %s", thread, field(got, "status"))
		}
	}
}

// The keys of a provider are read up to a limit, and keys that would take long to use are ignored.
func TestOIDCKeysAreBounded(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	small := newKey(t, 1024)
	var sent atomic.Int64
	huge := fmt.Sprintf(`{"kty":"RSA","kid":"k","n":%q,"e":"AQAB"}`, strings.Repeat("_", 500_000))
	for _, tt := range []struct {
		name string
		by   *rsa.PrivateKey
		keys func(w io.Writer)
		want int
	}{
		{"beside a huge key", key, func(w io.Writer) { fmt.Fprintf(w, `{"keys":[%s,%s]}`, huge, public(&key.PublicKey)) }, 200},
		{"beside unusable keys", key, func(w io.Writer) {
			fmt.Fprintf(w, `{"keys":[{"kty":"EC","crv":"secp256k1","x":"AQ","y":"AQ"},{"kty":"EC","crv":"P-256","x":%[1]q,"y":%[1]q},{"kty":"EC","crv":"P-256","x":"AQ","y":"AQ"},
				{"kty":"OKP","crv":"Ed25519","x":"AQ"},{"kty":"OKP","crv":"X25519","x":%[1]q},{"kty":"EC"},{"kty":"OKP"},{"kty":"RSA","n":%[2]q},{"kty":"new"},%[3]s]}`,
				text(make([]byte, 32)), text(key.N.Bytes()), public(&key.PublicKey))
		}, 200},
		{"a key for encryption", key, func(w io.Writer) {
			fmt.Fprintf(w, `{"keys":[%s]}`, strings.Replace(public(&key.PublicKey), `"sig"`, `"enc"`, 1))
		}, 401},
		{"a small key", small, func(w io.Writer) { fmt.Fprintf(w, `{"keys":[%s]}`, public(&small.PublicKey)) }, 401},
		{"keys without an end", key, func(w io.Writer) {
			fmt.Fprintf(w, `{"keys":[%s`, public(&key.PublicKey))
			for n, err := 0, error(nil); err == nil && sent.Load() < 1<<28; sent.Add(int64(n)) {
				n, err = io.WriteString(w, ","+public(&key.PublicKey))
			}
		}, 401},
	} {
		issuer, _ := providerOf(t, tt.keys)
		c := serveOIDC(t, issuer, "run")
		began := time.Now()
		status, body := c.count(jwt(t, tt.by, issuer, "hitlrun", time.Now().Add(time.Hour), ""))
		if status != tt.want || time.Since(began) > 5*time.Second {
			t.Errorf("%s: %d %s after %v, want %d", tt.name, status, body, time.Since(began), tt.want)
		}
	}
	if sent.Load() > 64<<20 {
		t.Errorf("the server reads %d bytes of keys", sent.Load())
	}
}

// A token that is refused gets one sentence, without the text of errors of Go and without addresses of the provider.
func TestOIDCRefusals(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	issuer, _ := provider(t, key)
	c := serveOIDC(t, issuer, "run")
	fits := map[string]string{"iss": strconv.Quote(issuer), "aud": `"hitlrun"`, "sub": `"u1"`, "exp": strconv.FormatInt(time.Now().Unix()+600, 10)}
	past, later := strconv.FormatInt(time.Now().Unix()-1, 10), strconv.FormatInt(time.Now().Unix()+3600, 10)
	for _, tt := range []struct{ claim, value, want string }{
		{"x", "1", ""},
		{"exp", past, "it has expired"},
		{"exp", "null", "it has no time at which it expires (exp)"},
		{"exp", `"soon"`, "it has no time at which it expires (exp)"},
		{"exp", strconv.Quote(later), "it has no time at which it expires (exp)"},
		{"exp", "1e30", ""},
		{"nbf", strconv.Quote(past), "the time from which it is valid (nbf) is not a number"},
		{"nbf", "null", ""},
		{"iat", strconv.Quote(past), "the time at which it was issued (iat) is not a number"},
		{"iat", past, ""},
		{"nbf", later, "it is not valid yet"},
		{"nbf", "[]", "the time from which it is valid (nbf) is not a number"},
		{"nbf", past, ""},
		{"iss", `"https://example.com"`, "another provider issued it"},
		{"iss", "5", "another provider issued it"},
		{"aud", `["x","y"]`, "it is for another audience"},
		{"aud", `["x","hitlrun"]`, ""},
		{"sub", "5", "it has no subject (sub)"},
		{"sub", `""`, "it has no subject (sub)"},
		{"sub", `"a\u0007b"`, `the name in it has a control character: "oidc:subject:a\ab"`},
		{"sub", `"` + strings.Repeat("x", 2000) + `"`, "the name in it has 2013 bytes, and at most 1024 are allowed"},
		{"email_verified", "[]", ""},
	} {
		claims := map[string]json.RawMessage{}
		for name, value := range fits {
			claims[name] = json.RawMessage(value)
		}
		claims[tt.claim] = json.RawMessage(tt.value)
		data, err := json.Marshal(claims)
		if err != nil {
			t.Fatal(err)
		}
		status, body := c.count(signed(t, key, string(data)))
		if tt.want == "" && status != 200 || tt.want != "" && (status != 401 || body != "the token is not valid: "+tt.want) {
			t.Errorf("%s: %s gets %d %s, want %s", tt.claim, tt.value, status, body, tt.want)
		}
	}
	for _, claims := range []string{"[]", "x"} {
		if status, body := c.count(signed(t, key, claims)); status != 401 || body != "the token is not valid: its claims are not a JSON object" {
			t.Errorf("%s gets %d %s", claims, status, body)
		}
	}
	for _, token := range []string{"a.b.c", "..", `{"a":".."}`} {
		if status, body := c.count(token); status != 401 || strings.Contains(body, ":") && !strings.HasSuffix(body, ": it is not signed with a known key of the provider") {
			t.Errorf("%s gets %d %s", token, status, body)
		}
	}
}

// A provider may redirect to its keys. A redirect that does not end is in the log.
func TestOIDCKeysAreElsewhere(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	for _, tt := range []struct {
		to   string
		want int
	}{{"/keys2", 200}, {"/keys", 401}} {
		mux := http.NewServeMux()
		s := httptest.NewServer(mux)
		t.Cleanup(s.Close)
		mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q}`, s.URL, s.URL+"/keys")
		})
		mux.Handle("/keys", http.RedirectHandler(tt.to, http.StatusFound))
		mux.HandleFunc("/keys2", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, `{"keys":[%s]}`, public(&key.PublicKey)) })
		var log lines
		c := serve(t, func(o *server.Options) {
			o.OIDC, o.Log = newOIDC(t, s.URL, "run"), slog.New(slog.NewTextHandler(&log, nil))
		})
		status, body := c.count(jwt(t, key, s.URL, "hitlrun", time.Now().Add(time.Hour), ""))
		if status != tt.want || strings.Contains(log.String(), "cannot be read") != (tt.want != 200) {
			t.Errorf("to %s: %d %s, and the log has %q", tt.to, status, body, log.String())
		}
	}
}

// If the keys of the provider cannot be read, the log says why, and clients do not see it.
func TestOIDCKeysFail(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	issuer, _ := providerOf(t, func(w io.Writer) { io.WriteString(w, "<html>") })
	var log lines
	c := serve(t, func(o *server.Options) {
		o.OIDC, o.Log = newOIDC(t, issuer, "run"), slog.New(slog.NewTextHandler(&log, nil))
	})
	status, body := c.count(jwt(t, key, issuer, "hitlrun", time.Now().Add(time.Hour), ""))
	if status != 401 || body != "the token is not valid: it is not signed with a known key of the provider" {
		t.Errorf("%d %s", status, body)
	}
	if !strings.Contains(log.String(), issuer+"/keys") {
		t.Errorf("the log has %s", log.String())
	}
}

// The name of a person is not that of another one, whatever the claims are.
func TestOIDCNames(t *testing.T) {
	t.Parallel()
	key := newKey(t, 2048)
	issuer, _ := provider(t, key)
	c := serveOIDC(t, issuer, "")
	for _, tt := range []struct{ claims, want string }{
		{`,"email":"ann@example.com","email_verified":true`, "oidc:ann@example.com"},
		{`,"email":"ann@example.com","email_verified":"true"`, "oidc:ann@example.com"},
		{`,"email":"ann@example.com","email_verified":"false"`, "oidc:subject:u1"},
		{`,"email":"ann@example.com","Email_Verified":true`, "oidc:subject:u1"},
		{`,"Email":"ann@example.com","email_verified":true`, "oidc:subject:u1"},
		{`,"email":"subject:u2","email_verified":true`, "oidc:subject:u1"},
		{`,"email":"subject:ann@example.com","email_verified":true`, "oidc:subject:u1"},
		{`,"email":"ann@example.com\u001b[2J","email_verified":true`, "oidc:subject:u1"},
	} {
		later := time.Now().Add(time.Hour)
		status, body := c.count(jwt(t, key, issuer, "hitlrun", later, tt.claims))
		if want := "the token of " + tt.want + " has no claim hitlrun_scope: review, run or admin"; status != 403 || body != want {
			t.Errorf("%s: %d %s, want %s", tt.claims, status, body, want)
		}
		if status, body := c.count(jwt(t, key, issuer, "hitlrun", later, `,"HITLRUN_SCOPE":"admin"`)); status != 403 {
			t.Errorf("a claim in upper case: %d %s", status, body)
		}
	}
}

// count asks for the number of threads, with a token of a provider.
func (c *client) count(token string) (int, string) {
	c.t.Helper()
	return c.bearer(token, "POST", "/threads/count", "{}")
}

// bearer is do with a token of a provider.
func (c *client) bearer(token, method, path, body string) (int, string) {
	c.t.Helper()
	req := c.request(c.t.Context(), method, path, body)
	req.Header.Set("Authorization", "Bearer "+token)
	return c.send(req)
}
