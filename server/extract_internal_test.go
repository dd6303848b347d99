package server

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Large values of a state are not copied when they are selected, nor when a part of them is extracted. This test measures memory, and is not parallel.
func TestSelectionsCopyNoLargeValues(t *testing.T) {
	const size = 8 << 20
	text := `"` + strings.Repeat("x", size) + `"`
	values := json.RawMessage(`{"a":[1,` + text + `,2],"b":{"\u0061":"é"}}`)
	for _, tt := range []struct {
		names []string
		most  uint64
		want  string
	}{
		{nil, size / 2, `{"values":` + string(values) + `,"next":["n"],"tasks":null,`},
		{[]string{"values"}, size / 2, `{"values":` + string(values) + `}`},
		{[]string{"next", "values"}, size / 2, `{"next":["n"],"values":` + string(values) + `}`},
		{[]string{"next"}, size / 2, `{"next":["n"]}`},
		{[]string{"values.b", "values.c"}, size / 2, `{"values":{"b":{"\u0061":"é"}}}`},
		{[]string{"interrupts", "values.b"}, size / 2, `{"interrupts":[],"values":{"b":{"\u0061":"é"}}}`},
	} {
		state, names := &shownState{Values: values, Next: []string{"n"}}, selectionOf(tt.names)
		var got [3][]byte
		takesAtMost(t, strings.Join(tt.names, " "), tt.most, func() {
			names.selectValues(state)
			got[0], got[1], got[2] = encodeAround(func() any { return selectState(state, names) }, &state.Values)
		})
		if all := bytes.Join(got[:], nil); !strings.HasPrefix(string(all), tt.want) || !json.Valid(all) {
			t.Errorf("%q: %d bytes: %.200s", tt.names, len(all), all)
		}
	}
	for path, want := range map[string]string{
		"values.a[1]": text, "values.a[-2]": text, "values.a[-1]": "2", "values.a[0]": "1", "values.a[3]": "", "values.a[-4]": "", "values.b.a": `"é"`, "values.b[0]": "", "values.a.b": "",
	} {
		steps, _ := parseExtractPath(path)
		part := values
		takesAtMost(t, path, size/2, func() {
			for _, step := range steps[1:] {
				part = stepTo(part, step)
			}
		})
		if string(part) != want {
			t.Errorf("%s: %d bytes: %.200s", path, len(part), part)
		}
	}
}
