package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLargeConfigs checks the bounds of the configuration files that a build reads: of each, and of all together.
func TestLargeConfigs(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		packages, bytes, index int
		want                   string
	}{
		"one":         {1, maxConfig + 1, 0, "package.json: the file is larger than 2 MB"},
		"many":        {9, maxConfig - 100, 0, "the files package.json and tsconfig.json of the script have more than 16 MB"},
		"allowed":     {7, maxConfig - 100, 0, ""},
		"large index": {7, maxConfig - 100, maxSourceBytes + 1, ".pnp.data.json: the file is larger than 32 MB"},
		"an index":    {7, maxConfig - 100, 3 * maxConfig, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write := func(name, text string) {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("package.json", `{}`)
			if tt.index > 0 {
				write(".pnp.data.json", strings.Repeat(" ", tt.index-2)+"{}")
			}
			var imports strings.Builder
			for i := range tt.packages {
				write(fmt.Sprintf("node_modules/x%d/package.json", i), `{"description":"`+strings.Repeat("x", tt.bytes-18)+`"}`)
				write(fmt.Sprintf("node_modules/x%d/index.js", i), "")
				fmt.Fprintf(&imports, "import 'x%d';\n", i)
			}
			write("flow.ts", imports.String())
			_, err := Bundle(Options{Entry: filepath.Join(dir, "flow.ts")})
			switch {
			case tt.want == "" && err != nil, tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
