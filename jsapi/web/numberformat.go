// This file formats numbers for people, in English of the United States, as Intl.NumberFormat does.

package web

import (
	"math"
	"slices"
	"strings"
)

// part is one piece of a formatted number or date, with its name in formatToParts.
type part struct{ kind, text, source string } // source is set in a range

func joinParts(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.text)
	}
	return b.String()
}

// numberFormat is a set of resolved options.
type numberFormat struct {
	style, currency, currencyDisplay, currencySign string
	notation, compactDisplay, signDisplay          string
	unit, unitDisplay                              string
	useGrouping                                    string  // "auto", "always", "min2" or "" for none
	locale                                         *locale // nil for en-US
	tag                                            string  // of the locale; "" for en-US

	minInt, minFraction, maxFraction int
	minSignificant, maxSignificant   int // 0: round by fraction digits
	compactRounding                  bool
}

var defaultNumberFormat = numberFormat{
	style: "decimal", notation: "standard", signDisplay: "auto", useGrouping: "auto", minInt: 1, maxFraction: 3,
}

// currencySymbols are the symbols that differ from the code of the currency.
var currencySymbols = map[string]string{
	"AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪",
	"INR": "₹", "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "TWD": "NT$", "USD": "$",
	"VND": "₫", "XAF": "FCFA", "XCD": "EC$", "XOF": "F\u202fCFA", "XPF": "CFPF",
}

// narrowSymbols are the symbols that are different if currencyDisplay is narrowSymbol.
var narrowSymbols = map[string]string{
	"AUD": "$", "CAD": "$", "CLP": "$", "CNY": "¥", "CZK": "Kč", "DKK": "kr", "HKD": "$", "HUF": "Ft", "MXN": "$",
	"NOK": "kr", "NZD": "$", "PLN": "zł", "RUB": "₽", "SEK": "kr", "SGD": "$", "THB": "฿", "TRY": "₺", "TWD": "$",
	"XCD": "$", "ZAR": "R",
}

// currencyDigits are the numbers of fraction digits of currencies that do not have two.
var currencyDigits = map[string]int{
	"BHD": 3, "CLP": 0, "HUF": 0, "IQD": 0, "ISK": 0, "JOD": 3, "JPY": 0, "KRW": 0, "KWD": 3, "OMR": 3, "PYG": 0,
	"TND": 3, "UGX": 0, "VND": 0, "XAF": 0, "XOF": 0, "XPF": 0,
}

// compactSuffixes are the suffixes of the powers of a thousand.
var compactSuffixes = map[string][]string{
	"short": {"", "K", "M", "B", "T"},
	"long":  {"", " thousand", " million", " billion", " trillion"},
}

// format returns the parts of a number that is not NaN: its sign, and its digits unless it is infinite.
func (f *numberFormat) format(d decimal, negative, infinite bool) []part {
	var number []part
	zero := false
	if infinite {
		number = []part{{"infinity", "∞", ""}}
	} else {
		number, zero = f.digits(d)
	}
	sign := f.sign(negative, zero)
	if f.locale != nil {
		return f.withUnit(f.around(number, sign), number)
	}
	number = f.withUnit(f.affixes(number), number)
	switch {
	case sign == "":
	case sign == "-" && f.style == "currency" && f.currencySign == "accounting":
		number = append([]part{{"literal", "(", ""}}, append(number, part{"literal", ")", ""})...)
	case sign == "-":
		number = append([]part{{"minusSign", "-", ""}}, number...)
	default:
		number = append([]part{{"plusSign", "+", ""}}, number...)
	}
	return number
}

// withUnit adds the unit of f, if it has one, behind the parts around a number.
func (f *numberFormat) withUnit(parts, number []part) []part {
	if f.style != "unit" {
		return parts
	}
	return append(slices.Clip(parts), f.unitParts(number)...)
}

func (f *numberFormat) formatFloat(x float64) []part {
	nan := []part{{"nan", "NaN", ""}}
	if math.IsNaN(x) && f.locale != nil {
		return f.withUnit(f.around(nan, f.sign(false, true)), nan)
	}
	if math.IsNaN(x) {
		number := f.withUnit(f.affixes(nan), nan)
		if f.sign(false, true) == "+" {
			number = append([]part{{"plusSign", "+", ""}}, number...)
		}
		return number
	}
	if math.IsInf(x, 0) {
		return f.format(decimal{}, x < 0, true)
	}
	return f.format(newDecimal(x), math.Signbit(x), false)
}

func (f *numberFormat) sign(negative, zero bool) string {
	switch f.signDisplay {
	case "never":
		return ""
	case "exceptZero":
		if zero {
			return ""
		}
		fallthrough
	case "always":
		if !negative {
			return "+"
		}
	case "negative":
		if zero {
			return ""
		}
	}
	if negative {
		return "-"
	}
	return ""
}

