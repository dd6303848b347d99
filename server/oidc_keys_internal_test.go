package server

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
	"sync/atomic"
	"testing"
	"time"
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
		if _, err := k.VerifySignature(t.Context(), tokens[i]); (err == nil) != want {
			t.Errorf("%s: key %d: %v", when, i, err)
		}
	}
	// age makes the keys old, and lets the provider be asked again.
	age := func() {
		k.mu.Lock()
		k.since = time.Now().Add(-k.last)
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
