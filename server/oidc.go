// This file authenticates clients by the tokens of an OpenID Connect provider.

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/time/rate"

	"github.com/hitlrun/hitlrun"
)

// OIDC accepts JWTs that one OpenID Connect provider signed for one audience, and that have not expired.
type OIDC struct {
	issuer, audience string
	keys             *providerKeys
	scope            scope // of tokens without the claim scopeClaim
	warn             rate.Sometimes
}

// scopeClaim is the claim whose value is a scope, or a list with one.
const scopeClaim = "hitlrun_scope"

// NewOIDC asks a provider for its configuration. Tokens must be for the audience. The claim hitlrun_scope of a token is
// its scope: "review", "run" or "admin". others is the scope of tokens without that claim; "" refuses them. An error
// says that audience is "", that others is not a scope, or that the provider did not answer within 10 s or before ctx
// ended. Later requests for the keys of the provider have the values of ctx, but do not end with it.
func NewOIDC(ctx context.Context, issuer, audience, others string) (*OIDC, error) {
	if audience == "" {
		return nil, fmt.Errorf("the audience is missing: the id under which the provider knows this server")
	}
	o := &OIDC{issuer: issuer, audience: audience, warn: rate.Sometimes{Interval: time.Second}}
	if others != "" {
		var err error
		if o.scope, err = scopeOf(others); err != nil {
			return nil, err
		}
	}
	const timeout = 10 * time.Second
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, &http.Client{Timeout: timeout, Transport: bounded{}}), issuer)
	var its struct {
		Keys string `json:"jwks_uri"`
	}
	if err == nil {
		err = provider.Claims(&its)
	}
	if err != nil {
		return nil, fmt.Errorf("ask the provider %s: %w", issuer, err)
	}
	o.keys = newProviderKeys(ctx, its.Keys, timeout)
	return o, nil
}

// maxProvided is the maximal size in bytes of a response of the provider.
const maxProvided = 1 << 20

// bounded is an http.RoundTripper that returns a response when its body is read, and an error if that has more than
// maxProvided bytes.
type bounded struct{}

// RoundTrip implements http.RoundTripper.
func (bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxProvided+1))
	_ = resp.Body.Close() // what was read counts
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxProvided:
		return nil, errors.New("the response is larger than 1 MiB")
	case resp.StatusCode >= 400:
		return nil, fmt.Errorf("the response is %s", resp.Status)
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp, nil
}

// check returns the caller of a token. Its name in the audit log is "oidc:" with the verified address; without a
// verified address it is "oidc:subject:" with the subject, since the subject may look like the address of another
// person.
func (o *OIDC) check(ctx context.Context, token string, log *slog.Logger) (caller, error) {
	failed := func(err error) {
		if of := (*url.Error)(nil); errors.As(err, &of) && !errors.Is(err, errAsked) || errors.Is(err, errSilent) {
			o.warn.Do(func() { log.Warn("the keys of the OpenID Connect provider cannot be read", "error", err) })
		}
	}
	payload, err := o.keys.verify(ctx, token, failed)
	if err != nil {
		failed(err)
		if errors.Is(err, errSilent) {
			return caller{}, errorf(http.StatusServiceUnavailable, "the key of the token is not known, and %v: send the request again later", err)
		}
		return caller{}, errorf(http.StatusUnauthorized, "the token is not valid: it is not signed with a known key of the provider")
	}
	var c claims
	if err := json.Unmarshal(payload, &c); err != nil {
		return caller{}, errorf(http.StatusUnauthorized, "the token is not valid: its claims are not a JSON object")
	}
	if why := o.refuses(c); why != "" {
		return caller{}, errorf(http.StatusUnauthorized, "the token is not valid: %s", why)
	}
	expires, _ := c.time("exp")
	who := caller{name: "oidc:subject:" + c.text("sub"), scope: o.scope, until: expires}
	if email := c.email(); email != "" {
		who.name = "oidc:" + email
	}
	if err := hitlrun.CheckName(who.name); err != nil {
		return caller{}, errorf(http.StatusUnauthorized, "the token is not valid: the name in it %v", err)
	}
	for _, name := range c.list(scopeClaim) {
		if s, err := scopeOf(name); err == nil {
			who.scope = max(who.scope, s)
		}
	}
	if who.scope == open {
		return caller{}, errorf(http.StatusForbidden, "the token of %s has no claim %s: review, run or admin", who.name, scopeClaim)
	}
	return who, nil
}

// refuses says why a signed token is not accepted; "" if it is.
func (o *OIDC) refuses(c claims) string {
	const leeway = 5 * time.Minute // of clocks
	expires, ends := c.time("exp")
	begins, bounded := c.time("nbf")
	_, issued := c.time("iat")
	switch issuer := c.text("iss"); {
	case issuer != o.issuer && (issuer != "accounts.google.com" || o.issuer != "https://accounts.google.com"): // Google sends both
		return "another provider issued it"
	case !slices.Contains(c.list("aud"), o.audience):
		return "it is for another audience"
	case !ends:
		return "it has no time at which it expires (exp)"
	case expires.Before(time.Now()):
		return "it has expired"
	case !bounded && present(c["nbf"]) != nil:
		return "the time from which it is valid (nbf) is not a number"
	case !issued && present(c["iat"]) != nil:
		return "the time at which it was issued (iat) is not a number"
	case bounded && begins.After(time.Now().Add(leeway)):
		return "it is not valid yet"
	case c.text("sub") == "":
		return "it has no subject (sub)"
	}
	return ""
}

// claims are the claims of a token. Their names are case-sensitive.
type claims map[string]json.RawMessage

// text returns a claim that is a string; "" if it is not one.
func (c claims) text(name string) (text string) {
	_ = json.Unmarshal(c[name], &text) // a claim that is not a string is ""
	return text
}

// list returns a claim that is a string or a list of them; nil if it is neither.
func (c claims) list(name string) []string {
	var list oneOrMore
	if json.Unmarshal(c[name], &list) != nil {
		return nil
	}
	return list
}

// time returns a claim that is a number of seconds since 1970. A string of digits is not one (RFC 7519, section 2).
func (c claims) time(name string) (t time.Time, ok bool) {
	var seconds *float64
	if json.Unmarshal(c[name], &seconds) != nil || seconds == nil {
		return time.Time{}, false
	}
	return time.Unix(int64(max(0, min(*seconds, 1<<40))), 0), true
}

// email returns the address of the person, which the provider verified; "" if there is none. Some providers send
// email_verified as a string. A name that could be that of a subject is not an address.
func (c claims) email() string {
	email := c.text("email")
	verified := string(c["email_verified"]) == "true" || c.text("email_verified") == "true"
	if !verified || !strings.Contains(email, "@") || strings.HasPrefix(strings.ToLower(email), "subject:") || strings.ContainsFunc(email, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return ""
	}
	return email
}

// guarded reports whether clients must authenticate.
func (s *Server) guarded() bool { return s.o.Tokens != nil || s.o.OIDC != nil }

// check returns the sender of a request, or an error if they may not do what needs that scope.
func (s *Server) check(r *http.Request, needs scope) (caller, error) {
	bearer, _ := bearerOf(r)
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
	who, err := s.o.OIDC.check(r.Context(), bearer, s.log)
	if err == nil && who.scope < needs {
		err = errorf(http.StatusForbidden, "%s has the scope %s, and this takes %s", who.name, scopeNames[who.scope], scopeNames[needs])
	}
	return who, err
}
