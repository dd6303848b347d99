// This file prepares the text of a script for node:vm.

package bundle

import (
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
