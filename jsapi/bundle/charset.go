// This file has sets of characters: the sets of Unicode properties, and operations on sets.

package bundle

import (
	_ "embed"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

//go:embed unicode.txt
var unicodeData string

// span is the characters from lo to hi.
type span struct{ lo, hi rune }

// charSet is a sorted list of spans that neither overlap nor touch.
type charSet []span

func newCharSet(spans []span) charSet {
	sort.Slice(spans, func(i, j int) bool { return spans[i].lo < spans[j].lo })
	var set charSet
	for _, s := range spans {
		if n := len(set); n > 0 && s.lo <= set[n-1].hi+1 {
			set[n-1].hi = max(set[n-1].hi, s.hi)
			continue
		}
		set = append(set, s)
	}
	return set
}

// ofTables returns the characters that are in any of the tables.
func ofTables(tables ...*unicode.RangeTable) charSet {
	var spans []span
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			spans = append(spans, span{lo, hi})
			return
		}
		for c := lo; c <= hi; c += stride {
			spans = append(spans, span{c, c})
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return newCharSet(spans)
}

func (s charSet) has(c rune) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].hi >= c })
	return i < len(s) && s[i].lo <= c
}

func (s charSet) union(others ...charSet) charSet {
	all := append([]span(nil), s...)
	for _, o := range others {
		all = append(all, o...)
	}
	return newCharSet(all)
}

func (s charSet) complement() charSet {
	var set charSet
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			set = append(set, span{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= unicode.MaxRune {
		set = append(set, span{next, unicode.MaxRune})
	}
	return set
}

func (s charSet) minus(o charSet) charSet {
	return s.complement().union(o).complement()
}

// category finds a General_Category by its short or long name.
func category(name string) (charSet, bool) {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	table, ok := unicode.Categories[name]
	if !ok {
		return nil, false
	}
	return ofTables(table), true
}

// script finds a script by its short or long name.
func script(name string) (set charSet, long string, ok bool) {
	long = name
	if alias := dataLine("alias", name); alias != "" {
		long = alias
	}
	table, ok := unicode.Scripts[long]
	if !ok {
		return nil, "", false
	}
	return ofTables(table), long, true
}

// dataLine returns the entry of unicode.txt for a name, or "".
func dataLine(kind, name string) string {
	_, rest, ok := strings.Cut(unicodeData, "\n"+kind+" "+name+" ")
	if !ok || name == "" {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// dataSet returns the characters that unicode.txt lists for a name, or none.
func dataSet(kind, name string) charSet {
	var spans []span
	for _, word := range strings.Fields(dataLine(kind, name)) {
		first, last, isRange := strings.Cut(word, "-")
		if !isRange {
			last = first
		}
		lo, err1 := strconv.ParseInt(first, 16, 32)
		hi, err2 := strconv.ParseInt(last, 16, 32)
		if err1 == nil && err2 == nil {
			spans = append(spans, span{rune(lo), rune(hi)})
		}
	}
	return newCharSet(spans)
}

// longName returns the long name of a binary property of ECMAScript.
func longName(name string) string {
	const aliases = " AHex=ASCII_Hex_Digit Alpha=Alphabetic Bidi_C=Bidi_Control Bidi_M=Bidi_Mirrored" +
		" CI=Case_Ignorable Dep=Deprecated DI=Default_Ignorable_Code_Point Dia=Diacritic EBase=Emoji_Modifier_Base" +
		" EComp=Emoji_Component EMod=Emoji_Modifier EPres=Emoji_Presentation Ext=Extender" +
		" ExtPict=Extended_Pictographic Gr_Base=Grapheme_Base Gr_Ext=Grapheme_Extend Hex=Hex_Digit" +
		" IDC=ID_Continue IDS=ID_Start IDSB=IDS_Binary_Operator IDST=IDS_Trinary_Operator Ideo=Ideographic" +
		" Join_C=Join_Control LOE=Logical_Order_Exception Lower=Lowercase NChar=Noncharacter_Code_Point" +
		" Pat_Syn=Pattern_Syntax Pat_WS=Pattern_White_Space QMark=Quotation_Mark RI=Regional_Indicator" +
		" STerm=Sentence_Terminal SD=Soft_Dotted Term=Terminal_Punctuation UIdeo=Unified_Ideograph" +
		" Upper=Uppercase VS=Variation_Selector space=White_Space XIDC=XID_Continue XIDS=XID_Start "
	if _, rest, ok := strings.Cut(aliases, " "+name+"="); ok {
		name, _, _ = strings.Cut(rest, " ")
	}
	return name
}

// binaryProperty finds a binary property by its short or long name. Some are listed in Unicode,
// the others are derived from those.
func binaryProperty(name string) (charSet, bool) {
	name = longName(name)
	switch name {
	case "Any":
		return charSet{}.complement(), true
	case "ASCII":
		return charSet{{0, 0x7F}}, true
	case "Assigned":
		return ofTables(unicode.Categories["Cn"]).complement(), true
	case "Alphabetic":
		return ofTables(unicode.L, unicode.Nl, unicode.Other_Alphabetic), true
	case "Uppercase":
		return ofTables(unicode.Lu, unicode.Other_Uppercase), true
	case "Lowercase":
		return ofTables(unicode.Ll, unicode.Other_Lowercase), true
	case "Cased":
		return ofTables(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Uppercase, unicode.Other_Lowercase), true
	case "Case_Ignorable":
		return ofTables(unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk).union(dataSet("add", name)), true
	case "Math":
		return ofTables(unicode.Sm, unicode.Other_Math), true
	case "ID_Start", "XID_Start":
		return idStart().minus(dataSet("cut", name)), true
	case "ID_Continue", "XID_Continue":
		return idContinue().minus(dataSet("cut", name)), true
	case "Default_Ignorable_Code_Point":
		return ofTables(unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector).
			minus(ofTables(unicode.White_Space, unicode.Prepended_Concatenation_Mark)).
			minus(charSet{{0xFFF9, 0xFFFB}, {0x13430, 0x13440}}), true
	case "Grapheme_Extend":
		return graphemeExtend(), true
	case "Grapheme_Base":
		return ofTables(unicode.C, unicode.Zl, unicode.Zp).union(graphemeExtend()).complement(), true
	}
	if set := dataSet("set", name); set != nil {
		return set, true
	}
	if table, ok := unicode.Properties[name]; ok && !strings.HasPrefix(name, "Other_") &&
		name != "Hyphen" && name != "STerm" && name != "Prepended_Concatenation_Mark" {
		return ofTables(table), true
	}
	return nil, false
}

func idStart() charSet {
	return ofTables(unicode.L, unicode.Nl, unicode.Other_ID_Start).
		minus(ofTables(unicode.Pattern_Syntax, unicode.Pattern_White_Space))
}

func idContinue() charSet {
	return idStart().union(ofTables(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)).
		minus(ofTables(unicode.Pattern_Syntax, unicode.Pattern_White_Space))
}

func graphemeExtend() charSet {
	return ofTables(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend)
}
