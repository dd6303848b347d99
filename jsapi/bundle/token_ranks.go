// This file lets the package js-tiktoken read its lists of tokens in Go.

package bundle

import "strings"

// tokenRanks is the specifier of the module that reads a list of tokens. Its value is a function of the list.
const tokenRanks = "hitlrun:token-ranks"

var (
	tiktokenFile = lazily(`/node_modules/js-tiktoken/dist/[\w-]+\.(js|cjs)$`)
	tiktokenLoop = lazily(`(?s)const uncompressed = ranks\.bpe_ranks\.split\(.{0,1000}?this\.textMap\.set\(rank, bytes\);\s*\}`)
)

// withTokenRanks changes the constructor of js-tiktoken, which decodes 100,000 tokens before it can count one. The module
// tokenRanks makes both maps of the constructor in Go. It returns undefined for a list that it cannot read; then the loop
// of the package reads the list. A version of the package with another loop is not changed.
func withTokenRanks(path, text string) string {
	if !tiktokenFile().MatchString(path) {
		return text
	}
	place := tiktokenLoop().FindStringIndex(text)
	if place == nil {
		return text
	}
	loop := text[place[0]:place[1]]
	read := `const made = require("` + tokenRanks + `")(ranks.bpe_ranks); if (made) { this.rankMap = made.rankMap; this.textMap = made.textMap; } else { `
	return strings.Replace(text, loop, read+loop+" }", 1)
}
