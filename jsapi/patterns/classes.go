// This file reads classes such as [a-z]. With the flag v they have operations, whose syntax it only checks: package bundle replaces such
// classes by others before a pattern is compiled.

package patterns

import "strings"

const (
	errClassOpen      SyntaxError = "Unterminated character class"
	errOrder          SyntaxError = "Range out of order in character class"
	errClass          SyntaxError = "Invalid character class"
	errClassCharacter SyntaxError = "Invalid character in character class"
	errClassEscape    SyntaxError = "Invalid class escape"
	errClassProperty  SyntaxError = "Invalid property name in character class"
	errOperation      SyntaxError = "Invalid set operation in character class"
	errNegatedTexts   SyntaxError = "Negated character class may contain strings"
)

// class reads a class without the flag v, after its bracket.
func (r *reader) class() (*charSet, error) {
	start := r.at - 1
	set := &charSet{not: r.has("^")}
	if r.has("]") {
		r.replace(start, r.everything(!set.not))
		return set, nil
	}
	for !r.has("]") {
		from, named, err := r.member()
		if err != nil {
			return nil, err
		}
		if r.next() == '-' && r.at+1 < len(r.text) && r.text[r.at+1] != ']' {
			r.at++
			to, alsoNamed, err := r.member()
			if err != nil {
				return nil, err
			}
			if !named && !alsoNamed {
				a, b := from.ranges[0], to.ranges[0]
				if a > b {
					return nil, errOrder
				}
				set.add([]rune{a, b})
				continue
			}
			if r.flags.Unicode {
				return nil, errClass
			}
			set.add([]rune{'-', '-'})
			set.add(to.plain())
		}
		set.add(from.plain())
	}
	set.sort()
	return set, nil
}

// everything returns the class of all characters, or that of none.
func (r *reader) everything(not bool) string {
	class := `\0-\uffff]`
	if r.flags.Unicode {
		class = `\0-\u{10ffff}]`
	}
	if not {
		return "[^" + class
	}
	return "[" + class
}

// member reads a character or a set such as \d, of which named is true.
func (r *reader) member() (set *charSet, named bool, err error) {
	c := r.next()
	if r.at++; c < 0 {
		return nil, false, errClassOpen
	}
	switch c {
	case '\\':
		return r.escapedSet(true)
	case '[':
		if next := r.next(); next == ':' || next == '.' || next == '=' {
			r.replace(r.at-1, `\[`)
		}
	}
	return one(c), false, nil
}

// operand is a part of a class with the flag v.
type operand struct {
	isChar bool
	char   rune
	texts  bool // it may match texts of more or less than one character
}

// setClass reads a class with the flag v, after its bracket. texts says that it may match texts.
func (r *reader) setClass() (texts bool, err error) {
	if r.depth++; r.depth > maxNesting {
		return false, errUnknown
	}
	defer func() { r.depth-- }()
	not := r.has("^")
	if r.has("]") {
		return false, nil
	}
	first, err := r.operand()
	if err != nil {
		return false, err
	}
	switch {
	case r.has("--"):
		_, err = r.operands("--")
		texts = first.texts
	case r.has("&&"):
		texts, err = r.operands("&&")
		texts = texts && first.texts
	default:
		texts, err = r.union(first)
	}
	if err == nil && texts && not {
		err = errNegatedTexts
	}
	return texts, err
}

// operands reads the operands behind the first operator, and the bracket that closes the class. all says that all of them may match texts.
func (r *reader) operands(operator string) (all bool, err error) {
	for all = true; ; {
		if operator == "&&" && r.next() == '&' {
			return false, errClassCharacter
		}
		o, err := r.operand()
		if err != nil {
			return false, err
		}
		switch all = all && o.texts; {
		case r.has("]"):
			return all, nil
		case r.next() < 0:
			return false, errClassOpen
		case !r.has(operator):
			return false, errOperation
		}
	}
}

// union reads a class without operators, after its first part.
func (r *reader) union(last operand) (texts bool, err error) {
	for texts = last.texts; !r.has("]"); texts = texts || last.texts {
		if r.next() != '-' {
			if last, err = r.operand(); err != nil {
				return false, err
			}
			continue
		}
		switch r.at++; {
		case r.next() == '-':
			return false, errOperation
		case r.next() < 0:
			return false, errClassOpen
		case !last.isChar:
			return false, errClass
		}
		to, err := r.operand()
		switch {
		case err != nil:
			return false, err
		case !to.isChar:
			return false, errClass
		case last.char > to.char:
			return false, errOrder
		}
		last = operand{}
	}
	return texts, nil
}

func (r *reader) operand() (operand, error) {
	switch {
	case r.has("["):
		texts, err := r.setClass()
		return operand{texts: texts}, err
	case r.has(`\q{`):
		texts, err := r.texts()
		return operand{texts: texts}, err
	case r.next() == '\\' && r.at+1 < len(r.text):
		switch r.text[r.at+1] {
		case 'd', 'D', 's', 'S', 'w', 'W':
			r.at += 2
			return operand{}, nil
		case 'p', 'P':
			r.at++
			texts, err := r.property(true)
			return operand{texts: texts}, err
		}
	}
	c, err := r.setCharacter()
	return operand{isChar: true, char: c}, err
}

// texts reads the texts of \q{ab|c}, behind the brace. It reports whether one of them is not a single character.
func (r *reader) texts() (texts bool, err error) {
	for n := 0; ; {
		switch {
		case r.has("}"):
			return texts || n != 1, nil
		case r.has("|"):
			texts, n = texts || n != 1, 0
		default:
			if _, err := r.setCharacter(); err != nil {
				return false, err
			}
			n++
		}
	}
}

// setCharacter reads one character of a class with the flag v.
func (r *reader) setCharacter() (rune, error) {
	c := r.next()
	switch r.at++; {
	case c < 0:
		return 0, errClassOpen
	case c == '\\':
		return r.escapedCharacter(true)
	case strings.ContainsRune("()[]{}/-|", c):
		return 0, errClassCharacter
	case c == r.next() && strings.ContainsRune("&!#$%*+,.:;<=>?@^`~", c):
		return 0, errOperation
	}
	return c, nil
}
