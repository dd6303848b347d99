// This file bounds the size of a bundle. It decides how much memory esbuild takes.

package bundle

import (
	"fmt"
	"strings"
)

// maxTotal and maxImports bound all files of a bundle together: their bytes, and the words in them that may be imports,
// each of which takes esbuild more than a kilobyte. A file counts again for each query with which it is imported
// (./a?1, ./a?2), since esbuild parses it again.
const (
	maxTotal   = 128 << 20
	maxImports = 200_000
)

// size is what esbuild has read in a build.
type size struct {
	bytes, imports int
	exceeded       bool
}

// add adds a file. more is false if the bundle is too large by then. Only the first such file gives an error, since esbuild
// reports each of them.
func (s *size) add(text string) (more bool, err error) {
	s.bytes += len(text)
	for _, word := range []string{"import", "from", "require"} {
		s.imports += strings.Count(text, word)
	}
	switch {
	case s.exceeded:
		return false, nil
	case s.bytes > maxTotal:
		err = fmt.Errorf("the script is too large: with this file, its files have more than %d MB", maxTotal>>20)
	case s.imports > maxImports:
		err = fmt.Errorf("the script is too large: with this file, its files have more than %d imports", maxImports)
	}
	s.exceeded = err != nil
	return err == nil, err
}
