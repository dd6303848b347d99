// This file checks that imports go one way: cmd → hitlrun → jsapi → runtime → checkpoint.

package conformance_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/hitlrun/hitlrun"

// allowed lists, for each package, those of this module it may import.
var allowed = map[string][]string{
	"/checkpoint":           {},
	"/checkpoint/savertest": {"/checkpoint"},
	"/checkpoint/sqlite":    {"/checkpoint", "/dbfile", "/storefile"},
	"/dbfile":               {},
	"/storefile":            {},
	"/longterm":             {"/dbfile"},
	"/fatal":                {},
	"/safetext":             {},
	"/worker":               {"/internal/budget"},
	"/runtime":              {"/checkpoint"},
	"/jsapi/bundle":         {"/jsapi/files", "/jsapi/patterns"},
	"/jsapi/files":          {"/storefile"},
	"/jsapi/fdlibm":         {},
	"/jsapi/guard":          {"/jsapi/fdlibm", "/jsapi/patterns"},
	"/jsapi/patterns":       {},
	"/jsapi/inspect":        {"/jsapi/guard"},
	"/jsapi/lazy":           {},
	"/jsapi/lib":            {},
	"/jsapi/jsapitest":      {"/jsapi"},
	"/jsapi/langgraph":      {"/checkpoint", "/longterm", "/runtime", "/jsapi/files", "/jsapi/guard", "/jsapi/inspect", "/jsapi/review", "/jsapi/schema", "/jsapi/value", "/jsapi/vm", "/jsapi/web", "/safetext"},
	"/jsapi/node":           {"/jsapi/files", "/jsapi/guard", "/jsapi/inspect", "/jsapi/value", "/jsapi/vm", "/jsapi/web", "/safetext"},
	"/jsapi/picture":        {},
	"/jsapi/review":         {},
	"/jsapi/schema":         {},
	"/jsapi/v8errors":       {"/jsapi/guard"},
	"/jsapi/value":          {"/checkpoint", "/jsapi/guard", "/jsapi/inspect", "/jsapi/v8errors"},
	"/jsapi/vm":             {"/jsapi/bundle", "/jsapi/files", "/jsapi/guard", "/jsapi/inspect", "/jsapi/lazy", "/jsapi/patterns", "/jsapi/v8errors", "/jsapi/value", "/jsapi/web", "/safetext"},
	"/jsapi/web":            {"/jsapi/guard", "/jsapi/v8errors"},
	"/jsapi":                {"/checkpoint", "/runtime", "/jsapi/bundle", "/jsapi/files", "/jsapi/langgraph", "/jsapi/review", "/jsapi/node", "/jsapi/value", "/jsapi/vm", "/jsapi/web"},
	"":                      {"/checkpoint", "/checkpoint/sqlite", "/runtime", "/jsapi", "/jsapi/bundle", "/jsapi/files", "/jsapi/picture", "/jsapi/value", "/internal/budget", "/internal/rawjson", "/longterm", "/worker"},
	"/server":               {"", "/internal/budget", "/internal/rawjson", "/longterm"},
	"/otelhitlrun":          {""},
	"/otelhitlrun/otlp":     {},
	"/cmd/hitlrun":          {"", "/server", "/fatal", "/safetext", "/cmd/hitlrun/form", "/otelhitlrun", "/otelhitlrun/otlp"},
	"/cmd/hitlrun/form":     {},
	"/internal/budget":      {},
	"/internal/rawjson":     {},
	"/internal/programtest": {},
	"/conformance":          {},

	"/conformance/bench":          {""},
	"/conformance/bench/parallel": {"", "/conformance/bench"},
	"/conformance/bench/peer":     {},
	"/conformance/bench/server":   {},
	"/conformance/hostile":        {""},
	"/conformance/mutants":        {},
	"/conformance/platforms":      {},
	"/conformance/powercut":       {},
	"/conformance/torture":        {},
	"/conformance/ways":           {"", "/server"},
}

// confined lists who may import a dependency.
var confined = map[string][]string{
	"github.com/dop251/goja":      {"/jsapi", "/jsapi/guard", "/jsapi/inspect", "/jsapi/langgraph", "/jsapi/lazy", "/jsapi/node", "/jsapi/picture", "/jsapi/v8errors", "/jsapi/value", "/jsapi/vm", "/jsapi/web"},
	"github.com/evanw/esbuild":    {"/jsapi/bundle"},
	"github.com/mattn/go-sqlite3": {"/checkpoint/sqlite", "/dbfile", "/longterm"},
	"github.com/spf13/pflag":      {"/cmd/hitlrun"},
	"github.com/fxamacker/cbor":   {"/worker"},
	"github.com/coder/websocket":  {"/server"},
	"github.com/robfig/cron":      {"/server"},
	"golang.org/x/time":           {"/server"},
	"github.com/coreos/go-oidc":   {"/server"},
	"github.com/go-jose":          {"/server"},
	"github.com/hanwen/go-fuse":   {"/conformance/powercut"},
	"github.com/dlclark/regexp2":  {"/jsapi/guard", "/jsapi/schema"},
	"github.com/go-sourcemap":     {"/jsapi/v8errors", "/jsapi/vm"},
	"github.com/zeebo/xxh3":       {"/runtime", "/jsapi/bundle"},
	"go.opentelemetry.io":         {"/otelhitlrun", "/otelhitlrun/otlp", "/cmd/hitlrun"},

	"github.com/andybalholm/brotli": {"/jsapi/node", "/jsapi/web"},
	"golang.org/x/crypto":           {"/jsapi/node"},
	"golang.org/x/image":            {"/jsapi/picture"},

	// Each says in its package comment what it needs unsafe for. guard, lazy and v8errors write hooks into goja, and inspect fills
	// new arrays and objects. value only makes strings over stored bytes.
	"unsafe": {"/jsapi/guard", "/jsapi/inspect", "/jsapi/lazy", "/jsapi/v8errors", "/jsapi/value"},
}

func TestImports(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "../...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		from := strings.TrimPrefix(fields[0], module)
		rule, known := allowed[from]
		if !known {
			t.Errorf("package %s has no rule in this test", fields[0])
		}
		for _, imported := range fields[1:] {
			if to, ours := strings.CutPrefix(imported, module); ours && !slices.Contains(rule, to) {
				t.Errorf("%s must not import %s", fields[0], imported)
			}
			for dependency, who := range confined {
				if strings.HasPrefix(imported, dependency) && !slices.Contains(who, from) {
					t.Errorf("%s must not import %s: only %s may", fields[0], imported, strings.Join(who, ", "))
				}
			}
		}
	}
}
