// This file runs translated regular expressions in both of goja's engines.

package bundle

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

func TestTranslateUnicodeProperties(t *testing.T) {
	t.Parallel()
	cases := []struct {
		pattern, flags string
		yes, no        string // single characters that match, and that do not
	}{
		{`\p{L}`, "u", "aZéßдא漢ªʰ𝒜", "1_ -😀\u0301"},
		{`\p{Letter}`, "u", "aé", "1"},
		{`\P{L}`, "u", "1_😀", "aé漢"},
		{`[\p{L}\d_]`, "u", "aé5_", "-😀 "},
		{`[^\p{L}\d]`, "u", "-😀_", "aé5"},
		{`[\P{L}]`, "u", "1😀", "aé"},
		{`[^\P{L}]`, "u", "aé", "1😀"},
		{`\p{Lu}`, "u", "AÉД", "aéд1"},
		{`\p{Lu}`, "iu", "AaÉé", "1"},
		{`\P{Lu}`, "iu", "Aa1", ""},
		{`\p{General_Category=Nd}`, "u", "5٣", "aⅫ"},
		{`\p{gc=Decimal_Number}`, "u", "5", "a"},
		{`\p{Script=Greek}`, "u", "αΩ", "aд"},
		{`\p{sc=Grek}`, "u", "αΩ", "aд"},
		{`\p{Script=Han}`, "u", "漢𠀀", "あa"},
		{`\p{Script=Hira}`, "u", "あ", "アー"},
		{`\p{Script_Extensions=Hira}`, "u", "あー、", "アa"},
		{`\p{scx=Zyyy}`, "u", "1😀", "、a"},
		{`\p{Alphabetic}`, "u", "aⅫ漢ͅ", "1-"},
		{`\p{Upper}`, "u", "AⅫⒶ", "aⅻ"},
		{`\p{Lowercase}`, "u", "aªⓐ", "A"},
		{`\p{White_Space}`, "u", " \t\n\u00a0\u3000", "a\u200b"},
		{`\p{ASCII}`, "u", "a\x00\x7f", "\u0080é"},
		{`\p{Any}`, "u", "a😀", ""},
		{`\P{Any}`, "u", "", "a😀"},
		{`[\P{Any}a]`, "u", "a", "b"},
		{`[^\P{Any}]`, "u", "b😀", ""},
		{`\p{Assigned}`, "u", "a", "\u0378"},
		{`\p{Cn}`, "u", "\u0378", "a"},
		{`\p{Emoji}`, "u", "😀1#©", "a漢"},
		{`\p{Emoji_Presentation}`, "u", "😀⌚", "1©a"},
		{`\p{ExtPict}`, "u", "😀©", "1a🏻"},
		{`\p{EMod}`, "u", "🏻", "😀"},
		{`\p{Emoji_Component}`, "u", "1#\u200d🏻", "😀a"},
		{`\p{RI}`, "u", "🇦", "A"},
		{`\p{ID_Start}`, "u", "aé漢", "1_$"},
		{`\p{XIDC}`, "u", "aé1_", "$-"},
		{`\p{Math}`, "u", "+=∑", "a"},
		{`\p{Dash}`, "u", "-–", "_"},
		{`\p{Hex}`, "u", "aF0", "g"},
		{`\p{Sc}`, "u", "$€", "a"},
		{`\p{punct}`, "u", "!-", "a$"},
		{`[\p{L}-]`, "u", "a-", "1"},
		{`[a-c\p{Nd}-]`, "u", "b7-", "d"},
	}
	for _, c := range cases {
		t.Run(c.pattern+c.flags, func(t *testing.T) {
			t.Parallel()
			translated, err := TranslateUnicodeProperties(c.pattern)
			if err != nil {
				t.Fatal(err)
			}
			vm := goja.New()
			// With a lookahead goja uses its other engine.
			for _, prefix := range []string{"^", "^(?=[^])"} {
				re, err := vm.New(vm.Get("RegExp"), vm.ToValue(prefix+translated+"$"), vm.ToValue(c.flags))
				if err != nil {
					t.Fatal(err)
				}
				test, _ := goja.AssertFunction(re.Get("test"))
				for i, char := range c.yes + c.no {
					got, err := test(re, vm.ToValue(string(char)))
					if err != nil {
						t.Fatal(err)
					}
					if want := i < len(c.yes); got.ToBoolean() != want {
						t.Errorf("with %s: %q matches: %t, want %t", prefix, char, !want, want)
					}
				}
			}
		})
	}
}

func TestTranslateUnchanged(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"", "abc", `\d+[\w\]]`, `\\p{L}`, `[\\p{x}]`, `a\\\\p`, `(?<n>\u{1F600})\k<n>`, `\`} {
		if got, err := TranslateUnicodeProperties(pattern); err != nil || got != pattern {
			t.Errorf("%q became %q, %v", pattern, got, err)
		}
	}
	got, err := TranslateUnicodeProperties(`\\\p{ASCII}[\]\p{ASCII}]\p{ASCII}`)
	if want := `\\[\u{0}-\u{7f}][\]\u{0}-\u{7f}][\u{0}-\u{7f}]`; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestTranslateErrors(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{`\p`, `\pL`, `\p{`, `\p{}`, `\p{l}`, `\p{Foo}`, `\p{Script}`, `\p{Script=}`, `\p{Script=Foo}`, `\p{sc=greek}`,
		`\p{Foo=L}`, `\p{L=}`, `\p{gc=Foo}`, `\p{Other_Alphabetic}`, `\p{Hyphen}`, `\P{Latin}`, `[\p{L}-z]`, `[\p{L}-\p{N}]`} {
		if got, err := TranslateUnicodeProperties(pattern); err == nil || !strings.HasPrefix(err.Error(), "Invalid ") {
			t.Errorf("%q became %q, %v", pattern, got, err)
		}
	}
}
