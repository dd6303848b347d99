// This file tests which slashes begin a regular expression.

package bundle

import "testing"

func TestSlashes(t *testing.T) {
	t.Parallel()
	for _, code := range []string{
		"if (a) /'/.test(b);", "if (a) b;\nelse /'/.test(c);", "while (a) /'/.exec(b);", "for (; ; ) /'/.exec(b);", "for (const a of /'/.exec(b)) c;",
		"for await (const [a] of /'/.exec(b)) /'/.exec(a);", "with (a) /'/.exec(b);", "++/'/.lastIndex;", "a = ++/'/.b + --/'/.c;", "a = b / c / /'/.d;", "a = [/'/, /[/']/];",
		"a = a++ / 2 + '/';", "a = a[0]-- / 2 + '/';", "var of = 8, b = of / 2 + '/';", "for (of / 2 + '/'; ; ) ;", "a.if(b) / 2 + '/';", "f(a) / 2 + '/';", "for (of of /'/.exec(b)) c;",
	} {
		tokens, err := scanTokens([]byte(code))
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		for _, found := range tokens {
			if text := code[found.start:found.end]; found.kind == tokenText && text != "'/'" && text[0] != '/' {
				t.Errorf("%s has the text %s", code, text)
			}
		}
	}
}
