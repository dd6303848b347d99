// This file tests how long the checks of a text take.

package bundle

import (
	"strings"
	"testing"
	"time"
)

// The checks come before all limits of time, so their time must not grow with the square of the length of a text.
func TestTimeOfChecks(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{
		"enums":                          "enum a {}\n",
		"comments that look like enums":  "// enum a {\n",
		"quotes that do not close":       `\"`,
		"comments that do not close":     "b = 1, /* ",
		"comments in an enum":            "// b\n",
		"divisions in a line":            "a / a;",
		"quotes that close far below":    "'\\\n",
		"parts of templates in an enum":  "`${b}`,",
		"patterns that may be divisions": "a /[b]/ c;",
	} {
		text := strings.Repeat(part, 1<<20/len(part))
		begin := time.Now()
		for _, begins := range []string{"", "'", `"`, "enum a { ", "/* enum a { */ "} {
			_ = tooDeep([]byte(begins + text)) // it may be refused
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%s: %s", name, took)
		}
	}
}
