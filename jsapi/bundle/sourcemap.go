// This file reads and writes source maps.

package bundle

import (
	"encoding/json"
	"errors"
	"sort"
	"strings"
)

// segment says where a piece of the output comes from. Lines and columns are 0-based, columns
// in UTF-16 code units; src is -1 if the piece comes from no source.
type segment struct {
	line, col       int32
	src             int32
	srcLine, srcCol int32
}

// mapJSON is what is used of a source map, version 3.
type mapJSON struct {
	Version  int      `json:"version"`
	Sources  []string `json:"sources"`
	Names    []string `json:"names"`
	Mappings string   `json:"mappings"`
}

func parseMap(data []byte) (sources []string, segments []segment, err error) {
	var m mapJSON
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, nil, err
	}
	if m.Version != 3 {
		return nil, nil, errors.New("not a source map of version 3")
	}
	segments, err = decodeMappings(m.Mappings)
	return m.Sources, segments, err
}

// formatMap writes a map for an output that starts with skip lines of our own.
func formatMap(sources []string, segments []segment, skip int) ([]byte, error) {
	if sources == nil {
		sources = []string{}
	}
	return json.Marshal(mapJSON{Version: 3, Sources: sources, Names: []string{}, Mappings: encodeMappings(segments, skip)})
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var errMappings = errors.New("malformed mappings")

// base64Values gives the value of a digit, or -1.
func base64Values() (table [256]int8) {
	for i := range table {
		table[i] = -1
	}
	for i := range len(base64Digits) {
		table[base64Digits[i]] = int8(i)
	}
	return table
}

// decodeMappings leaves out the names, which are of no use once the output is made.
func decodeMappings(s string) ([]segment, error) {
	digits := base64Values()
	segments := make([]segment, 0, len(s)/6)
	var at segment
	for i := 0; i < len(s); {
		switch s[i] {
		case ';':
			at.line++
			at.col = 0
			i++
		case ',':
			i++
		default:
			sourced, size := at.advance(&digits, s[i:])
			if size == 0 {
				return nil, errMappings
			}
			i += size
			next := at
			if !sourced {
				next = segment{line: at.line, col: at.col, src: -1}
			}
			segments = append(segments, next)
		}
	}
	return segments, nil
}

// advance adds the segment at the start of a string to the one before it, and says whether it
// comes from a source. Its size is 0 if there is no segment.
func (s *segment) advance(digits *[256]int8, text string) (sourced bool, size int) {
	var fields [5]int32
	n := 0
	for size < len(text) && text[size] != ',' && text[size] != ';' {
		value, width := decodeVLQ(digits, text[size:])
		if width == 0 || n == len(fields) {
			return false, 0
		}
		fields[n] = value
		n++
		size += width
	}
	if n == 2 || n == 3 {
		return false, 0
	}
	s.col += fields[0]
	s.src += fields[1]
	s.srcLine += fields[2]
	s.srcCol += fields[3]
	return n > 1, size
}

// decodeVLQ reads one number. Its size is 0 if s does not start with one.
func decodeVLQ(digits *[256]int8, s string) (value int32, size int) {
	var bits uint32
	for shift := uint(0); size < len(s) && shift < 32; shift += 5 {
		d := digits[s[size]]
		if d < 0 {
			return 0, 0
		}
		size++
		bits |= uint32(d&31) << shift
		if d&32 == 0 {
			if bits&1 != 0 {
				return -int32(bits >> 1), size
			}
			return int32(bits >> 1), size
		}
	}
	return 0, 0
}

func encodeMappings(segments []segment, skip int) string {
	out := make([]byte, 0, len(segments)*6+skip)
	for range skip {
		out = append(out, ';')
	}
	var last segment
	for i, s := range segments {
		if s.line > last.line {
			for ; last.line < s.line; last.line++ {
				out = append(out, ';')
			}
			last.col = 0
		} else if i > 0 {
			out = append(out, ',')
		}
		out = appendVLQ(out, s.col-last.col)
		last.col = s.col
		if s.src < 0 {
			continue
		}
		out = appendVLQ(out, s.src-last.src)
		out = appendVLQ(out, s.srcLine-last.srcLine)
		out = appendVLQ(out, s.srcCol-last.srcCol)
		last = s
	}
	return string(out)
}

func appendVLQ(out []byte, value int32) []byte {
	bits := uint32(value) << 1
	if value < 0 {
		bits = uint32(-value)<<1 | 1
	}
	for {
		digit := bits & 31
		if bits >>= 5; bits != 0 {
			digit |= 32
		}
		out = append(out, base64Digits[digit])
		if bits == 0 {
			return out
		}
	}
}

// positions finds the source positions of places in the code.
type positions struct {
	sources  []string
	segments []segment
	odd      map[int]string // the lines of the code that are not ASCII, by number
}

// Position returns the position in the user's files, or in a Module, of a place in Code. Lines and columns are 1-based.
// col is in bytes, as in goja. The returned column is in UTF-16 code units, as in editors. ok is false for code that does
// not come from a file. The map is decoded at the first call. Position works on any Result that has Code and Map.
func (r *Result) Position(line, col int) (file string, l, c int, ok bool) {
	r.once.Do(func() { r.pos = newPositions(r.Code, r.Map) })
	return r.pos.find(line-1, col-1)
}

func newPositions(code, mapData []byte) *positions {
	p := &positions{odd: map[int]string{}}
	sources, segments, err := parseMap(mapData)
	if err != nil {
		return p
	}
	p.sources, p.segments = sources, segments
	n := 0
	for text := range strings.Lines(string(code)) {
		if utf16Len(text) != len(text) {
			p.odd[n] = text
		}
		n++
	}
	return p
}

func (p *positions) find(line, col int) (file string, l, c int, ok bool) {
	if text, odd := p.odd[line]; odd && col >= 0 {
		col = utf16Len(text[:min(col, len(text))])
	}
	i := sort.Search(len(p.segments), func(i int) bool {
		s := p.segments[i]
		return int(s.line) > line || int(s.line) == line && int(s.col) > col
	}) - 1
	if i < 0 {
		return "", 0, 0, false
	}
	s := p.segments[i]
	if int(s.line) != line || s.src < 0 || int(s.src) >= len(p.sources) {
		return "", 0, 0, false
	}
	return p.sources[s.src], int(s.srcLine) + 1, int(s.srcCol) + 1, true
}
