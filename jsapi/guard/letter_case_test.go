package guard

import "testing"

// TestCaseHearsInterrupts checks that an interrupt ends a change of the case of a long text.
func TestCaseHearsInterrupts(t *testing.T) {
	t.Parallel()
	for _, source := range []string{`s.toLowerCase()`, `s.toUpperCase()`, `s.toLocaleLowerCase()`, `s.toLocaleUpperCase("tr")`, `(s + "Σ").toLowerCase()`} {
		checkHearsInterrupt(t, `const s = "é".repeat(1 << 20)`, source, 4)
	}
}
