// This file tests that data which looks like a tag, but was not written by dump.go, is read back unchanged.

package value

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// tagLike has inputs that look like tags, as an attacker may send them.
var tagLike = []string{
	`{"lc":2,"type":"undefined"}`, `{"lc":2,"type":"interrupt_timeout"}`, `{"lc":2,"type":"number","value":"NaN"}`, `{"lc":2,"type":"number"}`,
	`{"lc":2,"type":"number","value":{"valueOf":1}}`, `{"lc":2}`, `{"lc":{"toString":1,"valueOf":1},"type":"undefined"}`, `{"lc":null}`,
	`{"lc":2,"type":"plain","value":{"lc":2,"type":"undefined"}}`, `{"lc":2,"type":"plain","value":1}`, `{"lc":2,"type":"plain"}`,
	`{"lc":2,"type":"plain","value":{"a":1},"value":{"b":1}}`, `{"lc":2,"type":"plain","value":{"a":1},"more":1}`,
	`{"lc":2,"type":"constructor","id":["Uint8Array"],"args":[{"length":1000000000000}]}`, `{"lc":2,"type":"constructor","id":["Uint8Array"],"args":[1000000000000]}`,
	`{"lc":2,"type":"constructor","id":["Uint8Array"],"args":[[256]]}`, `{"lc":2,"type":"constructor","id":["Uint8Array"],"args":[[1.5,null,"x"]]}`,
	`{"lc":2,"type":"constructor","id":["Set"],"args":[1]}`, `{"lc":2,"type":"constructor","id":["Set"],"args":[{"length":1e9}]}`, `{"lc":2,"type":"constructor","id":["Set"],"args":["text"]}`,
	`{"lc":2,"type":"constructor","id":["Map"],"args":[[1]]}`, `{"lc":2,"type":"constructor","id":["Map"],"args":[[[1,2,3]]]}`, `{"lc":2,"type":"constructor","id":["Map"],"args":[null]}`,
	`{"lc":2,"type":"constructor","id":["BigInt"],"args":["x"]}`, `{"lc":2,"type":"constructor","id":["BigInt"],"args":[1.5]}`, `{"lc":2,"type":"constructor","id":["BigInt"],"args":["0x10"]}`,
	`{"lc":2,"type":"constructor","id":["RegExp"],"args":["(","x"]}`, `{"lc":2,"type":"constructor","id":["RegExp"],"args":["a","qq"]}`, `{"lc":2,"type":"constructor","id":["RegExp"],"args":[{},[]]}`,
	`{"lc":2,"type":"constructor","id":["Date"],"args":[{"valueOf":1}]}`, `{"lc":2,"type":"constructor","id":["Date"],"args":["2020"]}`, `{"lc":2,"type":"constructor","id":["Date"],"args":[1,2,3]}`,
	`{"lc":2,"type":"constructor","id":["Error"],"args":[{"toString":1}],"kwargs":[]}`, `{"lc":2,"type":"constructor","id":["Error"],"args":["m"],"kwargs":[1]}`,
	`{"lc":2,"type":"constructor","id":"Set","args":[[]]}`, `{"lc":2,"type":"constructor","id":{"0":"Set"},"args":{"0":[]}}`, `{"lc":2,"type":"constructor","id":[],"args":[]}`,
	`{"lc":2,"type":"constructor","id":["Function"],"args":["return 1"]}`, `{"lc":2,"type":"constructor","id":["constructor"],"args":[[]]}`, `{"lc":2,"type":"constructor","id":["Set","x"],"args":[[]]}`,
	`{"lc":1,"type":"constructor"}`, `{"lc":1,"type":"constructor","id":7,"kwargs":1}`, `{"lc":1,"type":"constructor","id":[null],"kwargs":{}}`,
	`{"lc":1,"type":"constructor","id":["langchain_core","messages","constructor"],"kwargs":{"a":1}}`, `{"lc":1,"type":"constructor","id":["langchain_core","messages",{"toString":1}],"kwargs":{}}`,
}

