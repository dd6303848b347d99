// This file has what Intl knows of a language and a country, as locales/record.mjs has recorded it from Node.

package web

import (
	"embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

//go:embed locales/*.json
var localeFiles embed.FS

// locale is how numbers and dates are written in one country. Keys of dates have a letter for the form of the weekday, the year, the
// month and the day, keys of times one for the hour, the minute, the second, fractions of it and the hour cycle. A pattern has runs of
// letters for fields, and quoted and other text. That of a range has the start in {} and the end in [].
type locale struct {
	tag                        string
	Months, Weekdays           [3][]string // short, long and narrow
	AloneMonths, AloneWeekdays *[3][]string
	DayPeriods                 [2]string
	HourCycle                  string
	HourCycle12, HourCycle24   string
	Dates, Times               map[string]string
	DateStyles, TimeStyles     map[string]string
	Glue                       map[string]string // between a date and a time
	Ranges                     map[string][]string
	UTC                        [2]string
	DateDash                   string // between two dates
	RangeGlue                  string // between a date and a range of times
	Number                     numberLocale
}

// numberLocale is how numbers are written.
type numberLocale struct {
	Decimal, Group, Minus, Plus    string
	CurrencyDecimal, CurrencyGroup string
	Min2                           bool // a number of four digits has no group
	Percent                        string
	Currency, CurrencyCode         [5]string // plain, negative, negative for accountants, with a plus, the same for accountants
	Symbols, Narrow                map[string]string
	Compact                        map[string][][4]any // for each power of ten: the digits before the point but one, and what follows 1, 1.5 and 2
	About                          string
	Dash                           [2]string // between two numbers: alone, and with signs or units
	PercentCompact                 string
}

// localeTags are the locales by the tags in lower case. The first of a language is also that of the language without a country.
var localeTags = sync.OnceValue(func() map[string]string {
	tags := map[string]string{}
	for _, tag := range []string{"en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-BR", "sv-SE", "en-GB", "en-CA", "de-AT", "de-CH"} {
		tags[strings.ToLower(tag)] = tag
		if language, _, _ := strings.Cut(tag, "-"); tags[language] == "" {
			tags[language] = tag
		}
	}
	return tags
})

// readLocales caches the locales that were read, by their tags.
var readLocales sync.Map //nolint:gochecknoglobals // a cache

// localeNamed returns the data of a locale, nil if there are none.
func localeNamed(tag string) *locale {
	file := localeTags()[strings.ToLower(tag)]
	if file == "" {
		return nil
	}
	if l, ok := readLocales.Load(file); ok {
		return l.(*locale)
	}
	data, err := localeFiles.ReadFile("locales/" + file + ".json")
	l := &locale{tag: file}
	if err == nil {
		err = json.Unmarshal(data, l)
	}
	if err != nil {
		panic("the data of the locale " + file + ": " + err.Error())
	}
	readLocales.Store(file, l)
	return l
}

// localeFor returns the first locale of a list that there is, and its tag as the script sees it. The data are nil for en-US, which has
// code of its own. It throws if there is none, so that a script does not get text in another language.
func (p *platform) localeFor(v goja.Value) (tag string, l *locale) {
	list := p.locales(v)
	if len(list) == 0 {
		return "en-US", nil
	}
	for _, name := range list {
		tag, _, _ := strings.Cut(name, "-u-")
		switch file := localeTags()[strings.ToLower(tag)]; file {
		case "":
			continue
		case "en-US":
			return canonical(tag), nil
		default:
			return canonical(tag), localeNamed(file)
		}
	}
	panic(p.rangeError("Intl has no numbers and dates for " + strings.Join(list, ", ") + "; it has them for en-US, en-GB, en-CA, de-DE, de-AT, de-CH, fr-FR, es-ES, it-IT, nl-NL, pt-BR and sv-SE"))
}

// hasLocale reports whether there are numbers and dates of a locale.
func hasLocale(name string) bool {
	tag, _, _ := strings.Cut(name, "-u-")
	return localeTags()[strings.ToLower(tag)] != ""
}

// canonical writes a tag as usual: the language in small letters, the country in capitals.
func canonical(tag string) string {
	language, country, ok := strings.Cut(tag, "-")
	if !ok {
		return strings.ToLower(tag)
	}
	return strings.ToLower(language) + "-" + strings.ToUpper(country)
}

// derivations are the forms of fields of dates that follow from others: at which place of a key, its letter, the letter that it follows
// from, and the runs of letters in the patterns of the two.
var derivations = []struct {
	place            int
	form, from       byte
	fromRun, formRun string
}{
	{0, 'l', 's', "EEE", "EEEE"}, {0, 'l', 's', "ccc", "cccc"}, {0, 'n', 's', "EEE", "EEEEE"}, {2, 'N', 's', "MMM", "MMMMM"},
	{2, 'l', 's', "MMM", "MMMM"}, {2, '2', 'n', "M", "MM"}, {3, '2', 'n', "d", "dd"}, {1, '2', 'n', "y", "yy"},
}

// derived returns what a table of patterns has for a key, or what follows from that for another key.
func derived[T any](table map[string]T, key string, widen func(pattern T, from, to string) T) T {
	if pattern, ok := table[key]; ok {
		return pattern
	}
	for _, d := range derivations {
		if key[d.place] == d.form {
			return widen(derived(table, key[:d.place]+string(d.from)+key[d.place+1:], widen), d.fromRun, d.formRun)
		}
	}
	var none T
	return none
}

func (l *locale) datePattern(key string) string { return derived(l.Dates, key, widened) }

func (l *locale) rangePattern(key string) []string {
	return derived(l.Ranges, key, func(list []string, from, to string) []string {
		list = slices.Clone(list)
		for i := range list {
			list[i] = widened(list[i], from, to)
		}
		return list
	})
}

// widened replaces the runs of letters of a pattern that are equal to from.
func widened(pattern, from, to string) string {
	var b strings.Builder
	eachToken(pattern, func(t token) {
		switch {
		case t.field == from:
			b.WriteString(to)
		case t.field != "":
			b.WriteString(t.field)
		default:
			b.WriteString(t.raw)
		}
	})
	return b.String()
}

// token is a piece of a pattern: a field, or text, or one of the marks of a range.
type token struct {
	field string // a run of letters
	text  string
	mark  byte   // one of {}[]
	raw   string // as it is in the pattern
}

func eachToken(pattern string, f func(token)) {
	for i := 0; i < len(pattern); {
		start := i
		switch c := pattern[i]; {
		case c == '\'':
			var text []byte
			for i++; i < len(pattern); i++ {
				if pattern[i] == '\'' {
					if i+1 == len(pattern) || pattern[i+1] != '\'' {
						break
					}
					i++
				}
				text = append(text, pattern[i])
			}
			i++
			f(token{text: string(text), raw: pattern[start:min(i, len(pattern))]})
		case isAlpha(c):
			for i < len(pattern) && pattern[i] == c {
				i++
			}
			f(token{field: pattern[start:i]})
		case strings.IndexByte("{}[]", c) >= 0:
			i++
			f(token{mark: c, raw: pattern[start:i]})
		default:
			for i < len(pattern) && !isAlpha(pattern[i]) && strings.IndexByte("'{}[]", pattern[i]) < 0 {
				i++
			}
			f(token{text: pattern[start:i], raw: pattern[start:i]})
		}
	}
}
