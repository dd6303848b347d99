package v8errors

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestOwnMessages checks that the errors of a script keep its messages, also those that goja could have written.
func TestOwnMessages(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Invalid index -1", "Malformed URI", "Cannot convert 1.5 to a BigInt", "SyntaxError: c.yml: Line 3:4 bad indent", "Unterminated group", "Value is not an object: 5",
		"RegExp doesn't have global flag set", "Cannot delete property 'a' of [object Object]", "Proxy already revoked", "Invalid regular expression (re2): a** (error parsing regexp: invalid nested repetition operator)",
	} {
		rt := goja.New()
		Install(rt)
		_ = rt.Set("text", text)
		v, err := rt.RunString(`[TypeError, RangeError, SyntaxError, URIError, ReferenceError].flatMap((E) => [new E(text), E(text), new (class extends E {})(text), new (class extends E { constructor(t) { super(t); } })(text)]).every((e) => e.message === text)`)
		if err != nil || !v.ToBoolean() {
			t.Errorf("%s: an error of the script has another message, %v", text, err)
		}
	}
}

// TestTexts compares texts with those that Node 20 has, in testdata/v8.json.
func TestTexts(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/v8.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts struct{ JSON, Code [][2]string } // what fails, and how
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	for _, c := range texts.JSON {
		if got := JSON(c[0]); got != c[1] {
			t.Errorf("JSON.parse(%q): %q, want %q", c[0], got, c[1])
		}
	}
	for _, c := range texts.Code {
		rt := goja.New()
		Install(rt)
		if _, err := rt.RunString("(function(){\"use strict\"; " + c[0] + "\n})()"); err == nil || !strings.HasPrefix(err.Error(), c[1]+" at") {
			t.Errorf("%s: %v, want %s", c[0], err, c[1])
		}
	}
}
