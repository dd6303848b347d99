// This file tests how JSON is shown over several lines.

package form_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/cmd/hitlrun/form"
)

func TestPrettyIsIndentedJSON(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		`{}`, `[]`, ` { } `, `[ ]`, `[[]]`, `[{},[],""]`, `"a, \"b\": [\\"`, `-1.5e3`, `null`, ` [ 1 , true,
			null ] `, `{"a":{"b":[1,2,{"c":"d\n"}]},"e\"":"","ä":[[[["x"]]]]}`, `{"a" : 1,"b":[ ]}`,
	} {
		var want bytes.Buffer
		if err := json.Indent(&want, bytes.TrimSpace([]byte(value)), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got := form.Pretty(json.RawMessage(value)); got != want.String() {
			t.Errorf("%s: got\n%s\nwant\n%s", value, got, want.String())
		}
		want.Reset()
		_ = json.Indent(&want, bytes.TrimSpace([]byte(value)), "> ", "  ") // the value is valid
		var got strings.Builder
		form.Indent(func(piece string) { got.WriteString(piece) }, json.RawMessage(value), "> ")
		if got.String() != want.String() {
			t.Errorf("%s with a prefix: got\n%s\nwant\n%s", value, got.String(), want.String())
		}
	}
	if got := form.Pretty(json.RawMessage("{not\nJSON")); got != "{not\nJSON" {
		t.Errorf("text that is not JSON became %q", got)
	}
}

func TestPrettyOfNestedValuesIsNotMuchLarger(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 480) + "0" + strings.Repeat(",0", 100_000) + strings.Repeat("]", 480)
	wide := strings.Repeat(`{"a":[`, 200) + strings.TrimSuffix(strings.Repeat("[[]],", 10_000), ",") + strings.Repeat("]}", 200)
	for _, value := range []string{deep, wide} {
		got := form.Pretty(json.RawMessage(value))
		if limit := 6*len(value) + 64<<10; len(got) > limit {
			t.Errorf("%d bytes became %d, more than %d", len(value), len(got), limit)
		}
		if !strings.HasPrefix(got, value[:1]+"\n  ") {
			t.Errorf("it begins with %q", got[:20])
		}
		var back bytes.Buffer
		if err := json.Compact(&back, []byte(got)); err != nil || back.String() != value {
			t.Errorf("the value is another one: %v", err)
		}
	}
}
