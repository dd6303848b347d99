// This file compares the mappings that are read with those of package sourcemap.

package v8errors

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-sourcemap/sourcemap"
)

func parsed(t *testing.T, mappings string) *sourcemap.Consumer {
	t.Helper()
	m, err := sourcemap.Parse("", []byte(`{"version":3,"sources":["a","b","c","d","e","f","g","h"],"names":[],"mappings":"`+mappings+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// vlq writes numbers in base 64.
func vlq(numbers ...int) (text string) {
	for _, n := range numbers {
		u := uint(n) << 1
		if n < 0 {
			u = uint(-n)<<1 | 1
		}
		for ; u > 31; u >>= 5 {
			text += string(base64[u&31|32])
		}
		text += string(base64[u])
	}
	return text
}

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func TestSetMappings(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	text, source, line, column := ";;", 0, 0, 0
	for range 300 {
		at, of, row, col := random.IntN(70), random.IntN(8), random.IntN(1_000_000), random.IntN(2000)
		switch random.IntN(8) {
		case 0:
			text += vlq(at)
		case 1:
			text += vlq(at, of-source, row-line, col-column, random.IntN(3))
			source, line, column = of, row, col
		default:
			text += vlq(at, of-source, row-line, col-column)
			source, line, column = of, row, col
		}
		text += []string{",", ",", ",", ";", ";;", ",,"}[random.IntN(6)]
	}
	want, got := parsed(t, text), parsed(t, "AAAA")
	if !SetMappings(got, []byte(text)) {
		t.Fatal("the mappings were not set")
	}
	found := 0
	for line := range 200 {
		for column := range 300 {
			source, _, row, col, ok := want.Source(line, column)
			if ok {
				col++ // from 1
				found++
			}
			source2, _, row2, col2, ok2 := got.Source(line, column)
			if a, b := fmt.Sprint(source, row, col, ok), fmt.Sprint(source2, row2, col2, ok2); a != b {
				t.Fatalf("%d:%d: %s, want %s", line, column, b, a)
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d positions have a source", found)
	}
}

func TestSetMappingsOfWrongText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", ";;", "AAAA,!", "AAAg", "AAAAAA", "ggggggggC", "AAAA AAAA", "é"} {
		if m := parsed(t, "AAAA"); SetMappings(m, []byte(text)) {
			t.Errorf("%q was accepted", text)
		} else if _, _, line, column, ok := m.Source(1, 0); !ok || line != 1 || column != 0 {
			t.Errorf("%q changed the mappings", text)
		}
	}
}
