package fdlibm_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/fdlibm"
)

// TestValues compares the functions with what Node computes (testdata/record.mjs).
func TestValues(t *testing.T) {
	t.Parallel()
	ofOne := map[string]func(float64) float64{
		"acos": fdlibm.Acos, "acosh": fdlibm.Acosh, "asin": fdlibm.Asin, "asinh": fdlibm.Asinh, "atan": fdlibm.Atan, "cbrt": fdlibm.Cbrt,
		"cos": fdlibm.Cos, "cosh": fdlibm.Cosh, "exp": fdlibm.Exp, "log": fdlibm.Log, "log10": fdlibm.Log10, "log2": fdlibm.Log2,
		"sin": fdlibm.Sin, "sinh": fdlibm.Sinh, "tan": fdlibm.Tan, "tanh": fdlibm.Tanh,
	}
	ofTwo := map[string]func(x, y float64) float64{"atan2": fdlibm.Atan2, "pow": fdlibm.Pow}
	data, err := os.ReadFile("testdata/values.txt")
	if err != nil {
		t.Fatal(err)
	}
	compared := map[string]int{}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		numbers := make([]float64, len(words)-1)
		for i, word := range words[1:] {
			bits, err := strconv.ParseUint(word, 16, 64)
			if numbers[i] = math.Float64frombits(bits); word == "NaN" {
				numbers[i], err = math.NaN(), nil
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var got float64
		if f := ofOne[words[0]]; f != nil {
			got = f(numbers[0])
		} else {
			got = ofTwo[words[0]](numbers[0], numbers[1])
		}
		compared[words[0]]++
		want := numbers[len(numbers)-1]
		if math.Float64bits(got) != math.Float64bits(want) && (!math.IsNaN(got) || !math.IsNaN(want)) {
			t.Errorf("%s%v: got %v", words[0], numbers, got)
		}
	}
	if len(compared) != len(ofOne)+len(ofTwo) {
		t.Errorf("compared %v", compared)
	}
}
