// This file tests where arguments is read twice.

package bundle

import "testing"

func TestArgumentsInArrows(t *testing.T) {
	t.Parallel()
	checkRewrites(t, map[string]string{
		"function f(a) {\nreturn () => arguments[0];\n}":                                "function f(a) {\nreturn () => (arguments, arguments)[0];\n}",
		"function f() {\nreturn () => {\nif (a) {\ng(b, arguments);\n}\n};\n}":          "function f() {\nreturn () => {\nif (a) {\ng(b, (arguments, arguments));\n}\n};\n}",
		"function f() {\nreturn (a) => ({ arguments, b: arguments, arguments: 1 });\n}": "function f() {\nreturn (a) => ({ arguments: (arguments, arguments), b: (arguments, arguments), arguments: 1 });\n}",
		"function f() {\nreturn (a) => [...arguments, c ? arguments : d];\n}":           "function f() {\nreturn (a) => [...(arguments, arguments), c ? (arguments, arguments) : d];\n}",
		"function f() {\nreturn () => arguments.length <= 2 && a << arguments;\n}":      "function f() {\nreturn () => (arguments, arguments).length <= 2 && a << __hitlrunLeft((arguments, arguments));\n}",
		"function f() {\nreturn () => arguments <= 2 || arguments == 1;\n}":             "function f() {\nreturn () => (arguments, arguments) <= 2 || (arguments, arguments) == 1;\n}",
		"x = () => typeof arguments === y;":                                             "x = () => (typeof arguments, typeof arguments) === y;",
		"function f() {\nreturn () => typeof arguments[0];\n}":                          "function f() {\nreturn () => typeof (arguments, arguments)[0];\n}",
		"function f() {\nreturn arguments[0];\n}\nx = () => 1;":                         "",
		"x = () => function() {\nreturn arguments;\n};":                                 "",
		"x = () => ({ m() {\nreturn arguments;\n} });":                                  "",
		"x = (a) => a.arguments + a?.arguments;":                                        "",
		"x = () => {\narguments = 1, arguments += 2, arguments++, ++arguments;\n};":     "",
		"x = () => {\nfunction arguments() {\n}\nvar arguments;\n};":                    "",
		"x = (arguments) => 1;":                                                         "",
		"x = () => ({ arguments() {\n} });":                                             "",
	})
}
