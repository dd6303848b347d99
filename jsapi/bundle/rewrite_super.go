// This file repairs super in lowered async generators. esbuild leaves it in a function expression, where it is not
// valid.

package bundle

// repairSuper turns the method that __asyncGenerator, at a token, is the body of from
//
//	list(o) { return __asyncGenerator(this, null, function* () { yield* super.list(o); }); }
//
// into one whose generator has an object in its place, which passes on what it is asked to the method:
//
//	list(o) { const sup = __hitlrunSuper((key) => super[key], …); return … yield* sup.list.call(this, o); … }
func (n *rewriter) repairSuper(i int) {
	method := int(n.tokens[i].parent)
	if n.text(i-1) != "return" || method < 0 || n.text(method) != "{" || n.text(i+1) != "(" {
		return
	}
	body := n.generatorBody(i + 1)
	if body < 0 {
		return
	}
	name := ""
	end := int(n.tokens[body].match)
	for k := int(n.tokens[body-1].match); k < end; k++ { // from the parameters on
		switch n.text(k) {
		case "class":
			if inner := n.classBodyAfter(k); inner >= 0 {
				k = int(n.tokens[inner].match)
			}
		case "super":
			if n.tokens[k].kind != tokenWord || n.text(k-1) == "." || n.inMethod(k, body) {
				continue
			}
			if name == "" {
				name = n.fresh("super")
				n.insert(int(n.tokens[method].end), " const "+name+" = "+superMaker+"((key) => super[key], (key, value) => super[key] = value);")
			}
			n.replaceSuper(k, name)
		}
	}
}

// inMethod reports whether a token is in a method of an object, with a super of its own, in the generator with a body.
func (n *rewriter) inMethod(k, body int) bool {
	for at := int(n.tokens[k].parent); at >= 0 && at != body && at != int(n.tokens[body-1].match); at = int(n.tokens[at].parent) {
		if n.text(at) == "(" {
			if next := int(n.tokens[at].match) + 1; n.text(next) == "{" && n.isFunctionBody(next) {
				return true
			}
		} else if n.text(at) == "{" && n.text(at-1) != "=>" && n.isFunctionBody(at) {
			return true
		}
	}
	return false
}

// superMaker is defined with guard.GeneratorMaker.
const superMaker = "__hitlrunSuper"

// generatorBody returns the { of the function* among the arguments that open at a token, -1 if there is none.
func (n *rewriter) generatorBody(open int) int {
	for k := open + 1; k < int(n.tokens[open].match); k = n.skip(k) {
		if n.text(k) == "function" && n.text(k+1) == "*" && n.text(k+2) == "(" {
			if body := int(n.tokens[k+2].match) + 1; n.text(body) == "{" {
				return body
			}
		}
	}
	return -1
}

// classBodyAfter returns the { of the class whose keyword is at a token.
func (n *rewriter) classBodyAfter(k int) int {
	if next := n.text(k + 1); next != "{" && next != "extends" {
		k++
	}
	return n.classBody(k + 1)
}

// replaceSuper rewrites super.name and super[key], and calls of them.
func (n *rewriter) replaceSuper(k int, name string) {
	last := k + 2 // the last token of the member
	switch n.text(k + 1) {
	case ".":
	case "[":
		last = int(n.tokens[k+1].match)
	case ")": // (temp = super) for an operator that esbuild has taken apart
	default:
		return
	}
	n.edits = append(n.edits, edit{pos: int(n.tokens[k].start), drop: len("super"), text: name})
	if n.text(k+1) == ")" || n.text(last+1) != "(" {
		return
	}
	call := ".call(this"
	if n.text(last+2) != ")" {
		call += ", "
	}
	n.edits = append(n.edits, edit{pos: int(n.tokens[last+1].start), drop: 1, text: call})
}

// restorePowers turns (temp = super).x = __pow(temp.x, 2), which esbuild makes of super.x **= 2, into super.x = __pow(super.x, 2).
func (n *rewriter) restorePowers() {
	for i := range n.tokens {
		if n.text(i) != "super" || n.text(i-1) != "=" || n.text(i-3) != "(" || n.text(i+1) != ")" || n.replaced(i) {
			continue
		}
		temp, k := n.text(i-2), i+4
		if n.text(i+2) == "[" {
			k = int(n.tokens[i+2].match) + 1
		} else if n.text(i+2) != "." {
			continue
		}
		if n.text(k) != "=" || n.text(k+1) != "__pow" || n.text(k+2) != "(" || n.text(k+3) != temp {
			continue
		}
		n.edits = append(n.edits, edit{pos: int(n.tokens[i-3].start), drop: int(n.tokens[i].start - n.tokens[i-3].start)},
			edit{pos: int(n.tokens[i+1].start), drop: 1}, edit{pos: int(n.tokens[k+3].start), drop: len(temp), text: "super"})
	}
}

// replaced reports whether there is an edit of a token.
func (n *rewriter) replaced(i int) bool {
	for _, e := range n.edits {
		if e.pos == int(n.tokens[i].start) && e.drop > 0 {
			return true
		}
	}
	return false
}
