// This file tests what becomes of createRequire.

package bundle

import "testing"

func TestWithRequire(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`const require = createRequire(import.meta.url);`:                                   `var __hitlrun_own = 0                         ;`,
		`m.createRequire(import.meta.url)("x")`:                                             `require                         ("x")`,
		`const pkg = createRequire(import.meta.url)("./p")`:                                 `const pkg = require                       ("./p")`,
		`var r = /* @__PURE__ */ createRequire(import.meta.url);`:                           `var r = require                                       ;`,
		`import { createRequire as cr } from "module"; const load = cr(import.meta.url)`:    `import { createRequire as cr } from "module"; const load = require            `,
		`const require = process.getBuiltinModule("module").createRequire(import.meta.url)`: `var __hitlrun_own = 0                                                            `,
		`const require = createRequire(fileURLToPath(import.meta.url))`:                     `var __hitlrun_own = 0                                        `,
		`const other = createRequire(new URL("../x.js", import.meta.url))`:                  `const other = createRequire(new URL("../x.js", import.meta.url))`,
		`const load = createRequire(import.meta.url);`:                                      `const load = require                       ;`,
		`export const require = createRequire(import.meta.url);`:                            `export const require = createRequire(import.meta.url);`,
		`x = "const require = createRequire(import.meta.url);"`:                             `x = "const require = createRequire(import.meta.url);"`,
		"x = `${createRequire(import.meta.url)('x')} createRequire(import.meta.url)('x')`":  "x = `${require                       ('x')} createRequire(import.meta.url)('x')`",
		`a.b.createRequire(import.meta.url)("x")`:                                           `a.b.createRequire(import.meta.url)("x")`,
	} {
		if got, _ := withRequire(in); got != want || len(got) != len(in) {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
