// This file replaces esbuild's helper of lowered async generators. esbuild's object has no prototype of its own, its
// finally blocks end at their first await when a loop is left, and three calls of next() at once run two at a time.
// esbuild also lowers yield* in other generators, where that changes its meaning: this file removes the helper there.

package bundle

import (
	"bytes"
	"strings"
)

// asyncGenerator is the beginning of esbuild's helper.
const asyncGenerator = "var __asyncGenerator = "

// generatorMaker is guard.GeneratorMaker.
const generatorMaker = "__hitlrunGenerator"

func hasAsyncGenerators(code []byte) bool { return bytes.Contains(code, []byte(asyncGenerator)) }

// replaceGenerators replaces the helper at token i, which is its name. Positions after it stay in their lines.
func (n *rewriter) replaceGenerators(i int) {
	body := i + 2
	if n.text(i-1) != "var" || n.text(i+1) != "=" || n.text(body) != "(" {
		return
	}
	start := int(n.tokens[body].start)
	if body = int(n.tokens[body].match) + 2; n.text(body-1) != "=>" || n.text(body) != "{" {
		return
	}
	end := int(n.tokens[n.tokens[body].match].end)
	lines := strings.Repeat("\n", bytes.Count(n.code[start:end], []byte("\n")))
	const helper = "(self, list, generator) => " + generatorMaker + "(__await, generator.apply(self, list))"
	n.edits = append(n.edits, edit{pos: start, drop: end - start, text: helper + lines})
}

// awaitReturns makes the generator whose __asyncGenerator is at a token wait for what it returns, as in
//
//	return yield new __await((list()));
//
// esbuild leaves this to the helper. But a catch block around the statement has to catch what is rejected, and a finally block
// has to run afterwards.
func (n *rewriter) awaitReturns(i int) {
	if n.text(i+1) != "(" {
		return
	}
	body := n.generatorBody(i + 1)
	if body < 0 {
		return
	}
	end := int(n.tokens[body].match)
	for k := body + 1; k < end; k++ {
		if n.tokens[k].kind != tokenWord || n.text(k) != "return" || !n.startsReturn(k) || n.functionAround(k) != body {
			continue
		}
		last := k
		for n.text(last+1) != ";" && last+1 < end {
			last = n.skip(last+1) - 1
		}
		if last > k {
			n.insert(int(n.tokens[k+1].start), "yield new __await((")
			n.insertAfter(int(n.tokens[last].end), "))")
		}
	}
}

// startsReturn reports whether the word return at a token is that of a statement, and not the name of a member.
func (n *rewriter) startsReturn(k int) bool {
	switch n.text(k + 1) {
	case ":", "=":
		return false
	case "(":
		return n.text(int(n.tokens[k+1].match)+1) != "{" && n.text(k-1) != "."
	}
	return n.text(k-1) != "."
}

// functionAround returns the { of the innermost function around a token, -1 if there is none.
func (n *rewriter) functionAround(k int) int {
	at := int(n.tokens[k].parent)
	for at >= 0 && (n.text(at) != "{" || !n.isFunctionBody(at)) {
		at = int(n.tokens[at].parent)
	}
	return at
}

const yieldStar = "__yieldStar"

func hasLoweredDelegation(code []byte) bool {
	return bytes.Contains(code, []byte("yield* "+yieldStar+"("))
}

// restoreDelegations turns yield* __yieldStar(list) into yield* (list), except in async generators.
func (n *rewriter) restoreDelegations() {
	for i, t := range n.tokens {
		if t.kind == tokenWord && n.text(i) == yieldStar && n.text(i-1) == "*" && n.text(i-2) == "yield" && !n.inAsyncGenerator(i) {
			n.edits = append(n.edits, edit{pos: int(t.start), drop: len(yieldStar)})
		}
	}
}

// inAsyncGenerator reports whether the generator of a token is an argument of __asyncGenerator, or whether none is found.
func (n *rewriter) inAsyncGenerator(i int) bool {
	for at := int(n.tokens[i].parent); at >= 0; at = int(n.tokens[at].parent) {
		if n.text(at) != "{" || n.text(at-1) != ")" {
			continue
		}
		star := int(n.tokens[at-1].match) - 1 // of the parameters: the name, if there is one, and the star are before them
		if n.text(star) == "]" {
			star = int(n.tokens[star].match) - 1
		} else if n.text(star) != "*" {
			star--
		}
		if n.text(star) != "*" {
			continue
		}
		call := int(n.tokens[star].parent)
		return n.text(star-1) == "function" && n.text(call) == "(" && n.text(call-1) == "__asyncGenerator"
	}
	return true
}
