// This file implements resolvedOptions of Intl objects.

package web

import "github.com/dop251/goja"

func (p *platform) resolvedNumber(f *numberFormat) goja.Value {
	o := p.vm.NewObject()
	set := func(name string, v any) { own(p.vm, o, name, v) }
	set("locale", f.tag)
	set("numberingSystem", "latn")
	set("style", f.style)
	if f.style == "currency" {
		set("currency", f.currency)
		set("currencyDisplay", f.currencyDisplay)
		set("currencySign", f.currencySign)
	}
	if f.style == "unit" {
		set("unit", f.unit)
		set("unitDisplay", f.unitDisplay)
	}
	set("minimumIntegerDigits", f.minInt)
	switch {
	case f.compactRounding:
		set("minimumSignificantDigits", 1)
		set("maximumSignificantDigits", 2)
	case f.maxSignificant > 0:
		set("minimumSignificantDigits", f.minSignificant)
		set("maximumSignificantDigits", f.maxSignificant)
	}
	if f.maxSignificant == 0 {
		set("minimumFractionDigits", f.minFraction)
		set("maximumFractionDigits", f.maxFraction)
	}
	if f.useGrouping == "" {
		set("useGrouping", false)
	} else {
		set("useGrouping", f.useGrouping)
	}
	set("notation", f.notation)
	if f.notation == "compact" {
		set("compactDisplay", f.compactDisplay)
	}
	set("signDisplay", f.signDisplay)
	set("roundingMode", "halfExpand")
	set("roundingIncrement", 1)
	set("trailingZeroDisplay", "auto")
	set("roundingPriority", pick(f.compactRounding, "morePrecision", "auto"))
	return o
}

func (p *platform) resolvedDate(f *dateFormat) goja.Value {
	o := p.vm.NewObject()
	set := func(name, value string) {
		if value != "" {
			own(p.vm, o, name, value)
		}
	}
	f = f.resolved()
	set("locale", f.tag)
	set("calendar", "gregory")
	set("numberingSystem", "latn")
	set("timeZone", f.zoneID)
	if f.hour != "" || f.timeStyle != "" {
		set("hourCycle", f.hourCycle)
		own(p.vm, o, "hour12", f.hour12())
	}
	set("weekday", f.weekday)
	set("era", f.era)
	set("year", f.year)
	set("month", f.month)
	set("day", f.day)
	set("hour", pick(f.locale == nil && f.hour != "" && !f.hour12(), "2-digit", f.hour))
	set("minute", f.width(f.minute, f.hour+f.second))
	set("second", f.width(f.second, f.minute))
	if f.fraction > 0 {
		own(p.vm, o, "fractionalSecondDigits", f.fraction)
	}
	set("timeZoneName", f.zoneName)
	set("dateStyle", f.dateStyle)
	set("timeStyle", f.timeStyle)
	return o
}

// resolved returns the fields as the pattern of the locale has them.
func (f *dateFormat) resolved() *dateFormat {
	if f.locale == nil || f.dateStyle+f.timeStyle != "" {
		return f
	}
	r := *f
	date, clock, _ := f.partsIn(f.locale)
	eachToken(date+clock, func(t token) {
		if t.field == "" || len(t.field) > 2 {
			return
		}
		form := pick(len(t.field) == 2, "2-digit", "numeric")
		switch t.field[0] {
		case 'M':
			r.month = form
		case 'd':
			r.day = form
		case 'h':
			r.hour = form
		}
	})
	return &r
}

// width returns the form of minutes or seconds: "2-digit" next to another field of the time, else "numeric".
func (f *dateFormat) width(field, beside string) string {
	switch {
	case field == "":
		return ""
	case beside == "":
		return "numeric"
	}
	return "2-digit"
}
