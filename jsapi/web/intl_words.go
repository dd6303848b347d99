// This file is the Go side of the classes of Intl for words and collation.

package web

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dop251/goja"
	"github.com/rivo/uniseg"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// intlNatives are the arguments of intl.js: words(locales) → [the first one that is supported, the file of its words],
// wordsOf(file) → them, supported(locales) → those that are supported, locale(locales) → the first one,
// collator(locale, sensitivity, numeric) → (text, text) → -1, 0 or 1, segments(text, granularity) → the
// segments, namesOf(file) → its names for DisplayNames, likely(tag) → it with a script and a region, wordLike(segment) → whether it is a word.
func intlNatives(p *platform) map[string]native {
	return map[string]native{
		"words": func(call goja.FunctionCall) goja.Value {
			tag, l := p.localeFor(call.Argument(0))
			if l == nil {
				return p.stringArray([]string{tag, "en-US"})
			}
			return p.stringArray([]string{tag, l.tag})
		},
		"wordsOf": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(lineOf("words", call.Argument(0).String()))
		},
		"namesOf": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(lineOf("names", call.Argument(0).String()))
		},
		"likely": func(call goja.FunctionCall) goja.Value { return p.vm.ToValue(likely(call.Argument(0).String())) },
		"supported": func(call goja.FunctionCall) goja.Value {
			return p.stringArray(slices.DeleteFunc(p.locales(call.Argument(0)), func(s string) bool { return !hasLocale(s) }))
		},
		"segments": func(call goja.FunctionCall) goja.Value {
			return p.stringArray(segments(p.vm, p.textWithRules(call.Argument(0)), call.Argument(1).String()))
		},
		"wordLike": func(call goja.FunctionCall) goja.Value {
			isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
			return p.vm.ToValue(strings.ContainsFunc(call.Argument(0).String(), isWord))
		},
		"locale": func(call goja.FunctionCall) goja.Value {
			for _, name := range p.locales(call.Argument(0)) {
				return p.vm.ToValue(name)
			}
			return p.vm.ToValue("en-US")
		},
		"collator": func(call goja.FunctionCall) goja.Value {
			var options []collate.Option
			switch call.Argument(1).String() {
			case "base":
				options = append(options, collate.IgnoreCase, collate.IgnoreDiacritics)
			case "accent":
				options = append(options, collate.IgnoreCase)
			}
			if call.Argument(2).ToBoolean() {
				options = append(options, collate.Numeric)
			}
			c := collate.New(language.Make(call.Argument(0).String()), options...)
			return p.fn("compare", 2, func(call goja.FunctionCall) goja.Value {
				return p.vm.ToValue(c.CompareString(p.textWithRules(call.Argument(0)), p.textWithRules(call.Argument(1))))
			})
		},
	}
}

// likely adds the script and the region to a tag that are most likely.
func likely(tag string) string {
	t, err := language.Raw.Parse(tag)
	if err != nil {
		return tag
	}
	base, _ := t.Base()
	script, scripted := t.Script()
	region, placed := t.Region()
	if scripted == language.No || placed == language.No { // nothing is known of the language
		return tag
	}
	return base.String() + "-" + script.String() + "-" + region.String()
}

// lineOf returns what a file of locales has for one of them, as JSON: its line.
func lineOf(file, tag string) string {
	data, err := localeFiles.ReadFile("locales/" + file + ".json")
	if err != nil {
		panic(err)
	}
	_, line, _ := strings.Cut(string(data), "\n\""+tag+"\": ")
	line, _, _ = strings.Cut(line, "\n")
	return strings.TrimSuffix(line, ",")
}

// bytesOfCompared is an estimate of the memory that a letter takes while it is compared.
const bytesOfCompared = 20

// textWithRules returns a text to which the rules of a language can be applied: the packages for that cannot be interrupted.
func (p *platform) textWithRules(v goja.Value) string {
	text := guard.Text(p.vm, v)
	if len(text) > guard.MaxRules {
		panic(p.rangeError("Invalid string length"))
	}
	guard.Need(p.vm, bytesOfCompared*len(text))
	return text
}

// patchLocaleCompare makes String.prototype.localeCompare use its arguments locales and options.
func (p *platform) patchLocaleCompare(proto *goja.Object) {
	plain, _ := goja.AssertFunction(proto.Get("localeCompare"))
	p.method(proto, "localeCompare", 1, func(call goja.FunctionCall) goja.Value {
		if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
			panic(p.vm.NewTypeError("String.prototype.localeCompare called on null or undefined"))
		}
		var v goja.Value
		var err error
		if goja.IsUndefined(call.Argument(1)) && goja.IsUndefined(call.Argument(2)) {
			v, err = plain(call.This, call.Argument(0))
		} else {
			class := p.family("intl").Get("classes").(*goja.Object).Get("Collator")
			collator, newErr := p.vm.New(class, call.Arguments[1:]...)
			must(newErr)
			v, err = p.callable(collator.Get("compare"))(goja.Undefined(), call.This, call.Argument(0))
		}
		must(err)
		return v
	})
}

// Memory for a list of segments is requested in steps of listStep segments. Each takes perSegment bytes.
const (
	listStep   = 1 << 14
	perSegment = 96
)

// segments cuts text into graphemes, words or sentences.
func segments(vm *goja.Runtime, text, granularity string) []string {
	cut := func(text string, state int) (segment, rest string, newState int) {
		segment, rest, _, newState = uniseg.FirstGraphemeClusterInString(text, state)
		return segment, rest, newState
	}
	switch granularity {
	case "word":
		cut = uniseg.FirstWordInString
	case "sentence":
		cut = uniseg.FirstSentenceInString
	}
	whole, rest, dropped := text, text, []dropping(nil)
	if granularity == "sentence" {
		rest, dropped = shortenRows(vm, text)
	}
	var list []string
	need, begin, at := 0, 0, 0 // begin is a place in whole, and at in the shorter text
	for state := -1; rest != ""; {
		if need++; need%listStep == 0 {
			guard.Need(vm, listStep*perSegment)
		}
		var segment string
		segment, rest, state = cut(rest, state)
		end := begin + len(segment)
		for at += len(segment); len(dropped) > 0 && dropped[0].at < at; dropped = dropped[1:] {
			end += dropped[0].bytes
		}
		list = append(list, whole[begin:end])
		begin = end
	}
	return list
}
