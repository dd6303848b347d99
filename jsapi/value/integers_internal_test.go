package value

import (
	"encoding/json"
	"testing"
)

func TestRoundedInteger(t *testing.T) {
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
		if got := RoundedInteger([]byte(data)); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}
