// This file tests how expressions are printed, and that a change in goja is noticed.

package v8errors

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

func TestPrintedBefore(t *testing.T) {
	for source, want := range map[string]string{
		`return o.list[0].f(`:                    "o.list[0].f",
		`x = o["a b"](`:                          "o.a b",
		`o[key](`:                                "o[key]",
		`o[a + b](`:                              "o[(intermediate value)]",
		`f(1, "(")(`:                             "f(...)",
		`(a || b)(`:                              "(a || b)",
		`new Order(1).pay(`:                      "(intermediate value).pay",
		`await o.f(`:                             "o.f",
		`(0, import_x.f)(`:                       "f",
		`(_a = s.a) == null ? void 0 : _a.f(`:    "s.a?.f",
		`(_a = s.a) == null ? void 0 : _a.call(`: "s.a",
		`(_a = s.a) == null ? void 0 : _a.call(s, 1).f(`:                        "s.a(...).f",
		`s == null ? void 0 : s.a(`:                                             "s?.a",
		`(_a = s == null ? void 0 : s.a) == null ? void 0 : _a.call(`:           "s?.a",
		`(_b = (_a = s.a) == null ? void 0 : _a.b) == null ? void 0 : _b.call(`: "s.a?.b",
		`(_b = (_a = s.a) == null ? void 0 : _a.b) == null ? void 0 : _b.c.d(`:  "s.a?.b?.c.d",
		`t == null ? void 0 : s.a(`:                                             "s.a",
		`"text"(`:                                                               `"text"`,
		`({})(`:                                                                 "{}",
		`[].f(`:                                                                 "[].f",
		`a.b(c)(d).e(`:                                                          "a.b(...)(...).e",
		`const x = {...o.f(`:                                                    "o.f",
		`größe.f(`:                                                              "größe.f",
	} {
		if got, _ := printedBefore(source, strings.LastIndex(source, "(")); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

// TestHook fails if the fields of goja that are read have other names.
func TestHook(t *testing.T) {
	rt := goja.New()
	Install(rt)
	for code, want := range map[string]string{
		`let o = {}; o.a.b`:                  "Cannot read properties of undefined (reading 'b')",
		`"use strict"; null.a = 1`:           "Cannot set properties of null (setting 'a')",
		`let o = {}; o.f()`:                  "o.f is not a function",
		`let n = null; let [a] = n`:          "n is not iterable",
		`let o = {}; let [a] = o.b`:          "undefined is not iterable (cannot read property Symbol(Symbol.iterator))",
		`let o = {}; for (let a of o.b) ;`:   "o.b is not iterable",
		`let n = 1; new n()`:                 "n is not a constructor",
		`let o = {}; class A extends o.B {}`: "Class extends value undefined is not a constructor or null",
		`class A extends 5 {}`:               "Class extends value 5 is not a constructor or null",
		`let n; let { a } = n`:               "Cannot destructure property 'a' of 'n' as it is undefined.",
		`throw new TypeError("mine")`:        "mine",
	} {
		_, err := rt.RunString("{" + code + "}")
		if err == nil || !strings.Contains(err.Error(), "TypeError: "+want+" at") {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}

// FuzzPrinted looks for source for which the reader fails.
func FuzzPrinted(f *testing.F) {
	f.Add("a.b[c](d).e(", 5)
	f.Add("{ a: b } = (((", 3)
	f.Fuzz(func(t *testing.T, source string, at int) {
		if at < 0 || at >= len(source) {
			return
		}
		printed(source, at)
		printedAround(source, at)
		printedBefore(source, at)
		destructured(source, at)
		isParameter(source, at)
		isForList(source, at)
		JSON(source)
	})
}
