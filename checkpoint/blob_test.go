// This file tests arrays that grow.

package checkpoint_test

import (
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

func TestJoinArrays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		base string
		more []string
		want string
	}{
		{"[]", nil, "[]"},
		{"[]", []string{"[]", "[]"}, "[]"},
		{"[]", []string{"[1]"}, "[1]"},
		{"[1]", []string{"[]"}, "[1]"},
		{"[1]", []string{"[]", "[2,3]", "[]", "[4]"}, "[1,2,3,4]"},
		{" [ 1 , 2 ] ", []string{"[\n]", " [3\t]"}, "[1 , 2,3]"},
		{`["]"]`, []string{`["["]`}, `["]","["]`},
	} {
		var more [][]byte
		step := []byte(tt.base)
		for _, m := range tt.more {
			more = append(more, []byte(m))
			step = checkpoint.JoinArrays(step, []byte(m))
		}
		if got := string(checkpoint.JoinArrays([]byte(tt.base), more...)); got != tt.want {
			t.Errorf("%s and %q: %s, want %s", tt.base, tt.more, got, tt.want)
		}
		if len(more) > 0 && string(step) != tt.want {
			t.Errorf("%s and %q, one by one: %s, want %s", tt.base, tt.more, step, tt.want)
		}
	}
}

func TestIsArray(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"[]": true, " [1]\n": true, "": false, "[": false, "]": false, "{}": false, `"[]"`: false, "null": false} {
		if got := checkpoint.IsArray([]byte(text)); got != want {
			t.Errorf("IsArray(%q) is %v", text, got)
		}
	}
}
