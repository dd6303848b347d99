// This file makes of the source map of a bundle one that goja understands.

package vm

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/go-sourcemap/sourcemap"
)

// asURLs makes URLs of the absolute paths in a source map: goja takes the names
// of sources for URLs, and would make relative paths of them. Node shows URLs too.
func asURLs(data []byte) ([]byte, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	var sources []string
	if err := json.Unmarshal(m["sources"], &sources); err != nil {
		return nil, err
	}
	for i, name := range sources {
		if filepath.IsAbs(name) {
			sources[i] = (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
		}
	}
	var mappings string
	if err := json.Unmarshal(m["mappings"], &mappings); err != nil {
		return nil, err
	}
	m["sources"], _ = json.Marshal(sources) // strings always work
	m["mappings"], _ = json.Marshal(fromOne(mappings))
	return json.Marshal(m)
}

const base64VLQ = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// fromOne makes columns start at 1, as people count: goja hands them out as they
// are in the map. Each column in a map is relative to the one before it, so the
// first one carries all the others.
func fromOne(mappings string) string {
	begin := strings.IndexFunc(mappings, func(r rune) bool { return r != ';' && r != ',' })
	if begin < 0 {
		return mappings
	}
	i := begin
	for range 3 { // the generated column, the source, the line
		i = vlqEnd(mappings, i)
	}
	end := vlqEnd(mappings, i)
	if end == i {
		return mappings
	}
	n := 0
	for k := end - 1; k >= i; k-- {
		n = n<<5 | strings.IndexByte(base64VLQ, mappings[k])&31
	}
	n += 2 // the lowest bit is the sign
	var first []byte
	for n > 31 {
		first = append(first, base64VLQ[n&31|32])
		n >>= 5
	}
	first = append(first, base64VLQ[n])
	return mappings[:i] + string(first) + mappings[end:]
}

// vlqEnd returns the index behind the number that starts at i.
func vlqEnd(s string, i int) int {
	for ; i < len(s); i++ {
		d := strings.IndexByte(base64VLQ, s[i])
		if d < 0 {
			return i
		}
		if d < 32 {
			return i + 1
		}
	}
	return i
}

func setSourceMap(tree *ast.Program, m *sourcemap.Consumer) { tree.File.SetSourceMap(m) }
