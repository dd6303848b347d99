// This file has the encoder and the decoder of what rows contain besides columns.

package sqlite

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// encoder appends to b. Only the writer uses one: it gives new names their numbers.
type encoder struct {
	c    *conn
	b    []byte
	task string // the id of the task whose writes are encoded; "" for none
	err  error
}

func (e *encoder) byte(v byte)   { e.b = append(e.b, v) }
func (e *encoder) uint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int64)   { e.b = binary.AppendVarint(e.b, v) }

func (e *encoder) bytes(v []byte) {
	e.uint(uint64(len(v)))
	e.b = append(e.b, v...)
}

func (e *encoder) string(v string) {
	e.uint(uint64(len(v)))
	e.b = append(e.b, v...)
}

// name writes the number of a name; for a name without a number, 0 and the name.
func (e *encoder) name(v string) {
	id, err := e.c.nameID(v)
	if err != nil {
		e.err = err
	}
	e.uint(uint64(id))
	if id == 0 {
		e.string(v)
	}
}

// Forms of a text, see encoder.text.
const (
	textRaw  = iota // as it is
	textUUID        // a prefix, which may be empty, and a UUID
	textHex         // an even number of hexadecimal digits
)

// text writes an id: of a task (a UUID), an interrupt (hexadecimal digits), a
// namespace (a name, ":" and a UUID).
func (e *encoder) text(v string) {
	if n := len(v) - 36; n >= 0 {
		if b, ok := uuid(v[n:]); ok {
			e.uint(uint64(n)<<2 | textUUID)
			e.b = append(append(e.b, v[:n]...), b[:]...)
			return
		}
	}
	if len(v) > 0 && len(v)%2 == 0 && strings.Trim(v, "0123456789abcdef") == "" {
		e.uint(uint64(len(v)/2)<<2 | textHex)
		e.b, _ = hex.AppendDecode(e.b, []byte(v))
		return
	}
	e.uint(uint64(len(v))<<2 + textRaw)
	e.b = append(e.b, v...)
}

// Forms of an id that stands beside another id, see encoder.id.
const (
	idNone    = iota // ""
	idText           // a text
	idSibling        // a UUID with the same node: differences of time and sequence
)

// id writes the id of a checkpoint that is similar to another one.
func (e *encoder) id(v, near string) {
	if v == "" {
		e.byte(idNone)
		return
	}
	a, ok := uuid(v)
	b, ok2 := uuid(near)
	if ok && ok2 && isV6(a) && isV6(b) && [6]byte(a[10:]) == [6]byte(b[10:]) {
		e.byte(idSibling)
		e.int(ticks(b) - ticks(a))
		e.int(sequence(b) - sequence(a))
		return
	}
	e.byte(idText)
	e.text(v)
}

// time writes a time, as the difference to the time in id if the two are close.
func (e *encoder) time(t time.Time, id string) {
	if b, ok := uuid(id); ok && isV6(b) {
		if d := t.Sub(timeOf(b)); d > -time.Hour && d < time.Hour {
			e.uint(uint64(d<<1^d>>63) << 1)
			return
		}
	}
	e.byte(1)
	e.int(t.Unix())
	e.uint(uint64(t.Nanosecond()))
}

// decoder reads from b. After an error all values it returns are zero.
type decoder struct {
	c    *conn
	b    []byte
	task string // the id of the task whose writes are decoded; "" for none, or if they are only passed over
	err  error
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.b = nil
}

func (d *decoder) byte() byte {
	if len(d.b) == 0 {
		d.fail(errDamaged)
		return 0
	}
	v := d.b[0]
	d.b = d.b[1:]
	return v
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail(errDamaged)
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.b)
	if n <= 0 {
		d.fail(errDamaged)
		return 0
	}
	d.b = d.b[n:]
	return v
}

// count reads how many items follow. least is how many bytes of the row each has at least, size about how many of memory, which
// count charges to the bound of the connection.
func (d *decoder) count(least, size int) int {
	n := d.uint()
	if n > uint64(len(d.b)/least) {
		d.fail(errDamaged)
		return 0
	}
	d.charge(int(n) * size)
	if d.err != nil {
		return 0
	}
	return int(n)
}

// charge adds to what the transaction has read.
func (d *decoder) charge(bytes int) {
	if d.c == nil { // nothing was read
		return
	}
	if err := d.c.Charge(bytes); err != nil {
		d.fail(err)
	}
}

// firstItems is how many items of a row have their memory before they are decoded. A row that claims to have more may not have them.
const firstItems = 1 << 10

// item returns a list with room for item i, which is the next one at most.
func item[T any](list []T, i int) []T {
	if i == len(list) {
		list = append(list, *new(T))
	}
	return list
}

// take returns the next n bytes. They share the memory of the row.
func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.b)) {
		d.fail(errDamaged)
		return nil
	}
	v := d.b[:n:n]
	d.b = d.b[n:]
	return v
}

func (d *decoder) bytes() []byte  { return d.take(d.uint()) }
func (d *decoder) string() string { return string(d.bytes()) }

func (d *decoder) name() string {
	id := d.uint()
	if id == 0 {
		return d.string()
	}
	if d.err != nil {
		return ""
	}
	name, err := d.c.name(id)
	if err != nil {
		d.fail(err)
	}
	return name
}

func (d *decoder) text() string {
	head := d.uint()
	v := d.take(head >> 2)
	switch head & 3 {
	case textRaw:
		return string(v)
	case textHex:
		return hex.EncodeToString(v)
	case textUUID:
		if id := d.take(16); len(id) == 16 {
			return string(v) + checkpoint.FormatUUID([16]byte(id))
		}
	}
	d.fail(errDamaged)
	return ""
}

func (d *decoder) id(near string) string {
	switch d.byte() {
	case idNone:
		return ""
	case idText:
		return d.text()
	case idSibling:
		if b, ok := uuid(near); ok {
			return checkpoint.FormatUUID(sibling(b, ticks(b)-d.int(), sequence(b)-d.int()))
		}
	}
	d.fail(errDamaged)
	return ""
}

func (d *decoder) time(id string) time.Time {
	head := d.uint()
	if head&1 == 1 {
		return time.Unix(d.int(), int64(d.uint())).UTC()
	}
	b, ok := uuid(id)
	if !ok {
		d.fail(errDamaged)
	}
	n := head >> 1
	return timeOf(b).Add(time.Duration(n>>1) ^ -time.Duration(n&1)).UTC()
}
