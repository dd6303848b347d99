// This file tests what prevents foreign text from playing tricks.

package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"github.com/hitlrun/hitlrun"
)

func TestSafe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want, line string }{
		{"plain text, żółć, 人, 👩‍🚀 €", "plain text, żółć, 人, 👩‍🚀 €", "plain text, żółć, 人, 👩‍🚀 €"},
		{"", "", ""},
		{"a\nb\tc", "a\nb\tc", `a\nb\tc`},
		{"a\rb", `a\rb`, `a\rb`},
		{"\x1b[31mred\x1b[0m", `\u001b[31mred\u001b[0m`, `\u001b[31mred\u001b[0m`},
		{"\x1b]0;title\x07", `\u001b]0;title\u0007`, `\u001b]0;title\u0007`},
		{"nul\x00 del\x7f", `nul\u0000 del\u007f`, `nul\u0000 del\u007f`},
		{"csi \u009b31m", `csi \u009b31m`, `csi \u009b31m`},
		{"pay \u202e001\u202c", `pay \u202e001\u202c`, `pay \u202e001\u202c`},
		{"\u2066x\u2069\u200e\u200f\u061c", `\u2066x\u2069\u200e\u200f\u061c`, `\u2066x\u2069\u200e\u200f\u061c`},
		{"\u2028\u2029\ufeff", `\u2028\u2029\ufeff`, `\u2028\u2029\ufeff`},
		{"tag \U000e0041", `tag \udb40\udc41`, `tag \udb40\udc41`},
		{"bad \xff\xfe utf", `bad \xff\xfe utf`, `bad \xff\xfe utf`},
		{"a replacement \ufffd stays", "a replacement \ufffd stays", "a replacement \ufffd stays"},
	} {
		if got := safe(c.in); got != c.want {
			t.Errorf("safe(%q) = %q, want %q", c.in, got, c.want)
		}
		if got := safeLine(c.in); got != c.line {
			t.Errorf("safeLine(%q) = %q, want %q", c.in, got, c.line)
		}
	}
}

// Every rune there is comes out as one that is harmless.
func TestSafeAllRunes(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		for _, out := range safeLine(string(r)) {
			if unicode.IsControl(out) || unicode.Is(unicode.Bidi_Control, out) || unicode.Is(unicode.Zl, out) || unicode.Is(unicode.Zp, out) {
				t.Fatalf("safeLine(%U) has %U in it", r, out)
			}
		}
	}
}

// JSON means the same after it went through safe.
func TestMarshalIsSafe(t *testing.T) {
	t.Parallel()
	want := "\x00\x1b\u009b\u202e\U000e0041 <&> \n"
	line, err := marshal(map[string]string{"k": want})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"k":"\u0000\u001b\u009b\u202e\udb40\udc41 <&> \n"}` + "\n"; string(line) != want {
		t.Errorf("got %s, want %s", line, want)
	}
	var back map[string]string
	if err := json.Unmarshal(line, &back); err != nil || back["k"] != want {
		t.Errorf("got %q back, %v", back["k"], err)
	}
	line, err = marshal(map[string]string{"k": "\xff"})
	if err != nil || !json.Valid(line) {
		t.Errorf("%s is no JSON, %v", line, err)
	}
}

func FuzzShellWord(f *testing.F) {
	for _, s := range []string{"", "a b", "it's", "$x`y`\\", "\n\x1b\x7f", "\u202e", "~", "=ls", "!", "a\\\nb", "\xc3\x28"} {
		f.Add(s)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		f.Skip("bash is needed")
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range []byte(s) {
			if c == 0 {
				t.Skip("no argument has NUL in it")
			}
		}
		line := shellLine("printf", "%s", s)
		if safeLine(line) != line {
			t.Errorf("%q is not safe to show", line)
		}
		cmd := exec.Command(bash, "-c", line)
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		out, err := cmd.Output()
		if err != nil || string(out) != s {
			t.Errorf("%s gives %q, want %q (%v)", line, out, s, err)
		}
	})
}

// A store that somebody edited may have any text in any place.
func TestSafeFieldsOfStores(t *testing.T) {
	t.Parallel()
	const odd = "\x1b[2J"
	var out strings.Builder
	a := newApp(system{stdout: &out})
	res := &hitlrun.Result{ThreadID: odd, Status: odd, Next: []string{odd}, Interrupts: []hitlrun.Interrupt{{ID: odd, Node: odd, Value: json.RawMessage(`"?"`)}}}
	if err := a.printResult(&storeFlags{}, res, nil, ""); err != nil {
		t.Fatal(err)
	}
	a.printAudit([]hitlrun.AuditEntry{{ThreadID: odd, By: odd, Events: []hitlrun.AuditEvent{{Kind: odd, Node: odd, Text: odd}}}})
	out.WriteString(version(&hitlrun.Thread{ScriptHash: odd + odd}))
	if strings.Contains(out.String(), "\x1b") {
		t.Errorf("raw text is printed: %q", out.String())
	}
}
