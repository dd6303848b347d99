// This file changes esbuild's output where it behaves differently from the user's code.

package bundle

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
)

// rewriter collects changes to one output.
type rewriter struct {
	code   []byte
	tokens []token
	edits  []edit
	moves  []move
	made   int // names made by fresh
}

// rewrite restores names and repairs lowered statements. If it cannot read the output, it does not change it. It returns an error for a
// regular expression that is wrong.
func rewrite(out *output) error {
	renames := findRenames(out)
	loops := bytes.Contains(out.code, []byte(" = __forAwait("))
	generators := hasAsyncGenerators(out.code)
	disposals := bytes.Contains(out.code, []byte("__callDispose("))
	fields, defaults := hasModifierFields(out.code), hasNestedDefaults(out.code)
	last := bytes.Contains(out.code, []byte(lastCharacter))
	operators, evals, awaits := hasGuardedOperators(out.code), hasDirectEval(out.code), hasAwaitingArrow(out.code)
	vars := hasDeclaredPatterns(out.code)
	supers, relations := hasSuperMembers(out.code), hasChainedRelations(out.code)
	heads, arguments := hasTestsInHeads(out.code), hasArrowArguments(out.code)
	tests, delegations := mayHaveConstantTests(out.code), hasLoweredDelegation(out.code)
	if len(renames) == 0 && !vars && !supers && !relations && !heads && !arguments && !tests && !delegations && !operators && !evals && !awaits && !loops && !disposals && !fields && !defaults && !last && !generators && bytes.IndexByte(out.code, '/') < 0 {
		return nil
	}
	tokens, err := scanTokens(out.code)
	if err != nil {
		return nil
	}
	n := &rewriter{code: out.code, tokens: tokens}
	if supers {
		n.wrapSuperFields() // first: the edits of what is in a value come later
	}
	if defaults {
		n.markDefaults() // before what is in an initial value, which may be a function that gets its name back
	}
	if relations {
		n.bracketRelations()
	}
	if heads {
		n.bracketTests()
	}
	if vars {
		n.assignVars()
	}
	if loops || disposals || generators {
		n.repairStatements()
	}
	if supers {
		n.restorePowers()
	}
	for _, r := range renames {
		n.restore(r)
	}
	if fields {
		n.quoteFields()
	}
	if last {
		n.writePairs()
	}
	if err := n.constructPatterns(out); err != nil {
		return err
	}
	if operators {
		n.guardOperators()
	}
	if evals {
		n.callEvalIndirectly()
	}
	if awaits {
		n.bracketArrows()
	}
	if tests {
		n.commaTests()
	}
	if delegations {
		n.restoreDelegations()
	}
	if arguments {
		n.readArgumentsTwice() // last: what begins at the same place is around it
	}
	if len(n.edits)+len(n.moves) > 0 {
		out.code, out.segments = applyEdits(out.code, out.segments, n.edits, n.moves)
	}
	return nil
}

// repairStatements gives each lowered for await and using variables of its own. esbuild declares
// them with var, so that a statement that runs again still sees the error of its last run; at
// the top level of a module they even share names with each other and with the user's variables:
//
//	try {
//	  for (var iter = __forAwait(list), more, temp, error; more = ...; more = false) {}
//	} catch (temp) { error = [temp]; } finally { ... }
func (n *rewriter) repairStatements() {
	for i, t := range n.tokens {
		if n.code[t.start] != '_' {
			continue
		}
		switch n.text(i) {
		case "__forAwait":
			n.replaceLoopHelper(i)
			n.repairLoop(i)
		case "__using":
			n.repairUsing(i)
		case "__asyncGenerator":
			n.replaceGenerators(i)
			n.repairSuper(i)
			n.awaitReturns(i)
		}
	}
}

// loop is a lowered for await.
type loop struct {
	names  map[string]string // iter, more, temp, error as they are and as they shall be
	block  int               // of the try statement
	end    int               // last token of the try statement
	header [2]int            // the tokens between the list and the end of the header
	value  int               // temp in temp.value, which ends the first statement of the body
}

