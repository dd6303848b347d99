// This file reads the source maps that files of the user came with. esbuild would read the map from anywhere, and then each source
// that it names; it gets the map as part of the text, with sources that are there already.

package bundle

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
)

var mapComment = lazily(`([#@]) sourceMappingURL=([^\s'"*]*)`)

// takeMaps puts the map that a comment names in the place of its name. One that may not be read is left out.
func (b *build) takeMaps(path, text string) string {
	if !strings.Contains(text, " sourceMappingURL=") {
		return text
	}
	return mapComment().ReplaceAllStringFunc(text, func(comment string) string {
		m := mapComment().FindStringSubmatch(comment)
		text, from := b.readMap(path, m[2])
		if data, ok := cleanMap(text, from, filepath.Dir(path)); ok {
			return m[1] + " sourceMappingURL=data:application/json;base64," + base64.StdEncoding.EncodeToString(data)
		}
		return m[1] + " no sourceMap at URL=" + m[2]
	})
}

// readMap returns the text of a map, nil if there is none that may be read, and the folder that its sources are relative to.
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

// cleanMap gives each source of a map a text, so that nobody looks for it, and names it as seen from another folder. Maps of maps are
// left out.
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
