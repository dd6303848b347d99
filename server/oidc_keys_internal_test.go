package server

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// A key that the provider has removed is used until the keys are old, and one that it still has while it does not answer, too.
func TestProviderKeysAreReadAgain(t *testing.T) {
	t.Parallel()
	text := base64.RawURLEncoding.EncodeToString
	var keys [2]*rsa.PrivateKey
	var tokens [2]string
	for i := range keys {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		signed := text(fmt.Appendf(nil, `{"alg":"RS256","kid":"k%d"}`, i)) + "." + text([]byte(`{}`))
		sum := sha256.Sum256([]byte(signed))
		signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
		if err != nil {
			t.Fatal(err)
		}
		keys[i], tokens[i] = key, signed+"."+text(signature)
	}
	var first, down atomic.Bool // whether the provider still has the first key, and does not answer
	first.Store(true)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		list := ""
		for i, key := range keys {
			if i == 1 || first.Load() {
				list += fmt.Sprintf(`,{"kty":"RSA","alg":"RS256","use":"sig","kid":"k%d","n":%q,"e":%q}`, i, text(key.N.Bytes()), text(big.NewInt(int64(key.E)).Bytes()))
			}
		}
		_, _ = fmt.Fprintf(w, `{"keys":[%s]}`, list[1:]) // the test fails otherwise
	}))
	defer s.Close()
	k := newProviderKeys(t.Context(), s.URL, time.Minute)
	check := func(when string, i int, want bool) {
		t.Helper()
		if _, err := k.verify(t.Context(), tokens[i], func(error) {}); (err == nil) != want {
			t.Errorf("%s: key %d: %v", when, i, err)
		}
	}
	// age makes the keys old, and lets the provider be asked again.
	age := func() {
		past := time.Now().Add(-k.last)
		k.fetcher.last.Store(&past)
		k.mu.Lock()
		k.tried = time.Time{}
		k.mu.Unlock()
		k.fetcher.mu.Lock()
		k.fetcher.asked = time.Time{}
		k.fetcher.mu.Unlock()
	}
	check("at first", 0, true)
	check("at first", 1, true)
	first.Store(false)
	check("before the keys are old", 0, true)
	age()
	down.Store(true)
	check("while the provider does not answer", 0, true)
	down.Store(false)
	age()
	check("removed", 0, false)
	check("removed, at once again", 0, false)
	check("removed", 1, true)
	if got := k.fetcher.fetched.Load(); got != 2 {
		t.Errorf("the provider has sent its keys %d times, want 2", got)
	}
}

