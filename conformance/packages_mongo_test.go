// This file has the server of TestConnections that speaks the protocol of MongoDB. It has collections without indexes: documents are
// inserted, found by fields that are equal, and deleted.

package conformance_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"slices"
	"sync"
	"testing"
)

// The codes of messages: a question and its reply of old drivers and of handshakes, and what everything else is sent in.
const (
	opReply = 1
	opQuery = 2004
	opMsg   = 2013
)

// field is a field of a document: raw is its value in BSON.
type field struct {
	kind byte
	name string
	raw  []byte
}

// parseDocument returns the fields of a BSON document at the start of b, and its length.
func parseDocument(b []byte) (fields []field, size int, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("a document is cut off")
		}
	}()
	size = int(binary.LittleEndian.Uint32(b))
	for rest := b[4 : size-1]; len(rest) > 0; {
		f := field{kind: rest[0]}
		end := bytes.IndexByte(rest[1:], 0)
		f.name, rest = string(rest[1:end+1]), rest[end+2:]
		var n int
		switch f.kind {
		case 1, 9, 17, 18: // double, date, timestamp, long
			n = 8
		case 2: // text
			n = 4 + int(binary.LittleEndian.Uint32(rest))
		case 3, 4: // document, array
			n = int(binary.LittleEndian.Uint32(rest))
		case 5: // bytes
			n = 5 + int(binary.LittleEndian.Uint32(rest))
		case 7: // ObjectId
			n = 12
		case 8: // boolean
			n = 1
		case 10: // null
		case 16: // integer
			n = 4
		default:
			return nil, 0, fmt.Errorf("the field %s has the kind %d", f.name, f.kind)
		}
		f.raw, rest = rest[:n], rest[n:]
		fields = append(fields, f)
	}
	return fields, size, nil
}

// newDocument returns a BSON document of names and values in turn.
func newDocument(pairs ...any) []byte {
	b := make([]byte, 4)
	add := func(kind byte, name string, raw []byte) {
		b = append(append(append(append(b, kind), name...), 0), raw...)
	}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case bool:
			add(8, name, map[bool][]byte{true: {1}, false: {0}}[v])
		case int:
			add(16, name, binary.LittleEndian.AppendUint32(nil, uint32(v))) //nolint:gosec // small numbers
		case int64:
			add(18, name, binary.LittleEndian.AppendUint64(nil, uint64(v)))
		case float64:
			add(1, name, binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		case string:
			add(2, name, append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(v)+1)), v...), 0)) //nolint:gosec // short texts
		case []byte:
			add(3, name, v)
		case [][]byte:
			var items []any
			for i, item := range v {
				items = append(items, fmt.Sprint(i), item)
			}
			add(4, name, newDocument(items...))
		}
	}
	b = append(b, 0)
	binary.LittleEndian.PutUint32(b, uint32(len(b))) //nolint:gosec // short documents
	return b
}

// documents are the collections of a server, and the rest of what its cursors have to give.
type documents struct {
	mu          sync.Mutex
	collections map[string][][]byte
	cursors     map[int64][][]byte
}

// startMongo starts a server and returns its URL.
func startMongo(t *testing.T, _ string) []string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	server := &documents{collections: map[string][][]byte{}, cursors: map[int64][][]byte{}}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go server.serve(conn)
		}
	}()
	return []string{"MONGO_URL=mongodb://" + listener.Addr().String()}
}

func (d *documents) serve(conn net.Conn) {
	defer conn.Close()
	for {
		head := make([]byte, 16)
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		body := make([]byte, binary.LittleEndian.Uint32(head)-16)
		if _, err := io.ReadFull(conn, body); err != nil {
			return
		}
		code, before := opMsg, []byte{0, 0, 0, 0, 0} // no flags, a section with a document
		at := 5
		if binary.LittleEndian.Uint32(head[12:]) == opQuery {
			code, before = opReply, []byte{8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0} // one document
			at = 4 + bytes.IndexByte(body[4:], 0) + 1 + 8
		}
		fields, size, err := parseDocument(body[at:])
		if err != nil {
			return
		}
		var list [][]byte // the documents of an insert, or the filters of a delete
		if rest := body[at+size:]; code == opMsg && len(rest) > 5 {
			for rest = rest[5+bytes.IndexByte(rest[5:], 0)+1:]; len(rest) > 4; rest = rest[size:] {
				size = int(binary.LittleEndian.Uint32(rest))
				list = append(list, rest[:size])
			}
		}
		answer := append(before, d.answer(fields, list)...)
		reply := binary.LittleEndian.AppendUint32(nil, uint32(16+len(answer))) //nolint:gosec // short answers
		reply = append(binary.LittleEndian.AppendUint32(append(append(reply, 1, 0, 0, 0), head[4:8]...), uint32(code)), answer...)
		if _, err := conn.Write(reply); err != nil {
			return
		}
	}
}

