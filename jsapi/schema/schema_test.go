// This file tests which values fit a schema, the messages for those that do not, which schemas are refused, and that checks
// end.

package schema

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ schema, value, want string }{
		{`true`, `1`, ``}, {`false`, `1`, `1 is not expected`}, {`{}`, `null`, ``},
		{`{"type":"integer"}`, `3.0`, ``}, {`{"type":"integer"}`, `3.5`, `3.5 is not an integer`}, {`{"type":["string","null"]}`, `{}`, `{} is not null or a string`},
		{`{"type":"object"}`, `{"a":1}`, ``}, {`{"type":"string"}`, `{"a":1}`, `the object is not a string`},
		{`{"enum":["low","high"]}`, `"mid"`, `"mid" is not one of "low", "high"`}, {`{"const":{"a":[1,2]}}`, `{"a":[1,2.0]}`, ``}, {`{"const":5}`, `"5"`, `"5" is not 5`},
		{`{"enum":[1,2],"const":2}`, `1`, `1 is not 2`}, {`{"enum":[1,2],"const":2}`, `2`, ``},
		{`{"minimum":1}`, `0`, `0 is less than 1`}, {`{"exclusiveMinimum":0}`, `0`, `0 is not greater than 0`}, {`{"minimum":0,"exclusiveMinimum":true}`, `0`, `0 is not greater than 0`},
		{`{"maximum":5}`, `9e99`, `9e+99 is greater than 5`}, {`{"multipleOf":0.1}`, `0.3`, ``}, {`{"multipleOf":2}`, `3`, `3 is not a multiple of 2`}, {`{"multipleOf":1e-300}`, `1e308`, ``},
		{`{"minLength":2}`, `"é"`, `"é" has fewer than 2 characters`}, {`{"maxLength":1}`, `"😀"`, ``}, {`{"pattern":"^[0-9]+$"}`, `"x"`, `"x" does not match the pattern ^[0-9]+$`},
		{`{"pattern":"^(?!\\.)[a-z@.]+$"}`, `".a"`, `".a" does not match the pattern ^(?!\.)[a-z@.]+$`}, {`{"pattern":"^(?!\\.)[a-z@.]+$"}`, `"a."`, ``}, {`{"pattern":"("}`, `"x"`, ``},
		{`{"required":["a","b"]}`, `{"c":1}`, `"a", "b" are missing`}, {`{"required":["a"]}`, `[]`, ``},
		{`{"properties":{"a":{"items":{"properties":{"b c":{"type":"number"}}}}}}`, `{"a":[{},{"b c":"x"}]}`, `a[1]["b c"]: "x" is not a number`},
		{`{"additionalProperties":false,"properties":{"a":{}}}`, `{"a":1,"b":2}`, `it has the property "b", which is not expected`},
		{`{"patternProperties":{"^x":{"type":"number"}},"additionalProperties":false}`, `{"x1":1,"x2":"a"}`, `x2: "a" is not a number`},
		{`{"propertyNames":{"maxLength":2}}`, `{"abc":1}`, `the name "abc": "abc" has more than 2 characters`}, {`{"minProperties":2}`, `{"a":1}`, `it has 1 properties, and at least 2 are expected`},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, `"b" is missing`}, {`{"dependencies":{"a":{"required":["b"]}}}`, `{"a":1}`, `"b" is missing`},
		{`{"prefixItems":[{"type":"string"}],"items":{"type":"number"}}`, `["a","b"]`, `[1]: "b" is not a number`}, {`{"items":[{"type":"string"}],"additionalItems":false}`, `["a",1]`, `[1]: 1 is not expected`},
		{`{"uniqueItems":true}`, `[{"a":1,"b":2},{"b":2,"a":1}]`, `it has an item twice`}, {`{"contains":{"const":1},"maxContains":1}`, `[1,2,1]`, `2 of its items are as some may be, and at most 1 are expected`},
		{`{"anyOf":[{"type":"string"},{"type":"number"}]}`, `true`, `true fits none of 2 alternatives; of one: true is not a string`},
		{`{"oneOf":[{"required":["a"],"properties":{"a":{"const":1}}},{"required":["b"]}]}`, `{"a":2}`, `a: 2 is not 1`}, {`{"oneOf":[{"minimum":1},{"maximum":5}]}`, `3`, `3 fits 2 alternatives, and one is expected`},
		{`{"not":{"type":"null"}}`, `null`, `null is what the schema excludes`}, {`{"if":{"type":"string"},"then":{"minLength":3},"else":{"minimum":3}}`, `2`, `2 is less than 3`},
		{`{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"string"}}}`, `1`, `1 is not a string`}, {`{"$id":"http://x/y","$ref":"y#name","$defs":{"n":{"$anchor":"name","type":"string"}}}`, `1`, `1 is not a string`},
		{`{"type":"object","properties":{"next":{"$ref":"#"}},"required":["v"]}`, `{"v":1,"next":{"v":1,"next":{}}}`, `next.next: "v" is missing`},
		{`{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`, `{"a":1,"b":1}`, `it has the property "b", which is not expected`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/s","minLength":9,"definitions":{"s":{"type":"string"}}}`, `"x"`, ``},
		{`{"properties":{"__proto__":{"type":"string"}}}`, `{"__proto__":1}`, `__proto__: 1 is not a string`}, {`{"type":"number"}`, `1e999`, ``},
		{`{"additionalProperties":false}`, `{"` + strings.Repeat("é", 1e6) + `":1}`, `it has the property "` + strings.Repeat("é", 100) + `…", which is not expected`},
		{`{"propertyNames":false}`, `{"` + strings.Repeat("x", 1e6) + `":1}`, `the name "` + strings.Repeat("x", 200) + `…": "` + strings.Repeat("x", 37) + `…" is not expected`},
		{`{"additionalProperties":{"type":"null"}}`, `{"` + strings.Repeat("x", 1e6) + `":1}`, strings.Repeat("x", 200) + `…: 1 is not null`},
		{`{"maxLength":3}`, `"` + strings.Repeat("x", 300) + `"`, `"` + strings.Repeat("x", 37) + `…" has more than 3 characters`},
	} {
		s, err := Compile([]byte(tt.schema))
		if err != nil {
			t.Errorf("%s: %v", tt.schema, err)
			continue
		}
		got := ""
		if err := s.Check([]byte(tt.value)); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.schema, tt.value, got, tt.want)
		}
	}
}

