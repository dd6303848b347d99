package patterns_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// TestCheck compares errors with those of V8. conformance/oracle/platform/regexp-syntax.mjs has many more.
func TestCheck(t *testing.T) {
	t.Parallel()
	none, u, v := patterns.Syntax{}, patterns.Syntax{Unicode: true}, patterns.Syntax{Sets: true}
	u.Property = func(text string) (known, texts bool) { return text == "L" || text == "RGI_Emoji", text == "RGI_Emoji" }
	v.Property = u.Property
	for _, c := range []struct {
		pattern string
		syntax  patterns.Syntax
		want    string
	}{
		{`a**`, none, "Nothing to repeat"},
		{`(?<a>.)(?<a>.)`, none, "Duplicate capture group name"},
		{`(?=a)*`, none, ""},
		{`(?=a)*`, u, "Invalid quantifier"},
		{`\-`, none, ""},
		{`\-`, u, "Invalid escape"},
		{`[\-]`, u, ""},
		{`\p{L}`, u, ""},
		{`[\p{M}]`, u, "Invalid property name in character class"},
		{`\p{RGI_Emoji}`, u, "Invalid property name"},
		{`\p{RGI_Emoji}`, v, ""},
		{`[^\p{RGI_Emoji}]`, v, "Negated character class may contain strings"},
		{`[a--b&&c]`, v, "Invalid set operation in character class"},
		{`[[a-z]--[aeiou]]`, v, ""},
		{strings.Repeat("(", 600), none, ""}, // too deep to be checked
	} {
		_, err := patterns.Check([]rune(c.pattern), c.syntax)
		var syntaxError patterns.SyntaxError
		if got := ""; errors.As(err, &syntaxError) {
			if got = syntaxError.Error(); got != c.want {
				t.Errorf("/%s/: got %q, want %q", c.pattern, got, c.want)
			}
		} else if c.want != "" || err != nil {
			t.Errorf("/%s/: got %v, want %q", c.pattern, err, c.want)
		}
	}
}

// TestCheckReplaces looks at patterns with syntax that other packages read as something else.
func TestCheckReplaces(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`[[:alpha:]]`: `[\[:alpha:]]`, `[\B]`: `[B]`, `a{99999999999}b`: `a{2147483646,}b`, `a{1,99999999999}`: `a{1,}`, `[]|[^]`: `[^\0-\uffff]|[\0-\uffff]`,
		`\400\8`: `\x200` + `8`, `\c`: `\\c`, `a{1,}[a:]\d`: "", `(a)\1`: "",
	} {
		plain, err := patterns.Check([]rune(pattern), patterns.Syntax{})
		if err != nil || string(plain) != want {
			t.Errorf("/%s/: got %q, %v, want %q", pattern, string(plain), err, want)
		}
	}
}
