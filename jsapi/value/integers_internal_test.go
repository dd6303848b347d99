package value

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestInexactNumber(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`9007199254740991`:            "",
		`[1, -9007199254740993]`:      "9007199254740993",
		`{"id": 9223372036854775807}`: "9223372036854775807",
		`{"9007199254740993": "9007199254740993\"9007199254740993"}`: "",
		`9007199254740992`:                  "",
		`1152921504606847000`:               "", // as JavaScript prints 2^60
		`1152921504606846976`:               "1152921504606846976",
		`100000000000000000000`:             "",
		`[0.12345678901234567890, 1.5e300]`: "",
		`9007199254740993e0`:                "",
		`[1.5,9007199254740993]`:            "9007199254740993",
		`1e5`:                               "",
	} {
		if !json.Valid([]byte(data)) {
			t.Fatal(data)
		}
		if got, _ := InexactNumber([]byte(data)); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}

func TestInfiniteNumber(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"1e400": "1e400", "-1e400": "1e400", `{"a":[1,1.5E+309]}`: "1.5E+309", `["1e400",2]`: "", "1e308": "", "1.7e308": "", "1e-400": "", "0e999": "",
		strings.Repeat("9", 400) + ".5": strings.Repeat("9", 400) + ".5",
	} {
		if got, infinite := InexactNumber([]byte(data)); got != want || infinite != (want != "") {
			t.Errorf("%.50s: got %.50q, %v", data, got, infinite)
		}
	}
}
