// This file writes numbers with units, and numbers with an exponent.

package web

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// unitForm is how units are written in one form (short, long or narrow), as locales/record_units.mjs has recorded it.
type unitForm struct {
	Of, Odd map[string]unitTail
	Per     map[string]string
}

// unitTail is what is behind a number, by its category: other, one and many.
type unitTail map[string]string

// UnmarshalJSON reads a tail. A text alone is that of all categories.
func (u *unitTail) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		var text string
		err := json.Unmarshal(data, &text)
		*u = unitTail{"other": text}
		return err
	}
	return json.Unmarshal(data, (*map[string]string)(u))
}

func (u unitTail) of(category string) string {
	if text, ok := u[category]; ok {
		return text
	}
	return u["other"]
}

// readUnits caches the units that were read, by locales.
var readUnits sync.Map //nolint:gochecknoglobals // a cache

// unitsOf returns the forms of units in a locale.
func unitsOf(tag string) map[string]*unitForm {
	if forms, ok := readUnits.Load(tag); ok {
		return forms.(map[string]*unitForm)
	}
	var forms map[string]*unitForm
	if err := json.Unmarshal([]byte(lineOf("units", tag)), &forms); err != nil {
		panic("the units of the locale " + tag + ": " + err.Error())
	}
	readUnits.Store(tag, forms)
	return forms
}

// isUnit reports whether there is a unit, which may be one per another one.
func isUnit(unit string) bool {
	one, another, compound := strings.Cut(unit, "-per-")
	known := unitsOf("en-US")["short"].Of
	return known[one] != nil && (!compound || known[another] != nil)
}

// unitParts returns the parts behind a number in the unit of f.
func (f *numberFormat) unitParts(number []part) []part {
	tag := "en-US"
	if f.locale != nil {
		tag = f.locale.tag
	}
	forms, category := unitsOf(tag)[f.unitDisplay], categoryOf(tag[:2], number)
	tail, known := forms.Odd[f.unit]
	text := tail.of(category)
	if !known {
		one, another, _ := strings.Cut(f.unit, "-per-")
		text = forms.Of[one].of(category) + forms.Per[another]
	}
	word := strings.TrimLeft(text, " \u00a0\u202f")
	if word == text {
		return []part{{"unit", text, ""}}
	}
	return []part{{"literal", strings.TrimSuffix(text, word), ""}, {"unit", word, ""}}
}

// categoryOf returns the category of a number in a language, which decides the form of the word behind it.
func categoryOf(language string, number []part) string {
	var whole, fraction string
	for _, p := range number {
		switch p.kind {
		case "integer":
			whole += p.text
		case "fraction":
			fraction = p.text
		case "exponentInteger":
			if p.text != "0" {
				return "other"
			}
		case "nan", "infinity", "compact":
			return "other"
		}
	}
	switch small := whole == "0" || whole == "1"; {
	case language == "fr" || language == "pt":
		if small {
			return "one"
		}
	case language == "es" && whole == "1" && strings.Trim(fraction, "0") == "", whole == "1" && fraction == "":
		return "one"
	}
	if fraction == "" && len(whole) > 6 && strings.HasSuffix(whole, "000000") && slices.Contains([]string{"fr", "pt", "it", "es"}, language) {
		return "many"
	}
	return "other"
}

// exponent scales d to a number before an exponent, and returns the exponent.
func (f *numberFormat) exponent(d decimal) (decimal, int) {
	if d.digits == "" {
		return d, 0
	}
	step := pick(f.notation == "engineering", 3, 1)
	power := d.exp - 1
	power -= ((power % step) + step) % step
	scaled := f.round(d.shift(-power))
	if scaled.exp > step { // it was rounded up to the next power
		power += step
		scaled = f.round(d.shift(-power))
	}
	return scaled, power
}

// exponentParts returns the parts of an exponent.
func (f *numberFormat) exponentParts(power int) []part {
	separator, minus := "E", "-"
	if f.locale != nil {
		minus = f.locale.Number.Minus
		if f.locale.tag == "sv-SE" {
			separator = "×10^"
		}
	}
	parts := []part{{"exponentSeparator", separator, ""}}
	if power < 0 {
		parts = append(parts, part{"exponentMinusSign", minus, ""})
		power = -power
	}
	return append(parts, part{"exponentInteger", strconv.Itoa(power), ""})
}
