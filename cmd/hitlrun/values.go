// This file has the kinds of values that flags have.

package main

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// everything is the value of a permission that is given without a list.
const everything = "*"

// grantValue is a permission: everything, or a list.
type grantValue struct {
	grant *hitlrun.Grant
	check func(item string) error // nil accepts everything
}

// String implements pflag.Value.
func (v grantValue) String() string {
	if v.grant.All {
		return everything
	}
	return strings.Join(v.grant.List, ",")
}

// Set implements pflag.Value. A flag that is given again adds to the list.
func (v grantValue) Set(s string) error {
	if s == everything {
		v.grant.All = true
		return nil
	}
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item == "" {
			return errors.New("there is an empty name in the list")
		}
		if v.check != nil {
			if err := v.check(item); err != nil {
				return err
			}
		}
		v.grant.List = append(v.grant.List, item)
	}
	return nil
}

// Type implements pflag.Value.
func (v grantValue) Type() string { return "list" }

// checkHost refuses values that cannot be a host of --allow-net: a URL, a path, an invalid port.
func checkHost(item string) error {
	host, port, err := net.SplitHostPort(item)
	if err != nil {
		host, port = strings.Trim(item, "[]"), ""
	}
	n, portErr := strconv.ParseUint(port, 10, 16)
	isIP := net.ParseIP(host) != nil
	if strings.ContainsAny(host, "/@?#\\ \t%[]") || !isIP && strings.Contains(host, ":") || host == "" || port != "" && (portErr != nil || n == 0) {
		return fmt.Errorf("%q is not a host: a name, an address, name:port or *.name is expected", item)
	}
	return nil
}

// checkProgram refuses values that cannot be a program of --allow-run: a command line.
func checkProgram(item string) error {
	if strings.ContainsAny(item, " \t\n") && !strings.Contains(item, "/") {
		return fmt.Errorf("%q is not a program: a name or a path without arguments is expected", item)
	}
	return nil
}

// durationValue is a limit of time; none is 0 or "none".
type durationValue struct{ d *time.Duration }

// String implements pflag.Value.
func (v durationValue) String() string {
	if *v.d < 0 {
		return "none"
	}
	return v.d.String()
}

// Set implements pflag.Value. A number without a unit is seconds.
func (v durationValue) Set(s string) error {
	if s == "none" {
		s = "0"
	}
	if seconds, err := strconv.ParseUint(s, 10, 32); err == nil {
		s = strconv.FormatUint(seconds, 10) + "s"
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return errors.New("a time like 500ms, 30s or 5m is expected")
	}
	if d == 0 {
		d = -1
	}
	*v.d = d
	return nil
}

// Type implements pflag.Value.
func (v durationValue) Type() string { return "duration" }

// sizeValue is a number of bytes; no limit is 0 or "none".
type sizeValue[T int | int64] struct{ n *T }

// String implements pflag.Value.
func (v sizeValue[T]) String() string {
	if *v.n < 0 {
		return "none"
	}
	return strconv.FormatInt(int64(*v.n), 10)
}

// Set implements pflag.Value.
func (v sizeValue[T]) Set(s string) error {
	if s == "none" {
		s = "0"
	}
	n, ok := parseSize(s)
	if !ok || int64(T(n)) != n {
		return errors.New("a number of bytes, or a size like 64KiB, 512MiB or 2GiB is expected")
	}
	if n == 0 {
		n = -1
	}
	*v.n = T(n)
	return nil
}

// Type implements pflag.Value.
func (v sizeValue[T]) Type() string { return "size" }

// parseSize reads a number of bytes with or without a unit.
func parseSize(s string) (int64, bool) {
	end := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(s)
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	if err != nil {
		return 0, false
	}
	unit := int64(0)
	switch strings.ToLower(strings.TrimSpace(s[end:])) {
	case "", "b":
		unit = 1
	case "kb":
		unit = 1000
	case "mb":
		unit = 1000 * 1000
	case "gb":
		unit = 1000 * 1000 * 1000
	case "k", "kib":
		unit = 1 << 10
	case "m", "mib":
		unit = 1 << 20
	case "g", "gib":
		unit = 1 << 30
	}
	if unit == 0 || n > (1<<62)/unit {
		return 0, false
	}
	return n * unit, true
}

// countValue is a whole number from 1 on.
type countValue struct{ n *int }

// String implements pflag.Value.
func (v countValue) String() string { return strconv.Itoa(*v.n) }

// Set implements pflag.Value.
func (v countValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("a whole number from 1 on is expected")
	}
	*v.n = n
	return nil
}

// Type implements pflag.Value.
func (v countValue) Type() string { return "number" }

// onceValue is a text that can be given only once.
type onceValue struct {
	text  *string
	given *bool
}

// String implements pflag.Value.
func (v onceValue) String() string { return *v.text }

// Set implements pflag.Value.
func (v onceValue) Set(s string) error {
	if *v.given {
		return fmt.Errorf("one is expected, and %q was given before", *v.text)
	}
	*v.text, *v.given = s, true
	return nil
}

// Type implements pflag.Value.
func (v onceValue) Type() string { return "string" }

// ageValue is how long ago something was. It has a unit: days and weeks, too.
type ageValue struct{ d *time.Duration }

// String implements pflag.Value.
func (v ageValue) String() string { return v.d.String() }

// Set implements pflag.Value.
func (v ageValue) Set(s string) error {
	d, ok := parseAge(s)
	if !ok {
		return errors.New("a time with a unit like 30d, 2w, 12h or 90m is expected")
	}
	*v.d = d
	return nil
}

// Type implements pflag.Value.
func (v ageValue) Type() string { return "age" }

// parseAge reads a duration: numbers with a unit, the largest unit first.
func parseAge(s string) (time.Duration, bool) {
	var sum time.Duration
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"w", 7 * 24 * time.Hour}, {"d", 24 * time.Hour}} {
		digits, rest, ok := strings.Cut(s, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			return 0, false
		}
		sum += time.Duration(n) * unit.size
		if s = rest; s == "" {
			return sum, sum >= 0
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || sum+d < sum {
		return 0, false
	}
	return sum + d, true
}

// choiceValue is one of a few words.
type choiceValue struct {
	word    *string
	choices []string
}

// String implements pflag.Value.
func (v choiceValue) String() string { return *v.word }

// Set implements pflag.Value.
func (v choiceValue) Set(s string) error {
	if !slices.Contains(v.choices, s) {
		return fmt.Errorf("one of %s is expected", strings.Join(v.choices, ", "))
	}
	*v.word = s
	return nil
}

// Type implements pflag.Value.
func (v choiceValue) Type() string { return "choice" }
