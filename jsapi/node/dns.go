// This file resolves names for node:dns and node:net.

package node

import (
	"context"
	"net"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// wasFound reports whether the resolver has returned this address for a host before.
func (h *host) wasFound(host, address string) bool {
	ip := net.ParseIP(address)
	for _, found := range h.found[strings.ToLower(host)] {
		if ip.Equal(net.ParseIP(found)) {
			return true
		}
	}
	return false
}

// lookup implements lookup(host, family, done(error, addresses)).
func (h *host) lookup(a args) (any, error) {
	name, family := a.text(0), a.number(1)
	if err := h.asks(name); err != nil {
		return nil, err
	}
	done, _ := goja.AssertFunction(a.at(2))
	web.Background((&waits{h: h}).begin(), func() func() {
		list, err := lookupHost(h.env.Context, name, family)
		return func() {
			if err != nil {
				h.call(done, h.netError(h.env.Context, err), nil)
				return
			}
			if h.found == nil {
				h.found = map[string][]string{}
			}
			h.found[strings.ToLower(name)] = list
			h.call(done, nil, texts(list))
		}
	})
	return nil, nil
}

// asks checks, before a name is resolved, whether the script may do so.
func (h *host) asks(name string) error {
	if err := h.outside("Looking up a name with node:dns"); err != nil {
		return err
	}
	if err := h.env.CheckHost(name); err != nil {
		return denied(err)
	}
	return nil
}

// lookupHost returns the addresses of a host, of one family (4, 6) or of both (0). It returns at least one
// address or an error.
func lookupHost(ctx context.Context, host string, family int) ([]string, error) {
	network := map[int]string{0: "ip", 4: "ip4", 6: "ip6"}[family]
	if network == "" {
		network = "ip"
	}
	list, err := net.DefaultResolver.LookupIP(ctx, network, host)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	out := make([]string, len(list))
	for i, ip := range list {
		out[i] = ip.String()
	}
	return out, nil
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// resolve implements resolve(host, type, done(error, records)).
func (h *host) resolve(a args) (any, error) {
	name, kind := a.text(0), a.text(1) // the library has checked the type
	if err := h.asks(name); err != nil {
		return nil, err
	}
	done, _ := goja.AssertFunction(a.at(2))
	(&waits{h: h}).run(done, func() (any, error) {
		list, err := records(h.env.Context, name, kind)
		if err != nil {
			return nil, queryError("query"+kind[:1]+strings.ToLower(kind[1:]), name, err)
		}
		return list, nil
	})
	return nil, nil
}

func (h *host) reverse(a args) (any, error) {
	address := a.text(0)
	if err := h.asks(address); err != nil {
		return nil, err
	}
	done, _ := goja.AssertFunction(a.at(1))
	(&waits{h: h}).run(done, func() (any, error) {
		list, err := net.DefaultResolver.LookupAddr(h.env.Context, address)
		if err != nil {
			return nil, queryError("getHostByAddr", address, err)
		}
		return texts(trimmed(list)), nil
	})
	return nil, nil
}

func trimmed(list []string) []string {
	for i, s := range list {
		list[i] = strings.TrimSuffix(s, ".")
	}
	return list
}

// records queries the DNS records of one type. The name may be an IP address, which is its own result.
func records(ctx context.Context, name, kind string) ([]any, error) {
	r := net.DefaultResolver
	switch kind {
	case "A":
		list, err := lookupHost(ctx, name, 4)
		return texts(list), err
	case "AAAA":
		list, err := lookupHost(ctx, name, 6)
		return texts(list), err
	case "CNAME":
		found, err := r.LookupCNAME(ctx, name)
		return texts(trimmed([]string{found})), err
	case "NS":
		list, err := r.LookupNS(ctx, name)
		return each(list, func(r *net.NS) any { return strings.TrimSuffix(r.Host, ".") }), err
	case "TXT":
		list, err := r.LookupTXT(ctx, name)
		return each(list, func(s string) any { return []any{s} }), err
	case "MX":
		list, err := r.LookupMX(ctx, name)
		return each(list, func(r *net.MX) any {
			return map[string]any{"exchange": strings.TrimSuffix(r.Host, "."), "priority": int(r.Pref)}
		}), err
	case "SRV":
		_, list, err := r.LookupSRV(ctx, "", "", name)
		return each(list, func(r *net.SRV) any {
			return map[string]any{"name": strings.TrimSuffix(r.Target, "."), "port": int(r.Port), "priority": int(r.Priority), "weight": int(r.Weight)}
		}), err
	}
	return nil, &Error{Code: "ERR_INVALID_ARG_VALUE", Message: "records of type " + kind + " are not part of hitlrun"}
}

func each[T any](list []T, f func(T) any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// queryError makes Node's error for a failed query.
func queryError(call, name string, err error) error {
	if e, ok := err.(*Error); ok { //nolint:errorlint // records makes it
		return e
	}
	code := "ESERVFAIL"
	if dns, ok := err.(*net.DNSError); ok { //nolint:errorlint // the resolver makes it
		switch {
		case dns.IsNotFound:
			code = "ENOTFOUND"
		case dns.IsTimeout:
			code = "ETIMEOUT"
		}
	}
	return &Error{Code: code, Message: call + " " + code + " " + name, Fields: fieldsOf("syscall", call, "hostname", name)}
}
