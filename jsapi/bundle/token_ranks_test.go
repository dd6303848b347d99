// This file tests how the lists of tokens of js-tiktoken get to Go.

package bundle

import (
	"strings"
	"testing"
)

func TestWithTokenRanks(t *testing.T) {
	t.Parallel()
	const loop = "const uncompressed = ranks.bpe_ranks.split(\"\\n\");\nfor (const [token, rank] of uncompressed) {\nthis.textMap.set(rank, bytes);\n}"
	const file, before, after = "/app/node_modules/js-tiktoken/dist/lite.cjs", "constructor(ranks) {\n", "\n}"
	got := withTokenRanks(file, before+loop+after)
	if !strings.HasPrefix(got, before+`const made = require("hitlrun:token-ranks")(ranks.bpe_ranks); if (made)`) || !strings.HasSuffix(got, loop+" }"+after) {
		t.Errorf("got %s", got)
	}
	if strings.Count(got, "\n") != strings.Count(before+loop+after, "\n") {
		t.Error("a line has moved")
	}
	for path, text := range map[string]string{
		"/app/node_modules/other/dist/lite.cjs": before + loop + after,
		file:                                    before + strings.Replace(loop, "textMap", "map", 1) + after,
	} {
		if got := withTokenRanks(path, text); got != text {
			t.Errorf("%s: got %s", path, got)
		}
	}
}
