// This file checks when a stored bundle is used again, and when not.

package bundle

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// cacheCase is a script and a cache of its own.
type cacheCase struct {
	*scriptCase
	cache Cache
}

func newCacheCase(t *testing.T, archive string) *cacheCase {
	t.Helper()
	return &cacheCase{scriptCase: extract(t, archive), cache: Cache{Dir: filepath.Join(t.TempDir(), "cache")}}
}

const cachedScript = `-- flow.ts --
import { a } from "./lib/a";
import { zod } from "zod";
import { graph } from "@langchain/langgraph";
const optional = await import("optional").catch(() => ({ x: "none" }));
console.log(a, zod, graph, (optional as any).x, process.env.NODE_ENV);
-- lib/a.ts --
export const a = "a";
-- package.json --
{ "type": "module" }
-- builtin:@langchain/langgraph --
export const graph = "graph";
-- fallback:zod --
export const zod = "ours";
`

// stored returns the content of the one file in the cache.
func (c *cacheCase) stored(t *testing.T) (path string, data []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(c.cache.Dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files in the cache: %v, %v", files, err)
	}
	data, err = os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return files[0], data
}

// hit says whether a bundle is loaded: the stored file is replaced by itself with other code,
// which is what comes back then.
func (c *cacheCase) hit(t *testing.T) (bool, *Result) {
	t.Helper()
	path, data := c.stored(t)
	head, code, mapData, err := parseStored(data)
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(head, &m); err != nil {
		t.Fatal(err)
	}
	marked := append(bytes.Clone(code), "/*stored*/"...)
	if err := c.cache.store(path, &m, &Result{Code: marked, Map: mapData}); err != nil {
		t.Fatal(err)
	}
	r, err := c.cache.Bundle(c.options)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.HasSuffix(r.Code, []byte("/*stored*/")), r
}

func TestCacheHit(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	first, err := c.cache.Bundle(c.options)
	if err != nil {
		t.Fatal(err)
	}
	path, data := c.stored(t)
	second, err := c.cache.Bundle(c.options)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Code, second.Code) || !bytes.Equal(first.Map, second.Map) || first.Hash != second.Hash ||
		first.CodeHash != second.CodeHash || len(first.Files) != len(second.Files) || len(first.Warnings) != len(second.Warnings) {
		t.Errorf("got another result from the cache: %+v, first %+v", second, first)
	}
	if got, ok := second.Source(filepath.Join(c.dir, "lib/a.ts")); !ok || got != "export const a = \"a\";\n" {
		t.Errorf("Source of lib/a.ts = %q, %t", got, ok)
	}
	if hit, _ := c.hit(t); !hit {
		t.Error("not loaded though nothing changed")
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("cache directory: %v, %v; want mode 0700", info.Mode(), err)
	}
	if !strings.HasPrefix(string(data), cacheFormat) {
		t.Errorf("stored file starts with %q", data[:20])
	}
}

func TestCacheMiss(t *testing.T) {
	t.Parallel()
	cases := map[string]func(t *testing.T, c *cacheCase){
		"entry changed":  func(t *testing.T, c *cacheCase) { c.write(t, "flow.ts", "console.log(1)") },
		"import changed": func(t *testing.T, c *cacheCase) { c.write(t, "lib/a.ts", "export const a = 2") },
		"import gone, other comes": func(t *testing.T, c *cacheCase) {
			c.write(t, "lib/a.js", "export const a = 2")
			c.remove(t, "lib/a.ts")
		},
		"package installed":    func(t *testing.T, c *cacheCase) { c.write(t, "node_modules/zod/index.js", "export const zod = 'disk'") },
		"optional installed":   func(t *testing.T, c *cacheCase) { c.write(t, "node_modules/optional/index.js", "export const x = 1") },
		"tsconfig added":       func(t *testing.T, c *cacheCase) { c.write(t, "tsconfig.json", "{}") },
		"package.json changed": func(t *testing.T, c *cacheCase) { c.write(t, "package.json", "{}") },
		"package.json added":   func(t *testing.T, c *cacheCase) { c.write(t, "lib/package.json", "{}") },
		"other file comes first": func(t *testing.T, c *cacheCase) {
			c.write(t, "lib/a", "export const a = 3")
		},
		"module changed": func(t *testing.T, c *cacheCase) {
			ask := c.options.Builtin
			c.options.Builtin = func(importer, specifier string) (Module, bool) {
				m, ok := ask(importer, specifier)
				m.Source += "\n"
				return m, ok
			}
		},
		"module gone": func(t *testing.T, c *cacheCase) {
			c.options.Fallback = nil
			c.write(t, "node_modules/zod/index.js", "export let zod")
		},
		"version changed": func(t *testing.T, c *cacheCase) { c.cache.Version = "2" },
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCacheCase(t, cachedScript)
			if _, err := c.cache.Bundle(c.options); err != nil {
				t.Fatal(err)
			}
			change(t, c)
			if hit, _ := c.hit(t); hit {
				t.Error("loaded from the cache")
			}
			if c.cache.Version != "" {
				return
			}
			if hit, _ := c.hit(t); !hit {
				t.Error("the new bundle was not stored")
			}
		})
	}
}

