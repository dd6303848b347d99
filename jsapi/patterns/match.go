// This file runs the program of a pattern.

package patterns

import "errors"

// ErrTooDeep says that a match would need a longer stack than Machine.MaxStack.
var ErrTooDeep = errors.New("the stack of a match is too long")

// Machine runs programs. Only one goroutine may use it at a time.
type Machine struct {
	// MaxStack is the number of entries that the stack may have.
	MaxStack int
	// Reserve is called before the stack gets longer, and Hear every few microseconds. Either may panic.
	Reserve func(bytes float64)
	Hear    func()

	p         *Program
	text      []rune
	registers []int
	stack     []entry
	steps     int
}

// entry is what a match goes back to: a register with its value before, or an instruction and a place.
type entry struct {
	kind    entryKind
	x, y, z int32
}

type entryKind uint8

const (
	wasRegister entryKind = iota // x is its number, y its value
	branch                       // x is the instruction, y the place
	round                        // a lazy repetition at x can have one more round at y
	shorter                      // the run at x began at y, and ends before z
	longer                       // the lazy run at x has ended at y after z characters
	barrier                      // of a look-around that did not match
)

const (
	entrySize = 16
	hearEvery = 1 << 12
	keptStack = 1 << 14
)

// Match looks for a match of a text at a place. It returns the start and the end of each group, -1 for groups that did not match, or
// nil. The slice is that of the machine, until the next call.
func (m *Machine) Match(p *Program, text []rune, at int) ([]int, error) {
	m.p, m.text = p, text
	if cap(m.stack) > keptStack {
		m.stack = nil
	}
	m.stack = m.stack[:0]
	if cap(m.registers) < p.registers {
		m.registers = make([]int, p.registers)
	}
	m.registers = m.registers[:p.registers]
	for i := range m.registers {
		m.registers[i] = -1
	}
	end, ok, err := m.run(at)
	m.text = nil
	if !ok || err != nil {
		return nil, err
	}
	m.registers[0], m.registers[1] = at, end
	return m.registers[:2*p.Groups], nil
}

func (m *Machine) push(kind entryKind, x, y, z int) {
	if len(m.stack) == cap(m.stack) && m.Reserve != nil {
		m.Reserve(float64(len(m.stack)) * entrySize)
	}
	m.stack = append(m.stack, entry{kind, int32(x), int32(y), int32(z)}) //nolint:gosec // no text and no program is as long
}

// set changes a register, which is undone when the match goes back.
func (m *Machine) set(x, to int) {
	if old := m.registers[x]; old != to {
		m.push(wasRegister, x, old, 0)
		m.registers[x] = to
	}
}

// run returns the end of the match.
func (m *Machine) run(at int) (end int, ok bool, err error) {
	code := m.p.code
	for pc := 0; ; {
		if m.steps++; m.steps%hearEvery == 0 && m.Hear != nil {
			m.Hear()
		}
		if len(m.stack) > m.MaxStack {
			return 0, false, ErrTooDeep
		}
		in, fits := &code[pc], true
		pc++
		switch in.op {
		case codeSet:
			at, fits = m.character(in, at)
		case codeRun:
			at, fits = m.first(in, pc-1, at)
		case codeJump:
			pc = in.to
		case codeFork:
			m.push(branch, in.to, at, 0)
		case codeOpen:
			m.set(2*m.p.Groups+in.x, at)
		case codeClose:
			from, to := m.registers[2*m.p.Groups+in.x], at
			if in.behind {
				from, to = to, from
			}
			m.set(2*in.x, from)
			m.set(2*in.x+1, to)
		case codeBack:
			at, fits = m.reference(in, at)
		case codeZero:
			m.set(in.x, 0)
		case codeRepeat:
			switch n := m.registers[in.x]; {
			case n >= in.max:
				pc = in.to
			case n >= in.min && in.lazy:
				m.push(round, pc-1, at, 0)
				pc = in.to
			default:
				if n >= in.min {
					m.push(branch, in.to, at, 0)
				}
				m.begin(in, at)
			}
		case codeAgain:
			if m.registers[in.x] > in.min && m.registers[in.x+1] == at {
				fits = false
			}
			pc = in.to
		case codeStart:
			fits = at == 0 || m.p.flags.Multiline && isLineEnd(m.text[at-1])
		case codeEnd:
			fits = at == len(m.text) || m.p.flags.Multiline && isLineEnd(m.text[at])
		case codeEdge:
			fits = (m.isWord(at-1) != m.isWord(at)) != in.not
		case codeLook:
			m.set(in.x+1, at)
			m.push(wasRegister, in.x, m.registers[in.x], 0)
			m.registers[in.x] = len(m.stack)
			if in.not {
				m.push(branch, in.to, at, 0)
			} else {
				m.push(barrier, 0, 0, 0)
			}
		case codeSeen:
			height, place := m.registers[in.x], m.registers[in.x+1]
			if in.not {
				m.undo(height)
				fits = false
			} else {
				kept := height
				for _, e := range m.stack[height:] {
					if e.kind == wasRegister {
						m.stack[kept] = e
						kept++
					}
				}
				m.stack = m.stack[:kept]
				at = place
			}
		case codeMatch:
			return at, true, nil
		}
		if !fits {
			if pc, at, ok = m.back(); !ok {
				return 0, false, nil
			}
		}
	}
}

