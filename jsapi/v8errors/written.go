package v8errors

// This file gives variables in messages the names that they have in the files of the user.

import (
	"strconv"
	"strings"
)

// The ends of a bundle that has the list of variables with other names, the second one of a bundle with code that is not strict, and the
// start of that list.
const (
	listEnd       = "*/})"
	listEndSloppy = "*/})()})"
	listStart     = "/*names "
)

// written returns an expression of the code, which begins at an offset, with the names that its variables have in the files of the
// user.
func (m machine) written(text string, start int) string {
	list, ok := strings.CutSuffix(m.source, listEnd)
	if !ok {
		if list, ok = strings.CutSuffix(m.source, listEndSloppy); !ok {
			return text
		}
	}
	_, list, ok = lastCut(list, listStart)
	if !ok {
		return text
	}
	list = "," + list + ","
	var out strings.Builder
	for at := 0; at < len(text); {
		word := wordAt(text, at)
		switch {
		case strings.HasPrefix(text[at:], intermediate):
			word = intermediate
			out.WriteString(word)
		case word != "" && (at == 0 || text[at-1] != '.' && text[at-1] != '#'):
			place := ""
			if at == 0 {
				place = "@" + strconv.FormatInt(int64(start), 16)
			}
			out.WriteString(own(list, word, place))
		case word != "":
			out.WriteString(word)
		default:
			word = text[at : at+1]
			if end := literalEnd(text, at); word == `"` && end > 0 {
				word = text[at:end]
			}
			out.WriteString(word)
		}
		at += len(word)
	}
	return out.String()
}

// own returns the name that a variable at a place of the code has in the file of the user.
func own(list, name, place string) string {
	for _, key := range []string{"," + name + place + "=", "," + name + "="} {
		if _, after, found := strings.Cut(list, key); found {
			name, _, _ := strings.Cut(after, ",")
			return name
		}
	}
	return name
}
