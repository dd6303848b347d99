package v8errors

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

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
