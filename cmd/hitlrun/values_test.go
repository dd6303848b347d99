// This file tests how values of flags are read, and what is taken for a typing error.

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/cmd/hitlrun/form"
)

func TestParseSize(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int64{
		"1": 1, "1b": 1, "64KiB": 64 << 10, "64k": 64 << 10, "512MiB": 512 << 20, "512 mib": 512 << 20,
		"2GiB": 2 << 30, "2g": 2 << 30, "1KB": 1000, "3mb": 3_000_000, "1gb": 1_000_000_000, "0": 0,
	} {
		if n, ok := parseSize(s); !ok || n != want {
			t.Errorf("parseSize(%q) = %d, %v, want %d", s, n, ok, want)
		}
	}
	for _, s := range []string{"", "MiB", "-1", "1.5GiB", "1TiB", "99999999999999999999", "9999999999999GiB", "0x10", "1 2"} {
		if n, ok := parseSize(s); ok {
			t.Errorf("parseSize(%q) = %d, want an error", s, n)
		}
	}
}

func TestLimitFlags(t *testing.T) {
	t.Parallel()
	var f limitFlags
	fs := f.inputGroup().flags
	args := strings.Fields("--max-time 1m30s --max-turn 0 --max-memory=none --max-call-depth 10 --max-payload 1MiB --max-state 4MiB --max-body 2MiB --max-input 3MiB")
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	want := hitlrun.Limits{Wall: 90 * time.Second, Turn: -1, MemoryBytes: -1, CallDepth: 10, PayloadBytes: 1 << 20, StateBytes: 4 << 20, BodyBytes: 2 << 20, InputBytes: 3 << 20}
	if f.limits != want {
		t.Errorf("got %+v, want %+v", f.limits, want)
	}
	// The words of given mean the same again.
	var again limitFlags
	if err := again.inputGroup().flags.Parse(given(fs)); err != nil || again.limits != want {
		t.Errorf("%q gives %+v, %v", given(fs), again.limits, err)
	}
	if err := fs.Parse([]string{"--max-turn", "15"}); err != nil || f.limits.Turn != 15*time.Second {
		t.Errorf("a number alone is seconds, got %s, %v", f.limits.Turn, err)
	}
}

func TestPermissionFlags(t *testing.T) {
	t.Parallel()
	var f permissionFlags
	fs := f.group().flags
	if err := fs.Parse([]string{"--allow-env=A,B", "--allow-env", "--allow-net=a.org, b.org:80", "--allow-read"}); err != nil {
		t.Fatal(err)
	}
	p := f.get()
	if !p.Env.All || !p.Read.All || p.Net.All || strings.Join(p.Net.List, "|") != "a.org|b.org:80" || p.Write.All || p.Write.List != nil {
		t.Errorf("got %+v", p)
	}
	if got, want := strings.Join(given(fs), " "), "--allow-env --allow-read --allow-net=a.org,b.org:80"; got != want {
		t.Errorf("given: %s, want %s", got, want)
	}
	var all permissionFlags
	if err := all.group().flags.Parse([]string{"--allow-all"}); err != nil {
		t.Fatal(err)
	}
	if p := all.get(); !p.Env.All || !p.Read.All || !p.Write.All || !p.Net.All {
		t.Errorf("--allow-all gives %+v", p)
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"run", "start", "resume", "threads", "state", "history", "delete", "graph", "version", "help"}
	for given, want := range map[string]string{
		"strat": "start", "stat": "state", "Start": "start", "resmue": "resume", "thread": "threads", "hist": "history",
		"rnu": "run", "ver": "version", "frobnicate": "", "x": "", "": "", "list": "", "del": "delete",
	} {
		if got := nearest(given, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"true": "true", " 42 ": "42", `{"a": 1}`: `{"a": 1}`, `"quoted"`: `"quoted"`, "null": "null", "[]": "[]",
		"yes": `"yes"`, " two words ": `" two words "`, "[urgent] call me": `"[urgent] call me"`, "3 days": `"3 days"`, "-": `"-"`, "n": `"n"`, "t-shirt": `"t-shirt"`, "nope": `"nope"`,
		"true, but late": `"true, but late"`, "nullable": `"nullable"`, "trueish": `"trueish"`, `say "hi"`: `"say \"hi\""`, "NaN": `"NaN"`, " ": `" "`,
	} {
		got, err := form.Typed(line)
		if err != nil || string(got) != want {
			t.Errorf("answer(%q) = %s, %v, want %s", line, got, err, want)
		}
	}
	for _, slip := range []string{"{broken", `{"ok": tru}`, "[1, 2", `["a]`, `"half`, "1.", "-2e", `{"a":1}}`, "[true false]", "tru", "fals", "nul", "True", "FALSE", "Null", "true,", "false."} {
		if got, err := form.Typed(slip); err == nil {
			t.Errorf("answer(%q) = %s, want an error", slip, got)
		}
	}
}

// Every command has what its help shows.
func TestCommands(t *testing.T) {
	t.Parallel()
	for c := range commands {
		if c.run == nil || c.output == nil || c.summary == "" || c.about == "" {
			t.Errorf("%s is not complete", c.name)
		}
		if n := len(c.examples); n < 2 || n > 3 {
			t.Errorf("%s has %d examples, want 2 or 3", c.name, n)
		}
		for line := range strings.SplitSeq(c.help(), "\n") {
			if len(line) > 120 {
				t.Errorf("help %s: a line of %d letters: %s", c.name, len(line), line)
			}
		}
	}
}
