// This file sends the large values of a message behind the message, so that neither end copies them to encode or to decode it. A value
// that occurs twice, as what a task writes and as that of a channel, is sent once, and so is one that is in another, as a question in what its
// task writes.

package hitlrun

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/worker"
)

// largeValue is from which size in bytes on a value is sent behind its message.
const largeValue = 64 << 10

// maxValues is how many bytes the large values of a message have together, if each counts as often as it occurs.
const maxValues = 2 * worker.MaxFrame

// carrier is a message with values that may be large.
type carrier interface {
	// values returns all its values, in an order that both ends know.
	values() []*[]byte
	// apart is where the message says which values are behind it.
	apart() *[]apartValue
}

// apartValue says that a value has N bytes, which begin From bytes behind the message.
type apartValue struct{ Value, From, N int }

// errSuperstep is the error for a superstep that a worker cannot store: a message has at most worker.MaxItems values.
var errSuperstep = errorf(ErrBounds, "one superstep is too large: what it stores has more than %d values, and each task takes about 20 of them, each question about 50: start fewer tasks at once", worker.MaxItems)

var errValues = errors.New("the values of a message are not where it says")

// bodyOf returns the body of a message, in parts. It takes the large values out of a carrier.
func bodyOf(message any) (parts [][]byte, err error) {
	m, carries := message.(carrier)
	if !carries {
		body, err := worker.Encode(message)
		return [][]byte{body}, err
	}
	parts = make([][]byte, 1)
	seed, same := maphash.MakeSeed(), map[uint64]apartValue{}
	behind := 0
	for i, v := range m.values() {
		n := len(*v)
		if n < largeValue {
			continue
		}
		hash := maphash.Bytes(seed, *v)
		first, found := same[hash]
		if !found || !bytes.Equal(parts[first.Value], *v) {
			if at := within(parts[1:], *v); at >= 0 {
				*m.apart() = append(*m.apart(), apartValue{i, at, n})
				*v = nil
				continue
			}
			first = apartValue{len(parts), behind, n} // the number of the part
			same[hash] = first
			parts = append(parts, *v)
			behind += n
		}
		*m.apart() = append(*m.apart(), apartValue{i, first.From, n})
		*v = nil
	}
	head, err := worker.Encode(message)
	parts[0] = append(binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(head)), uint32(len(head))), head...)
	return parts, err
}

// maxAround is how many bytes a value may have beside another that is in it.
const maxAround = 4 << 10

// within returns where a value is in these parts, which follow each other; -1 if it is in none of them.
func within(parts [][]byte, value []byte) int {
	before := 0
	for _, part := range parts {
		if more := len(part) - len(value); more > 0 && more <= maxAround {
			if at := bytes.Index(part, value); at >= 0 {
				return before + at
			}
		}
		before += len(part)
	}
	return -1
}

// openBody decodes a body into the message that is pointed to. Large values share its memory.
func openBody(body []byte, message any) error {
	m, carries := message.(carrier)
	if !carries {
		return worker.Decode(body, message)
	}
	if len(body) < 4 || uint64(binary.BigEndian.Uint32(body)) > uint64(len(body)-4) {
		return errValues
	}
	head, behind := body[4:], body[4:]
	n := binary.BigEndian.Uint32(body)
	head, behind = head[:n], behind[n:]
	err := worker.Decode(head, message)
	if _, commits := message.(*commitMessage); commits && errors.Is(err, worker.ErrItems) {
		return errSuperstep
	}
	if err != nil {
		return err
	}
	values, all := m.values(), 0
	for _, a := range *m.apart() {
		if a.Value < 0 || a.Value >= len(values) || a.From < 0 || a.From > len(behind) || a.N < largeValue || a.N > len(behind)-a.From {
			return errValues
		}
		if all += a.N; all > maxValues {
			return errors.New("the values of a message are too large")
		}
		*values[a.Value] = behind[a.From : a.From+a.N : a.From+a.N]
	}
	*m.apart() = nil
	return nil
}

func (m *commitMessage) apart() *[]apartValue { return &m.Apart }

func (m *commitMessage) values() (list []*[]byte) {
	for i := range m.Batches {
		list = appendValues(list, m.Batches[i].Checkpoint)
		for k := range m.Batches[i].Writes {
			list = appendWrites(list, m.Batches[i].Writes[k].Writes)
		}
		if t := m.Batches[i].Thread; t != nil {
			for k := range t.Interrupts {
				list = append(list, &t.Interrupts[k].Value.Data)
			}
		}
		if a := m.Batches[i].Audit; a != nil {
			for k := range a.Events {
				list = append(list, (*[]byte)(&a.Events[k].Question), (*[]byte)(&a.Events[k].Value))
			}
		}
	}
	return list
}

func (m *notifyMessage) apart() *[]apartValue { return &m.Apart }

func (m *notifyMessage) values() []*[]byte {
	return []*[]byte{(*[]byte)(&m.Update), (*[]byte)(&m.Chunk.Payload)}
}

// ownValues makes copies of the lists of a batch, whose values bodyOf takes out.
func ownValues(b *checkpoint.Batch) {
	b.Checkpoint = ownCheckpoint(b.Checkpoint)
	if b.Thread != nil {
		own := *b.Thread
		own.Interrupts = slices.Clone(own.Interrupts)
		b.Thread = &own
	}
	if b.Audit != nil {
		own := *b.Audit
		own.Events = slices.Clone(own.Events)
		b.Audit = &own
	}
	b.Writes = slices.Clone(b.Writes)
	for i := range b.Writes {
		b.Writes[i].Writes = slices.Clone(b.Writes[i].Writes)
	}
}

func ownCheckpoint(cp *checkpoint.Checkpoint) *checkpoint.Checkpoint {
	if cp == nil {
		return nil
	}
	own := *cp
	own.Values = slices.Clone(cp.Values)
	for i := range own.Values {
		own.Values[i].Blob.Grown = slices.Clone(own.Values[i].Blob.Grown)
	}
	return &own
}

func (m *tuplesMessage) apart() *[]apartValue { return &m.Apart }

func (m *tuplesMessage) values() (list []*[]byte) {
	for _, t := range m.Tuples {
		if t != nil {
			list = appendWrites(appendValues(list, t.Checkpoint), t.Writes)
		}
	}
	return list
}

// add adds a checkpoint whose values bodyOf may take out.
func (m *tuplesMessage) add(t *checkpoint.Tuple) {
	if t != nil {
		own := *t
		own.Checkpoint, own.Writes = ownCheckpoint(t.Checkpoint), slices.Clone(t.Writes)
		t = &own
	}
	m.Tuples = append(m.Tuples, t)
}

func (m *foundItems) apart() *[]apartValue { return &m.Apart }

func (m *foundItems) values() (list []*[]byte) {
	for i := range m.Items {
		list = append(list, &m.Items[i].Value)
	}
	return list
}

func appendValues(list []*[]byte, cp *checkpoint.Checkpoint) []*[]byte {
	if cp == nil {
		return list
	}
	for i := range cp.Values {
		b := &cp.Values[i].Blob
		list = append(list, &b.Data)
		for k := range b.Grown {
			list = append(list, &b.Grown[k])
		}
	}
	return list
}

func appendWrites(list []*[]byte, writes []checkpoint.PendingWrite) []*[]byte {
	for i := range writes {
		list = append(list, &writes[i].Value.Data)
	}
	return list
}
