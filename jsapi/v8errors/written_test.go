package v8errors

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestWritten checks that variables have the names of the user's files, in both forms of a bundle.
func TestWritten(t *testing.T) {
	t.Parallel()
	for _, bundle := range []string{
		"(()=>{let config2 = {}; config2.a();\n/*names config2=config*/})",
		"(()=>{(()=>{let config2 = {}; config2.a();\n/*names config2=config*/})()})",
	} {
		rt := goja.New()
		Install(rt)
		v, err := rt.RunString(bundle)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := goja.AssertFunction(v)
		if _, err := f(goja.Undefined()); err == nil || !strings.Contains(err.Error(), "config.a is not a function") {
			t.Errorf("%s: %v", bundle, err)
		}
	}
}
