// This file checks that places in the code lead back to the user's lines.

package bundle

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var stackFrame = regexp.MustCompile(`at (?:(\S+) \()?bundle\.js:(\d+):(\d+)`)

// trace maps a stack of goja.
func trace(r *Result, dir, stack string) []string {
	var frames []string
	for _, m := range stackFrame.FindAllStringSubmatch(stack, -1) {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		if file, l, c, ok := r.Position(line, col); ok {
			frames = append(frames, strings.TrimSpace(fmt.Sprintf("%s %s:%d:%d", m[1], strings.TrimPrefix(file, dir+"/"), l, c)))
		}
	}
	return frames
}

func TestPositions(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, archive string
		want          []string
	}{
		{"plain", "-- flow.ts --\nconst a: number = 1;\n\nfunction f(x: number) {\n  g(x);\n}\nfunction g(x: number) {\n  const s = new Error('x').stack;\n  console.log(s);\n}\nf(a);\n",
			[]string{"g flow.ts:7:13", "f flow.ts:4:3", "flow.ts:10:1"}},
		{"imported", "-- flow.ts --\nimport { f } from './lib/f';\nf();\n-- lib/f.js --\n// one\n// two\nexport function f() { console.log(new Error('x').stack) }\n",
			[]string{"f lib/f.js:3:35", "flow.ts:2:1"}},
		{"renamed, moved to the start of its block", "-- flow.ts --\nimport { f as other } from './other';\nconst f = () => {\n  const late = 1;\n  other(g);\n  function g() {\n    h();\n    function g() { return new Error('x').stack }\n    function h() { console.log(g()) }\n  }\n};\nclass State { static go() { f() } }\nState.go();\n-- other.ts --\nexport class State {}\nexport const f = (g: any) => g(), h = State;\n",
			[]string{"g flow.ts:7:27", "h flow.ts:8:32", "g flow.ts:6:5", "f other.ts:2:30", "f flow.ts:4:3", "go flow.ts:11:29", "flow.ts:12:7"}},
		{"CRLF and characters of two units", "-- flow.ts --\nconst a = '😀é', b = (() => { console.log(new Error('x').stack) })();\r\nconst c = 1;\r\n(() => { console.log(new Error('y').stack) })();\r\n",
			[]string{"flow.ts:1:43", "flow.ts:1:65", "flow.ts:3:22", "flow.ts:3:44"}},
		{"beside text that is not changed", "-- flow.ts --\nconsole.log(String.raw`é😀`.length, /é😀/.source.length, new Error('x').stack);\n",
			[]string{"flow.ts:1:58"}},
		{"async generator", "-- flow.mjs --\nasync function* gen() {\n  yield 1;\n  console.log(new Error('x').stack);\n}\nfor await (const x of gen());\n",
			[]string{"flow.mjs:3:15", "flow.mjs:5:27"}},
		{"with import.meta", "-- flow.mjs --\nimport.meta.url;\nconsole.log(new Error('x').stack);",
			[]string{"flow.mjs:2:13"}},
		{"a module of ours", "-- flow.ts --\nimport { f } from 'm';\nf();\n-- builtin:m --\ninterface T {}\n\nexport const f = () => console.log(new Error('x').stack);\n",
			[]string{"f hitlrun/m:3:8", "flow.ts:2:1"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := extract(t, c.archive)
			r, err := Bundle(s.options)
			if err != nil {
				t.Fatal(err)
			}
			h := newHost(t)
			if err := h.run(r); err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(trace(r, s.dir, h.out.String()), func(f string) bool { return strings.HasPrefix(f, "__") })
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q\nstack %s", got, c.want, h.out.String())
			}
		})
	}
}

func TestPositionNone(t *testing.T) {
	t.Parallel()
	r, err := Bundle(Options{Entry: "x.ts", Source: []byte("console.log(1)")})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range [][2]int{{1, 1}, {0, 0}, {-1, 5}, {9999, 1}, {2, -1}} {
		if file, l, c, ok := r.Position(p[0], p[1]); ok {
			t.Errorf("Position(%d, %d) = %s:%d:%d", p[0], p[1], file, l, c)
		}
	}
	for _, damaged := range []string{"", "{}", "[", `{"version":3,"sources":["a"],"mappings":"!!"}`, `{"version":3,"mappings":"AAAA"}`} {
		r := &Result{Code: []byte("x"), Map: []byte(damaged)}
		if _, _, _, ok := r.Position(1, 1); ok {
			t.Errorf("map %q gives a position", damaged)
		}
	}
}

// TestMappings encodes what it decodes.
func TestMappings(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var segments []segment
		at := segment{}
		for range random.IntN(50) {
			if random.IntN(4) == 0 {
				at.line += 1 + random.Int32N(3)
				at.col = 0
			}
			at.col += 1 + random.Int32N(100_000)
			s := at
			s.src, s.srcLine, s.srcCol = random.Int32N(10), random.Int32N(1<<20), random.Int32N(1<<20)
			if random.IntN(10) == 0 {
				s = segment{line: at.line, col: at.col, src: -1}
			}
			segments = append(segments, s)
		}
		got, err := decodeMappings(encodeMappings(segments, 0))
		if err != nil || !slices.Equal(got, segments) {
			t.Fatalf("%v\nbecame\n%v, %v", segments, got, err)
		}
		shifted, err := decodeMappings(encodeMappings(segments, 3))
		for i := range shifted {
			shifted[i].line -= 3
		}
		if err != nil || !slices.Equal(shifted, segments) {
			t.Fatalf("shifted by 3 lines: %v, %v", shifted, err)
		}
	}
	for _, bad := range []string{"!", "AA", "AAA", "AAAAAA", "g", "ggggggggggggg"} {
		if _, err := decodeMappings(bad); err == nil {
			t.Errorf("mappings %q are accepted", bad)
		}
	}
}
