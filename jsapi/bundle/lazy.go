// This file compiles regular expressions at their first use, since a start with a cached bundle needs none.

package bundle

import (
	"regexp"
	"sync"
)

func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
