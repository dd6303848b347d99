// This file rewrites named functions and classes, which cannot just be given another name.

package bundle

import (
	"bytes"
	"strings"
)

// startsStatement says whether a token is the first of a statement in a block. A function or
// class expression never is.
func (n *rewriter) startsStatement(i int) bool {
	switch n.text(i - 1) {
	case "", ";", "}":
		return i == 0 || n.tokens[i-1].kind == tokenPunct
	case "{":
		return true
	case ":": // of a case in a switch: only there esbuild begins a new line
		return bytes.IndexByte(n.code[n.tokens[i-1].end:n.tokens[i].start], '\n') >= 0
	}
	return false
}

// restoreFunction handles a function with a name of its own, at token i.
func (n *rewriter) restoreFunction(r rename, i int) {
	last := n.afterParams(i + 1)
	if last < 0 {
		return
	}
	first := i - 1
	if n.text(first) == "*" {
		first--
	}
	if n.text(first-1) == "async" && !strings.Contains(string(n.code[n.tokens[first-1].end:n.tokens[first].start]), "\n") {
		first--
	}
	if n.startsStatement(first) {
		n.moveDeclaration(r, i, first, last)
		return
	}
	n.nameExpression(r, i, first, last, n.mentions(r.gen, i+1, last))
}

// moveDeclaration turns a function declaration into a variable at the start of its block, where
// a declaration takes effect too.
func (n *rewriter) moveDeclaration(r rename, i, first, last int) {
	to, keyword := 0, "var "
	if block := int(n.tokens[first].parent); block >= 0 {
		if n.text(block) != "{" || n.isSwitch(block) {
			return
		}
		to = int(n.tokens[block].end)
		if !n.isFunctionBody(block) {
			keyword = "let "
		} else if n.patternParameters(block)[r.gen] {
			keyword = "" // see rewrite_vars.go
		}
	}
	n.dropName(i)
	n.moves = append(n.moves, move{
		from: int(n.tokens[first].start), end: int(n.tokens[last].end), to: to,
		before: keyword + r.gen + " = ({ " + r.orig + ": ", after: " })." + r.orig + ";",
	})
}

// dropName removes the name token and the space before it.
func (n *rewriter) dropName(i int) {
	n.edits = append(n.edits, edit{pos: int(n.tokens[i].start) - 1, drop: int(n.tokens[i].end-n.tokens[i].start) + 1})
}

// nameExpression handles an expression that knows itself by its name. If it uses the name, it
// gets it as a variable: ((gen) => gen = ({ orig: function() {} }).orig)().
func (n *rewriter) nameExpression(r rename, i, first, last int, self bool) {
	before, after := "({ "+r.orig+": ", " })."+r.orig
	if self {
		before, after = "((("+r.gen+") => "+r.gen+" = "+before, after+")())"
	}
	n.insert(int(n.tokens[first].start), before)
	n.dropName(i)
	n.insertAfter(int(n.tokens[last].end), after)
}

// isSwitch says whether a { opens the body of a switch.
func (n *rewriter) isSwitch(block int) bool { return n.keywordBefore(block) == "switch" }

// isFunctionBody says whether a { opens the body of a function, method or static block.
func (n *rewriter) isFunctionBody(block int) bool {
	switch n.text(block - 1) {
	case "=>", "static":
		return true
	case ")":
		switch n.keywordBefore(block) {
		case "if", "for", "while", "with", "catch", "switch":
			return false
		}
		return true
	}
	return false
}

// keywordBefore returns the word before the parentheses before a {.
func (n *rewriter) keywordBefore(block int) string {
	if n.text(block-1) != ")" {
		return ""
	}
	opener := int(n.tokens[block-1].match)
	if n.text(opener-2) == "." {
		return ""
	}
	return n.text(opener - 1)
}

// classBody finds the { of a class from the token after its name. It is -1 if the superclass is
// anything but names, members, calls and classes.
func (n *rewriter) classBody(i int) int {
	if n.text(i) == "{" {
		return i
	}
	if n.text(i) != "extends" {
		return -1
	}
	for i++; i < len(n.tokens); i = n.skip(i) {
		switch n.text(i) {
		case "{":
			return i
		case "class":
			if next := n.text(i + 1); next != "{" && next != "extends" {
				i++
			}
			inner := n.classBody(i + 1)
			if inner < 0 {
				return -1
			}
			i = int(n.tokens[inner].match)
		case "function", "=>", ";", ",", "async", "await", "yield":
			return -1
		}
	}
	return -1
}

// restoreClass handles a class with a name of its own, at token i. Inside the class the name is
// known while static fields are set up, so a static block hands it out first.
func (n *rewriter) restoreClass(r rename, i int) {
	body := n.classBody(i + 1)
	if body < 0 {
		return
	}
	first, last := i-1, int(n.tokens[body].match)
	self := n.mentions(r.gen, i+1, last)
	static, suspends := n.members(body)
	suspends = suspends || n.suspends(i+1, body)
	statement := n.startsStatement(first)
	if self && suspends && !statement {
		return
	}
	if self && static {
		n.insert(int(n.tokens[body].end), " static { "+r.gen+" = this; }")
	}
	if statement {
		n.insert(int(n.tokens[first].start), "let "+r.gen+"; "+r.gen+" = ({ "+r.orig+": ")
		n.dropName(i)
		n.insertAfter(int(n.tokens[last].end), " })."+r.orig+";")
		return
	}
	n.nameExpression(r, i, first, last, self)
}

// members looks at the members of a class: is there a static one, and would computed keys mean
// something else in an arrow function around the class?
func (n *rewriter) members(body int) (static, suspends bool) {
	end := int(n.tokens[body].match)
	for i := body + 1; i < end; i = n.skip(i) {
		switch n.text(i) {
		case "static":
			static = true
		case "[":
			suspends = suspends || n.suspends(i, int(n.tokens[i].match))
		}
	}
	return static, suspends
}

// suspends says whether tokens from..to would mean something else in an arrow function.
func (n *rewriter) suspends(from, to int) bool {
	return n.mentions("await", from, to) || n.mentions("yield", from, to) || n.mentions("arguments", from, to)
}