// An import may have a symbolic link on its way, to the folder of a version or to a file.
func TestCacheLinks(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, `-- flow.ts --
import { a } from "./lib/a";
import { b } from "./b";
console.log(a, b);
-- v1/a.ts --
export const a = 1;
-- v2/a.ts --
export const a = 2;
`)
	link := func(to, name string) {
		t.Helper()
		_ = os.Remove(filepath.Join(c.dir, name)) // there is none at first
		if err := os.Symlink(to, filepath.Join(c.dir, name)); err != nil {
			t.Skip(err)
		}
	}
	c.write(t, "b1.ts", "export const b = 1")
	c.write(t, "b2.ts", "export const b = 2")
	link("v1", "lib")
	link("b1.ts", "b.ts")
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"lib": "v2", "b.ts": "b2.ts"} {
		if hit, _ := c.hit(t); !hit {
			t.Error("not loaded though nothing changed")
		}
		link(to, name)
		if hit, _ := c.hit(t); hit {
			t.Errorf("loaded from the cache although %s leads to %s now", name, to)
		}
	}
}

func (c *cacheCase) remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(c.dir, name)); err != nil {
		t.Fatal(err)
	}
}

// TestCacheDefine checks that options lead to another file.
func TestCacheDefine(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	c.options.Define = map[string]string{"process.env.NODE_ENV": `"production"`}
	r, err := c.cache.Bundle(c.options)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(r.Code, []byte(`"production"`)) {
		t.Error("the bundle does not have the definition")
	}
}

func TestCacheCorrupt(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	want, err := c.cache.Bundle(c.options)
	if err != nil {
		t.Fatal(err)
	}
	path, good := c.stored(t)
	for i := 0; i < len(good); i += 1 + len(good)/60 {
		for _, bad := range [][]byte{good[:i], append(append(bytes.Clone(good[:i]), good[i]^0x20), good[i+1:]...)} {
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := c.cache.Bundle(c.options)
			if err != nil || !bytes.Equal(got.Code, want.Code) {
				t.Fatalf("damaged at %d: %v", i, err)
			}
		}
	}
}

// TestCacheOfOthers checks that a bundle is not used, but replaced, if another user can write to it or could have made it.
func TestCacheOfOthers(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	path, _ := c.stored(t)
	for name, change := range map[string]func() error{
		"the group can write to it":  func() error { return os.Chmod(path, 0o660) },
		"others can write to it":     func() error { return os.Chmod(path, 0o602) },
		"it belongs to another user": func() error { return os.Chown(path, 65534, 65534) },
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "another user") && os.Geteuid() != 0 {
				t.Skip("only root can give a file to another user: the test has to run as root")
			}
			if err := change(); err != nil {
				t.Fatal(err)
			}
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.cache.Bundle(c.options); err != nil {
				t.Fatal(err)
			}
			if after, err := os.Stat(path); err != nil || os.SameFile(before, after) || !files.OnlyOwn(after) {
				t.Errorf("it was not replaced by one of this user: %v", err)
			}
		})
	}
}

// TestCacheUnusable checks that a cache that cannot be written costs nothing but time.
func TestCacheUnusable(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	c.write(t, "file", "in the way")
	c.cache.Dir = filepath.Join(c.dir, "file", "cache")
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Error(err)
	}
	c.cache = Cache{}
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Error(err)
	}
}

// TestCacheNotStored lists scripts whose inputs cannot all be noted.
func TestCacheNotStored(t *testing.T) {
	t.Parallel()
	for name, archive := range map[string]string{
		"glob":    "-- flow.ts --\nconst n = 'a'; await import(`./parts/${n}.ts`)\n-- parts/a.ts --\nexport {}\n",
		"extends": "-- flow.ts --\nconsole.log(1)\n-- tsconfig.json --\n{ \"extends\": \"@tsconfig/node20\" }\n-- node_modules/@tsconfig/node20/tsconfig.json --\n{}\n",
		"paths":   "-- flow.ts --\nconsole.log(1)\n-- tsconfig.json --\n{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./a/*\", \"./b/*\"] } } }\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCacheCase(t, archive)
			if _, err := c.cache.Bundle(c.options); err != nil {
				t.Fatal(err)
			}
			if files, _ := filepath.Glob(filepath.Join(c.cache.Dir, "*")); len(files) != 0 {
				t.Errorf("stored: %v", files)
			}
		})
	}
}

// TestCacheSource checks an entry that is given as text.
func TestCacheSource(t *testing.T) {
	t.Parallel()
	c := newCacheCase(t, cachedScript)
	c.options.Source = []byte(`export const one = 1; console.log("given")`)
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	if hit, r := c.hit(t); !hit || len(r.Files) != 0 {
		t.Errorf("hit = %t, files = %v", hit, r.Files)
	}
	c.options.Source = []byte(`console.log("another")`)
	if hit, _ := c.hit(t); hit {
		t.Error("loaded from the cache though the text is another")
	}
}

// TestCacheShowsPaths checks that a stored bundle names files as the user does now.
func TestCacheShowsPaths(t *testing.T) {
	c := newCacheCase(t, cachedScript)
	t.Chdir(c.dir)
	c.options.Entry = "flow.ts"
	if _, err := c.cache.Bundle(c.options); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(c.dir, "lib"))
	c.options.Entry = "../flow.ts"
	hit, r := c.hit(t)
	if !hit {
		t.Fatal("not loaded from another directory")
	}
	names, _, err := parseMap(r.Map)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(names, " "); !strings.Contains(got, "a.ts") || !strings.Contains(got, "../flow.ts") || strings.Contains(got, "lib/a.ts") {
		t.Errorf("sources of the map: %s", got)
	}
}
