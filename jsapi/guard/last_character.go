// This file writes the last character of Unicode so that goja can read it: its parser panics at "\u{10FFFF}".

package guard

import (
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// lastCharacter matches escapes, and among them that of the last character.
var lastCharacter = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)\\(?:u\{0*10[fF]{4}\}|.)`) })

// PairLastCharacter writes "\u{10FFFF}" in the text of a script as two escapes.
func PairLastCharacter(text string) string {
	if i := strings.Index(text, `\u{`); i < 0 || !strings.Contains(strings.ToLower(text[i:]), "10ffff}") {
		return text
	}
	return lastCharacter().ReplaceAllStringFunc(text, func(escape string) string {
		if len(escape) > len(`\x`) && escape[1] == 'u' {
			return `\uDBFF\uDFFF`
		}
		return escape
	})
}

// pairLastCharacters is PairLastCharacter for texts that a script compiles. Other values stay as they are.
func (g *Guard) pairLastCharacters(args []goja.Value) []goja.Value {
	for i, v := range args {
		text, ok := v.(goja.String)
		if !ok {
			continue
		}
		if before := text.String(); strings.Contains(before, `\u{`) {
			if after := PairLastCharacter(before); after != before {
				args[i] = g.rt.ToValue(after)
			}
		}
	}
	return args
}
