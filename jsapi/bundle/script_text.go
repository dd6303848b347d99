// This file prepares the text of a script for node:vm.

package bundle

import (
	"bytes"
	"errors"
	"time"

	"github.com/evanw/esbuild/pkg/api"
)

// maxTransform bounds how long esbuild may take for a text that a script gives at run time. esbuild cannot be stopped.
const maxTransform = 10 * time.Second

// transform is api.Transform for a text that a script gives at run time: it refuses what would end the process or take too long.
// It does not wait longer when stopped reports true; esbuild itself cannot be stopped.
func transform(name, text string, stopped func() bool, o api.TransformOptions) (api.TransformResult, error) {
	if err := checkText([]byte(text)); err != nil {
		return api.TransformResult{}, fileError(name, "%s", err)
	}
	o.LogLevel, o.Sourcefile, o.Platform, o.Target, o.Supported, o.LegalComments = api.LogLevelSilent, name, api.PlatformNeutral, api.ES2017, gojaSyntax(), api.LegalCommentsNone
	done := make(chan api.TransformResult, 1)
	go func() { done <- api.Transform(text, o) }()
	var made api.TransformResult
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for end, waits := time.Now().Add(maxTransform), true; waits; {
		select {
		case made = <-done:
			waits = false
		case <-tick.C:
			if time.Now().After(end) || stopped() {
				return made, fileError(name, "compiling it takes too long, and was stopped")
			}
		}
	}
	if len(made.Errors) == 0 {
		return made, nil
	}
	m := made.Errors[0]
	message := Message{File: name, Text: m.Text}
	if m.Location != nil {
		message.Line, message.Column = m.Location.Line, m.Location.Column+1
	}
	return made, &Error{Messages: []Message{message}}
}

// LowerScript returns a script with the syntax that goja lacks replaced. Each statement of the result begins on a line of its own.
// stopped reports whether nobody waits for it any more.
func LowerScript(name, text string, stopped func() bool) (string, error) {
	made, err := transform(name, text, stopped, api.TransformOptions{Loader: api.LoaderJS, Define: map[string]string{"process.env.NODE_ENV": "process.env.NODE_ENV"}})
	return string(made.Code), err
}

// LowerText returns a text of a script with the syntax that goja lacks, or compiles wrongly, replaced as in a bundle. What esbuild
// needs for that is declared by the first statements of the result, with let. A text that returns a value is the body of a function. A text
// that imports something is refused.
func LowerText(text string, stopped func() bool) (string, error) {
	if importsSomething().MatchString(text) {
		return "", errImports
	}
	made, err := transform("<eval>", text, stopped, api.TransformOptions{Loader: api.LoaderJS, Charset: api.CharsetASCII, Sourcemap: api.SourceMapExternal})
	if err != nil {
		return "", err
	}
	_, segments, err := parseMap(made.Map)
	if err != nil {
		return "", err
	}
	out := output{code: made.Code, segments: segments, sources: []source{{text: text}}}
	if err := rewrite(&out); err != nil {
		return "", err
	}
	return string(declaredHelpers(out.code)), nil
}

// importsSomething matches a call of import, and import.meta. esbuild would replace them by a call of require, or by an empty object.
var importsSomething = lazily(`\bimport[\s\p{Zs}\x{feff}\x{2028}\x{2029}]*(?:[.(]|/[*/]|<!--)`)

var errImports = errors.New("text that is compiled at run time cannot import")

// Strict is the line with which a text begins that is strict code, as LowerText writes it.
const Strict = "\"use strict\";\n"

// helperOfEsbuild matches the beginning of the declaration of a helper.
var helperOfEsbuild = lazily(`^var __(?:defProp|defProps|defNormalProp|getOwnPropDescs|getOwnPropSymbols|hasOwnProp|propIsEnum|getProtoOf|reflectGet|reflectSet|pow|typeError|knownSymbol|` +
	`superGet|superWrapper|superStaticGet|publicField|spreadValues|spreadProps|objRest|restKey|template|async|await|asyncGenerator|yieldStar|forAwait|using|callDispose|freeze|` +
	`accessCheck|privateIn|privateGet|privateAdd|privateSet|privateMethod|privateWrapper|decorateClass|decorateParam|decorateElement|decoratorStart|decoratorStrings|decoratorContext|decoratorMetadata|runInitializers|expectFn) = `)

// declaredHelpers declares the helpers of esbuild with let, so that they do not become properties of the global object.
func declaredHelpers(code []byte) []byte {
	var out []byte
	for len(code) > 0 {
		end := bytes.IndexByte(code, '\n') + 1
		if end == 0 {
			end = len(code)
		}
		line := code[:end]
		switch {
		case helperOfEsbuild().Match(line):
			line = append([]byte("let "), line[len("var "):]...)
		case string(line) == Strict:
		case !bytes.HasPrefix(line, []byte(" ")) && !bytes.HasPrefix(line, []byte("}")) && string(line) != "\n":
			return append(out, code...)
		}
		out, code = append(out, line...), code[end:]
	}
	return out
}
