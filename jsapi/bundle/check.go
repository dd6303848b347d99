// This file finds mistakes that esbuild does not report.

package bundle

import (
	"bytes"
	"fmt"
	"sort"
)

// asyncModule matches a module that is evaluated on demand and has a top-level await.
var asyncModule = lazily(`(?m)^var (\w+) = __esm\(\{\n  async ("(?:[^"\\\n]|\\.)*")\(`)

// checkRequires refuses require() of a module with top-level await, since its exports would not be set when
// require returns.
func (b *build) checkRequires(out *output) error {
	if !bytes.Contains(out.code, []byte(" = __esm({\n  async ")) {
		return nil
	}
	var list []Message
	for _, m := range asyncModule().FindAllSubmatch(out.code, -1) {
		call := append([]byte("("), m[1]...)
		at := bytes.Index(out.code, append(call, "(), __toCommonJS("...))
		if at < 0 {
			continue
		}
		msg := Message{Text: fmt.Sprintf("require() of %s is not possible, because it has a top-level await; use await import()", m[2])}
		out.place(&msg, at+1)
		list = append(list, msg)
	}
	if list == nil {
		return nil
	}
	return &Error{Messages: list}
}

// place sets the position of a message to the source position of an offset in the code.
func (o *output) place(m *Message, at int) {
	offsets := segmentOffsets(o.code, o.segments)
	i := sort.SearchInts(offsets, at+1) - 1
	if i < 0 || o.segments[i].src < 0 {
		return
	}
	s := o.segments[i]
	src := o.sources[s.src]
	m.File, m.source, m.Line, m.Column = src.name, src.text, int(s.srcLine)+1, int(s.srcCol)+1
	if lines := sourceLines(src.text); m.Line <= len(lines) {
		m.LineText = lines[m.Line-1]
	}
}