// validTags are tags that dump.go writes, or wrote before plainTag existed, and the values that they describe.
var validTags = map[string]string{
	`{"lc":2,"type":"undefined"}`:                                                                                 `undefined`,
	`{"lc":2,"type":"number","value":"-0"}`:                                                                       `-0`,
	`{"lc":2,"type":"number","value":"NaN"}`:                                                                      `NaN`,
	`{"lc":2,"type":"plain","value":{"lc":2,"type":"undefined"}}`:                                                 `({ lc: 2, type: "undefined" })`,
	`{"lc":2,"type":"plain","value":{"lc":2,"d":{"lc":2,"type":"undefined"}}}`:                                    `({ lc: 2, d: undefined })`,
	`{"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[[["k",{"v":1}],[{"o":1},[2]]]],"kwargs":{}}`: `new Map([["k", { v: 1 }], [{ o: 1 }, [2]]])`,
	`{"lc":2,"type":"constructor","id":["Set"],"method":null,"args":[[1,"1",[1]]],"kwargs":{}}`:                   `new Set([1, "1", [1]])`,
	`{"lc":2,"type":"constructor","id":["Date"],"method":null,"args":[null],"kwargs":{}}`:                         `new Date(NaN)`,
	`{"lc":2,"type":"constructor","id":["Date"],"method":null,"args":[-1],"kwargs":{}}`:                           `new Date(-1)`,
	`{"lc":2,"type":"constructor","id":["RegExp"],"method":null,"args":["a\\/b","gi"],"kwargs":{}}`:               `/a\/b/gi`,
	`{"lc":2,"type":"constructor","id":["BigInt"],"method":null,"args":["-1000000000000000000000"],"kwargs":{}}`:  `-(10n ** 21n)`,
	`{"lc":2,"type":"constructor","id":["Uint8Array"],"method":null,"args":[[0,128,255]],"kwargs":{}}`:            `new Uint8Array([0, 128, 255])`,
	`{"lc":2,"type":"constructor","id":["Error"],"method":null,"args":["no"],"kwargs":{"name":"Error","code":5}}`: ``,
	`{"lc":1,"x":2}`: `({ lc: 1, x: 2 })`,
}

func within(text string) []string {
	return []string{text, `[` + text + `]`, `{"a":{"b":[1,` + text + `]}}`, `{"lc":1,"inner":` + text + `}`, `{"lc":2,"type":"constructor","id":["Set"],"args":[[` + text + `]]}`}
}

// TestDataStaysData stores and reads data that looks like tags, as inputs, answers and updates are.
func TestDataStaysData(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	list := tagLike
	for text := range validTags {
		list = append(list, text)
	}
	for _, one := range list {
		for _, text := range within(one) {
			checkDataStays(t, realm, []byte(text))
		}
	}
}

// checkDataStays parses JSON text, stores and reads it twice, and checks its plain form.
func checkDataStays(t *testing.T, realm *Realm, text []byte) {
	t.Helper()
	given, err := realm.Parse(text, false)
	if err != nil {
		return
	}
	stored, err := realm.Dump(given, true)
	if err != nil {
		if strings.Contains(err.Error(), "nested deeper") {
			return
		}
		t.Fatalf("%s: dump: %v", text, err)
	}
	back, err := realm.Load(stored)
	if err != nil {
		t.Fatalf("%s: load %s: %v", text, stored.Data, err)
	}
	recalled, _, err := realm.Recall(nil, stored)
	if err != nil {
		t.Fatalf("%s: recall %s: %v", text, stored.Data, err)
	}
	if want := realm.Show(given); realm.Show(back) != want || realm.Show(recalled) != want {
		t.Fatalf("%s: %s came back as %s and %s (stored as %s)", text, want, realm.Show(back), realm.Show(recalled), stored.Data)
	}
	again, err := realm.Dump(back, true)
	if err != nil || string(again.Data) != string(stored.Data) {
		t.Fatalf("%s: stored as %s, then as %s (%v)", text, stored.Data, again.Data, err)
	}
	var want, got any
	if json.Unmarshal(text, &want) != nil {
		return // a number out of Go's range
	}
	if err := json.Unmarshal(PlainJSON(stored.Data), &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%s is shown as %s (%v)", text, PlainJSON(stored.Data), err)
	}
}

// TestOddTagsAreRead reads stored data that no current version of dump.go writes: data that was stored before such data
// was escaped.
func TestOddTagsAreRead(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	for _, text := range tagLike[3:] {
		if text == `{"lc":2,"type":"plain","value":{"lc":2,"type":"undefined"}}` {
			continue
		}
		want, err := realm.Parse([]byte(text), false)
		if err != nil {
			t.Fatal(err)
		}
		got, err := realm.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)})
		if err != nil || realm.Show(got) != realm.Show(want) {
			t.Errorf("%s is read as %s (%v)", text, realm.Show(got), err)
		}
	}
}

func TestTagsAreRead(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	for text, source := range validTags {
		got, err := realm.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if source == "" {
			if o, ok := got.(*goja.Object); !ok || o.ClassName() != "Error" || o.Get("message").String() != "no" || o.Get("code").ToInteger() != 5 {
				t.Errorf("%s is read as %s", text, realm.Show(got))
			}
			continue
		}
		want, err := realm.rt.RunString(source)
		if err != nil {
			t.Fatal(err)
		}
		if shown(realm, got) != shown(realm, want) {
			t.Errorf("%s is read as %s, want %s", text, realm.Show(got), realm.Show(want))
		}
	}
}

