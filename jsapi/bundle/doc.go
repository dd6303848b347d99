// Package bundle turns a user's script (TypeScript or JavaScript, ES modules or CommonJS, with
// whatever it imports) into one classic script and a source map. It is the only package that
// uses esbuild, and it has no code for the VM that runs the result.
//
// # One bundle
//
//	flow.ts ─┐
//	util.ts ─┤  resolve.go  which file or virtual module an import means
//	zod     ─┤  load.go     its text, as esbuild gets it
//	builtin ─┘  target.go   what esbuild may leave in the output
//	            rewrite.go  what esbuild gets wrong: names of functions, for await; wrong patterns
//	            wrap.go     one expression around it: (async(__hitlrun)=>{ ... })
//	            sloppy.go   CommonJS modules that are not strict, outside of the strict code
//
// Calling that function runs the modules in import order. It returns a promise: fulfilled once
// the last top-level await is over, rejected with what a module threw. The host object given to
// it has one method, exports(namespace), which is called once, after the entry module has run,
// with the entry's module namespace.
//
// # What goja lacks
//
// Async generators, for await, using, decorators, optional chaining and dynamic import are
// lowered; modules are joined; regular expressions with \p{...} or with the d or v flag become
// calls of the RegExp constructor, because goja reads \p{L} as the text "p{L}". The VM replaces
// that constructor with one that uses [TranslateUnicodeProperties]. Lowered async iteration
// looks for Symbol.asyncIterator and falls back to Symbol.for("Symbol.asyncIterator").
//
// # What esbuild changes
//
// esbuild joins modules into one scope and renames what collides there, also in nested scopes;
// names.go gives functions and classes their names back, since fn.name and stack traces show
// them. A lowered for await or using shares its variables with the next run of the statement,
// and at the top level of a module with everything else; rewrite.go gives each its own. Both
// work on esbuild's printed output, whose layout is regular, and on its source map.
//
// # Known differences from Node
//
// Sibling modules with top-level await run one after the other, where Node lets the second start
// while the first waits. Top-level let, const and class of a module can be read before their
// declaration has run (they are undefined instead of throwing). The namespace object of the
// entry is an ordinary object. A CommonJS module can neither use with nor delete a variable.
//
// # Concurrency
//
// [Bundle] and [Cache.Bundle] may be called from several goroutines. The functions in one
// [Options] are called one at a time, from goroutines of esbuild. A [Result] is read-only and
// may be shared.
package bundle
