// This file reads the locales and options that scripts give to Intl.

package web

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// localeTag matches a locale: a language and subtags.
var localeTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$|^[A-Za-z]{4,8}$`)
})

func supported(locale string) bool {
	return strings.EqualFold(locale, "en") || strings.EqualFold(locale, "en-US")
}

// locales reads a locale or an array of them.
func (p *platform) locales(v goja.Value) []string {
	var list []string
	add := func(v goja.Value) bool {
		if !localeTag().MatchString(v.String()) {
			panic(p.rangeError("Incorrect locale information provided"))
		}
		if supported(v.String()) {
			v = p.vm.ToValue(pick(len(v.String()) == 2, "en", "en-US"))
		}
		list = append(list, v.String())
		return true
	}
	switch {
	case goja.IsUndefined(v):
	case goja.IsNull(v):
		panic(p.vm.NewTypeError("Cannot convert undefined or null to object"))
	case goja.IsString(v):
		add(v)
	case p.isLocale(v):
		add(p.vm.ToValue(v.String()))
	default:
		p.eachOf(v.ToObject(p.vm), add)
	}
	return list
}

// isLocale reports whether v is an object of the class Intl.Locale.
func (p *platform) isLocale(v goja.Value) bool {
	loaded, ok := p.families["intl_names"]
	o, isObject := v.(*goja.Object)
	return ok && isObject && p.vm.InstanceOf(o, loaded.Get("classes").(*goja.Object).Get("Locale").(*goja.Object))
}

// maxLocales bounds the length of a list of locales.
const maxLocales = 1 << 16

// eachOf calls f with the elements of an array-like object.
func (p *platform) eachOf(o *goja.Object, f func(goja.Value) bool) {
	n := o.Get("length")
	if n == nil {
		return
	}
	length := n.ToInteger()
	if length > maxLocales {
		panic(p.rangeError("Invalid array length"))
	}
	for i := range length {
		if v := o.Get(strconv.FormatInt(i, 10)); v != nil {
			f(v)
		}
	}
}

// options reads the properties of an options object for one class.
type options struct {
	p     *platform
	class string
	o     *goja.Object // nil if there are no options
}

func (p *platform) options(class string, v goja.Value) options {
	if goja.IsUndefined(v) {
		return options{p, class, nil}
	}
	return options{p, class, v.ToObject(p.vm)}
}

func (o options) get(name string) goja.Value {
	if o.o != nil {
		if v := o.o.Get(name); v != nil {
			return v
		}
	}
	return goja.Undefined()
}

// text reads an option that is one of the given words. The first word is the default.
func (o options) text(name string, words ...string) string {
	v := o.get(name)
	if goja.IsUndefined(v) {
		return words[0]
	}
	if s := v.String(); s != "" && slices.Contains(words, s) {
		return s
	}
	panic(o.p.rangeError(fmt.Sprintf("Value %s out of range for %s options property %s", v, o.class, name)))
}

// number reads an integer option. It returns -1 if the option is missing.
func (o options) number(name string, low, high int) int {
	v := o.get(name)
	if goja.IsUndefined(v) {
		return -1
	}
	x := v.ToFloat()
	if math.IsNaN(x) || x < float64(low) || x > float64(high) {
		panic(o.p.rangeError(name + " value is out of range."))
	}
	return int(math.Floor(x))
}

// refuse throws if an unsupported option has another value than the usual ones, which have no effect.
func (o options) refuse(name string, usual ...string) {
	if v := o.get(name); !goja.IsUndefined(v) && !slices.Contains(usual, v.String()) {
		panic(o.p.rangeError(fmt.Sprintf("%s does not support the option %s: %s", o.class, name, v)))
	}
}

// numberOptions reads the locales and the options of a NumberFormat.
func (p *platform) numberOptions(locales, v goja.Value) *numberFormat {
	tag, locale := p.localeFor(locales)
	o := p.options("Intl.NumberFormat", v)
	f := &numberFormat{
		tag: tag, locale: locale,
		style:        o.text("style", "decimal", "percent", "currency", "unit"),
		notation:     o.text("notation", "standard", "compact", "scientific", "engineering"),
		signDisplay:  o.text("signDisplay", "auto", "never", "always", "exceptZero", "negative"),
		currencySign: o.text("currencySign", "standard", "accounting"),
	}
	o.refuse("roundingMode", "halfExpand")
	o.refuse("roundingIncrement", "1")
	o.refuse("roundingPriority", "auto")
	o.refuse("trailingZeroDisplay", "auto")
	o.refuse("numberingSystem", "latn")
	fraction := 0
	if f.style == "currency" {
		fraction = p.currencyOptions(o, f)
	}
	p.unitOptions(o, f)
	f.compactDisplay = o.text("compactDisplay", "short", "long")
	f.useGrouping = "auto"
	if f.notation == "compact" {
		f.useGrouping = "min2"
	}
	if v := o.get("useGrouping"); !goja.IsUndefined(v) {
		switch v.String() {
		case "false":
			f.useGrouping = ""
		case "true":
			f.useGrouping = "always"
		default:
			f.useGrouping = o.text("useGrouping", "auto", "always", "min2")
		}
	}
	p.digitOptions(o, f, fraction)
	return f
}

func (p *platform) currencyOptions(o options, f *numberFormat) (fraction int) {
	v := o.get("currency")
	if goja.IsUndefined(v) {
		panic(p.vm.NewTypeError("Currency code is required with currency style."))
	}
	f.currency = strings.ToUpper(v.String())
	if len(f.currency) != 3 || strings.ContainsFunc(f.currency, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		panic(p.rangeError("Invalid currency code : " + v.String()))
	}
	f.currencyDisplay = o.text("currencyDisplay", "symbol", "code", "narrowSymbol")
	if digits, ok := currencyDigits[f.currency]; ok {
		return digits
	}
	return 2
}

func (p *platform) unitOptions(o options, f *numberFormat) {
	v := o.get("unit")
	given := !goja.IsUndefined(v)
	switch {
	case given && !isUnit(v.String()):
		panic(p.rangeError("Invalid unit argument for Intl.NumberFormat() '" + v.String() + "'"))
	case f.style == "unit" && !given:
		panic(p.vm.NewTypeError("Invalid unit argument for Intl.NumberFormat() ''"))
	}
	if display := o.text("unitDisplay", "short", "narrow", "long"); f.style == "unit" {
		f.unit, f.unitDisplay = v.String(), display
	}
}

// digitOptions reads the numbers of digits. Significant digits take precedence over fraction digits.
func (p *platform) digitOptions(o options, f *numberFormat, currency int) {
	f.minInt = max(1, o.number("minimumIntegerDigits", 1, 21))
	low, high := 0, 3
	switch {
	case f.style == "currency":
		low, high = currency, currency
	case f.style == "percent" || f.notation == "compact":
		high = 0
	}
	minFraction, maxFraction := o.number("minimumFractionDigits", 0, 20), o.number("maximumFractionDigits", 0, 20)
	minSignificant := o.number("minimumSignificantDigits", 1, 21)
	maxSignificant := o.number("maximumSignificantDigits", max(1, minSignificant), 21)
	if minSignificant > 0 || maxSignificant > 0 {
		f.minSignificant, f.maxSignificant = max(1, minSignificant), maxSignificant
		if maxSignificant < 0 {
			f.maxSignificant = 21
		}
		return
	}
	f.compactRounding = f.notation == "compact" && minFraction < 0 && maxFraction < 0
	switch {
	case f.compactRounding:
		minFraction, maxFraction = 0, 0
	case minFraction < 0 && maxFraction < 0:
		minFraction, maxFraction = low, high
	case minFraction < 0:
		minFraction = min(low, maxFraction)
	case maxFraction < 0:
		maxFraction = max(pick(f.notation == "compact" && f.style != "currency", 3, high), minFraction)
	case minFraction > maxFraction:
		panic(p.rangeError("maximumFractionDigits value is out of range."))
	}
	f.minFraction, f.maxFraction = minFraction, maxFraction
}

// dateOptions reads the locales and the options of a DateTimeFormat. required and defaults are "date", "time", "any" or
// "all": if the options have no field of the required kind, the fields of the default kind are shown.
func (p *platform) dateOptions(locales, v goja.Value, required, defaults string) *dateFormat {
	tag, locale := p.localeFor(locales)
	o := p.options("Intl.DateTimeFormat", v)
	f := &dateFormat{
		tag: tag, locale: locale,
		weekday:  o.text("weekday", "", "narrow", "short", "long"),
		year:     o.text("year", "", "numeric", "2-digit"),
		month:    o.text("month", "", "numeric", "2-digit", "narrow", "short", "long"),
		day:      o.text("day", "", "numeric", "2-digit"),
		hour:     o.text("hour", "", "numeric", "2-digit"),
		minute:   o.text("minute", "", "numeric", "2-digit"),
		second:   o.text("second", "", "numeric", "2-digit"),
		fraction: max(0, o.number("fractionalSecondDigits", 1, 3)),
		zoneName: o.text("timeZoneName", "", "short", "long", "shortOffset", "longOffset"),
	}
	f.era = o.text("era", "", "narrow", "short", "long")
	o.refuse("dayPeriod")
	o.refuse("calendar", "gregory")
	o.refuse("numberingSystem", "latn")
	f.dateStyle = o.text("dateStyle", "", "full", "long", "medium", "short")
	f.timeStyle = o.text("timeStyle", "", "full", "long", "medium", "short")
	usual, cycle12, cycle24 := "h12", "h12", "h24"
	if locale != nil {
		usual, cycle12, cycle24 = locale.HourCycle, locale.HourCycle12, locale.HourCycle24
	}
	if f.hourCycle = o.text("hourCycle", "", "h11", "h12", "h23", "h24"); f.hourCycle == "" {
		f.hourCycle = usual
	}
	if v := o.get("hour12"); !goja.IsUndefined(v) {
		f.hourCycle = pick(v.ToBoolean(), cycle12, cycle24)
	}
	if f.fraction > 0 && f.minute != "" && f.second == "" {
		f.second = "2-digit"
	}
	p.zoneOption(o, f)
	p.checkStyles(o, f, required)
	if f.dateStyle+f.timeStyle == "" {
		f.fillDefaults(required, defaults)
	}
	f.expandStyles()
	return f
}

func (f *dateFormat) fillDefaults(required, defaults string) {
	if required != "time" && f.hasDate() || required != "date" && f.hasTime() {
		return
	}
	if defaults != "time" {
		f.year, f.month, f.day = "numeric", "numeric", "numeric"
	}
	if defaults != "date" {
		f.hour, f.minute, f.second = "numeric", "numeric", "numeric"
	}
}

func (p *platform) checkStyles(o options, f *dateFormat, required string) {
	if f.dateStyle+f.timeStyle == "" {
		return
	}
	for _, name := range []string{"weekday", "year", "month", "day", "hour", "minute", "second", "fractionalSecondDigits", "timeZoneName"} {
		if !goja.IsUndefined(o.get(name)) {
			panic(p.vm.NewTypeError("Can't set option %s when %s is used", name, pick(f.dateStyle != "", "dateStyle", "timeStyle")))
		}
	}
	if required == "date" && f.timeStyle != "" {
		panic(p.vm.NewTypeError("Invalid option : timeStyle"))
	}
	if required == "time" && f.dateStyle != "" {
		panic(p.vm.NewTypeError("Invalid option : dateStyle"))
	}
}

func (p *platform) zoneOption(o options, f *dateFormat) {
	v := o.get("timeZone")
	if goja.IsUndefined(v) {
		f.zone, f.zoneID = time.Local, localZone()
		return
	}
	id := v.String()
	switch strings.ToUpper(id) {
	case "UTC", "ETC/UTC", "GMT", "ETC/GMT":
		f.zone, f.zoneID = time.UTC, "UTC"
		return
	}
	for _, name := range []string{id, strings.ToUpper(id), zoneInCapitals(id)} {
		if zone, err := time.LoadLocation(name); err == nil && id != "" && !strings.EqualFold(id, "Local") {
			f.zone, f.zoneID = zone, name
			return
		}
	}
	panic(p.rangeError("Invalid time zone specified: " + id))
}

// zoneInCapitals writes the words of the name of a time zone as the names of places are written.
func zoneInCapitals(id string) string {
	name := []byte(strings.ToLower(id))
	for i, start := 0, 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' && name[i] != '_' && name[i] != '-' {
			continue
		}
		switch word := string(name[start:i]); word {
		case "of", "au", "es", "":
		default:
			copy(name[start:], strings.ToUpper(word[:1]))
		}
		start = i + 1
	}
	return string(name)
}

// localZone returns the name of the machine's time zone. Go only knows it if TZ is set; otherwise it comes
// from the link /etc/localtime.
func localZone() string {
	if id := time.Local.String(); id != "Local" && id != "" {
		return id
	}
	if target, err := os.Readlink("/etc/localtime"); err == nil {
		if _, id, ok := strings.Cut(target, "zoneinfo/"); ok && id != "Etc/UTC" {
			return id
		}
	}
	return "UTC"
}
