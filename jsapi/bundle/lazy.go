// This file makes regular expressions when they are used first: a start that finds its bundle in the cache needs none.
package bundle

import (
	"regexp"
	"sync"
)

func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
