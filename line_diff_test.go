// This file checks the comparison of texts.

package hitlrun

import (
	"fmt"
	"strings"
	"testing"
)

func TestDiffLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x\ny\n", 3000)
	for _, c := range []struct{ old, now, want string }{
		{"", "", "0 0 []"},
		{"a\nb\n", "a\nb\n", "0 0 []"},
		{"a\nb\nc\n", "a\nc\n", "0 1 [2]"},
		{"a\nc\n", "a\nb\nc\n", "1 0 [2]"},
		{"a\nb\nc\nd\ne\n", "a\nB\nc\nd\ne\nf\ng\n", "3 1 [2 6]"},
		{"a\nb\nc\nd\n", "b\nc\n", "0 2 [1 3]"},
		{"a\n", "a", "0 1 [2]"},
		{"", "a\nb", "2 1 [1]"},
		{"a\na\nb\n", "a\nb\nb\n", "1 1 [2]"},
		{"s\n" + long + "e\n", "s\n" + strings.ToUpper(long) + "e\n", "6000 6000 [2]"}, // too long to look for more
	} {
		added, removed, at := diffLines(c.old, c.now)
		if got := fmt.Sprint(added, removed, at); got != c.want {
			t.Errorf("%.20q and %.20q: got %s, want %s", c.old, c.now, got, c.want)
		}
	}
}

func TestFileChangeText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change FileChange
		want   string
	}{
		{FileChange{Name: "a.ts", Kind: FileNew}, "a.ts: new"},
		{FileChange{Name: "node_modules/zod", Kind: FileChanged}, "node_modules/zod: changed"},
		{FileChange{Name: "a.ts", Kind: FileChanged, Added: 1, At: []int{12}}, "a.ts: 1 line added at 12"},
		{FileChange{Name: "a.ts", Kind: FileChanged, Removed: 2, At: []int{12}}, "a.ts: 2 lines removed at 12"},
		{FileChange{Name: "a.ts", Kind: FileChanged, Added: 3, Removed: 1, At: []int{12, 40}}, "a.ts: 3 lines added, 1 removed at 12, 40"},
		{FileChange{Name: "a.ts", Kind: FileChanged, Added: 9, At: []int{1, 3, 5, 7, 9, 11, 13}}, "a.ts: 9 lines added at 1, 3, 5, 7, 9, 11, …"},
	} {
		if got := c.change.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
