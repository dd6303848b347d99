// This file compiles a pattern into a program.

package patterns

import "slices"

// Program matches a pattern as ECMAScript says. The packages regexp and regexp2 are faster, but keep what groups have matched in
// earlier rounds of a repetition, and know only one character that ends a line.
type Program struct {
	// Groups is the number of groups, with the whole match.
	Groups int
	// Rounds says that a group in a repetition may not match in each of its rounds.
	Rounds bool
	// Lines says that the flag m has a meaning.
	Lines bool
	// Pairs says that the pattern has parts of surrogate pairs, and not the flag u.
	Pairs bool
	// IgnoresCase says that the pattern has the flag i, and Folds that it has characters that are OddCase.
	IgnoresCase, Folds bool

	flags     Flags
	code      []instruction
	registers int
}

type opcode int

const (
	codeSet opcode = iota
	codeRun        // a repetition of a set
	codeJump
	codeFork // go on at the next instruction or else at to
	codeOpen // of a group
	codeClose
	codeBack
	codeRepeat // a repetition: x is the register of its rounds, x+1 that of the start of the round
	codeAgain  // the end of its round; to is its codeRepeat
	codeZero   // the start of a repetition
	codeStart
	codeEnd
	codeEdge
	codeLook // x is the register of the height of the stack, x+1 that of the place; to is behind its codeSeen
	codeSeen
	codeMatch
)

type instruction struct {
	op       opcode
	behind   bool // it matches to the left
	not      bool
	lazy     bool
	set      *charSet
	x, to    int
	min, max int
	from     int // the first of the groups of a repetition
	until    int // behind the last one
}

// maxCode is the number of instructions that a program may have.
const maxCode = 1 << 18

// Compile compiles a pattern. It returns an error for a pattern that it does not understand.
func Compile(source string, flags Flags) (*Program, error) {
	root, groups, err := parse(source, flags)
	if err != nil {
		return nil, err
	}
	p := &Program{Groups: groups, flags: flags, registers: 3 * groups, IgnoresCase: flags.IgnoreCase}
	p.emit(root, false)
	p.add(instruction{op: codeMatch})
	if len(p.code) > maxCode {
		return nil, errUnknown
	}
	return p, nil
}

func (p *Program) add(i instruction) int {
	p.code = append(p.code, i)
	return len(p.code) - 1
}

// two returns the first of two new registers.
func (p *Program) two() int {
	p.registers += 2
	return p.registers - 2
}

func (p *Program) emit(n *node, behind bool) {
	switch n.op {
	case opSet:
		p.look(n.set)
		p.add(instruction{op: codeSet, set: n.set, behind: behind})
	case opSequence:
		for i := range n.of {
			if behind {
				i = len(n.of) - 1 - i
			}
			p.emit(n.of[i], behind)
		}
	case opChoice:
		var ends []int
		for i, sub := range n.of {
			if i == len(n.of)-1 {
				p.emit(sub, behind)
				break
			}
			fork := p.add(instruction{op: codeFork})
			p.emit(sub, behind)
			ends = append(ends, p.add(instruction{op: codeJump}))
			p.code[fork].to = len(p.code)
		}
		for _, end := range ends {
			p.code[end].to = len(p.code)
		}
	case opGroup:
		p.add(instruction{op: codeOpen, x: n.group})
		p.emit(n.of[0], behind)
		p.add(instruction{op: codeClose, x: n.group, behind: behind})
	case opBack:
		p.add(instruction{op: codeBack, x: n.group, behind: behind})
	case opStart:
		p.Lines = p.Lines || p.flags.Multiline
		p.add(instruction{op: codeStart})
	case opEnd:
		p.Lines = p.Lines || p.flags.Multiline
		p.add(instruction{op: codeEnd})
	case opEdge:
		p.add(instruction{op: codeEdge, not: n.not})
	case opLook:
		look := p.add(instruction{op: codeLook, not: n.not, x: p.two()})
		p.emit(n.of[0], n.behind)
		p.add(instruction{op: codeSeen, not: n.not, x: p.code[look].x})
		p.code[look].to = len(p.code)
	case opRepeat:
		p.repeat(n, behind)
	}
}

// look notes what a set has that other packages match in another way.
func (p *Program) look(set *charSet) {
	p.Pairs = p.Pairs || !p.flags.Unicode && slices.ContainsFunc(set.ranges, func(c rune) bool { return 0xd800 <= c && c <= 0xdfff })
	p.Folds = p.Folds || p.IgnoresCase && set.hasOddCase()
}

func (p *Program) repeat(n *node, behind bool) {
	sub := n.of[0]
	if sub.op == opSet {
		p.look(sub.set)
		p.add(instruction{op: codeRun, set: sub.set, min: n.min, max: n.max, lazy: n.lazy, behind: behind})
		return
	}
	if n.from < n.to && (canBeEmpty(sub) || n.max > 1 && hasOptional(sub, false)) {
		p.Rounds = true
	}
	x := p.two()
	p.add(instruction{op: codeZero, x: x})
	start := p.add(instruction{op: codeRepeat, x: x, min: n.min, max: n.max, lazy: n.lazy, from: n.from, until: n.to})
	p.emit(sub, behind)
	p.add(instruction{op: codeAgain, x: x, min: n.min, to: start})
	p.code[start].to = len(p.code)
}

// canBeEmpty reports whether a part can match nothing.
func canBeEmpty(n *node) bool {
	switch n.op {
	case opSet:
		return false
	case opSequence:
		for _, sub := range n.of {
			if !canBeEmpty(sub) {
				return false
			}
		}
		return true
	case opChoice:
		for _, sub := range n.of {
			if canBeEmpty(sub) {
				return true
			}
		}
		return false
	case opGroup:
		return canBeEmpty(n.of[0])
	case opRepeat:
		return n.min == 0 || canBeEmpty(n.of[0])
	}
	return true
}

// hasOptional reports whether a part has a group that can be left out.
func hasOptional(n *node, optional bool) bool {
	switch n.op {
	case opGroup:
		if optional {
			return true
		}
	case opChoice:
		optional = optional || len(n.of) > 1
	case opRepeat:
		optional = optional || n.min == 0
	case opLook:
		optional = optional || n.not
	}
	for _, sub := range n.of {
		if hasOptional(sub, optional) {
			return true
		}
	}
	return false
}
