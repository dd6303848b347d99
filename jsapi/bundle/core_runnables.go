// This file lets an installed @langchain/core know the graphs of hitlrun as its runnables.

package bundle

import _ "embed"

//go:embed js/core_runnables.js
var coreRunnablesJS string

// coreRunnables matches the path of the file of @langchain/core that has the class Runnable.
var coreRunnables = lazily(`/node_modules/@langchain/core/dist/runnables/base\.(js|cjs)$`)

// withGraphs makes `graph instanceof Runnable` true in a text that has the class Runnable: packages tell by it what they were given.
func withGraphs(path, text string) string {
	if coreRunnables().MatchString(path) {
		return text + coreRunnablesJS
	}
	return text
}
