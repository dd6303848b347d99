// This file replaces esbuild's helper of lowered for await statements. esbuild's helper reads the method return of a synchronous iterator
// before it is needed, passes arguments to next, and takes values that are no objects for results.

package bundle

// loopIterator is guard.LoopIterator, and loopResult the function that is defined with it.
const (
	loopIterator = "__hitlrunEach"
	loopResult   = "__hitlrunResult("
)

// replaceLoopHelper replaces the helper whose name is at a token.
func (n *rewriter) replaceLoopHelper(i int) {
	if n.text(i-1) != "var" || n.text(i+1) != "=" || n.text(i+2) != "(" {
		return
	}
	last := i + 2
	for n.text(last) != ";" && last < len(n.tokens) {
		last = n.skip(last)
	}
	if last < len(n.tokens) {
		n.edits = append(n.edits, edit{pos: int(n.tokens[i+2].start), drop: int(n.tokens[last].start - n.tokens[i+2].start), text: loopIterator})
	}
}

// nameList passes on how the list of the __forAwait at a token is written, for the message that it is no list.
func (n *rewriter) nameList(i int) {
	first, end := i+2, int(n.tokens[i+1].match)
	for k := first; k < end; k++ {
		if n.tokens[k].kind != tokenWord && n.text(k) != "." {
			return
		}
	}
	if first < end && n.code[n.tokens[first].start] > '9' {
		n.insert(int(n.tokens[end].start), ", "+quote(string(n.code[n.tokens[first].start:n.tokens[end].start])))
	}
}

// checkResults makes a loop refuse what is no result of an iterator: in the header (temp = await iter.next()).done, and in
// (temp = iter.return) && await temp.call(iter) at the end.
func (n *rewriter) checkResults(l loop) {
	for k := l.header[0]; k < l.header[1]; k++ {
		if n.text(k) == "!" && n.text(k+1) == "(" && n.text(k+3) == "=" {
			n.insert(int(n.tokens[k+4].start), loopResult)
			n.insert(int(n.tokens[n.tokens[k+1].match].start), ")")
			break
		}
	}
	found := 0
	for k := int(n.tokens[l.block].match) + 1; k < l.end && found < 2; k++ {
		if n.text(k) == "&" && n.text(k+1) == "&" {
			if found++; found == 2 {
				n.insert(int(n.tokens[k+2].start), loopResult)
				for n.text(k) != ";" && k < l.end {
					k = n.skip(k)
				}
				n.insertAfter(int(n.tokens[k-1].end), ")")
			}
			k++
		}
	}
}
