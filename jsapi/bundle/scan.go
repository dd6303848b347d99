// This file splits esbuild's output into tokens. It relies on how esbuild prints: a binary
// operator stands on the line of its left operand, between spaces.

package bundle

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenPunct tokenKind = iota
	tokenWord            // identifiers, keywords, numbers
	tokenText            // strings, regular expressions, pieces of templates
)

// token is one token. Punctuators are single characters, except =>.
type token struct {
	kind       tokenKind
	start, end int32
	match      int32 // of a bracket: the index of its partner
	parent     int32 // the index of the innermost bracket that is open here, or -1
}

var errScan = errors.New("unexpected token")

type scanner struct {
	code   []byte
	pos    int
	tokens []token
	open   []int32 // indexes of open brackets; a template's ${ is there as a tokenText
}

func scanTokens(code []byte) ([]token, error) {
	s := &scanner{code: code, tokens: make([]token, 0, len(code)/4)}
	for s.pos < len(code) {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	if len(s.open) > 0 {
		return nil, errScan
	}
	return s.tokens, nil
}

func (s *scanner) next() error {
	c := s.code[s.pos]
	switch {
	case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		s.pos++
	case c == '"' || c == '\'':
		return s.quoted(c)
	case c == '`':
		return s.template(s.pos)
	case c == '/':
		return s.slash()
	case isWordByte(c):
		s.word()
	case c == '(' || c == '[' || c == '{':
		s.add(tokenPunct, s.pos, s.pos+1)
		s.open = append(s.open, int32(len(s.tokens)-1))
	case c == ')' || c == ']' || c == '}':
		return s.close(c)
	case c == '=' && s.pos+1 < len(s.code) && s.code[s.pos+1] == '>':
		s.add(tokenPunct, s.pos, s.pos+2)
	default:
		s.add(tokenPunct, s.pos, s.pos+1)
	}
	return nil
}

func (s *scanner) add(kind tokenKind, start, end int) {
	parent := int32(-1)
	if n := len(s.open); n > 0 {
		parent = s.open[n-1]
	}
	s.tokens = append(s.tokens, token{kind: kind, start: int32(start), end: int32(end), match: -1, parent: parent})
	s.pos = end
}

func (s *scanner) close(c byte) error {
	if len(s.open) == 0 {
		return errScan
	}
	opener := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	t := s.tokens[opener]
	if t.kind == tokenText {
		if c != '}' {
			return errScan
		}
		return s.template(s.pos)
	}
	if o := s.code[t.start]; o == '(' && c != ')' || o == '[' && c != ']' || o == '{' && c != '}' {
		return errScan
	}
	s.add(tokenPunct, s.pos, s.pos+1)
	s.tokens[opener].match = int32(len(s.tokens) - 1)
	s.tokens[len(s.tokens)-1].match = opener
	return nil
}

// isWordByte says whether c is part of an identifier or number. Everything beyond ASCII is, and
// so is the backslash that starts an escape.
func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '_' || c == '$' || c == '#' || c == '\\' || c >= utf8.RuneSelf
}

// wordEnd returns the end of the identifier or number at an offset. \u{...} is part of it.
func wordEnd[T string | []byte](text T, at int) int {
	for at < len(text) {
		if c := text[at]; isWordByte(c) {
			at++
			continue
		} else if c != '{' || at < 2 || text[at-1] != 'u' || text[at-2] != '\\' {
			break
		}
		for at < len(text) && text[at] != '}' {
			at++
		}
		at = min(at+1, len(text))
	}
	return at
}

func (s *scanner) word() {
	end := wordEnd(s.code, s.pos)
	if c := s.code[s.pos]; c >= '0' && c <= '9' {
		for end < len(s.code) && s.code[end] == '.' { // 1.5
			end = wordEnd(s.code, end+1)
		}
	}
	s.add(tokenWord, s.pos, end)
}

func (s *scanner) quoted(quote byte) error {
	for i := s.pos + 1; i < len(s.code); i++ {
		switch s.code[i] {
		case '\\':
			i++
		case quote:
			s.add(tokenText, s.pos, i+1)
			return nil
		}
	}
	return errScan
}

