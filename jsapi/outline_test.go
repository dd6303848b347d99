package jsapi_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/files"
)

// TestOutlineOfLargeScripts checks that the functions of a large script are compiled at their first
// call, whether or not its bundle comes from the cache, and that errors in them have the right
// positions.
func TestOutlineOfLargeScripts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var source strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&source, "export function f%d(x: number) {\n  const list = [x, x + %d]; if (x < 0) throw new RangeError(\"the number must not be negative\");\n  return list.map((y) => y * %d).concat(typeof f%d as any);\n}\n", i, i, i, i*7%3000)
	}
	source.WriteString("export function fails() {\n  const nothing: any = undefined; const more = 'a text that makes the function so long that it waits';\n  return more + nothing.x;\n}\n")
	source.WriteString("console.log(f7(3)); fails();\n")
	path := filepath.Join(dir, "large.ts")
	if err := os.WriteFile(path, []byte(source.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"bundled", "cached"} {
		b, err := jsapi.BundleWith(path, nil, filepath.Join(dir, "cache"), files.Grants{})
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(b.Code[bytes.LastIndexByte(b.Code, '\n'):], []byte(";")); n < 1000 {
			t.Fatalf("%s: the outline has %d functions", from, n)
		}
		p, err := jsapi.Compile(path, b)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		v, err := jsapi.NewVM(p, jsapi.Options{Stdout: &out})
		if err != nil {
			t.Fatal(err)
		}
		err = v.Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("large.ts:%d:25", 3000*4+3)) || !strings.Contains(err.Error(), "'x'") {
			t.Errorf("%s: got the error %v", from, err)
		}
		if out.String() != "[ 21, 70, 'function' ]\n" {
			t.Errorf("%s: got %q", from, out.String())
		}
		_ = v.Close()
	}
}
