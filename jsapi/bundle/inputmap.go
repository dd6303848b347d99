// This file reads the source maps of the user's files. esbuild would read a map from any place, and then all sources that
// it names. So esbuild gets the map as a part of the text, with the texts of its sources.

package bundle

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
)

var mapComment = lazily(`([#@]) sourceMappingURL=([^\s'"*]*)`)

// mapWord begins the comment that names a map. hiddenMap is the same text in a string, which may be code, and nothing in a comment.
const (
	mapWord   = " sourceMappingURL="
	hiddenMap = ` source\u004DappingURL=`
)

// withoutMaps hides the names of all maps from esbuild.
func withoutMaps(text string) string { return strings.ReplaceAll(text, mapWord, hiddenMap) }

// takeMaps replaces the name of a map in a comment by the map itself. It leaves out a map that the script may not read.
func (b *build) takeMaps(path, text string) string {
	if !strings.Contains(text, mapWord) {
		return text
	}
	return mapComment().ReplaceAllStringFunc(text, func(comment string) string {
		m := mapComment().FindStringSubmatch(comment)
		text, from := b.readMap(path, m[2])
		if data, ok := cleanMap(text, from, filepath.Dir(path)); ok {
			return m[1] + mapWord + "data:application/json;base64," + base64.StdEncoding.EncodeToString(data)
		}
		return m[1] + hiddenMap + m[2]
	})
}

// readMap returns the text of a map, or nil if there is none that may be read, and the folder of its sources.
func (b *build) readMap(path, address string) (data []byte, from string) {
	here := filepath.Dir(path)
	if rest, ok := strings.CutPrefix(address, "data:"); ok {
		kind, data, _ := strings.Cut(rest, ",")
		if strings.HasSuffix(kind, ";base64") {
			text, err := base64.StdEncoding.DecodeString(data)
			if err != nil {
				return nil, ""
			}
			return text, here
		}
		text, err := url.PathUnescape(data)
		if err != nil {
			return nil, ""
		}
		return []byte(text), here
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" && u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return nil, ""
	}
	at := absolute(here, filepath.FromSlash(u.Path))
	if data, err = b.area.readFile(at); err != nil {
		return nil, ""
	}
	return data, filepath.Dir(at)
}

// cleanMap gives each source of a map an empty text, so that esbuild does not look for it, and makes its name relative to
// the folder here. ok is false for an indexed map.
func cleanMap(data []byte, from, here string) ([]byte, bool) {
	var m map[string]json.RawMessage
	var sources []*string
	if data == nil || json.Unmarshal(data, &m) != nil || m["sections"] != nil || json.Unmarshal(m["sources"], &sources) != nil {
		return nil, false
	}
	for _, source := range sources {
		if source == nil || from == here || filepath.IsAbs(*source) || strings.Contains(*source, ":") {
			continue
		}
		if rel, err := filepath.Rel(here, filepath.Join(from, filepath.FromSlash(*source))); err == nil {
			*source = filepath.ToSlash(rel)
		}
	}
	m["sources"], _ = json.Marshal(sources) // strings always work
	m["sourcesContent"], _ = json.Marshal(make([]string, len(sources)))
	clean, err := json.Marshal(m)
	return clean, err == nil
}