// begin begins a round of a repetition: its groups have not matched yet.
func (m *Machine) begin(in *instruction, at int) {
	m.set(in.x, m.registers[in.x]+1)
	m.set(in.x+1, at)
	for x := 2 * in.from; x < 2*in.until; x++ {
		m.set(x, -1)
	}
}

// undo takes entries from the stack until it has a height.
func (m *Machine) undo(height int) {
	for len(m.stack) > height {
		if e := m.stack[len(m.stack)-1]; e.kind == wasRegister {
			m.registers[e.x] = int(e.y)
		}
		m.stack = m.stack[:len(m.stack)-1]
	}
}

// back goes back to the last place where the match can go on in another way.
func (m *Machine) back() (pc, at int, ok bool) {
	for len(m.stack) > 0 {
		last := len(m.stack) - 1
		e := m.stack[last]
		m.stack = m.stack[:last]
		x, y, z := int(e.x), int(e.y), int(e.z)
		switch e.kind {
		case wasRegister:
			m.registers[x] = y
		case branch:
			return x, y, true
		case round:
			m.begin(&m.p.code[x], y)
			return x + 1, y, true
		case shorter:
			step := 1
			if m.p.code[x].behind {
				step = -1
			}
			end := z - step
			if end != y {
				m.push(shorter, x, y, end)
			}
			return x + 1, end, true
		case longer:
			in := &m.p.code[x]
			if z < in.max {
				if next, fits := m.character(in, y); fits {
					m.push(longer, x, next, z+1)
					return x + 1, next, true
				}
			}
		}
	}
	return 0, 0, false
}

// character matches one character.
func (m *Machine) character(in *instruction, at int) (int, bool) {
	if in.behind {
		at--
	}
	if at < 0 || at >= len(m.text) || !in.set.has(m.text[at], m.p.flags) {
		return at, false
	}
	if in.behind {
		return at, true
	}
	return at + 1, true
}

// first matches the first way of a run.
func (m *Machine) first(in *instruction, pc, at int) (int, bool) {
	n, least := 0, at
	for n < in.max && (n < in.min || !in.lazy) {
		next, fits := m.character(in, at)
		if !fits {
			break
		}
		at = next
		if n++; n == in.min {
			least = at
		}
		if n%hearEvery == 0 && m.Hear != nil {
			m.Hear()
		}
	}
	switch {
	case n < in.min:
		return at, false
	case in.lazy:
		m.push(longer, pc, at, n)
	case n > in.min:
		m.push(shorter, pc, least, at)
	}
	return at, true
}

// reference matches what a group has matched.
func (m *Machine) reference(in *instruction, at int) (int, bool) {
	from, to := m.registers[2*in.x], m.registers[2*in.x+1]
	if from < 0 || to < 0 {
		return at, true
	}
	start := at
	if in.behind {
		start = at - (to - from)
	}
	if start < 0 || start+to-from > len(m.text) {
		return at, false
	}
	for i := range to - from {
		if !m.p.flags.same(m.text[from+i], m.text[start+i]) {
			return at, false
		}
		if i%hearEvery == hearEvery-1 && m.Hear != nil {
			m.Hear()
		}
	}
	if in.behind {
		return start, true
	}
	return start + to - from, true
}

func isLineEnd(c rune) bool { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 }

func (m *Machine) isWord(at int) bool {
	if at < 0 || at >= len(m.text) {
		return false
	}
	c := m.text[at]
	return isWord(c) || m.p.flags.Unicode && m.p.flags.IgnoreCase && (c == 0x17f || c == 0x212a)
}
