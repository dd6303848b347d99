// This file repairs super in lowered async generators. esbuild leaves it in a function expression, where it is not
// valid.

package bundle

// repairSuper turns the method that __asyncGenerator, at a token, is the body of from
//
//	list(o) { return __asyncGenerator(this, null, function* () { yield* super.list(o); }); }
//
// into one whose generator asks the method for what super has:
//
//	list(o) { const get = (k) => super[k]; return … yield* get("list").call(this, o); … }
func (n *rewriter) repairSuper(i int) {
	method := int(n.tokens[i].parent)
	if n.text(i-1) != "return" || method < 0 || n.text(method) != "{" || n.text(i+1) != "(" {
		return
	}
	body := n.generatorBody(i + 1)
	if body < 0 {
		return
	}
	get := ""
	end := int(n.tokens[body].match)
	for k := body + 1; k < end; k++ {
		switch n.text(k) {
		case "class":
			if inner := n.classBodyAfter(k); inner >= 0 {
				k = int(n.tokens[inner].match)
			}
		case "super":
			if get == "" {
				get = n.fresh("super")
				n.insert(int(n.tokens[method].end), " const "+get+" = (key) => super[key];")
			}
			n.replaceSuper(k, get)
		}
	}
}

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
func (n *rewriter) replaceSuper(k int, get string) {
	start := int(n.tokens[k].start)
	var last int // the last token of the member
	switch n.text(k + 1) {
	case ".":
		last = k + 2
		name := n.tokens[last]
		n.edits = append(n.edits, edit{pos: start, drop: int(name.end) - start, text: get + "(" + quote(n.text(last)) + ")"})
	case "[":
		last = int(n.tokens[k+1].match)
		n.edits = append(n.edits, edit{pos: start, drop: int(n.tokens[k+1].end) - start, text: get + "("},
			edit{pos: int(n.tokens[last].start), drop: 1, text: ")"})
	default:
		return
	}
	if n.text(last+1) != "(" {
		return
	}
	call := ".call(this"
	if n.text(last+2) != ")" {
		call += ", "
	}
	n.edits = append(n.edits, edit{pos: int(n.tokens[last+1].start), drop: 1, text: call})
}
