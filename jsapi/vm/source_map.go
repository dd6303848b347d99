// This file converts the source map of a bundle to one that goja reads correctly.

package vm

import (
	"bytes"
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-sourcemap/sourcemap"

	"github.com/hitlrun/hitlrun/jsapi/v8errors"
)

// readMap reads the source map of a bundle, so that goja gets URLs and columns that start at 1. goja parses the names of sources as
// URLs, and would turn absolute paths into relative ones. Node prints URLs too. Names and the text of sources, which goja does not
// use, are left out.
func readMap(data []byte) (*sourcemap.Consumer, error) {
	head, mappings, tail := cutMappings(data)
	var m struct {
		Version int      `json:"version"`
		Sources []string `json:"sources"`
	}
	if err := json.Unmarshal(slices.Concat(head, tail), &m); err != nil {
		return nil, err
	}
	for i, name := range m.Sources {
		if filepath.IsAbs(name) {
			m.Sources[i] = (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
		}
	}
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	with := func(mappings []byte) (*sourcemap.Consumer, error) {
		return sourcemap.Parse("", slices.Concat(text[:len(text)-1], []byte(`,"mappings":"`), mappings, []byte(`"}`)))
	}
	if short, err := with([]byte("AAAA")); err == nil && v8errors.SetMappings(short, mappings) {
		return short, nil
	}
	return with(fromOne(mappings))
}

// cutMappings splits a source map before and after its mappings, which contain no escapes. mappings
// is nil if it finds none.
func cutMappings(data []byte) (head, mappings, tail []byte) {
	const name = `"mappings":"`
	from := bytes.Index(data, []byte(name)) + len(name)
	if from < len(name) {
		return data, nil, nil
	}
	length := bytes.IndexByte(data[from:], '"')
	if length < 0 {
		return data, nil, nil
	}
	end := from + length
	return data[:end-length], data[from:end], data[end:]
}

const base64VLQ = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// fromOne makes columns start at 1, as goja reports columns as they are in the map. Each column in
// a map is relative to the one before it, so it is enough to change the first column.
func fromOne(mappings []byte) []byte {
	begin := bytes.IndexFunc(mappings, func(r rune) bool { return r != ';' && r != ',' })
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
	return slices.Concat(mappings[:i], first, mappings[end:])
}

// vlqEnd returns the index after the number that starts at i.
func vlqEnd(s []byte, i int) int {
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
