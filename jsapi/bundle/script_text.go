// This file prepares the text of a script for node:vm.
package bundle

import "github.com/evanw/esbuild/pkg/api"

// LowerScript returns a script with the syntax that goja lacks replaced. Each statement of the result begins on a line of its own.
func LowerScript(name, text string) (string, error) {
	made := api.Transform(text, api.TransformOptions{
		LogLevel: api.LogLevelSilent, Loader: api.LoaderJS, Sourcefile: name, Platform: api.PlatformNeutral, Target: api.ES2017, Supported: gojaSyntax(),
		LegalComments: api.LegalCommentsNone, Define: map[string]string{"process.env.NODE_ENV": "process.env.NODE_ENV"},
	})
	if len(made.Errors) == 0 {
		return string(made.Code), nil
	}
	m := made.Errors[0]
	message := Message{File: name, Text: m.Text}
	if m.Location != nil {
		message.Line, message.Column = m.Location.Line, m.Location.Column+1
	}
	return "", &Error{Messages: []Message{message}}
}