func TestPointer(t *testing.T) {
	t.Parallel()
	s, err := Compile([]byte(`{"additionalProperties":{"items":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var unfit *UnfitError
	if err := s.Check([]byte(`{"a/b~":["x",1]}`)); !errors.As(err, &unfit) || unfit.Pointer != "/a~1b~0/1" {
		t.Errorf("got %v at %q", err, unfit.Pointer)
	}
}

// nested returns text n times around a value.
func nested(before, value, after string, n int) string {
	return strings.Repeat(before, n) + value + strings.Repeat(after, n)
}

func TestRefusedSchemas(t *testing.T) {
	t.Parallel()
	chain := `{"$ref":"#/$defs/d0","$defs":{`
	for i := range 200 {
		chain += fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"},`, i, i+1)
	}
	chain += `"d200":{}}}`
	longName := strings.Repeat("x", 400_000)
	const tooLongNames = "the names in the schema are too long for the number of schemas inside"
	for text, want := range map[string]string{
		`{"$ref":"#"}`: "the schema refers to itself without going into the value, so no value could be held against it",
		`{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"if":{"not":{"$ref":"#/$defs/a"}}}}}`: "#/$defs/a: the schema refers to itself without going into the value, so no value could be held against it",
		`{"properties":{"a":{"$dynamicRef":"#x","$dynamicAnchor":"x"}}}`:                                                          "#/properties/a: the schema refers to itself without going into the value, so no value could be held against it",
		`{"dependentSchemas":{"a":{"$ref":"#"}}}`:                                                                                 "the schema refers to itself without going into the value, so no value could be held against it",
		chain:                               "#/$defs/d99: more than 100 schemas apply to the same value, one through the other",
		nested(`{"items":`, `{}`, `}`, 101): "the schema is nested deeper than 100",
		`{"anyOf":[` + nested(`{},`, `{}`, ``, 10_000) + `]}`: "the schema has more than 10000 schemas inside",
		`{"title":"` + strings.Repeat("x", MaxBytes) + `"}`:   "the schema has 1048588 bytes, and at most 1048576 are allowed",
		`{"pattern":"((a{1000}){1000}){1000}"}`:               "",
		`{"pattern":"(a{900}b{900}c{900}d{900}e{900}f{900}g{900}h{900}i{900}j{900}k{900}l{900}m{900}n{900}o{900}p{900}q{900}r{900}s{900}t{900}u{900}v{900}w{900}x{900})"}`: "#: the pattern has too many repetitions",
		`{"pattern":"` + strings.Repeat("x", 10_001) + `"}`:                                                           "#: the pattern is longer than 10000 bytes",
		`{"patternProperties":{` + strings.TrimSuffix(manyPatterns(500), ",") + `}}`:                                  "#: the patterns have too many repetitions",
		`{"properties":{"` + longName + `":{"anyOf":[` + strings.Repeat(`true,`, 1000) + `true]}}}`:                   tooLongNames,
		`{"$id":"http://x/` + longName + `/","anyOf":[` + strings.Repeat(`{"$id":"y/"},`, 1000) + `true]}`:            tooLongNames,
		`{"$id":"http://x/` + longName + `/","anyOf":[` + strings.Repeat(`{"$anchor":"y"},`, 1000) + `true]}`:         tooLongNames,
		`{"$defs":{"` + longName + `":{"$anchor":"y"}},"items":[` + strings.Repeat(`{"$ref":"#y"},`, 1000) + `true]}`: tooLongNames,
	} {
		_, err := Compile([]byte(text))
		var unbounded *UnboundedError
		if want == "" && err == nil {
			continue
		}
		if !errors.As(err, &unbounded) || !strings.HasSuffix(unbounded.At+": "+unbounded.Reason, want) {
			t.Errorf("%.100s: %v, want %s", text, err, want)
		}
	}
}

func manyPatterns(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"x%d{900}":{},`, i)
	}
	return b.String()
}

// manyTexts returns n JSON texts, each with a comma behind it.
func manyTexts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"n%d",`, i)
	}
	return b.String()
}

