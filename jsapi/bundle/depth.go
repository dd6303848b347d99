// This file bounds the nesting of source text. The parsers of esbuild and goja recurse on the stack of Go, and the
// process ends when the stack exceeds a gigabyte. Long before that, the time of esbuild grows with the cube of the
// depth of nested functions.

package bundle

import (
	"bytes"
	"errors"
	"fmt"
)

// bounds are the limits of one file: of nested brackets and statements, and of operators in one expression.
type bounds struct{ brackets, statements, operators, commas int }

// ofCode returns the bounds of code without strings, comments and regular expressions.
func ofCode() bounds { return bounds{1000, 1000, 5000, 10_000} }

// maxConditions is the number of nested conditional expressions of the form a ? (b) : c => …. The time of esbuild
// doubles with each level.
const maxConditions = 14

// leastHarm is the length in bytes of the shortest file that can take too long, with some dozen conditions or with
// constants that double.
const leastHarm = 100

// maxDigits is the number of digits that a number may have. The time of goja grows with its square.
const maxDigits = 100_000

// ofText returns the bounds of files in which strings, comments and regular expressions cannot be recognised with
// certainty, so that all text counts.
func ofText() bounds { return bounds{10_000, 1000, 100_000, 100_000} }

// nestedError says where a file is nested too deep.
type nestedError struct {
	at   int // the offset in the file
	what string
}

func (e *nestedError) Error() string { return e.what }

// placeOf returns ":line:column" of an error that has an offset.
func placeOf(err error, data []byte) string {
	var e *nestedError
	if !errors.As(err, &e) {
		return ""
	}
	line := data[:e.at]
	return fmt.Sprintf(":%d:%d", 1+bytes.Count(line, []byte("\n")), 1+len(line)-(bytes.LastIndexByte(line, '\n')+1))
}

// tooDeep returns the place where data is nested too deep, or nil.
func tooDeep(data []byte) *nestedError {
	if len(data) < leastHarm {
		return nil
	}
	d := depth{data: data, bounds: ofCode(), rows: make([]row, 1, 64), value: false}
	if d.run(); d.failed == nil && d.uncertain {
		d = depth{data: data, bounds: ofText(), rows: d.rows[:1], text: true}
		d.rows[0] = row{}
		d.run()
	}
	if d.failed == nil {
		d.failed = longEnum(data)
	}
	return d.failed
}

// row counts what is inside of a bracket since the last comma, the last semicolon, or the end of the last statement.
type row struct {
	statements, operators int
	commas                int  // since the last colon or semicolon: the time of esbuild grows with the square of comma operators
	list                  bool // the commas separate elements or arguments, and are not operators
	template              bool // the bracket is the ${…} of a template
	branch                bool // the bracket follows the ? of a conditional expression
	conditions            int  // how many conditional expressions of maxConditions are around
	other                 bool // the : of a conditional expression whose first branch was in brackets has come
}

// depth goes through a file.
type depth struct {
	bounds
	data      []byte
	text      bool // strings, comments and regular expressions count
	uncertain bool
	rows      []row
	value     bool // the last token may end a value: a slash after it divides
	last      byte // the first byte of the last token that is not a comment
	branch    bool // the branch of the bracket that was closed last
	unclosed  int  // the offset up to which no quote closes
	lineEnd   int  // the offset of an end of a line
	failed    *nestedError
	texts     []textSpan // of the strings and templates; nil if nobody asks for them
}

// kindOf maps a byte to the kind of token that it begins.
var kindOf = func() (kinds [256]byte) {
	for c := range kinds {
		if isWordByte(byte(c)) {
			kinds[c] = 'a'
		}
	}
	for _, c := range []byte("([{)]};,'\"`/=<\n") {
		kinds[c] = c
	}
	for _, c := range []byte("!~+-*%&|^>?:.@") {
		kinds[c] = '+'
	}
	return kinds
}()

func (d *depth) run() {
	for i := 0; i < len(d.data) && d.failed == nil; {
		c := d.data[i]
		if i = d.next(i); c > ' ' && c != '/' {
			d.last = c
		}
	}
}

