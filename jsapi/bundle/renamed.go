// This file lists the variables of the user that have another name in the bundle, for messages of errors: esbuild joins modules
// into one scope, and renames what collides.

package bundle

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// maxRenamed bounds the list of names in bytes.
const maxRenamed = 64 << 10

// variable is a variable at a place of the code.
type variable struct {
	at   int
	name string // in the code
	own  string // in the file of the user, with the property of a module that it stands for
}

// renamed returns a comment with the names in the code that stand for other names in the files of the user:
// /*names config2=config,config2@1a=settings*/. The second one stands for settings at the offset 0x1a. The comment is empty if there
// are none. start is where out.code begins in the code of the bundle.
func renamed(out *output, start int) string {
	list := variables(out)
	counts := map[string]map[string]int{}
	for _, v := range list {
		if counts[v.name] == nil {
			counts[v.name] = map[string]int{}
		}
		counts[v.name][v.own]++
	}
	var entries []string
	usual := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		own := name
		for _, other := range slices.Sorted(maps.Keys(counts[name])) {
			if counts[name][other] > counts[name][own] {
				own = other
			}
		}
		if usual[name] = own; own != name {
			entries = append(entries, name+"="+own)
		}
	}
	for _, v := range list {
		if v.own != usual[v.name] {
			entries = append(entries, v.name+"@"+strconv.FormatInt(int64(start+v.at), 16)+"="+v.own)
		}
	}
	text := strings.Join(entries, ",")
	if text == "" || len(text) > maxRenamed {
		return ""
	}
	return "/*names " + text + "*/"
}

// variables returns the variables in the code that comes from files of the user.
func variables(out *output) (list []variable) {
	sources := make([]*places, len(out.sources))
	for i, at := range segmentOffsets(out.code, out.segments) {
		s := out.segments[i]
		if s.src < 0 || out.sources[s.src].path == "" || inPackage(out.sources[s.src].path) {
			continue
		}
		for at < len(out.code) && out.code[at] == ' ' { // the segment of a statement begins with its indentation
			at++
		}
		name := identifierAt(out.code, at)
		if name == "" || strings.HasPrefix(name, "__") || strings.Contains(name, `\`) { // esbuild's own, or not ASCII
			continue
		}
		text := out.sources[s.src].text
		if sources[s.src] == nil {
			sources[s.src] = placesOf(text)
		}
		from, ok := sources[s.src].offset(int(s.srcLine), int(s.srcCol))
		if !ok {
			continue
		}
		own := identifierAt(text, from)
		if !canBeName(own) || own == "this" || asciiName(own) != own {
			continue
		}
		if module := moduleOf(text[:from]); module != "" && (at == 0 || out.code[at-1] != '.') {
			own = module + "." + own
		}
		list = append(list, variable{at, name, own})
	}
	return list
}

// moduleOf returns NAME if a source ends with "NAME.".
func moduleOf(source string) string {
	source, ok := strings.CutSuffix(source, ".")
	if !ok {
		return ""
	}
	start := len(source)
	for start > max(0, len(source)-maxNameBytes) && isWordByte(source[start-1]) {
		start--
	}
	module := source[start:]
	if !canBeName(module) || module == "this" || asciiName(module) != module || strings.HasSuffix(source[:start], ".") {
		return ""
	}
	return module
}
