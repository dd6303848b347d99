// This file compresses the headers of HTTP/2 for node:http2.

package node

import (
	"bytes"
	"fmt"

	"golang.org/x/net/http2/hpack"
)

// maxHeaders is how many bytes the headers of one message of the other side may have when they are not compressed. Names
// and values count, and 32 bytes for each header, as SETTINGS_MAX_HEADER_LIST_SIZE counts them.
const maxHeaders = 1 << 20

// maxHeaderTable bounds the table that the other side may have the encoder use.
const maxHeaderTable = 64 << 10

var errHeadersTooLarge = fmt.Errorf("the headers have more than %d bytes", maxHeaders)

// http2Natives is headers(), which makes the two tables of a connection: encode(list, sensitive) → bytes,
// decode(bytes) → list, and tableSize(n), the limit that the other side has set. A list has names and values in turn;
// sensitive has the names whose values are in no table.
func (h *host) http2Natives() map[string]native {
	return map[string]native{
		"headers": func(args) (any, error) { return newHeaderTables().natives(), nil },
	}
}

type headerTables struct {
	out     bytes.Buffer
	encoder *hpack.Encoder
	decoder *hpack.Decoder
	list    []any
	size    int
}

func newHeaderTables() *headerTables {
	t := &headerTables{}
	t.encoder = hpack.NewEncoder(&t.out)
	t.encoder.SetMaxDynamicTableSizeLimit(maxHeaderTable)
	t.decoder = hpack.NewDecoder(4096, func(f hpack.HeaderField) {
		if t.size += int(f.Size()); t.size <= maxHeaders {
			t.list = append(t.list, f.Name, f.Value)
		}
	})
	t.decoder.SetMaxStringLength(maxHeaders)
	return t
}

func (t *headerTables) natives() map[string]native {
	return map[string]native{
		"encode": t.encode,
		"decode": t.decode,
		"tableSize": func(a args) (any, error) {
			t.encoder.SetMaxDynamicTableSize(uint32(min(max(a.number(0), 0), maxHeaderTable)))
			return nil, nil
		},
	}
}

func (t *headerTables) encode(a args) (any, error) {
	var list, sensitive []string
	if err := a.texts(a.at(0), &list); err != nil {
		return nil, err
	}
	if err := a.texts(a.at(1), &sensitive); err != nil {
		return nil, err
	}
	hidden := map[string]bool{}
	for _, name := range sensitive {
		hidden[name] = true
	}
	t.out.Reset()
	for i := 0; i+1 < len(list); i += 2 {
		if err := t.encoder.WriteField(hpack.HeaderField{Name: list[i], Value: list[i+1], Sensitive: hidden[list[i]]}); err != nil {
			return nil, err
		}
	}
	return bytes.Clone(t.out.Bytes()), nil
}

func (t *headerTables) decode(a args) (any, error) {
	t.list, t.size = []any{}, 0
	_, err := t.decoder.Write(a.bytes(0))
	if err == nil {
		err = t.decoder.Close()
	}
	if err == nil && t.size > maxHeaders {
		err = errHeadersTooLarge
	}
	return t.list, err
}