// next reads the token at an offset, and returns the offset of its end.
func (d *depth) next(i int) int {
	c := d.data[i]
	switch kindOf[c] {
	case 0, '\n':
		return i + 1
	case 'a':
		return d.word(i)
	case '(', '[', '{':
		d.open(i, false)
	case ')', ']', '}':
		return d.close(i)
	case ',', ';':
		r := d.top()
		if r.commas++; c == ';' {
			r.commas = 0
		}
		if r.commas > d.commas && !r.list {
			d.fail(i, "an expression has more than %d commas", d.commas)
		}
		r.statements, r.operators, r.other = 0, 0, false
		d.value = false
	case '\'', '"':
		d.value = true
		if !d.text {
			return d.quoted(i, c)
		}
	case '`':
		d.operator(i, 0)
		if !d.text {
			return d.template(i + 1)
		}
	case '/':
		return d.slash(i)
	case '<':
		d.operator(i, 0)
		if n := d.after(i); !d.value && (n == '>' || kindOf[n] == 'a') {
			d.uncertain = true // the text of JSX may have quotes
		}
		d.value = false
	case '=':
		arrow := 0
		if d.after(i) == '>' {
			arrow = 1
			if r := d.top(); r.other {
				r.other = false
				d.condition(i, r, r.conditions+1)
			}
		}
		d.operator(i, arrow)
		d.value = false
	default:
		if c == ':' {
			d.top().commas = 0
			d.top().other = d.top().other || d.last == ')' && d.branch
		}
		d.operator(i, 0)
		d.value = false
	}
	return i + 1
}

// condition sets the number of conditions that a row is in, and fails if there are too many.
func (d *depth) condition(i int, r *row, n int) {
	if r.conditions = n; n > maxConditions {
		d.fail(i, "conditional expressions with functions are nested more than %d deep", maxConditions)
	}
}

func (d *depth) top() *row { return &d.rows[len(d.rows)-1] }

// after returns the byte after an offset, or 0 at the end.
func (d *depth) after(i int) byte {
	if i+1 < len(d.data) {
		return d.data[i+1]
	}
	return 0
}

func (d *depth) fail(at int, format string, most int) {
	if d.failed == nil {
		d.failed = &nestedError{at, fmt.Sprintf(format, most)}
	}
}

func (d *depth) operator(i, statements int) {
	r := d.top()
	r.operators++
	if r.statements += statements; r.statements > d.statements {
		d.fail(i, "statements or functions are nested more than %d deep", d.statements)
	}
	if r.operators > d.operators {
		d.fail(i, "an expression has more than %d operators", d.operators)
	}
}

func (d *depth) open(i int, template bool) {
	in := d.top()
	r := row{template: template, list: d.data[i] == '[' || d.data[i] == '(' && d.value, conditions: in.conditions}
	r.branch = d.data[i] == '(' && d.last == '?'
	d.value = false
	if d.rows = append(d.rows, r); len(d.rows) > d.brackets+1 {
		d.fail(i, "brackets are nested more than %d deep", d.brackets)
	}
	if in.other {
		d.condition(i, d.top(), r.conditions+1)
	}
}

func (d *depth) close(i int) int {
	template := d.top().template
	d.branch = d.top().branch
	if len(d.rows) > 1 {
		d.rows = d.rows[:len(d.rows)-1]
	}
	if template {
		return d.template(i + 1)
	}
	d.operator(i, 0)
	d.value = true
	if d.data[i] == '}' {
		d.closedBlock(d.data[i+1:])
	}
	return i + 1
}

// closedBlock is called after a closing brace; rest is the text after it. A word there that is not an operator begins the next
// statement or member of a class, so counting starts again.
func (d *depth) closedBlock(rest []byte) {
	rest = bytes.TrimLeft(rest[:min(len(rest), 40)], " \t\r\n")
	word := string(rest[:wordEnd(rest, 0)])
	if word != "else" {
		d.top().statements = 0
	}
	switch word {
	case "", "else", "in", "of", "instanceof", "as", "satisfies":
	default:
		d.top().operators = 0
	}
}