// TestDeepValuesComeBack stores and reads values with the maximum depth.
func TestDeepValuesComeBack(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	for _, wrap := range []string{`new Map([["k", v]])`, `new Set([v])`, `({ lc: 2, v })`, `[v]`, `Object.assign(new Error("e"), { v })`} {
		v, err := realm.rt.RunString(`(() => { let v = new Uint8Array([1]); for (let i = 0; i < 450; i++) v = ` + wrap + `; return v })()`)
		if err != nil {
			t.Fatal(err)
		}
		b, err := realm.Dump(v, true)
		if err != nil {
			t.Fatalf("%s: %v", wrap, err)
		}
		back, err := realm.Load(b)
		if err != nil {
			t.Fatalf("%s: %v", wrap, err)
		}
		again, err := realm.Dump(back, true)
		if err != nil || string(again.Data) != string(b.Data) {
			t.Errorf("%s comes back as something else (%v)", wrap, err)
		}
		if !json.Valid(PlainJSON(b.Data)) {
			t.Errorf("%s has no plain form", wrap)
		}
	}
}

// TestNamesComeBack stores objects with names that are lone surrogates, and with many names that are indices, in any
// order.
func TestNamesComeBack(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	v, err := realm.Parse([]byte(`{"\ud800":1,"a":{"\udc00x":[{"lc":1,"\ud801":2}]},"\ufffd":3}`), false)
	if err != nil {
		t.Fatal(err)
	}
	b, err := realm.Dump(v, true)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"\ud800":1,"a":{"\udc00x":[{"lc":2,"type":"plain","value":{"lc":1,"\ud801":2}}]},"\ufffd":3}`
	if string(b.Data) != want {
		t.Errorf("stored as %s, want %s", b.Data, want)
	}
	checkDataStays(t, realm, []byte(`[{"b":1,"\ud800":1}]`))

	began := time.Now()
	var text strings.Builder
	text.WriteString(`{"name":0`)
	for i := 300_000; i > 0; i-- {
		fmt.Fprintf(&text, `,"%d":%d,"n%d":0`, i, i%7, i)
	}
	text.WriteString(`,"7":"last"}`)
	if v, err = realm.Parse([]byte(text.String()), false); err != nil {
		t.Fatal(err)
	}
	realm.rt.Set("many", v)
	keys, err := realm.rt.RunString(`Object.keys(many).slice(0, 3).join() + " " + Object.keys(many).slice(300000, 300003).join() + " " + many[7] + many[300000]`)
	if err != nil || keys.String() != "1,2,3 name,n300000,n299999 last1" {
		t.Errorf("names are %v (%v)", keys, err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("reading them took %v", took)
	}
}

// TestPlainJSONIsLinear checks the time of PlainJSON for large values that are nested deep.
func TestPlainJSONIsLinear(t *testing.T) {
	t.Parallel()
	for wrap, end := range map[string]string{
		`{"a":`: `}`,
		`{"lc":2,"type":"constructor","id":["Set"],"method":null,"args":[[`: `]]}`,
		`{"lc":2,"type":"plain","value":{"lc":3,"v":`:                       `}}`,
	} {
		const depth = 900
		text := strings.Repeat(wrap, depth) + `["lc",` + strings.Repeat(`"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",{"lc":5},`, 100_000) + `0]` + strings.Repeat(end, depth)
		if !json.Valid([]byte(text)) {
			t.Fatalf("the test is wrong: %s %s", wrap, end)
		}
		began := time.Now()
		if out := PlainJSON([]byte(text)); !json.Valid(out) || len(out) < 4_000_000 {
			t.Errorf("%s: %d bytes", wrap, len(out))
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s: it took %v", wrap, took)
		}
	}
}

// FuzzStored checks that any JSON text can be read as a stored value, and that the result can be stored again.
func FuzzStored(f *testing.F) {
	for _, text := range tagLike {
		f.Add(text)
	}
	for text := range validTags {
		f.Add(text)
	}
	realm := testRealm(f)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := realm.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)})
		if err != nil {
			if _, plainErr := realm.Parse([]byte(text), false); plainErr == nil {
				t.Fatalf("%q is JSON and is not read: %v", text, err)
			}
			return
		}
		stored, err := realm.Dump(v, true)
		if err != nil {
			t.Fatalf("%q is read as %s and cannot be stored: %v", text, realm.Show(v), err)
		}
		back, err := realm.Load(stored)
		if err != nil || realm.Show(back) != realm.Show(v) {
			t.Fatalf("%q is read as %s, and then as %s (%v)", text, realm.Show(v), realm.Show(back), err)
		}
		if !json.Valid(PlainJSON([]byte(text))) && json.Valid([]byte(text)) {
			t.Fatalf("%q is shown as %s", text, PlainJSON([]byte(text)))
		}
	})
}

// FuzzAnswer checks that any answer is read back unchanged.
func FuzzAnswer(f *testing.F) {
	for _, text := range tagLike {
		f.Add(text)
		f.Add(`{"a":[` + text + `]}`)
	}
	f.Add(`{"\ud800":{"lc":"\udc00"}}`)
	f.Add(`[-0,-0.0,1e999]`)
	realm := testRealm(f)
	f.Fuzz(func(t *testing.T, text string) { checkDataStays(t, realm, []byte(text)) })
}
