package rawjson_test

import (
	"encoding/json"
	"testing"

	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// compact decodes a value by its parts, and encodes it again.
func compact(value []byte) []byte {
	switch value[0] {
	case '{':
		out := []byte("{")
		rawjson.Fields(value, func(name, value []byte) bool {
			if len(out) > 1 {
				out = append(out, ',')
			}
			text, _ := json.Marshal(rawjson.Name(name))
			out = append(append(append(out, text...), ':'), compact(value)...)
			return true
		})
		return append(out, '}')
	case '[':
		out := []byte("[")
		rawjson.Elements(value, func(value []byte) bool {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(out, compact(value)...)
			return true
		})
		return append(out, ']')
	}
	return value
}

func TestParts(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{}`: `{}`, `[ ]`: `[]`, ` { } `: "", `1.5e3`: `1.5e3`,
		"{ \"a\" : [1 ,\n{\"b\":\"}\\\"]\"} , \"\\\\\" , null,true] , \"é\\n\" : -1 }": `{"a":[1,{"b":"}\"]"},"\\",null,true],"é\n":-1}`,
		`{"a":{"b":{"c":[[[]]]}},"d":""}`:                                              `{"a":{"b":{"c":[[[]]]}},"d":""}`,
	} {
		if want == "" {
			rawjson.Fields([]byte(in), func(name, _ []byte) bool { t.Errorf("%q has a field %s", in, name); return true })
			continue
		}
		if got := string(compact([]byte(in))); got != want {
			t.Errorf("%q has the parts %s, want %s", in, got, want)
		}
	}
	n := 0
	rawjson.Elements([]byte(`[1,2,3]`), func([]byte) bool { n++; return n < 2 })
	rawjson.Fields([]byte(`{"a":1,"b":2,"c":3}`), func(_, _ []byte) bool { n++; return n < 4 })
	if n != 4 {
		t.Errorf("%d parts", n)
	}
	for _, bad := range []string{"", "{", `{"a`, `{"a":`, `{"a":1`, `{a:1}`, `{"a":}`, "[", "[1", `["`, `["\`, "[,]", "]", "}", `{"a"}`, `"\`} {
		rawjson.Fields([]byte(bad), func(_, _ []byte) bool { return true })
		rawjson.Elements([]byte(bad), func([]byte) bool { return true })
	}
}
