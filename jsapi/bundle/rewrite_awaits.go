// This file gives a block to async arrow functions with an await in the default value of a parameter. Without the block,
// goja attributes the await to the function that has the parameter, and refuses it.

package bundle

import (
	"bytes"
	"maps"
	"slices"
)

func hasAwaitingArrow(code []byte) bool {
	return bytes.Contains(code, []byte("=>")) && bytes.Contains(code, []byte("await "))
}

// bracketArrows turns async (x) => await x into async (x) => { return await x } in the parameters of a function.
func (n *rewriter) bracketArrows() {
	arrows := map[int]bool{}
	for i, t := range n.tokens {
		if t.kind == tokenWord && t.end-t.start == 5 && n.text(i) == "await" && n.text(i-1) != "." && n.inParameters(i) {
			if arrow := n.arrowOf(i); arrow >= 0 {
				arrows[arrow] = true
			}
		}
	}
	for _, arrow := range slices.Sorted(maps.Keys(arrows)) { // the outer one of two comes first
		n.insert(int(n.tokens[arrow+1].start), "{ return ")
		n.insertAfter(int(n.tokens[n.arrowEnd(arrow)].end), " }")
	}
}

// arrowEnd returns the last token of the expression of the arrow function whose => is at a token.
func (n *rewriter) arrowEnd(arrow int) int {
	level, last, choices := n.tokens[arrow].parent, arrow, 0
	for i := arrow + 1; i < len(n.tokens) && n.tokens[i].parent == level && n.text(i) != "," && n.text(i) != ";"; i++ {
		if n.isCloser(i) && n.tokens[i].match < int32(arrow) {
			break
		}
		if n.isChoice(i) {
			choices++
		} else if n.text(i) == ":" {
			if choices--; choices < 0 {
				break // the function is the first branch of a conditional expression
			}
		}
		if m := int(n.tokens[i].match); m > i {
			i = m
		}
		last = i
	}
	return last
}

// isChoice reports whether a token is the ? of a conditional expression.
func (n *rewriter) isChoice(i int) bool {
	t := n.tokens[i]
	return n.text(i) == "?" && n.code[t.start-1] == ' ' && n.code[t.end] == ' '
}

func (n *rewriter) isCloser(i int) bool {
	t := n.tokens[i]
	return t.match >= 0 && int(t.match) < i
}

// inParameters reports whether a token may be in the parameters of a function: in brackets with a body behind them.
func (n *rewriter) inParameters(i int) bool {
	for at := n.tokens[i].parent; at >= 0; at = n.tokens[at].parent {
		if next := n.text(int(n.tokens[at].match) + 1); n.text(int(at)) == "(" && (next == "{" || next == "=>") {
			return true
		}
	}
	return false
}

// arrowOf returns the => of the arrow function in whose expression a token is, and -1 if the innermost function has a block.
func (n *rewriter) arrowOf(i int) int {
	for i >= 0 {
		level, branches := n.tokens[i].parent, 0
		for j := i - 1; j > int(level); j-- {
			switch text := n.text(j); {
			case n.isCloser(j):
				j = int(n.tokens[j].match)
			case text == ":":
				branches++
			case n.isChoice(j):
				branches = max(branches-1, 0)
			case text == "=>" && branches == 0: // else it is in another branch of a conditional expression
				return j
			case text == "," || text == ";":
				j = int(level) // an arrow function before it has ended
			}
		}
		i = int(level)
		if before := n.text(i - 1); i >= 0 && n.text(i) == "{" && (before == ")" || before == "=>") {
			return -1
		}
	}
	return -1
}
