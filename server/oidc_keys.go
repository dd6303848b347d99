// This file has the keys of an OpenID Connect provider, with which it signs tokens.

package server

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// keysLast is how long keys of the provider are used before the server asks for them again. A key that the provider has removed
// signs no token after that.
const keysLast = 10 * time.Minute

// providerKeys has the keys of the provider. A key set asks for them when it is first used, and again when a token has an unknown
// key, but never forgets one.
type providerKeys struct {
	newSet  func() oidc.KeySet
	fetcher *keyFetcher
	last    time.Duration

	mu    sync.Mutex
	set   oidc.KeySet
	since time.Time
}

// newProviderKeys returns the keys that the provider has at a URL.
func newProviderKeys(ctx context.Context, address string, timeout time.Duration) *providerKeys {
	k := &providerKeys{fetcher: &keyFetcher{}, last: keysLast, since: time.Now()}
	client := oidc.ClientContext(context.WithoutCancel(ctx), &http.Client{Timeout: timeout, Transport: k.fetcher})
	k.newSet = func() oidc.KeySet { return oidc.NewRemoteKeySet(client, address) }
	k.set = k.newSet()
	return k
}

// VerifySignature implements oidc.KeySet. While the provider does not answer, the keys that are known remain in use.
func (k *providerKeys) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	k.mu.Lock()
	set, old := k.set, time.Since(k.since) >= k.last
	k.mu.Unlock()
	if !old {
		return set.VerifySignature(ctx, token)
	}
	fresh, before := k.newSet(), k.fetcher.fetched.Load()
	payload, err := fresh.VerifySignature(ctx, token)
	if k.fetcher.fetched.Load() > before {
		k.mu.Lock()
		k.set, k.since = fresh, time.Now()
		k.mu.Unlock()
	}
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		return set.VerifySignature(ctx, token)
	}
	return payload, err
}

// keyFetcher is an http.RoundTripper that reads the keys of the provider, at most once a second. A token that no known
// key has signed makes the key set ask for the keys, and anybody can send such tokens.
type keyFetcher struct {
	mu      sync.Mutex
	asked   time.Time
	fetched atomic.Int64 // how often the provider has sent its keys
}

// errAsked is the error of a request that comes too soon after another one.
var errAsked = errors.New("the provider was asked for its keys less than a second ago")

// RoundTrip implements http.RoundTripper.
func (f *keyFetcher) RoundTrip(req *http.Request) (*http.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.asked) < time.Second {
		return nil, errAsked
	}
	f.asked = time.Now()
	resp, err := bounded{}.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&set); err != nil {
		return nil, fmt.Errorf("the keys of the provider are not valid JSON: %w", err)
	}
	keys := []publicKey{}
	for _, data := range set.Keys {
		var k publicKey
		if json.Unmarshal(data, &k) == nil && k.usable() {
			keys = append(keys, k)
		}
	}
	resp.Body = io.NopCloser(bytes.NewReader(encode(map[string]any{"keys": keys})))
	f.fetched.Add(1)
	return resp, nil
}

// publicKey has what verifies a signature. Nothing else of a key is read.
type publicKey struct {
	Type  string `json:"kty"`
	ID    string `json:"kid,omitempty"`
	Alg   string `json:"alg,omitempty"`
	Use   string `json:"use,omitempty"`
	Curve string `json:"crv,omitempty"`
	N     string `json:"n,omitempty"`
	E     string `json:"e,omitempty"`
	X     string `json:"x,omitempty"`
	Y     string `json:"y,omitempty"`
}

// usable reports whether a key is for signatures and can verify them in a bounded time: an RSA key has 2048 to 8192 bits
// and a small exponent, and keys of elliptic curves are points of a known curve. One key that is not usable would make
// all keys of the provider unusable.
func (k *publicKey) usable() bool {
	if k.Use != "" && k.Use != "sig" {
		return false
	}
	switch k.Type {
	case "RSA":
		n, err := base64.RawURLEncoding.DecodeString(k.N)
		e, exponentErr := base64.RawURLEncoding.DecodeString(k.E)
		bits := new(big.Int).SetBytes(n).BitLen()
		return err == nil && exponentErr == nil && bits >= 2048 && bits <= 8192 && len(e) > 0 && len(e) <= 4
	case "EC":
		curve := curves[k.Curve]
		x, err := base64.RawURLEncoding.DecodeString(k.X)
		y, yErr := base64.RawURLEncoding.DecodeString(k.Y)
		if curve == nil || err != nil || yErr != nil || len(x) != len(y) {
			return false
		}
		_, err = ecdsa.ParseUncompressedPublicKey(curve, slices.Concat([]byte{4}, x, y))
		return err == nil
	case "OKP":
		x, err := base64.RawURLEncoding.DecodeString(k.X)
		return err == nil && k.Curve == "Ed25519" && len(x) == ed25519.PublicKeySize
	}
	return false
}

// curves are the elliptic curves whose keys can verify signatures, by their names in a key.
var curves = map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521()}
