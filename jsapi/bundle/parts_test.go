// This file checks what a script was made of.

package bundle

import (
	"reflect"
	"testing"
)

const partsScript = `-- flow.ts --
import { a } from "./lib/a";
import one from "one";
import deep from "@some/two/deep.js";
import data from "../up.json";
console.log(a, one, deep, data);
-- lib/a.ts --
export const a = "a";
-- ../package.json --
{}
-- ../up.json --
{ "up": true }
-- node_modules/one/index.js --
export { default } from "./part.js";
-- node_modules/one/part.js --
export default 1;
-- node_modules/@some/two/deep.js --
export default 2;
`

func TestParts(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, partsScript)
	first, err := c.cache.Bundle(c.options)
	if err != nil {
		t.Fatal(err)
	}
	parts := first.Parts()
	type short struct {
		name, text string
		pkg        bool
	}
	var got []short
	for _, p := range parts {
		got = append(got, short{p.Name, p.Text, p.Package})
		if len(p.Hash) != 64 {
			t.Errorf("%s: hash %q", p.Name, p.Hash)
		}
	}
	flow, _ := first.Source(c.options.Entry)
	want := []short{
		{"../up.json", "{ \"up\": true }\n", false}, {"flow.ts", flow, false}, {"lib/a.ts", "export const a = \"a\";\n", false},
		{"node_modules/@some/two", "", true}, {"node_modules/one", "", true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if hit, again := c.hit(t); !hit || !reflect.DeepEqual(again.Parts(), parts) {
		t.Errorf("from the cache (%t): got %v, want %v", hit, again.Parts(), parts)
	}
	c.write(t, "node_modules/one/part.js", "export default 3;\n")
	changed, err := c.cache.Bundle(c.options)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range changed.Parts() {
		if same := p == parts[i]; same == (p.Name == "node_modules/one") {
			t.Errorf("%s is the same: %t", p.Name, same)
		}
	}
}
