package server

import (
	"strings"
	"testing"
)

// A filter with operators decodes only what it compares: a value takes many times its size when it is decoded. This test counts allocations, and is not
// parallel.
func TestFilterOfLargeItem(t *testing.T) {
	value := []byte(`{"other":[` + strings.Repeat("{},", 200_000) + `{}],"medium":[` + strings.Repeat("{},", 100_000) + `{}],"v":2,"parts":[{"a":1},[]]}`)
	for filter, want := range map[string]bool{
		`{"v":{"$ne":1}}`: true, `{"v":{"$gt":2}}`: false, `{"none":{"$ne":1}}`: true, `{"other":{"$eq":[{}]}}`: false, `{"other":{"$in":[1]}}`: false, `{"medium":{"$eq":[{}]}}`: false,
		`{"parts":{"$eq":[{"a":1},[]]}}`: true,
	} {
		f, err := newItemFilter([]byte(filter))
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(1, func() {
			if is, err := f.match(value); is != want || err != nil {
				t.Errorf("%s: %v, %v", filter, is, err)
			}
		}); n > 1000 {
			t.Errorf("%s makes %.0f allocations", filter, n)
		}
	}
}

// A value is equal to an operand as it is when both are decoded.
func TestEqualValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value, operand string
		want           bool
	}{
		{`{"a":[1,{"b":null}],"c":"é"}`, `{"c":"\u00e9","a":[1.0,{"b":null}]}`, true},
		{`{"a":1}`, `{"a":1,"b":2}`, false}, {`{"a":1,"b":2}`, `{"a":1}`, false}, {`{"a":1,"a":2}`, `{"a":2}`, true}, {`{"a":2,"a":1}`, `{"a":2}`, false},
		{`[1,2]`, `[1]`, false}, {`[1]`, `[1,2]`, false}, {`[[],{}]`, `[[],{}]`, true}, {`[[],{}]`, `[{},[]]`, false}, {`[null]`, `[]`, false}, {`{"a":null}`, `{}`, false},
		{`{}`, `{"a":null}`, false}, {`{}`, `[]`, false}, {`[]`, `null`, false}, {`null`, `null`, true}, {`null`, `[]`, false}, {`"1"`, `1`, false}, {`1e0`, `1`, true}, {`[true]`, `[false]`, false},
		{`[` + strings.Repeat(" ", maxOperand) + `]`, `[]`, false}, // as large as no operand
	} {
		for operator, want := range map[string]bool{"$eq": tt.want, "$ne": !tt.want} {
			f, err := newItemFilter([]byte(`{"v":{"` + operator + `":` + tt.operand + `}}`))
			if err != nil {
				t.Fatal(err)
			}
			if is, err := f.match([]byte(`{"v":0,"v":` + tt.value + `}`)); is != want || err != nil {
				t.Errorf("%.50s %s %s: %v, %v", tt.value, operator, tt.operand, is, err)
			}
		}
	}
	f, err := newItemFilter([]byte(`{"v":{"$eq":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	if is, err := f.match([]byte(`{}`)); !is || err != nil {
		t.Errorf("a field that is not there is not null: %v", err)
	}
}