// template reads from a ` or from the } that ends an expression in a template.
func (s *scanner) template(start int) error {
	for i := start + 1; i < len(s.code); i++ {
		switch s.code[i] {
		case '\\':
			i++
		case '`':
			s.add(tokenText, start, i+1)
			return nil
		case '$':
			if i+1 < len(s.code) && s.code[i+1] == '{' {
				s.add(tokenText, start, i+2)
				s.open = append(s.open, int32(len(s.tokens)-1))
				return nil
			}
		}
	}
	return errScan
}

// slash reads a comment, a division or a regular expression.
func (s *scanner) slash() error {
	if s.pos+1 < len(s.code) {
		switch s.code[s.pos+1] {
		case '/':
			for s.pos < len(s.code) && s.code[s.pos] != '\n' {
				s.pos++
			}
			return nil
		case '*':
			for i := s.pos + 3; i < len(s.code); i++ {
				if s.code[i] == '/' && s.code[i-1] == '*' {
					s.pos = i + 1
					return nil
				}
			}
			return errScan
		}
	}
	if s.divides() {
		s.add(tokenPunct, s.pos, s.pos+1)
		return nil
	}
	return s.regexp()
}

// divides says whether a slash is a division: it follows the end of an operand, on its line.
func (s *scanner) divides() bool {
	if len(s.tokens) == 0 {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	for _, c := range s.code[last.end:s.pos] {
		if c == '\n' {
			return false
		}
	}
	text := string(s.code[last.start:last.end])
	switch last.kind {
	case tokenText:
		return s.code[last.end-1] != '{' // of ${
	case tokenWord:
		afterDot := len(s.tokens) > 1 && s.text(len(s.tokens)-2) == "."
		return afterDot || !expectsOperand(text) || text == "of" && !s.isOf(last)
	}
	switch text {
	case ")":
		return !s.isHead(last)
	case "]", "}":
		return true
	case "+", "-": // x++ / 2, and not ++/a/.lastIndex
		at := int(last.start)
		return at > 1 && s.code[at-1] == text[0] && (isWordByte(s.code[at-2]) || bytes.IndexByte([]byte(")]}`"), s.code[at-2]) >= 0)
	}
	return false
}

// isHead reports whether a closing bracket ends the head of a statement, as in if (a) /b/.test(c).
func (s *scanner) isHead(closer token) bool {
	at := int(closer.match) - 1
	if at > 0 && s.text(at) == "await" {
		at-- // for await (
	}
	if at < 0 || at > 0 && s.text(at-1) == "." {
		return false
	}
	switch s.text(at) {
	case "if", "for", "while", "with":
		return true
	}
	return false
}

// isOf reports whether the last token, which is the word "of", is the one of a loop, and not a variable.
func (s *scanner) isOf(last token) bool {
	if last.parent < 1 || len(s.tokens) < 2 {
		return false
	}
	before, name := s.tokens[len(s.tokens)-2], s.text(len(s.tokens)-2)
	word := s.text(int(last.parent) - 1)
	return s.text(int(last.parent)) == "(" && (word == "for" || word == "await") && before.kind != tokenText &&
		(before.kind == tokenWord && (name == "of" || !expectsOperand(name)) || before.match >= 0 && before.match < int32(len(s.tokens)-2))
}

// expectsOperand lists the keywords after which an expression starts.
func expectsOperand(word string) bool {
	switch word {
	case "return", "typeof", "instanceof", "in", "of", "new", "delete", "void", "throw", "case",
		"do", "else", "yield", "await", "extends", "default":
		return true
	}
	return false
}

func (s *scanner) regexp() error {
	inClass := false
	for i := s.pos + 1; i < len(s.code) && s.code[i] != '\n'; i++ {
		switch s.code[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '/':
			if inClass {
				continue
			}
			end := i + 1
			for end < len(s.code) && isWordByte(s.code[end]) {
				end++
			}
			s.add(tokenText, s.pos, end)
			return nil
		}
	}
	return errScan
}

func (s *scanner) text(i int) string {
	t := s.tokens[i]
	return string(s.code[t.start:t.end])
}
