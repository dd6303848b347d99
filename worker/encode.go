// This file encodes values as bodies of frames, and limits how much memory a body takes when it is decoded.

package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/fxamacker/cbor/v2"
)

// Limits of a body.
const (
	MaxItems  = 1 << 21 // values; each can take a hundred bytes of memory
	maxNested = 64
)

// ErrItems is returned for a body with more than MaxItems values.
var ErrItems = fmt.Errorf("a message has more than %d values", MaxItems)

const tagTime = 0 // the tag of CBOR for the text of a time

var errBody = errors.New("the body of a message is not valid")

var encoder = sync.OnceValue(func() cbor.EncMode {
	mode, err := cbor.EncOptions{Time: cbor.TimeRFC3339Nano, TimeTag: cbor.EncTagRequired}.EncMode()
	if err != nil {
		panic(err) // the options are constants
	}
	return mode
})

var decoder = sync.OnceValue(func() cbor.DecMode {
	mode, err := cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, IndefLength: cbor.IndefLengthForbidden, TimeTag: cbor.DecTagRequired,
		MaxArrayElements: MaxItems, MaxMapPairs: MaxItems, MaxNestedLevels: maxNested, UTF8: cbor.UTF8DecodeInvalid,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	return mode
})

// Encode returns a value as a body. Of a struct, the body has the exported fields. It fails for values that CBOR lacks:
// channels, functions.
func Encode(v any) ([]byte, error) { return encoder().Marshal(v) }

// Decode decodes a body into the variable that v points to. It fails for a body that is not valid or exceeds a limit.
func Decode(body []byte, v any) error {
	if err := checkItems(body); err != nil {
		return err
	}
	if err := decoder().Unmarshal(body, v); err != nil {
		return fmt.Errorf("%w: %w", errBody, err)
	}
	return nil
}

// checkItems returns an error for a body with more than MaxItems values, or with a tag other than tagTime. The tag for a time as
// a number is not allowed, because such a time can be in a year that has no JSON. checkItems reads only the heads of values.
func checkItems(body []byte) error {
	for n := 0; len(body) > 0; n++ {
		if n > MaxItems {
			return ErrItems
		}
		size, length, ok := head(body)
		if !ok {
			return errBody
		}
		switch major := body[0] >> 5; {
		case major == 2 || major == 3: // bytes, text
			if length > uint64(len(body)-size) {
				return errBody
			}
			size += int(length)
		case major == 6 && length != tagTime:
			return errBody
		}
		body = body[size:]
	}
	return nil
}

// head returns the size in bytes of the head of the next value, and the number in the head.
func head(body []byte) (size int, n uint64, ok bool) {
	info := body[0] & 31
	if info < 24 {
		return 1, uint64(info), true
	}
	if info > 27 || len(body) < 1+1<<(info-24) {
		return 0, 0, false // a value of unknown length
	}
	rest := body[1:]
	switch info {
	case 24:
		return 2, uint64(rest[0]), true
	case 25:
		return 3, uint64(binary.BigEndian.Uint16(rest)), true
	case 26:
		return 5, uint64(binary.BigEndian.Uint32(rest)), true
	}
	return 9, binary.BigEndian.Uint64(rest), true
}
