// Package patterns checks the syntax of regular expressions ([Check]), matches them as ECMAScript says ([Compile], [Machine]), and estimates
// how large the programs are into which Go compiles them ([Repeated]): a repetition such as a{1000} stands for a thousand instructions, so
// that a pattern of some kilobytes takes hundreds of megabytes.
package patterns

import "strconv"

// MaxSize is the number of instructions that a pattern may have because of its repetitions. Compiling them takes some 40 MB
// and 300 ms.
const MaxSize = 1 << 18

// maxRepeat is the number of repetitions, nested ones multiplied, above which Go does not compile a pattern. The package that
// compiles it then does not copy what is repeated.
const maxRepeat = 1000

// Repeated returns about how many instructions a pattern has more than it has letters, because of its repetitions.
func Repeated(text string) int {
	s := scanner{text: text, last: group{0, 1}}
	for s.at < len(text) {
		s.next()
	}
	return s.more
}

// scanner reads a pattern from left to right.
type scanner struct {
	text   string
	at     int
	size   int     // of what has been read, with repetitions
	more   int     // what Repeated returns
	groups []group // that are open
	class  bool    // within brackets
	last   group   // what a repetition repeats
}

// group is a part of a pattern.
type group struct {
	from   int // the size before it
	repeat int // the highest number of repetitions in it, nested ones multiplied
}

func (s *scanner) next() {
	c := s.text[s.at]
	s.at++
	if c == '\\' {
		s.at++
	}
	if s.class = s.class && c != ']'; s.class {
		return
	}
	switch c {
	case '[':
		s.class = true
	case '(':
		s.groups = append(s.groups, group{s.size, 1})
		s.last = group{s.size, 1}
		s.size++
		return
	case ')':
		s.last = group{0, 1}
		if n := len(s.groups); n > 0 {
			s.last, s.groups = s.groups[n-1], s.groups[:n-1]
		}
		s.size++
		s.inner(s.last.repeat)
		return
	case '{':
		if n, end := count(s.text, s.at); end > 0 {
			s.at = end
			s.repeat(n)
			return
		}
	case '*', '+', '?':
		s.size++
		return
	}
	s.last = group{s.size, 1}
	s.size++
}

// repeat counts n repetitions of the last part.
func (s *scanner) repeat(n int) {
	s.last.repeat *= max(n, 1)
	if s.last.repeat <= maxRepeat {
		more := (s.size - s.last.from) * max(n-1, 0)
		s.size += more
		s.more += more
	}
	s.inner(s.last.repeat)
}

// inner says that the innermost open group has a part with that many repetitions.
func (s *scanner) inner(repeat int) {
	if n := len(s.groups); n > 0 {
		s.groups[n-1].repeat = max(s.groups[n-1].repeat, repeat)
	}
}

// count reads the numbers of a repetition such as {2,5}, behind the brace. It returns the larger one, and where the repetition
// ends: 0 if this is none.
func count[T string | []byte](text T, at int) (n, end int) {
	from := at
	for ; at < len(text) && at-from < len("1000,1000}"); at++ {
		switch c := text[at]; {
		case '0' <= c && c <= '9':
		case c == ',' || c == '}':
			if at == from && n == 0 && c == ',' {
				return 0, 0
			}
			if at > from {
				m, err := strconv.Atoi(string(text[from:at]))
				if err != nil {
					return 0, 0
				}
				n = max(n, m)
			}
			if c == '}' {
				return n, at + 1
			}
			from = at + 1
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// MayRepeat reports whether regular expressions in source code may have more than MaxSize instructions because of repetitions. It
// does not parse the code, and counts each repetition as one of all that is before it on its line.
func MayRepeat[T string | []byte](code T) bool {
	sum, line := 0, 0
	for i := range len(code) {
		switch code[i] {
		case '\n':
			line = i
		case '{':
			if n, end := count(code, i+1); end > 0 {
				if sum += n * min(i-line, maxLine); sum > MaxSize {
					return true
				}
			}
		}
	}
	return false
}

// maxLine is the length of a line above which MayRepeat does not count how long it is. No pattern is longer.
const maxLine = 1 << 17
