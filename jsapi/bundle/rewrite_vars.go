// This file changes var statements that declare a name of a pattern in the parameters of their function, as in
//
//	function f({ a }) { var a = a || 1, b; }
//
// goja refuses them. They become assignments, a = a || 1, b, and the other names are declared at the end of the function. A function
// in a default of the parameters then sees what is assigned, which it should not.

package bundle

import (
	"bytes"
	"slices"
	"strings"
)

// hasDeclaredPatterns reports whether some function may have patterns in its parameters and a var statement.
func hasDeclaredPatterns(code []byte) bool {
	if !bytes.Contains(code, []byte("var ")) {
		return false
	}
	for _, opening := range []string{"({ ", "([", ", { ", ", ["} {
		for rest := code; ; {
			i := bytes.Index(rest, []byte(opening))
			if i < 0 {
				break
			}
			rest = rest[i+len(opening):]
			line := rest[:max(0, bytes.IndexByte(rest, '\n'))]
			if bytes.HasSuffix(line, []byte(") {")) || bytes.HasSuffix(line, []byte(") => {")) {
				return true
			}
		}
	}
	return false
}

// assignVars changes the statements.
func (n *rewriter) assignVars() {
	bound := map[int]map[string]bool{} // the names in patterns of the parameters of a function, by the { of its body
	for i, t := range n.tokens {
		if t.kind != tokenWord || n.text(i) != "var" || n.text(i-1) == "." || n.text(i+1) == ":" || n.text(i+1) == "(" {
			continue
		}
		body := n.functionAround(i)
		if body < 0 {
			continue
		}
		names, known := bound[body]
		if !known {
			names = n.patternParameters(body)
			bound[body] = names
		}
		if len(names) > 0 {
			n.assignVar(i, body, names)
		}
	}
}

// patternParameters returns the names in the patterns of the parameters of the function whose body opens at a token.
func (n *rewriter) patternParameters(body int) map[string]bool {
	end := body - 1
	if n.text(end) == "=>" {
		end--
	}
	if n.text(end) != ")" {
		return nil
	}
	open := int(n.tokens[end].match)
	names := map[string]bool{}
	for k := open + 1; k < end; {
		if text := n.text(k); text == "{" || text == "[" || text == "." {
			n.boundNames(k, names)
		}
		k = n.elementEnd(k, end)
	}
	return names
}

// elementEnd returns the token after the comma behind the element of a list that starts at a token.
func (n *rewriter) elementEnd(k, end int) int {
	for k < end && n.text(k) != "," {
		k = n.skip(k)
	}
	return k + 1
}

// boundNames adds the names in the target at a token: a name, a pattern, or one of these after three dots.
func (n *rewriter) boundNames(k int, names map[string]bool) {
	for n.text(k) == "." {
		k++
	}
	open := n.text(k)
	if open != "{" && open != "[" {
		names[n.text(k)] = true
		return
	}
	for end, e := int(n.tokens[k].match), k+1; e < end; {
		next := n.elementEnd(e, end)
		if open == "{" {
			for m := e; m < next-1; m = n.skip(m) {
				if n.text(m) == ":" {
					e = m + 1
					break
				}
				if n.text(m) == "=" {
					break
				}
			}
		}
		if n.text(e) != "," {
			n.boundNames(e, names)
		}
		e = next
	}
}

// assignVar changes the var statement at a token if it declares one of the names.
func (n *rewriter) assignVar(i, body int, names map[string]bool) {
	declared := map[string]bool{}
	level := n.tokens[i].parent
	for k := i + 1; ; {
		n.boundNames(k, declared)
		for n.text(k) != "," {
			if text := n.text(k); text == "" || text == "of" || text == "in" && n.text(int(level)) == "(" {
				return // goja accepts these loops
			} else if text == ";" || n.tokens[k].parent != level {
				k = -1
				break
			}
			k = n.skip(k)
		}
		if k < 0 {
			break
		}
		k++
	}
	var others []string
	for name := range declared {
		if !names[name] {
			others = append(others, name)
		}
	}
	if len(others) == len(declared) {
		return
	}
	n.dropVar(i)
	if n.text(i+1) == "{" {
		n.insert(int(n.tokens[i+1].start), "0, ")
	}
	if len(others) > 0 {
		slices.Sort(others)
		n.insert(int(n.tokens[n.tokens[body].match].start), "var "+strings.Join(others, ", ")+"; ")
	}
}
