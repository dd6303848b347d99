// This file lets the package undici parse responses without WebAssembly.

package bundle

import "strings"

// llhttp is the specifier of the module that has what undici uses of WebAssembly.
const llhttp = "hitlrun:llhttp"

var undiciClient = lazily(`/node_modules/[^/]+/lib/(dispatcher/client-h1|client)\.js$`)

// withLlhttp gives the client of undici a parser in TypeScript. undici names WebAssembly only in a comment for its linter, and to
// make the parser llhttp from a text that it contains. The package is found by the path of its files, as its versions have
// them; a version that names WebAssembly in another way is not changed.
func withLlhttp(path, text string) string {
	const names = "/* global WebAssembly */"
	if !undiciClient().MatchString(path) || !strings.Contains(text, names) || !strings.Contains(text, "llhttp-wasm.js") {
		return text
	}
	return strings.Replace(text, names, `const WebAssembly = require("`+llhttp+`");`, 1)
}