func TestWrongSchemas(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`5`:                                "5 is not a schema",
		`{"properties":{"name":"string"}}`: `#/properties/name: "string" is not a schema`,
		`{"properties":[]}`:                "properties is not an object",
		`{"required":true}`:                "required is not an array of strings",
		`{"type":"text"}`:                  `"text" is not a type`,
		`{"minimum":"1"}`:                  "minimum is not a number",
		`{"minItems":1.5}`:                 "minItems is not a whole number from 0 on",
		`{"$ref":"http://example.com/x"}`:  `$ref leads nowhere: "http://example.com/x"`,
		`{"$ref":"#/a/b"}`:                 `$ref leads nowhere: "#/a/b"`,
		`{"$ref":"#%zz"}`:                  `$ref leads nowhere: "#%zz"`,
		`{"allOf":{}}`:                     "allOf is not an array of schemas",
		`{`:                                "the schema is not valid JSON",
	} {
		_, err := Compile([]byte(text))
		if wrong := new(WrongError); !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestChecksEnd checks schemas and values for which a check without limits would not end in any useful time.
func TestChecksEnd(t *testing.T) {
	t.Parallel()
	var doubled strings.Builder
	doubled.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range 45 {
		ref := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		fmt.Fprintf(&doubled, `"d%d":{"%s":[%s,%s]},`, i, []string{"allOf", "anyOf"}[i%2], ref, ref)
	}
	doubled.WriteString(`"d45":{"type":"string"}}}`)
	const descend = `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"items":{"$ref":"#/$defs/a"}},{"items":{"$ref":"#/$defs/a"}},{"not":{"items":{"not":{"$ref":"#/$defs/a"}},"minItems":1}}]}}}`
	numbers := `[` + strings.Repeat(`1,`, 200_000) + `1]`
	objects := `[` + strings.Repeat(`{"a":1},`, 4000) + `{}]`
	manyNames := strings.TrimSuffix(manyTexts(60_000), ",")
	nulls := `[` + strings.Repeat(`null,`, 200_000) + `null]`
	const (
		tooLong        = "it takes too long to hold it against the schema"
		tooLongPattern = "it takes too long to hold it against a pattern of the schema"
	)
	for _, tt := range []struct{ schema, value, want string }{
		{doubled.String(), `"x"`, ""},
		{doubled.String(), `1`, "1 fits none of 2 alternatives"},
		{descend, nested(`[`, ``, `]`, 900), ""},
		{`{"pattern":"^((a+)+)+(?!x)$"}`, `"` + strings.Repeat("a", 5000) + `c"`, tooLongPattern},
		{`{"pattern":"(x{900}y?){20}z"}`, `"` + strings.Repeat("x", 4_000_000) + `"`, tooLongPattern},
		{`{"items":{"anyOf":[` + strings.Repeat(`{"type":"string"},`, 5000) + `{"type":"boolean"}]}}`, numbers, "[0]: 1 fits none of 5001 alternatives"},
		{`{"items":{"anyOf":[` + strings.Repeat(`{"type":"string"},`, 5000) + `{"type":"null"}]}}`, nulls, tooLong},
		{`{"uniqueItems":true,"contains":{"const":2},"unevaluatedItems":false}`, numbers, "0 of its items are as one has to be"},
		{`{"allOf":[` + strings.Repeat(`{"prefixItems":[true],"contains":true},`, 500) + `true],"unevaluatedItems":false}`, numbers, tooLong},
		{nested(`{"enum":[1],"items":`, `{}`, `}`, 99), nested(`[`, numbers, `]`, 99), "the array is not 1"},
		{`{"pattern":"(?i)(?=a)` + strings.Repeat(".", 5000) + `"}`, `"b"`, ""}, // no pattern of JavaScript: it is not checked
		{`{"pattern":"\\c[(?i)(?=a)` + strings.Repeat(".", 5000) + `"}`, `"b"`, ""},
		{`{"pattern":"^(?<a>[(?i])(?=b)(?:\\(?i)(?<!x)b$"}`, `"c"`, "does not match"},
		{`{"multipleOf":5e-324}`, `1.7976931348623157e308`, ""},
		{`{"contains":{"required":[` + manyNames + `]},"minContains":0}`, objects, tooLong},
		{`{"contains":{"dependentRequired":{"a":[` + manyNames + `]}},"minContains":0}`, objects, tooLong},
		{`{"items":{"dependentRequired":{` + strings.ReplaceAll(manyNames, ",", ":[],") + `:[]}}}`, objects, tooLong},
	} {
		began := time.Now()
		s, err := Compile([]byte(tt.schema))
		if err != nil {
			t.Errorf("%.80s: %v", tt.schema, err)
			continue
		}
		err = s.Check([]byte(tt.value))
		if got := fmt.Sprint(err); err == nil && tt.want != "" || err != nil && (tt.want == "" || !strings.Contains(got, tt.want)) {
			t.Errorf("%.80s: %.200s, want %q", tt.schema, got, tt.want)
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%.80s: it took %v", tt.schema, took)
		}
	}
}

// TestSlowPatternsEnd checks that the time of a check is looked at after each pattern that may take a second.
func TestSlowPatternsEnd(t *testing.T) {
	t.Parallel()
	s, err := Compile([]byte(`{"items":{"not":{"pattern":"^(?=a)(a|aa)+$"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	v := decode([]byte(`["aab","aab","aab"]`))
	c := checker{until: time.Now()}
	if _, failed := c.check(s.root, &v); failed == nil || c.stopped != "it takes too long to hold it against a pattern of the schema" {
		t.Errorf("a check whose time is over goes on: %v", failed)
	}
}

// FuzzCheck compiles any schema and checks any value against it.
func FuzzCheck(f *testing.F) {
	for _, schema := range []string{
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"items":{"$ref":"#"}}}}`, `{"type":["object"],"properties":{"a":{"enum":[1]}},"required":["a"]}`,
		`{"if":{},"then":{"not":{}},"unevaluatedProperties":false,"patternProperties":{"a|(?=b)":{}}}`, `{"$id":"http://x","$anchor":"a","$ref":"#a"}`, `{"prefixItems":[],"contains":{},"uniqueItems":true}`,
	} {
		for _, value := range []string{`{"a":[1,{"b":"ab"}]}`, `[[1],[1]]`, `"text"`, `1e400`} {
			f.Add(schema, value)
		}
	}
	f.Fuzz(func(t *testing.T, schema, value string) {
		s, err := Compile([]byte(schema))
		if err != nil {
			return
		}
		first := s.Check([]byte(value))
		if again := s.Check([]byte(value)); fmt.Sprint(first) != fmt.Sprint(again) {
			t.Fatalf("%s, %s: %v, then %v", schema, value, first, again)
		}
	})
}
