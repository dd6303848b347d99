// This file says how values become bodies of frames, and bounds what a body may become in memory.

package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/fxamacker/cbor/v2"
)

// Bounds of what a body may be.
const (
	maxItems  = 1 << 21 // values in it: each can take a hundred bytes of memory
	maxNested = 64
)

const tagTime = 0 // of CBOR: the text of a time follows

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
		MaxArrayElements: maxItems, MaxMapPairs: maxItems, MaxNestedLevels: maxNested, UTF8: cbor.UTF8DecodeInvalid,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	return mode
})

// Encode makes a body of a value: of its exported fields.
func Encode(v any) ([]byte, error) { return encoder().Marshal(v) }

// Decode reads a body into the variable that v points to.
func Decode(body []byte, v any) error {
	if err := checkItems(body); err != nil {
		return err
	}
	if err := decoder().Unmarshal(body, v); err != nil {
		return fmt.Errorf("%w: %w", errBody, err)
	}
	return nil
}

// checkItems returns an error for a body with more values than are decoded, and for tags: those before the text of a time are allowed.
// A time by number could be of any year, and have no JSON. It reads heads alone.
func checkItems(body []byte) error {
	for n := 0; len(body) > 0; n++ {
		if n > maxItems {
			return fmt.Errorf("%w: it has more than %d values", errBody, maxItems)
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

// head returns how many bytes the head of the next value has, and the number in it.
func head(body []byte) (size int, n uint64, ok bool) {
	info := body[0] & 31
	if info < 24 {
		return 1, uint64(info), true
	}
	if info > 27 || len(body) < 1+1<<(info-24) {
		return 0, 0, false // of no fixed length
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
