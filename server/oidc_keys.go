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
	"github.com/go-jose/go-jose/v4"
)

// keysLast is how long keys of the provider are used before the server asks for them again. A key that the provider has removed
// signs no token after that.
const keysLast = 10 * time.Minute

// While the provider does not send its keys, the server asks again after askAgain. A request waits for that at most askWait, and then
// uses the keys that are known.
const (
	askAgain = 30 * time.Second
	askWait  = time.Second
)

// providerKeys has the keys of the provider. A key set asks for them when it is first used, and again when a token has an unknown
// key. It keeps those that it has until it gets others.
type providerKeys struct {
	newSet  func(via http.RoundTripper) oidc.KeySet
	fetcher *keyFetcher
	last    time.Duration

	mu     sync.Mutex
	set    oidc.KeySet
	tried  time.Time     // when the server began to ask again, because the keys were old
	asking chan struct{} // closed when that has ended; nil while nobody asks
}

// newProviderKeys returns the keys that the provider has at a URL.
func newProviderKeys(ctx context.Context, address string, timeout time.Duration) *providerKeys {
	k := &providerKeys{fetcher: newKeyFetcher(timeout), last: keysLast}
	k.newSet = func(via http.RoundTripper) oidc.KeySet {
		return oidc.NewRemoteKeySet(oidc.ClientContext(context.WithoutCancel(ctx), &http.Client{Transport: via}), address)
	}
	k.set = k.newSet(k.fetcher)
	return k
}

// verify returns the claims of a token that the provider has signed. failed gets the error if the keys are old and the provider does
// not send them again: until it does, the keys that are known remain in use.
func (k *providerKeys) verify(ctx context.Context, token string, failed func(error)) ([]byte, error) {
	waits, stop := context.WithTimeoutCause(ctx, askWait, errSilent)
	defer stop()
	if asking, wait := k.askIfOld(failed); wait > 0 {
		select {
		case <-asking:
		case <-time.After(wait):
		case <-waits.Done():
		}
	}
	k.mu.Lock()
	set := k.set
	k.mu.Unlock()
	payload, err := set.VerifySignature(waits, token) // it waits for the provider if it does not know the key
	if err != nil && ctx.Err() == nil && waits.Err() != nil {
		return nil, errSilent
	}
	if err != nil {
		return nil, err
	}
	return payload, k.fetcher.intended(token)
}

// errSilent is the error of a token whose key is not known, while the provider does not send its keys.
var errSilent = errors.New("the provider did not send its keys within a second")

// askIfOld asks the provider for its keys, in the background, if the last ones are old. It returns how long a request waits for the
// answer.
func (k *providerKeys) askIfOld(failed func(error)) (asking <-chan struct{}, wait time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if at, had := k.fetcher.age(); k.asking == nil && had && at >= k.last && time.Since(k.tried) >= askAgain {
		k.tried, k.asking = time.Now(), make(chan struct{})
		go k.ask(failed)
	}
	if k.asking == nil {
		return nil, 0
	}
	return k.asking, askWait - time.Since(k.tried)
}

// ask asks the provider for its keys with a new key set, which takes the place of the old one if they come.
func (k *providerKeys) ask(failed func(error)) {
	const unsigned = "eyJhbGciOiJSUzI1NiJ9.e30.AA" // a token that no key has signed: the set asks for keys
	via := &noting{fetcher: k.fetcher}
	fresh := k.newSet(via)
	_, err := fresh.VerifySignature(context.Background(), unsigned)
	came := via.came.Load()
	if !came {
		failed(err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if came {
		k.set = fresh
	}
	close(k.asking)
	k.asking = nil
}

// noting is an http.RoundTripper that notes whether the provider has sent its keys.
type noting struct {
	fetcher *keyFetcher
	came    atomic.Bool
}

// RoundTrip implements http.RoundTripper.
func (n *noting) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := n.fetcher.RoundTrip(req)
	n.came.Store(err == nil)
	return resp, err
}

// keyFetcher is an http.RoundTripper that reads the keys of the provider, at most once a second, and follows redirects for that. A
// token that no known key has signed makes the key set ask for the keys, and anybody can send such tokens.
type keyFetcher struct {
	client  *http.Client
	mu      sync.Mutex
	asked   time.Time
	fetched atomic.Int64              // how often the provider has sent its keys
	last    atomic.Pointer[time.Time] // when it did that last; nil for never
	keys    atomic.Pointer[[]jose.JSONWebKey]
}

func newKeyFetcher(timeout time.Duration) *keyFetcher {
	return &keyFetcher{client: &http.Client{Timeout: timeout, Transport: bounded{}, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) >= 10 {
			return errors.New("it redirects ten times")
		}
		if req.URL.Scheme != "https" && via[0].URL.Scheme == "https" {
			return errors.New("it redirects to an address without TLS")
		}
		return nil
	}}}
}

// age returns how old the keys are; had is false if the provider has sent none.
func (f *keyFetcher) age() (old time.Duration, had bool) {
	if at := f.last.Load(); at != nil {
		return time.Since(*at), true
	}
	return 0, false
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
	resp, err := f.client.Do(req)
	if inner := (*url.Error)(nil); errors.As(err, &inner) {
		return nil, inner.Err // the caller adds the address
	}
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the response is %s", resp.Status)
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&set); err != nil {
		return nil, fmt.Errorf("the keys of the provider are not valid JSON: %w", err)
	}
	keys, parsed := []publicKey{}, []jose.JSONWebKey{}
	for _, data := range set.Keys {
		var k publicKey
		if json.Unmarshal(data, &k) != nil || !k.usable() {
			continue
		}
		var key jose.JSONWebKey
		if json.Unmarshal(encode(k), &key) == nil { // it has the algorithm
			keys, parsed = append(keys, k), append(parsed, key)
		}
	}
	f.keys.Store(&parsed)
	resp.Body = io.NopCloser(bytes.NewReader(encode(map[string]any{"keys": keys})))
	f.fetched.Add(1)
	now := time.Now()
	f.last.Store(&now)
	return resp, nil
}

// errAlgorithm is the error of a token that is signed with an algorithm for which the key is not.
var errAlgorithm = errors.New("the key is for another algorithm")

// intended returns an error if the key that has signed a token is for another algorithm (RFC 7517, section 4.4). The set of keys has
// verified the signature, without looking at that.
func (f *keyFetcher) intended(token string) error {
	all := f.keys.Load()
	if all == nil {
		return nil
	}
	jws, err := jose.ParseSignedCompact(token, algorithms)
	if err != nil || len(jws.Signatures) != 1 {
		return errAlgorithm
	}
	head := jws.Signatures[0].Header
	others := false
	var these []jose.JSONWebKey
	for _, key := range *all {
		switch {
		case head.KeyID != "" && key.KeyID != head.KeyID:
		case key.Algorithm != "" && key.Algorithm != head.Algorithm:
			others = true
		default:
			these = append(these, key)
		}
	}
	if !others {
		return nil // also for a key that the provider has removed a moment ago
	}
	for i := range these {
		if _, err := jws.Verify(&these[i]); err == nil {
			return nil
		}
	}
	return errAlgorithm
}

// algorithms are those of signatures that keys can verify.
var algorithms = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
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
