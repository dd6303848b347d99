// This file bounds the constants of enums that esbuild computes. The length of texts that are concatenated from others
// can double with each constant.

package bundle

import "bytes"

// maxEnumText is the approximate maximum length of the text of a constant. maxUncertain is the number of sums and
// templates that may follow an enum which cannot be read with certainty, since each of them may double a text.
const (
	maxEnumText  = 1 << 20
	maxUncertain = 16
)

// All enums of a file together may be as long as a file of leastRead bytes, and maxRead times as long as the file. What looks like
// an enum in a comment may have no end, and everything behind it is then read for each of them.
const (
	leastRead = 16 << 20
	maxRead   = 16
)

var enumHead = lazily(`\benum\b(?:\s|/\*(?s:.*?)\*/|//[^\n]*\n|[\p{L}\p{N}_$]|\\u(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]+\}))*\{`)

// longEnum returns the place of a constant of an enum that may be too long, or nil. The names of one enum count in all
// enums.
func longEnum(data []byte) *nestedError {
	if !bytes.Contains(data, []byte("enum")) {
		return nil
	}
	lengths := map[string]int{} // by name of the constant
	many, left := manySums(data), leastRead+maxRead*len(data)
	for i := 0; ; {
		head := enumHead().FindIndex(data[i:])
		if head == nil {
			return nil
		}
		i += head[1]
		end, e := constants(data, i, i <= many, lengths)
		if e != nil {
			return e
		}
		if left -= end - i; left < 0 {
			return &nestedError{i, "it has too many enums, or comments that look like enums"}
		}
	}
}

// manySums returns the offset up to which more than maxUncertain sums and templates follow, -1 for none.
func manySums(data []byte) int {
	n := 0
	for i := len(data) - 1; i >= 0; i-- {
		if data[i] == '+' || data[i] == '$' && bytes.HasPrefix(data[i+1:], []byte("{")) {
			if n++; n > maxUncertain {
				return i
			}
		}
	}
	return -1
}

// constants reads the constants of an enum from an offset, and returns where they end. If it cannot read them with certainty, it
// assumes that each sum doubles the length; many says that more than maxUncertain of them follow.
func constants(data []byte, i int, many bool, lengths map[string]int) (end int, failed *nestedError) {
	e := enumReader{lengths: lengths}
	for i < len(data) && !e.ended {
		at := i
		i = e.next(data, i)
		if e.length > maxEnumText || e.uncertain && many {
			return i, &nestedError{at, "a constant of an enum is computed, and has more than a million letters"}
		}
	}
	return i, nil
}

// enumReader goes through an enum.
type enumReader struct {
	lengths   map[string]int
	longest   int // the greatest of lengths
	name      string
	length    int    // of the constant with that name, so far
	brackets  []byte // that are open; a quote stands for the text of a template
	uncertain bool   // there may be quotes that are none, or names that are written otherwise
	ended     bool
}

// next takes in what begins at an offset, and returns where it ends.
func (e *enumReader) next(data []byte, i int) int {
	c, inText := data[i], len(e.brackets) > 0 && e.brackets[len(e.brackets)-1] == '`'
	switch {
	case inText:
		return e.text(data, i)
	case c == '\\':
		e.uncertain = true
	case c == '\'' || c == '"':
		n := stringLength(data[i:], c)
		if n == 0 { // esbuild refuses it, or it is no quote
			e.uncertain, e.ended = true, true
			return i + 1
		}
		if e.name == "" {
			e.name = string(data[i+1 : i+n])
		}
		e.length += n + 1
		return i + n + 1
	case isWordByte(c):
		end := wordEnd(data, i)
		if word := string(data[i:end]); e.name == "" {
			e.name = word
		} else {
			e.length += len(word) + e.lengths[word]
		}
		return end
	case c == '/' && i+1 < len(data) && data[i+1] == '/':
		if n := bytes.IndexByte(data[i:], '\n'); n >= 0 {
			return i + n
		}
		return len(data)
	case c == '/' && i+1 < len(data) && data[i+1] == '*':
		n := bytes.Index(data[i+2:], []byte("*/"))
		if n < 0 { // esbuild refuses it, or it is no comment
			e.uncertain, e.ended = true, true
			return i + 2
		}
		return i + 4 + n
	case c == '/':
		e.uncertain = true
	case c == '(', c == '{', c == '`':
		e.brackets = append(e.brackets, c)
	case c == '[':
		e.brackets = append(e.brackets, c)
		e.length += e.longest // a constant may be named by a text
	case c == ')' || c == ']' || c == '}':
		if len(e.brackets) == 0 {
			e.ended = true
		} else {
			e.brackets = e.brackets[:len(e.brackets)-1]
		}
	}
	if (c == ',' || e.ended) && len(e.brackets) == 0 {
		e.lengths[e.name] = max(e.lengths[e.name], e.length)
		e.longest = max(e.longest, e.length)
		e.name, e.length = "", 0
	}
	e.length++
	return i + 1
}

// text takes in a part of the text of a template.
func (e *enumReader) text(data []byte, i int) int {
	e.length++
	switch c := data[i]; {
	case c == '\\':
		return i + 2
	case c == '`':
		e.brackets = e.brackets[:len(e.brackets)-1]
	case c == '$' && i+1 < len(data) && data[i+1] == '{':
		e.brackets = append(e.brackets, '{')
		return i + 2
	}
	return i + 1
}
