// This file checks numbers and strings.

package schema

import (
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"
)

func number(n float64) string { return string(canonical(nil, n)) }

func checkNumber(r *rule, n float64) *failure {
	switch {
	case r.minimum != nil && n < *r.minimum:
		return fails("%s is less than %s", number(n), number(*r.minimum))
	case r.above != nil && n <= *r.above:
		return fails("%s is not greater than %s", number(n), number(*r.above))
	case r.maximum != nil && n > *r.maximum:
		return fails("%s is greater than %s", number(n), number(*r.maximum))
	case r.below != nil && n >= *r.below:
		return fails("%s is not less than %s", number(n), number(*r.below))
	case r.multipleOf != nil && !isMultiple(n, *r.multipleOf):
		return fails("%s is not a multiple of %s", number(n), number(*r.multipleOf))
	}
	return nil
}

// isMultiple reports whether n is a multiple of of. It uses the decimal texts of the numbers, so that 0.3 is a
// multiple of 0.1.
func isMultiple(n, of float64) bool {
	a, ok := new(big.Rat).SetString(strconv.FormatFloat(n, 'g', -1, 64))
	b, ok2 := new(big.Rat).SetString(strconv.FormatFloat(of, 'g', -1, 64))
	return ok && ok2 && new(big.Rat).Quo(a, b).IsInt()
}

func (c *checker) text(r *rule, s string) *failure {
	if r.minLength != nil || r.maxLength != nil {
		length := utf8.RuneCountInString(s)
		if !c.spend(len(s) / 64) {
			return c.stop("")
		}
		switch {
		case r.minLength != nil && length < *r.minLength:
			return fails("%s has fewer than %d characters", shown(s), *r.minLength)
		case r.maxLength != nil && length > *r.maxLength:
			return fails("%s has more than %d characters", shown(s), *r.maxLength)
		}
	}
	if r.pattern != nil {
		switch ok, failed := c.match(r.pattern, s); {
		case failed != nil:
			return failed
		case !ok:
			return fails("%s does not match the pattern %s", shown(s), r.pattern.text)
		}
	}
	return nil
}

func (c *checker) match(p *pattern, s string) (bool, *failure) {
	if !c.spend(1 + len(s)*p.size/64) {
		return false, c.stop("")
	}
	ok, tooLong := p.match(s)
	if tooLong || !ok && !c.spend(0) || p.plain == nil && time.Now().After(c.until) { // one match may take a second
		return false, c.stop("it takes too long to hold it against a pattern of the schema")
	}
	return ok, nil
}
