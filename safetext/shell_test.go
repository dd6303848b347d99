package safetext_test

import (
	"os/exec"
	"testing"

	"github.com/hitlrun/hitlrun/safetext"
)

func TestMessage(t *testing.T) {
	t.Parallel()
	if got, want := safetext.Message("a\nhitlrun: b\x1b[2J\n"), "a\n    hitlrun: b\\u001b[2J\n    "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestShellLine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		words []string
		line  string
	}{
		{[]string{"hitlrun", "run", "./a-b/flow.ts", "--allow-net=a.example:80,b"}, "hitlrun run ./a-b/flow.ts --allow-net=a.example:80,b"},
		{[]string{"", "=ls", "größe"}, "'' '=ls' größe"},
		{[]string{"it's", "$HOME", "a b", "*", "~", "#c"}, `'it'\''s' '$HOME' 'a b' '*' '~' '#c'`},
		{[]string{"a\nb\tc\x1b'\\", "\xff"}, `$'a\nb\tc\033\'\\' $'\377'`},
		{[]string{"\u202e"}, `$'\342\200\256'`},
	} {
		if got := safetext.ShellLine(test.words...); got != test.line {
			t.Errorf("%q: %s, want %s", test.words, got, test.line)
		}
	}
}

// TestShellsReadLines lets bash read the words of a line.
func TestShellsReadLines(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	words := []string{"", "=", "it's", "a b", "$(id)", "`id`", "a\nb", "\t", "\x01\x7f", "\\", "'", `"`, "!x", "{a,b}", "<>|&;()", "\u202e", "ü", "~/x", "[a-z]", "\r"}
	out, err := exec.Command(bash, "-c", `printf '%s\0' `+safetext.ShellLine(words...)).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, w := range words {
		want += w + "\x00"
	}
	if string(out) != want {
		t.Errorf("bash reads %q, want %q", out, want)
	}
}