// digits returns the parts of the absolute value, and whether it was rounded to zero.
func (f *numberFormat) digits(d decimal) (parts []part, zero bool) {
	if f.style == "percent" {
		d = d.shift(2)
	}
	suffix, power := "", 0
	exponential := f.notation == "scientific" || f.notation == "engineering"
	switch {
	case exponential:
		d, power = f.exponent(d)
	case f.notation == "compact" && f.locale != nil:
		d, suffix = f.compactIn(d)
	case f.notation == "compact":
		d, suffix = f.compact(d)
	default:
		d = f.round(d)
	}
	if word, alone := strings.CutPrefix(suffix, "="); alone { // a word for one thousand
		return []part{{"compact", word, ""}}, false
	}
	group, point := f.symbols()
	whole, fraction := d.split()
	if pad := f.minInt - len(whole); pad > 0 {
		whole = strings.Repeat("0", pad) + whole
	}
	fraction = f.pad(d, fraction)
	for i, digits := range f.group(whole) {
		if i > 0 {
			parts = append(parts, part{"group", group, ""})
		}
		parts = append(parts, part{"integer", digits, ""})
	}
	if fraction != "" {
		parts = append(parts, part{"decimal", point, ""}, part{"fraction", fraction, ""})
	}
	if exponential {
		parts = append(parts, f.exponentParts(power)...)
	}
	if word := strings.TrimLeft(suffix, " \u00a0"); word != suffix {
		parts = append(parts, part{"literal", strings.TrimSuffix(suffix, word), ""}, part{"compact", word, ""})
	} else if word != "" {
		parts = append(parts, part{"compact", word, ""})
	}
	return parts, d.digits == ""
}

func (f *numberFormat) round(d decimal) decimal {
	switch {
	case f.compactRounding && d.exp < 2:
		return d.significant(2)
	case f.compactRounding:
		return d.round(0)
	case f.maxSignificant > 0:
		return d.significant(f.maxSignificant)
	}
	return d.round(f.maxFraction)
}

// compact scales d to a number below a thousand, if there is a suffix for it, and returns the suffix.
func (f *numberFormat) compact(d decimal) (decimal, string) {
	suffixes := compactSuffixes[pick(f.style == "currency", "short", f.compactDisplay)]
	for power := 0; ; power++ {
		scaled := f.round(d.shift(-3 * power))
		if scaled.exp <= 3 || power == len(suffixes)-1 {
			return scaled, suffixes[power]
		}
	}
}

// pad adds zeros to fraction up to the minimum number of digits.
func (f *numberFormat) pad(d decimal, fraction string) string {
	want := f.minFraction
	if f.minSignificant > 0 {
		want = f.minSignificant - max(d.exp, 1)
		if d.exp <= 0 && d.digits != "" {
			want = f.minSignificant - d.exp
		}
	}
	if missing := want - len(fraction); missing > 0 {
		return fraction + strings.Repeat("0", missing)
	}
	return fraction
}

func (f *numberFormat) group(whole string) []string {
	if f.useGrouping == "" || f.useGrouping == "min2" && len(whole) < 5 ||
		f.useGrouping == "auto" && f.locale != nil && f.locale.Number.Min2 && len(whole) < 5 {
		return []string{whole}
	}
	var groups []string
	for len(whole) > 3 {
		cut := (len(whole)-1)%3 + 1
		groups = append(groups, whole[:cut])
		whole = whole[cut:]
	}
	return append(groups, whole)
}

// affixes puts the percent sign or the currency around a number.
func (f *numberFormat) affixes(number []part) []part {
	switch f.style {
	case "percent":
		return append(number, part{pick(f.notation == "compact", "unit", "percentSign"), "%", ""})
	case "currency":
		symbol := f.symbol()
		prefix := []part{{"currency", symbol, ""}}
		if last := symbol[len(symbol)-1]; isAlpha(last) && number[0].kind != "infinity" && number[0].kind != "nan" {
			prefix = append(prefix, part{"literal", "\u00a0", ""})
		}
		return append(prefix, number...)
	}
	return number
}

func (f *numberFormat) symbol() string {
	if f.locale != nil {
		narrow, known := f.locale.Number.Narrow[f.currency]
		symbol := f.locale.Number.Symbols[f.currency]
		switch {
		case f.currencyDisplay == "code":
			return f.currency
		case f.currencyDisplay == "narrowSymbol" && known:
			return narrow
		case symbol != "":
			return symbol
		}
		return f.currency
	}
	if f.currencyDisplay == "narrowSymbol" {
		if s, ok := narrowSymbols[f.currency]; ok {
			return s
		}
	}
	if s, ok := currencySymbols[f.currency]; ok && f.currencyDisplay != "code" {
		return s
	}
	return f.currency
}