// word reads a word or a number.
func (d *depth) word(i int) int {
	end := wordEnd(d.data, i)
	d.value = true
	if end-i > maxDigits && '0' <= d.data[i] && d.data[i] <= '9' {
		d.fail(i, "a number has more than %d digits", maxDigits)
	}
	if end-i > len("instanceof") {
		return end
	}
	switch string(d.data[i:end]) {
	case "if", "else", "for", "while", "do", "with":
		d.operator(i, 1)
		d.value = false
	case "new", "typeof", "void", "delete", "await", "yield", "in", "of", "instanceof", "keyof", "infer", "extends", "class", "async", "case":
		d.operator(i, 0)
		d.value = false
	case "const", "var", "export", "return", "throw":
		d.value = false
		if i == 0 || d.data[i-1] == '\n' { // not a property
			d.top().statements, d.top().operators, d.top().other = 0, 0, false
		}
	case "let", "type", "interface", "function", "import":
		if i == 0 || d.data[i-1] == '\n' {
			d.top().other = false
		}
	}
	return end
}

// quoted reads a string. A quote that does not close is one in the text of JSX or in a regular expression, or a mistake: what
// follows is read as code, and then all as text.
func (d *depth) quoted(i int, quote byte) int {
	if i < d.unclosed {
		return i + 1
	}
	n, closed := readString(d.data[i:], quote)
	if !closed {
		d.unclosed, d.uncertain = i+n, true
		return i + 1
	}
	d.note(i, i+1+n)
	return i + 1 + n
}

// note records a string, or a part of the text of a template.
func (d *depth) note(start, end int) {
	if d.texts != nil {
		d.texts = append(d.texts, textSpan{start, end})
	}
}

// template reads the text of a template up to its end, or up to the next ${.
func (d *depth) template(i int) int {
	start := i
	for ; i < len(d.data); i++ {
		switch d.data[i] {
		case '\\':
			i++
		case '`':
			d.value = true
			d.note(start, i)
			return i + 1
		case '$':
			if d.after(i) == '{' {
				d.open(i, true)
				d.note(start, i)
				return i + 2
			}
		}
	}
	return i
}

// slash reads a comment, a regular expression or an operator.
func (d *depth) slash(i int) int {
	rest := d.data[i+1:]
	if d.lineEnd <= i {
		if d.lineEnd = len(d.data); bytes.IndexByte(rest, '\n') >= 0 {
			d.lineEnd = i + 1 + bytes.IndexByte(rest, '\n')
		}
	}
	line := d.data[i+1 : d.lineEnd]
	switch n := d.after(i); {
	case d.text:
	case n == '/':
		return i + 1 + len(line)
	case n == '*':
		if end := bytes.Index(rest[1:], []byte("*/")); end >= 0 {
			return i + 4 + end
		}
		return len(d.data)
	default:
		end := patternEnd(line)
		if end > 0 && !d.value {
			d.value = true
			return i + 1 + end
		}
		if before := bytes.TrimRight(d.data[max(0, i-20):i], " \t\r\n"); end > 0 && bytes.ContainsAny(line[:end], "'\"`") && (len(before) == 0 || before[len(before)-1] == ')' || before[len(before)-1] == '}') {
			d.uncertain = true // if (a) /'/.test(b)
		}
	}
	d.operator(i, 0)
	d.value = false
	return i + 1
}

// patternEnd returns the end of the slash that closes a regular expression, or 0 if there is none.
func patternEnd(line []byte) int {
	class := false
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return 0
}

// stringLength returns how far the closing quote is from the opening one, or 0 if there is none
// on the line.
func stringLength(data []byte, quote byte) int {
	if n, closed := readString(data, quote); closed {
		return n
	}
	return 0
}

// readString returns how far the closing quote is from the opening one. Without one, it returns how far it has looked.
func readString(data []byte, quote byte) (n int, closed bool) {
	i := 1
	for ; i < len(data) && data[i] != '\n'; i++ {
		switch data[i] {
		case '\\':
			i++
		case quote:
			return i, true
		}
	}
	return i, false
}
