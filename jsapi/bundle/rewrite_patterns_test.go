package bundle

import (
	"errors"
	"strings"
	"testing"
)

// TestWrongPatterns bundles scripts with regular expressions that are wrong. The message names the place in the source.
func TestWrongPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ archive, want string }{
		{"-- flow.ts --\nconst a: string = '😀'; console.log(a, /(?<n>.)(?<n>.)/g);\n", "flow.ts:1:40: Invalid regular expression: /(?<n>.)(?<n>.)/g: Duplicate capture group name"},
		{"-- flow.ts --\nimport { f } from './lib';\nconsole.log(f);\n-- lib.js --\n// one\nexport const f = (x) => x / 2 +\n  x.match(/a**/) / 3;\n", "lib.js:3:11: Invalid regular expression: /a**/: Nothing to repeat"},
		{"-- flow.ts --\nif (1) /\\-/u.test('');\n", `flow.ts:1:8: Invalid regular expression: /\-/u: Invalid escape`},
		{"-- flow.ts --\nconst a = '/a**/', b = `/${1}**/`, c = 1 / 2 /* /a++/ */ / 3; // /a**/\nconsole.log(a, b, c, /[/**]/, /\\-/, /[[:alpha:]]/, /[a--b]/v);\n", ""},
	} {
		s := extract(t, c.archive)
		_, err := Bundle(s.options)
		var failed *Error
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.archive, err)
		case c.want != "" && (!errors.As(err, &failed) || len(failed.Messages) != 1 || failed.Messages[0].Frame() == "" || strings.ReplaceAll(err.Error(), s.dir+"/", "") != c.want):
			t.Errorf("%s: got %v, want %s", c.archive, err, c.want)
		}
	}
}
