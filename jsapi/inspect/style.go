package inspect

// This file has the colours: Node's styles for the parts of a value, and their ANSI codes.

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// style colours s in the named style, if the options ask for colours.
func (j *job) style(s, name string) string {
	switch {
	case j.Colors || j.forceColor:
		if on, off := j.p.codes(name); on != "" {
			return "\x1b[" + on + "m" + s + "\x1b[" + off + "m"
		}
	case j.stylize != nil:
		vm := j.p.vm
		return j.p.textOf(j.p.call(j.stylize, goja.Undefined(), vm.ToValue(s), vm.ToValue(name)))
	}
	return s
}

func (j *job) coloured() bool { return j.Colors || j.forceColor || j.stylize != nil }

// codes returns the numbers that switch a style on and off. They come from inspect.styles and
// inspect.colors, which a script may have changed.
func (p *Printer) codes(style string) (on, off string) {
	if p.inspectFn == nil {
		color := styleColor(style)
		for _, c := range colors {
			if c.name == color {
				return decimal(c.on), decimal(c.off)
			}
		}
		return "", ""
	}
	styles, ok := p.inspectFn.Get("styles").(*goja.Object)
	if !ok {
		return "", ""
	}
	color, ok := styles.Get(style).(goja.String)
	if !ok {
		return "", ""
	}
	table, ok := p.inspectFn.Get("colors").(*goja.Object)
	if !ok {
		return "", ""
	}
	pair, ok := table.Get(color.String()).(*goja.Object)
	if !ok {
		return "", ""
	}
	return p.textOf(pair.Get("0")), p.textOf(pair.Get("1"))
}

func styleColor(style string) string {
	for _, s := range styles {
		if s[0] == style {
			return s[1]
		}
	}
	return ""
}

// styles has the contents of inspect.styles.
var styles = [...][2]string{
	{"special", "cyan"}, {"number", "yellow"}, {"bigint", "yellow"}, {"boolean", "yellow"}, {"undefined", "grey"},
	{"null", "bold"}, {"string", "green"}, {"symbol", "green"}, {"date", "magenta"}, {"regexp", "red"},
	{"module", "underline"},
}

// colors has the contents of inspect.colors. The last ones are aliases of colours above.
var colors = [...]struct {
	name    string
	on, off int
}{
	{"reset", 0, 0}, {"bold", 1, 22}, {"dim", 2, 22}, {"italic", 3, 23}, {"underline", 4, 24}, {"blink", 5, 25},
	{"inverse", 7, 27}, {"hidden", 8, 28}, {"strikethrough", 9, 29}, {"doubleunderline", 21, 24},
	{"black", 30, 39}, {"red", 31, 39}, {"green", 32, 39}, {"yellow", 33, 39}, {"blue", 34, 39}, {"magenta", 35, 39},
	{"cyan", 36, 39}, {"white", 37, 39}, {"bgBlack", 40, 49}, {"bgRed", 41, 49}, {"bgGreen", 42, 49},
	{"bgYellow", 43, 49}, {"bgBlue", 44, 49}, {"bgMagenta", 45, 49}, {"bgCyan", 46, 49}, {"bgWhite", 47, 49},
	{"framed", 51, 54}, {"overlined", 53, 55}, {"gray", 90, 39}, {"redBright", 91, 39}, {"greenBright", 92, 39},
	{"yellowBright", 93, 39}, {"blueBright", 94, 39}, {"magentaBright", 95, 39}, {"cyanBright", 96, 39},
	{"whiteBright", 97, 39}, {"bgGray", 100, 49}, {"bgRedBright", 101, 49}, {"bgGreenBright", 102, 49},
	{"bgYellowBright", 103, 49}, {"bgBlueBright", 104, 49}, {"bgMagentaBright", 105, 49}, {"bgCyanBright", 106, 49},
	{"bgWhiteBright", 107, 49},

	{"grey", 90, 39}, {"blackBright", 90, 39}, {"bgGrey", 100, 49}, {"bgBlackBright", 100, 49}, {"faint", 2, 22},
	{"crossedout", 9, 29}, {"strikeThrough", 9, 29}, {"crossedOut", 9, 29}, {"conceal", 8, 28}, {"swapColors", 7, 27},
	{"swapcolors", 7, 27}, {"doubleUnderline", 21, 24},
}

// ownColors is the number of colors that are enumerable. The others are aliases.
const ownColors = len(colors) - 12

// stripCodes removes ANSI control sequences, including those that style adds.
func (p *Printer) stripCodes(s string) string {
	if !strings.Contains(s, "\x1b") && !strings.Contains(s, "\u009b") {
		return s
	}
	guard.Need(p.vm, len(s))
	var b strings.Builder
	b.Grow(len(s))
	var seq sequences
	start := 0 // of what was not written yet
	for i := 0; i < len(s); i++ {
		lead := 0
		switch {
		case s[i] == '\x1b':
			lead = 1
		case s[i] == c1Lead && strings.HasPrefix(s[i:], "\u009b"):
			lead = len("\u009b")
		default:
			continue
		}
		p.read(i - start + perStep)
		n := seq.length(s[i+lead:])
		if n > 0 {
			b.WriteString(s[start:i])
		} else {
			b.WriteString(s[start : i+lead])
		}
		start = i + lead + n
		i = start - 1
	}
	b.WriteString(s[start:])
	return b.String()
}

// sequences measures the control sequences of one text.
type sequences struct {
	endless bool // whether no terminator of a title is left in the text
}

// length returns the number of bytes after an escape character that belong to the control sequence. s is the rest of the text.
func (q *sequences) length(s string) int {
	i := 0
	for i < len(s) && strings.IndexByte("[]()#;?", s[i]) >= 0 {
		i++
	}
	if strings.Contains(s[:i], "]") && !q.endless { // a title or a link, up to its terminator
		for at := i; at < len(s); at++ {
			switch {
			case s[at] == '\a':
				return at + 1
			case strings.HasPrefix(s[at:], "\x1b\\"), strings.HasPrefix(s[at:], "\u009c"):
				return at + 2
			}
		}
		q.endless = true
	}
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == ';') {
		i++
	}
	if i < len(s) && (s[i] >= 'A' && s[i] <= 'P' || s[i] >= 'R' && s[i] <= 'T' || s[i] == 'Z' || s[i] == 'c' ||
		s[i] >= 'f' && s[i] <= 'n' || s[i] == 'q' || s[i] == 'r' || s[i] == 'u' || s[i] == 'y' ||
		strings.IndexByte("=><~", s[i]) >= 0) {
		return i + 1
	}
	return 0
}
