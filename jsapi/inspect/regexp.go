// This file prints regular expressions.

package inspect

import (
	"strings"

	"github.com/dop251/goja"
)

// slashCode is the escape that goja writes for a slash.
const slashCode = `\u002f`

// regExpText returns /source/flags. toString reads both from the prototype. For an object without a
// prototype, regExpText calls the getters itself.
func (p *Printer) regExpText(o *goja.Object, h heading) string {
	if !h.null {
		return Slashes(p.method("RegExp.prototype.toString", o).String())
	}
	get := func(name string) goja.Value { return p.method("get RegExp.prototype."+name, o) }
	text := "/" + Slashes(get("source").String()) + "/"
	for _, f := range [...][2]string{
		{"hasIndices", "d"}, {"global", "g"}, {"ignoreCase", "i"}, {"multiline", "m"}, {"dotAll", "s"}, {"unicode", "u"}, {"unicodeSets", "v"}, {"sticky", "y"},
	} {
		if get(f[0]).ToBoolean() {
			text += f[1]
		}
	}
	return text
}

// Slashes replaces the escapes of slashes in the source of a regular expression: by a slash in a character
// class, and by a backslash and a slash elsewhere.
func Slashes(source string) string {
	if !strings.Contains(source, slashCode) {
		return source
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case strings.HasPrefix(source[i:], slashCode):
			if !class {
				b.WriteByte('\\')
			}
			b.WriteByte('/')
			i += len(slashCode) - 1
			continue
		case c == '\\' && i+1 < len(source):
			b.WriteByte(c)
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		}
		b.WriteByte(source[i])
	}
	return b.String()
}