// repairLoop makes it { let iter, more, temp, error; try { for (iter = ... } ... }, with other
// names.
func (n *rewriter) repairLoop(i int) {
	l, ok := n.parseLoop(i)
	if !ok {
		return
	}
	var fresh []string
	for _, name := range l.names {
		fresh = append(fresh, name)
	}
	sort.Strings(fresh)
	n.insert(int(n.tokens[l.block-1].start), "{ let "+strings.Join(fresh, ", ")+"; ")
	n.dropVar(i - 3)
	n.renameToken(l, i-2)
	for j := l.header[0]; j < l.header[1]; j++ {
		n.renameToken(l, j)
	}
	n.renameToken(l, l.value)
	n.checkResults(l)
	n.nameList(i)
	for j := int(n.tokens[l.block].match); j <= l.end; j++ {
		n.renameToken(l, j)
	}
	n.insertAfter(int(n.tokens[l.end].end), " }")
}

// parseLoop takes apart the loop whose __forAwait is at a token.
func (n *rewriter) parseLoop(i int) (l loop, ok bool) {
	if n.text(i-5) != "for" || n.text(i-4) != "(" || n.text(i-3) != "var" || n.text(i-1) != "=" {
		return l, false
	}
	l.names = map[string]string{n.text(i - 2): n.fresh("iter")}
	next := int(n.tokens[i+1].match) + 1
	l.header = [2]int{next, int(n.tokens[i-4].match)}
	for _, role := range []string{"more", "temp", "error"} {
		if n.text(next) != "," {
			return l, false
		}
		l.names[n.text(next+1)] = n.fresh(role)
		next += 2
	}
	l.block = int(n.tokens[i-5].parent)
	body := l.header[1] + 1
	if len(l.names) != 4 || n.text(next) != ";" || n.text(l.block-1) != "try" || n.text(body) != "{" {
		return l, false
	}
	first := body + 1
	for n.text(first) != ";" && first < int(n.tokens[body].match) {
		first = n.skip(first)
	}
	l.value = first - 3
	l.end = n.statementEnd(l.block)
	return l, l.end >= 0 && l.names[n.text(l.value)] != "" && n.text(first-1) == "value"
}

// fresh makes an unused name.
func (n *rewriter) fresh(role string) string {
	n.made++
	return "__hitlrun_" + role + strconv.Itoa(n.made)
}

func (n *rewriter) renameToken(l loop, i int) {
	name := l.names[n.text(i)]
	if t := n.tokens[i]; name != "" && t.kind == tokenWord && n.text(i-1) != "." {
		n.edits = append(n.edits, edit{pos: int(t.start), drop: int(t.end - t.start), text: name})
	}
}

// statementEnd returns the last token of the try statement whose block is given.
func (n *rewriter) statementEnd(block int) int {
	end := int(n.tokens[block].match)
	if n.text(end+1) == "catch" {
		if end += 2; n.text(end) == "(" {
			end = int(n.tokens[end].match) + 1
		}
		if n.text(end) != "{" {
			return -1
		}
		end = int(n.tokens[end].match)
	}
	if n.text(end+1) == "finally" {
		if n.text(end+2) != "{" {
			return -1
		}
		end = int(n.tokens[end+2].match)
	}
	return end
}

// dropVar removes the keyword at a token and the space after it.
func (n *rewriter) dropVar(i int) {
	n.edits = append(n.edits, edit{pos: int(n.tokens[i].start), drop: len("var ")})
}

// repairUsing turns
//
//	var stack = []; try { x = __using(stack, y); } catch (e) { var error = e, failed = true; }
//
// into the same with let stack = [], error, failed.
func (n *rewriter) repairUsing(i int) {
	block := int(n.tokens[i].parent)
	start := block - 7 // var stack = [ ] ; try {
	if start < 0 || n.text(start) != "var" || n.text(start+2) != "=" || n.text(start+3) != "[" || n.text(block-1) != "try" {
		return
	}
	handler := int(n.tokens[block].match) + 5 // } catch ( e ) {
	first := handler + 1                      // var error = e , failed = true ;
	if n.text(handler) != "{" || n.text(first) != "var" || n.text(first+4) != "," || n.repaired(start) {
		return
	}
	n.edits = append(n.edits, edit{pos: int(n.tokens[start].start), drop: len("var"), text: "let"})
	n.insert(int(n.tokens[start+5].start), ", "+n.text(first+1)+", "+n.text(first+5))
	n.dropVar(first)
}

// repaired says whether the declaration at a token was changed already, for another __using of
// the same block.
func (n *rewriter) repaired(i int) bool {
	for _, e := range n.edits {
		if e.pos == int(n.tokens[i].start) {
			return true
		}
	}
	return false
}