// answer returns what the server says to a command. The first field has its name and its collection.
func (d *documents) answer(command []field, list [][]byte) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	value := func(fields []field, name string) []byte {
		if i := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); i >= 0 {
			return fields[i].raw
		}
		return nil
	}
	name := string(bytes.TrimRight(command[0].raw[min(4, len(command[0].raw)):], "\x00"))
	if list == nil {
		documents, _, _ := parseDocument(append([]byte(nil), value(command, map[string]string{"insert": "documents", "delete": "deletes"}[command[0].name])...))
		for _, f := range documents {
			list = append(list, f.raw)
		}
	}
	switch command[0].name {
	case "hello", "ismaster", "isMaster":
		return newDocument("ismaster", true, "isWritablePrimary", true, "helloOk", true, "maxBsonObjectSize", 16<<20, "maxMessageSizeBytes", 48<<20,
			"maxWriteBatchSize", 100000, "logicalSessionTimeoutMinutes", 30, "connectionId", 1, "minWireVersion", 0, "maxWireVersion", 25, "readOnly", false, "ok", 1.0)
	case "ping", "endSessions":
		return newDocument("ok", 1.0)
	case "insert":
		for i, document := range list {
			if d.matching(name, document, "_id") != nil {
				return newDocument("n", i, "writeErrors", [][]byte{newDocument("index", i, "code", 11000, "errmsg", "E11000 duplicate key error collection: "+name)}, "ok", 1.0)
			}
			d.collections[name] = append(d.collections[name], document)
		}
		return newDocument("n", len(list), "ok", 1.0)
	case "find":
		found := d.matching(name, value(command, "filter"), "")
		if limit := value(command, "limit"); limit != nil {
			found = found[:min(len(found), int(binary.LittleEndian.Uint32(limit)))]
		}
		return d.batch(name, "firstBatch", found, value(command, "batchSize"))
	case "getMore":
		id := int64(binary.LittleEndian.Uint64(command[0].raw)) //nolint:gosec // an id of this server
		rest := d.cursors[id]
		delete(d.cursors, id)
		return d.batch("test", "nextBatch", rest, value(command, "batchSize"))
	case "delete":
		n := 0
		for _, one := range list {
			fields, _, _ := parseDocument(one)
			for _, gone := range d.matching(name, value(fields, "q"), "") {
				d.collections[name] = slices.DeleteFunc(d.collections[name], func(b []byte) bool { return bytes.Equal(b, gone) })
				n++
			}
		}
		return newDocument("n", n, "ok", 1.0)
	}
	return newDocument("ok", 0.0, "errmsg", "no such command: '"+command[0].name+"'", "code", 59, "codeName", "CommandNotFound")
}

// matching returns the documents of a collection whose fields are those of a filter; only the field named only, if there is such a name.
func (d *documents) matching(collection string, filter []byte, only string) [][]byte {
	wanted, _, _ := parseDocument(filter)
	var found [][]byte
	for _, document := range d.collections[collection] {
		fields, _, _ := parseDocument(document)
		fits := func(w field) bool {
			return only != "" && w.name != only || slices.ContainsFunc(fields, func(f field) bool { return f.name == w.name && bytes.Equal(f.raw, w.raw) })
		}
		if !slices.ContainsFunc(wanted, func(w field) bool { return !fits(w) }) {
			found = append(found, document)
		}
	}
	return found
}

// batch returns the first documents of a list. A cursor gives the others.
func (d *documents) batch(collection, name string, list [][]byte, size []byte) []byte {
	n, id := len(list), int64(0)
	if size != nil {
		n = min(n, int(binary.LittleEndian.Uint32(size)))
	}
	if n < len(list) {
		id = int64(len(list)) << 32
		d.cursors[id] = list[n:]
	}
	return newDocument("cursor", newDocument(name, list[:n], "id", id, "ns", "test."+collection), "ok", 1.0)
}
