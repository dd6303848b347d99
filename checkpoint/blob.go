// This file has Blob, one value as bytes.

package checkpoint

import "bytes"

// Types of a Blob.
const (
	TypeJSON = "json" // tagged JSON text, see package jsapi/value
)

// Undefined is the data of a blob with JavaScript's undefined.
const Undefined = `{"lc":2,"type":"undefined"}`

// Blob is one value as bytes. The zero Blob means that there is no value.
type Blob struct {
	Type string
	Data []byte
	// Base, if it is not 0, is the version of the same channel that Data adds to: the value is the array of version
	// Base, followed by the elements of the array in Data. The parent checkpoint must have that version. Only values
	// of channels grow; Get never returns a Blob with a Base.
	Base int64
	// Grown are arrays whose elements follow those of the array in Data. Only Get and List return blobs with them;
	// Whole joins them. Other Blobs may share their bytes, so nobody may change them.
	Grown [][]byte
}

// Whole returns b with the whole value in Data.
func (b Blob) Whole() Blob {
	if len(b.Grown) > 0 {
		b.Data, b.Grown = JoinArrays(b.Data, b.Grown...), nil
	}
	return b
}

// Size returns how many bytes the pieces of b have.
func (b Blob) Size() int {
	n := len(b.Data)
	for _, g := range b.Grown {
		n += len(g)
	}
	return n
}

// IsZero reports whether b has no value.
func (b Blob) IsZero() bool { return b.Type == "" }

// IsArray reports whether data looks like a JSON array, by its first and last byte.
func IsArray(data []byte) bool {
	data = bytes.TrimSpace(data)
	return len(data) >= 2 && data[0] == '[' && data[len(data)-1] == ']'
}

// JoinArrays returns the JSON array that has the elements of base followed by
// those of each of more. All must be arrays.
func JoinArrays(base []byte, more ...[]byte) []byte {
	pieces := make([][]byte, 1, 2*len(more)+3)
	pieces[0] = []byte("[")
	comma := []byte(",")
	add := func(array []byte) {
		if inner := elements(array); len(inner) > 0 {
			if len(pieces) > 1 {
				pieces = append(pieces, comma)
			}
			pieces = append(pieces, inner)
		}
	}
	add(base)
	for _, m := range more {
		add(m)
	}
	// bytes.Join does not clear the memory first, which would take as long as copying.
	return bytes.Join(append(pieces, []byte("]")), nil)
}

// elements returns what stands between the brackets of an array.
func elements(array []byte) []byte {
	array = bytes.TrimSpace(array)
	return bytes.TrimSpace(array[1 : len(array)-1])
}
