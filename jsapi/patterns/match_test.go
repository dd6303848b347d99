package patterns_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// TestMatch compares matches at the start of a text with what V8 returns: the start and the end of each group.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		source string
		flags  patterns.Flags
		text   string
		want   []int
	}{
		{`(?:(a)|b)*`, patterns.Flags{}, "ab", []int{0, 2, -1, -1}},
		{`(a*)*`, patterns.Flags{}, "b", []int{0, 0, -1, -1}},
		{`((a)|b)*?c`, patterns.Flags{}, "abc", []int{0, 3, 1, 2, -1, -1}},
		{`(?=(a+))a*b\1`, patterns.Flags{}, "abac", []int{0, 3, 0, 1}},
		{`(?=(a+))a*b\1`, patterns.Flags{}, "aabaac", []int{0, 5, 0, 2}},
		{`x(?<=(\d+)(\d+)x)`, patterns.Flags{}, "x", nil},
		{`\d+x(?<=(\d+)(\d+)x)`, patterns.Flags{}, "1053x", []int{0, 5, 0, 1, 1, 4}},
		{`(?!(a)b)a`, patterns.Flags{}, "ac", []int{0, 1, -1, -1}},
		{`a$`, patterns.Flags{Multiline: true}, "a\r\n", []int{0, 1}},
		{`[^k]`, patterns.Flags{IgnoreCase: true, Unicode: true}, "\u212a", nil},
		{`[^k]`, patterns.Flags{IgnoreCase: true}, "\u212a", []int{0, 1}},
		{`ß`, patterns.Flags{IgnoreCase: true}, "ẞ", nil},
		{`\c`, patterns.Flags{}, `\c`, []int{0, 2}},
		{`[\w-x]{2,}?`, patterns.Flags{}, `-x-`, []int{0, 2}},
		{`a{,2}`, patterns.Flags{}, `a{,2}`, []int{0, 5}},
		{`(a)\2(b)`, patterns.Flags{}, "ab", []int{0, 2, 0, 1, 1, 2}},
	} {
		p, err := patterns.Compile(c.source, c.flags)
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
			continue
		}
		m := patterns.Machine{MaxStack: 1000}
		got, err := m.Match(p, []rune(c.text), 0)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("/%s/ on %q: %v, %v, want %v", c.source, c.text, got, err, c.want)
		}
	}
}

// TestMatchEnds matches a pattern whose ways grow exponentially until the caller ends it, and one that needs a long stack.
func TestMatchEnds(t *testing.T) {
	p, err := patterns.Compile(`(?:(a)|(a))*c`, patterns.Flags{})
	if err != nil {
		t.Fatal(err)
	}
	text := make([]rune, 22)
	for i := range text {
		text[i] = 'a'
	}
	stop := errors.New("stop")
	calls := 0
	func() {
		defer func() {
			if err, _ := recover().(error); !errors.Is(err, stop) {
				t.Errorf("panic %v", err)
			}
		}()
		m := patterns.Machine{MaxStack: 1 << 20, Hear: func() {
			if calls++; calls > 100 {
				panic(stop)
			}
		}}
		_, err := m.Match(p, text, 0)
		t.Errorf("Match returned %v", err)
	}()
	m := patterns.Machine{MaxStack: 100}
	if _, err := m.Match(p, text, 0); !errors.Is(err, patterns.ErrTooDeep) {
		t.Errorf("Match returned %v", err)
	}
}

// TestCompileRefuses compiles what other packages have to match, or refuse.
func TestCompileRefuses(t *testing.T) {
	for _, source := range []string{`(`, `)`, `a**`, `[b-a]`, `(?a)`, `\k<a>(?<b>c)`, `a{2,1}`, `[`, `\`} {
		if _, err := patterns.Compile(source, patterns.Flags{}); err == nil {
			t.Errorf("/%s/ has no error", source)
		}
	}
}
