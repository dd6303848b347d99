// This file lists the syntax that goja supports, which esbuild need not lower.

package bundle

// gojaSyntax overrides esbuild's list of features for ES2017. Each feature that is true has a test that runs it in goja. A
// feature that is false is lowered, or becomes a call of the RegExp constructor.
func gojaSyntax() map[string]bool {
	return map[string]bool{
		"arbitrary-module-namespace-names": true,
		"bigint":                           true,
		"class-field":                      true,
		"class-private-accessor":           true,
		"class-private-brand-check":        true,
		"class-private-field":              true,
		"class-private-method":             true,
		"class-private-static-accessor":    true,
		"class-private-static-field":       true,
		"class-private-static-method":      true,
		"class-static-blocks":              true,
		"class-static-field":               true,
		"export-star-as":                   true,
		"hashbang":                         true,
		"logical-assignment":               true,
		"new-target":                       true,
		"nullish-coalescing":               true,
		"object-rest-spread":               true,
		"optional-catch-binding":           true,
		"regexp-dot-all-flag":              true,
		"regexp-lookbehind-assertions":     true,
		"regexp-named-capture-groups":      true,
		"regexp-sticky-and-unicode-flags":  true,

		// Not lowered, because the wrapper is an async function.
		"top-level-await": true,
		// Not lowered, because Define replaces it by something per file.
		"import-meta": true,

		"async-generator":                 false,
		"decorators":                      false,
		"dynamic-import":                  false,
		"exponent-operator":               false, // see rewrite_operators.go
		"for-await":                       false,
		"optional-chain":                  false, // goja: {b: o.m?.(...r)} corrupts the operand stack
		"regexp-match-indices":            false,
		"regexp-set-notation":             false,
		"regexp-unicode-property-escapes": false, // goja: \p{L} matches the text "p{L}"
		"using":                           false,
	}
}
