// This file authenticates clients by the tokens of an OpenID Connect provider.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// OIDC accepts JWTs that one OpenID Connect provider signed for one audience, and that have not expired.
type OIDC struct {
	verifier *oidc.IDTokenVerifier
	scope    scope // of tokens without the claim scopeClaim
}

// scopeClaim is the claim whose value is a scope, or a list with one.
const scopeClaim = "hitlrun_scope"

// NewOIDC asks a provider for its configuration. Tokens must be for the audience. The claim hitlrun_scope of a token is
// its scope: "review", "run" or "admin". others is the scope of tokens without that claim; "" refuses them.
func NewOIDC(ctx context.Context, issuer, audience, others string) (*OIDC, error) {
	if audience == "" {
		return nil, fmt.Errorf("the audience is missing: the id under which the provider knows this server")
	}
	o := &OIDC{}
	if others != "" {
		var err error
		if o.scope, err = scopeOf(others); err != nil {
			return nil, err
		}
	}
	ctx = oidc.ClientContext(ctx, &http.Client{Timeout: 10 * time.Second})
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		return nil, fmt.Errorf("ask the provider %s: %w", issuer, err)
	}
	ctx = oidc.ClientContext(context.WithoutCancel(ctx), &http.Client{Timeout: 10 * time.Second, Transport: &seldom{}})
	o.verifier = provider.VerifierContext(ctx, &oidc.Config{ClientID: audience})
	return o, nil
}

// seldom is an http.RoundTripper that lets at most one request a second through. A token that no known key has signed
// makes the verifier ask for the keys of the provider, and anybody can send such tokens.
type seldom struct {
	mu    sync.Mutex
	asked time.Time
}

// RoundTrip implements http.RoundTripper.
func (s *seldom) RoundTrip(req *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.asked) < time.Second {
		return nil, errors.New("the provider was asked for its keys less than a second ago")
	}
	s.asked = time.Now()
	return http.DefaultTransport.RoundTrip(req)
}

// check returns the caller of a token. Its name in the audit log is "oidc:" with the verified address; without a
// verified address it is "oidc:subject:" with the subject, since the subject may look like the address of another
// person.
func (o *OIDC) check(ctx context.Context, token string) (caller, error) {
	t, err := o.verifier.Verify(ctx, token)
	if err != nil {
		return caller{}, errorf(http.StatusUnauthorized, "the token is not valid: %v", err)
	}
	var claims struct {
		Email    string          `json:"email"`
		Verified bool            `json:"email_verified"`
		Scope    json.RawMessage `json:"hitlrun_scope"`
	}
	if err := t.Claims(&claims); err != nil {
		return caller{}, errorf(http.StatusUnauthorized, "the claims of the token cannot be read: %v", err)
	}
	who := caller{name: "oidc:subject:" + t.Subject, scope: o.scope, until: t.Expiry}
	if claims.Email != "" && claims.Verified {
		who.name = "oidc:" + claims.Email
	}
	var names oneOrMore
	_ = json.Unmarshal(claims.Scope, &names) // a claim that is not a list has no scope
	for _, name := range names {
		if s, err := scopeOf(name); err == nil {
			who.scope = max(who.scope, s)
		}
	}
	if who.scope == open {
		return caller{}, errorf(http.StatusForbidden, "the token of %s has no claim %s: review, run or admin", who.name, scopeClaim)
	}
	return who, nil
}

// guarded reports whether clients must authenticate.
func (s *Server) guarded() bool { return s.o.Tokens != nil || s.o.OIDC != nil }

// check returns the sender of a request, or an error if they may not do what needs that scope.
func (s *Server) check(r *http.Request, needs scope) (caller, error) {
	bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case !s.guarded():
		return caller{name: "local", scope: admin}, nil
	case needs == open:
		return caller{}, nil
	case s.o.OIDC == nil || strings.Count(bearer, ".") != 2:
		tokens := s.o.Tokens
		if tokens == nil {
			tokens = &Tokens{}
		}
		return tokens.check(r, needs)
	}
	who, err := s.o.OIDC.check(r.Context(), bearer)
	if err == nil && who.scope < needs {
		err = errorf(http.StatusForbidden, "%s has the scope %s, and this takes %s", who.name, scopeNames[who.scope], scopeNames[needs])
	}
	return who, err
}
