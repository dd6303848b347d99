// This file writes numbers in the languages that have a table.

package web

import (
	"unicode"
	"unicode/utf8"
)

// symbols returns what separates the digits of a number.
func (f *numberFormat) symbols() (group, point string) {
	switch {
	case f.locale == nil:
		return ",", "."
	case f.style == "currency":
		return f.locale.Number.CurrencyGroup, f.locale.Number.CurrencyDecimal
	}
	return f.locale.Number.Group, f.locale.Number.Decimal
}

// compactIn is compact for a locale that has a table.
func (f *numberFormat) compactIn(d decimal) (decimal, string) {
	table := f.locale.Number.Compact[pick(f.style == "currency", "short", f.compactDisplay)]
	power := min(max(d.exp-1, 0), len(table)-1)
	for {
		before, _ := table[power][0].(float64)
		scaled := f.round(d.shift(int(before) - power))
		if scaled.exp > int(before)+1 && power < len(table)-1 { // it was rounded up to the next power of ten
			power++
			continue
		}
		form := 3
		switch {
		case scaled.digits == "1" && scaled.exp == 1:
			form = 1
		case scaled.exp == 1 && scaled.digits[0] == '1' || scaled.exp < 1 && scaled.digits != "":
			form = 2
		}
		tail, _ := table[power][form].(string)
		return scaled, tail
	}
}

// around puts the sign and what belongs to the style around a number.
func (f *numberFormat) around(number []part, sign string) []part {
	n := &f.locale.Number
	accounting := f.currencySign == "accounting"
	var pattern string
	switch f.style {
	case "currency":
		symbol := f.symbol()
		last, _ := utf8.DecodeLastRuneInString(symbol)
		patterns := n.Currency
		if digit := number[0].kind; unicode.IsLetter(last) && digit != "infinity" && digit != "nan" {
			patterns = n.CurrencyCode
		}
		switch sign {
		case "-":
			pattern = patterns[pick(accounting, 2, 1)]
		case "+":
			pattern = patterns[pick(accounting, 4, 3)]
		default:
			pattern = patterns[0]
		}
	case "percent":
		pattern = sign + pick(f.notation == "compact", n.PercentCompact, n.Percent)
	default:
		pattern = sign + "0"
	}
	var parts []part
	for _, c := range pattern {
		switch c {
		case '0':
			parts = append(parts, number...)
		case '-':
			parts = append(parts, part{"minusSign", n.Minus, ""})
		case '+':
			parts = append(parts, part{"plusSign", n.Plus, ""})
		case '%':
			parts = append(parts, part{pick(f.notation == "compact", "unit", "percentSign"), "%", ""})
		case '¤':
			parts = append(parts, part{"currency", f.symbol(), ""})
		default:
			if k := len(parts); k > 0 && parts[k-1].kind == "literal" && number[len(number)-1] != parts[k-1] {
				parts[k-1].text += string(c)
			} else {
				parts = append(parts, part{"literal", string(c), ""})
			}
		}
	}
	return parts
}

// isOfNumber reports whether a part is one of the digits, and not of what is around them.
func isOfNumber(p part) bool {
	switch p.kind {
	case "integer", "group", "decimal", "fraction", "infinity", "nan":
		return true
	}
	return false
}

// formatRange returns the parts of a range of two numbers.
func (f *numberFormat) formatRange(start, end []part) []part {
	mark := func(parts []part, source string) []part {
		marked := make([]part, len(parts))
		for i, p := range parts {
			marked[i] = part{p.kind, p.text, source}
		}
		return marked
	}
	about, dash := "~", [2]string{"–", " – "}
	if f.locale != nil {
		about, dash = f.locale.Number.About, f.locale.Number.Dash
	}
	split := func(parts []part) (before, number, after []part) {
		from, to := 0, len(parts)
		for from < to && !isOfNumber(parts[from]) {
			from++
		}
		for to > from && !isOfNumber(parts[to-1]) {
			to--
		}
		return parts[:from], parts[from:to], parts[to:]
	}
	before, first, after := split(start)
	endBefore, last, endAfter := split(end)
	if joinParts(start) == joinParts(end) {
		if f.locale == nil || len(before) == 0 || before[0].kind != "currency" || f.currencySign == "accounting" || before[len(before)-1].kind == "minusSign" {
			return append([]part{{"approximatelySign", about, ""}}, start...)
		}
		number := first
		if n := len(after); f.notation == "compact" && n > 0 {
			number = start[len(before) : len(start)-n]
		}
		parts := f.around(number, "-") // the sign has the place of a minus
		for i := range parts {
			if parts[i].kind == "minusSign" {
				parts[i] = part{"approximatelySign", about, ""}
			}
		}
		return parts
	}
	around := joinParts(before) + joinParts(after)
	same := joinParts(before) == joinParts(endBefore) && joinParts(after) == joinParts(endAfter)
	if same && utf8.RuneCountInString(around) != 1 {
		var parts []part
		parts = append(parts, mark(before, "")...)
		if n := len(parts); n > 0 && parts[n-1].kind == "literal" { // the space after a code belongs to the number
			parts[n-1].source = "startRange"
		}
		parts = append(parts, mark(first, "startRange")...)
		parts = append(parts, part{"literal", dash[0], ""})
		parts = append(parts, mark(last, "endRange")...)
		return append(parts, mark(after, "")...)
	}
	parts := mark(start, "startRange")
	parts = append(parts, part{"literal", dash[1], ""})
	return append(parts, mark(end, "endRange")...)
}