// While the provider does not answer, tokens of known keys are accepted without waiting for it, and the log says that it does not
// answer. When it answers again, its keys count.
func TestProviderIsSilent(t *testing.T) {
	t.Parallel()
	text := base64.RawURLEncoding.EncodeToString
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	var silent, removed atomic.Bool
	awake := make(chan struct{})
	mux := http.NewServeMux()
	provider := httptest.NewServer(mux)
	defer provider.Close()
	wake := sync.OnceFunc(func() { close(awake) })
	defer wake()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q}`, provider.URL, provider.URL+"/keys") // the test fails otherwise
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		if silent.Load() {
			<-awake
			return
		}
		if removed.Load() {
			_, _ = io.WriteString(w, `{"keys":[]}`) // the test fails otherwise
			return
		}
		_, _ = fmt.Fprintf(w, `{"keys":[{"kty":"RSA","kid":"k","n":%q,"e":"AQAB"}]}`, text(key.N.Bytes())) // the test fails otherwise
	})
	signed := text([]byte(`{"alg":"RS256","kid":"k"}`)) + "." + text(fmt.Appendf(nil, `{"iss":%q,"aud":"hitlrun","sub":"u","exp":%d}`, provider.URL, time.Now().Unix()+600))
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	o, err := NewOIDC(t.Context(), provider.URL, "hitlrun", "run")
	if err != nil {
		t.Fatal(err)
	}
	o.keys.last = 0 // they are always old
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var mu sync.Mutex
	var log bytes.Buffer
	s, err := New(store, Options{OIDC: o, Log: slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return log.Write(p)
	}), nil))})
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(s)
	defer front.Close()
	status := func() int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, front.URL+"/threads/count", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+signed+"."+text(signature))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close() // it is not read
		return resp.StatusCode
	}
	if got := status(); got != http.StatusOK {
		t.Fatal(got)
	}
	silent.Store(true)
	again := func() { // the server may ask again
		o.keys.mu.Lock()
		o.keys.tried = time.Time{}
		o.keys.mu.Unlock()
		o.keys.fetcher.mu.Lock()
		o.keys.fetcher.asked = time.Time{}
		o.keys.fetcher.mu.Unlock()
	}
	again()
	began := time.Now()
	for range 10 {
		if got := status(); got != http.StatusOK {
			t.Errorf("the provider is silent: %d", got)
		}
	}
	if took := time.Since(began); took > 6*time.Second {
		t.Errorf("ten requests take %v while the provider is silent", took)
	}
	silent.Store(false)
	removed.Store(true)
	wake() // with a response that is not JSON
	said := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(log.String(), "keys of the OpenID Connect provider cannot be read")
	}
	for within := time.Now().Add(20 * time.Second); !said() && time.Now().Before(within); {
		time.Sleep(10 * time.Millisecond)
	}
	if !said() {
		t.Error("the log does not say that the provider is silent")
	}
	again()
	if got := status(); got != http.StatusUnauthorized {
		t.Errorf("the key was removed: %d", got)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A token whose key is not known waits for the provider at most a second, however many there are. The keys that come later count.
func TestUnknownKeysWaitASecond(t *testing.T) {
	t.Parallel()
	text := base64.RawURLEncoding.EncodeToString
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	var silent atomic.Bool
	silent.Store(true)
	awake := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if silent.Load() {
			<-awake
		}
		_, _ = fmt.Fprintf(w, `{"keys":[{"kty":"RSA","kid":"k","n":%q,"e":"AQAB"}]}`, text(key.N.Bytes())) // the test fails otherwise
	}))
	defer s.Close()
	wake := sync.OnceFunc(func() { close(awake) })
	defer wake()
	k := newProviderKeys(t.Context(), s.URL, time.Minute)
	token := signedWith(t, key, "RS256", "k")
	began := time.Now()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := k.verify(t.Context(), token, func(error) {}); !errors.Is(err, errSilent) {
				t.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	if took := time.Since(began); took > 6*time.Second {
		t.Errorf("they wait %v", took)
	}
	silent.Store(false)
	wake()
	for within := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := k.verify(t.Context(), token, func(error) {}); err == nil {
			break
		} else if time.Now().After(within) {
			t.Fatal(err)
		}
	}
}

// signedWith returns a token without claims that an RSA key has signed.
func signedWith(t *testing.T, key *rsa.PrivateKey, alg, id string) string {
	t.Helper()
	text := base64.RawURLEncoding.EncodeToString
	head := fmt.Sprintf(`{"alg":%q}`, alg)
	if id != "" {
		head = fmt.Sprintf(`{"alg":%q,"kid":%q}`, alg, id)
	}
	token := text([]byte(head)) + "." + text([]byte(`{}`))
	sum := sha256.Sum256([]byte(token))
	sign := rsa.SignPKCS1v15
	if alg == "PS256" {
		sign = func(r io.Reader, key *rsa.PrivateKey, hash crypto.Hash, sum []byte) ([]byte, error) {
			return rsa.SignPSS(r, key, hash, sum, nil)
		}
	}
	signature, err := sign(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return token + "." + text(signature)
}

// A key that names an algorithm verifies signatures of this algorithm only, also beside keys that are for others.
func TestKeysAreForTheirAlgorithm(t *testing.T) {
	t.Parallel()
	text := base64.RawURLEncoding.EncodeToString
	var keys [3]*rsa.PrivateKey
	list := ""
	for i, alg := range []string{`"alg":"RS256",`, `"alg":"PS256",`, ""} {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		keys[i] = key
		list += fmt.Sprintf(`,{"kty":"RSA",%s"kid":"k%d","n":%q,"e":"AQAB"}`, alg, i, text(key.N.Bytes()))
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"keys":[%s]}`, list[1:]) // the test fails otherwise
	}))
	defer s.Close()
	k := newProviderKeys(t.Context(), s.URL, time.Minute)
	for _, tt := range []struct {
		key     int
		alg, id string
		want    bool
	}{
		{0, "RS256", "k0", true}, {0, "PS256", "k0", false}, {0, "RS256", "", true}, {0, "PS256", "", false},
		{1, "PS256", "k1", true}, {1, "RS256", "k1", false}, {1, "PS256", "", true}, {1, "RS256", "", false},
		{2, "RS256", "k2", true}, {2, "PS256", "k2", true}, {2, "RS256", "", true}, {2, "PS256", "", true},
	} {
		if _, err := k.verify(t.Context(), signedWith(t, keys[tt.key], tt.alg, tt.id), func(error) {}); (err == nil) != tt.want {
			t.Errorf("key %d, %s, kid %q: %v", tt.key, tt.alg, tt.id, err)
		}
	}
}
