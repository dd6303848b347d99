// This file tests what scripts read of texts that a model still writes. The results were recorded with Node.

package value

import (
	"testing"

	"github.com/dop251/goja"
)

func TestPartialJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":[1,{"b":"c`: `{"a":[1,{"b":"c"}]}`, `{"a":1,"b":`: `{"a":1}`, `[tru`: `[true]`, `[1.,-`: `[1,0]`, "\"a\nb\\": `"a\nb\\"`,
		`"\u00`: `"u00"`, "[1\u00a0,\ufeff2": `[1,2]`, `[1.5e3,2e`: `[1500,2]`, `[1,]`: "null", `{"a" 1}`: "null", `01`: "null", ` `: "null",
	} {
		if got := callOn(t, (*Realm).PartialJSON, text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestParseXML(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`<?xml version="1"?><a b='1'><b>1 &lt; &#x32;</b><!-- c --><c/></a>`: `{"a":[{"b":"1 < 2"},{"c":""}]}`,
		"look:\n```xml\n<a>\n  <b>1```":                                      `{"a":[{"b":"1"}]}`,
		`<!DOCTYPE a [<!-- "]" -->]><a>t`:                                    `{"a":"t"}`,
		`<a><![CDATA[<b>]]></a>`:                                             `{"a":""}`,
		``:                                                                   `{}`,
		`<a b>t</a>`:                                                         `"Attribute without value\nLine: 0\nColumn: 5\nChar: >"`,
		"<a>\n<b></a></c>":                                                   `"Unmatched closing tag: c\nLine: 1\nColumn: 11\nChar: >"`,
		`<a>&nope;</a>`:                                                      `"Invalid character entity\nLine: 0\nColumn: 9\nChar: ;"`,
		`<a b=1 c = "2" d="3"e="&amp;"/>`:                                    `"No whitespace between attributes\nLine: 0\nColumn: 21\nChar: e"`,
	} {
		if got := callOn(t, (*Realm).ParseXML, text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// callOn returns the result of f for a text, as JSON.
func callOn(t *testing.T, f func(*Realm, goja.FunctionCall) goja.Value, text string) string {
	t.Helper()
	realm := testRealm(t)
	return realm.JSONText(f(realm, goja.FunctionCall{Arguments: []goja.Value{realm.rt.ToValue(text)}}))
}
