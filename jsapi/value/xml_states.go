// This file says what each letter of an XML text means, by what was read before it.

package value

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// xmlState reads the next letter. It sets the state that reads the letter after that one.
type xmlState func(x *xmlReader, c uint16)

func xmlBegin(x *xmlReader, c uint16) {
	x.state = xmlBeforeTag
	if c != '\ufeff' {
		xmlBeforeTag(x, c)
	}
}

func xmlBeforeTag(x *xmlReader, c uint16) {
	switch {
	case c == '<':
		x.state, x.began = xmlTag, x.at
	case !isXMLSpace(c):
		x.wrong("Non-whitespace before first tag.")
		x.pending = append(x.pending, c)
		x.state = xmlText
	}
}

func xmlText(x *xmlReader, c uint16) {
	if c == '<' {
		x.state, x.began = xmlTag, x.at
		return
	}
	if (x.root == nil || x.ended) && !isXMLSpace(c) {
		x.wrong("Text data outside of root node.")
	}
	if c == '&' {
		x.entity(xmlText, true)
		return
	}
	from := x.at
	for !x.ended && x.root != nil && x.at+1 < len(x.text) && x.text[x.at+1] != '<' && x.text[x.at+1] != '&' {
		x.at++
		x.count()
	}
	x.pending = append(x.pending, x.text[from:x.at+1]...)
}

// xmlTag is after <.
func xmlTag(x *xmlReader, c uint16) {
	x.word = x.word[:0]
	switch {
	case c == '!':
		x.state = xmlDeclaration
	case isXMLSpace(c):
	case startsXMLName(c):
		x.word = append(x.word, c)
		x.state = xmlName
	case c == '/':
		x.state = xmlClosing
	case c == '?':
		x.state = xmlInstruction
	default:
		x.wrong("Unencoded <")
		x.pending = append(x.pending, '<')
		for range x.at - x.began - 1 {
			x.pending = append(x.pending, ' ')
		}
		x.pending = append(x.pending, c)
		x.state = xmlText
	}
}

// longestDeclaration is the length of the words that the name of a declaration is compared with.
const longestDeclaration = len("[CDATA[")

func xmlDeclaration(x *xmlReader, c uint16) {
	if len(x.word) <= longestDeclaration {
		x.word = append(x.word, c)
	}
	word := string(utf16.Decode(x.word))
	switch {
	case strings.EqualFold(word, "[CDATA["):
		x.state = xmlData
	case word == "--":
		x.state = xmlComment
	case strings.EqualFold(word, "DOCTYPE"):
		if x.doctype || x.root != nil {
			x.wrong("Inappropriately located doctype declaration")
		}
		x.state = xmlDoctype
	case c == '>':
		x.state = xmlText
	case c == '"' || c == '\'':
		x.state = func(*xmlReader, uint16) {} // it has no end
	}
}

// quoted reads up to a quote, after which the state is again what it was.
func (x *xmlReader) quoted(quote uint16, after xmlState) {
	x.state = func(x *xmlReader, c uint16) {
		if c == quote {
			x.state = after
		}
	}
}

func xmlDoctype(x *xmlReader, c uint16) {
	switch c {
	case '>':
		x.state, x.doctype = xmlText, true
	case '[':
		x.state = xmlDefinitions
	case '"', '\'':
		x.quoted(c, xmlDoctype)
	}
}

func xmlDefinitions(x *xmlReader, c uint16) {
	switch c {
	case ']':
		x.state = xmlDoctype
	case '"', '\'':
		x.quoted(c, xmlDefinitions)
	}
}

func xmlComment(x *xmlReader, c uint16) {
	if c == '-' {
		x.state = xmlCommentDash
	}
}

func xmlCommentDash(x *xmlReader, c uint16) {
	if x.state = xmlComment; c == '-' {
		x.state = xmlCommentEnd
	}
}

func xmlCommentEnd(x *xmlReader, c uint16) {
	if x.state = xmlText; c != '>' {
		x.wrong("Malformed comment")
		x.state = xmlComment
	}
}

func xmlData(x *xmlReader, c uint16) {
	if c == ']' {
		x.state = xmlDataBracket
	}
}

func xmlDataBracket(x *xmlReader, c uint16) {
	if x.state = xmlData; c == ']' {
		x.state = xmlDataEnd
	}
}

func xmlDataEnd(x *xmlReader, c uint16) {
	switch c {
	case '>':
		x.state = xmlText
	case ']':
	default:
		x.state = xmlData
	}
}

func xmlInstruction(x *xmlReader, c uint16) {
	if c == '?' {
		x.state = xmlInstructionEnd
	}
}

func xmlInstructionEnd(x *xmlReader, c uint16) {
	if x.state = xmlInstruction; c == '>' {
		x.state = xmlText
	}
}

func xmlName(x *xmlReader, c uint16) {
	switch {
	case inXMLName(c):
		x.word = append(x.word, c)
	case c == '>':
		x.start(false)
	case c == '/':
		x.state = xmlSlash
	default:
		if !isXMLSpace(c) {
			x.wrong("Invalid character in tag name")
		}
		x.state = xmlAttributes
	}
}

func xmlSlash(x *xmlReader, c uint16) {
	if c == '>' {
		x.start(true)
		return
	}
	x.wrong("Forward-slash in opening tag not followed by >")
	x.state = xmlAttributes
}

func xmlAttributes(x *xmlReader, c uint16) {
	if !isXMLSpace(c) {
		x.attribute(c)
	}
}

// attribute reads the letter after the white space in a tag.
func (x *xmlReader) attribute(c uint16) {
	switch {
	case c == '>':
		x.start(false)
	case c == '/':
		x.state = xmlSlash
	case startsXMLName(c):
		x.state = xmlAttribute
	default:
		x.wrong("Invalid attribute name")
	}
}

func xmlAttribute(x *xmlReader, c uint16) {
	switch {
	case c == '=':
		x.state = xmlValue
	case c == '>':
		x.wrong("Attribute without value")
		x.start(false)
	case isXMLSpace(c):
		x.state = xmlAttributeSpace
	case !inXMLName(c):
		x.wrong("Invalid attribute name")
	}
}

func xmlAttributeSpace(x *xmlReader, c uint16) {
	switch {
	case c == '=':
		x.state = xmlValue
	case isXMLSpace(c):
	default:
		x.wrong("Attribute without value")
		switch {
		case c == '>':
			x.start(false)
		case startsXMLName(c):
			x.state = xmlAttribute
		default:
			x.wrong("Invalid attribute name")
			x.state = xmlAttributes
		}
	}
}

func xmlValue(x *xmlReader, c uint16) {
	switch {
	case isXMLSpace(c):
	case c == '"' || c == '\'':
		x.quote, x.state = c, xmlQuoted
	default:
		x.wrong("Unquoted attribute value")
		x.state = xmlUnquoted
	}
}

func xmlQuoted(x *xmlReader, c uint16) {
	switch c {
	case '&':
		x.entity(xmlQuoted, false)
	case x.quote:
		x.state = xmlValueEnd
	}
}

func xmlValueEnd(x *xmlReader, c uint16) {
	if isXMLSpace(c) {
		x.state = xmlAttributes
		return
	}
	if startsXMLName(c) {
		x.wrong("No whitespace between attributes")
	}
	x.attribute(c)
}

func xmlUnquoted(x *xmlReader, c uint16) {
	switch {
	case c == '>':
		x.start(false)
	case isXMLSpace(c):
		x.state = xmlAttributes
	case c == '&':
		x.entity(xmlUnquoted, false)
	}
}

func xmlClosing(x *xmlReader, c uint16) {
	switch {
	case len(x.word) == 0 && isXMLSpace(c):
	case len(x.word) == 0 && !startsXMLName(c):
		x.wrong("Invalid tagname in closing tag.")
	case len(x.word) > 0 && c == '>':
		x.close()
	case inXMLName(c):
		x.word = append(x.word, c)
	default:
		if !isXMLSpace(c) {
			x.wrong("Invalid tagname in closing tag")
		}
		x.state = xmlClosingEnd
	}
}

func xmlClosingEnd(x *xmlReader, c uint16) {
	switch {
	case isXMLSpace(c):
	case c == '>':
		x.close()
	default:
		x.wrong("Invalid characters in closing tag")
	}
}

// entity reads an entity, in a text or in the value of an attribute. after is the state after it.
func (x *xmlReader) entity(after xmlState, inText bool) {
	x.name = x.name[:0]
	end := func(units ...uint16) {
		x.state = after
		if inText {
			x.pending = append(x.pending, units...)
		}
	}
	x.state = func(x *xmlReader, c uint16) {
		switch {
		case c == ';':
			name := string(utf16.Decode(x.name))
			if units := x.character(name); units != nil {
				end(units...)
				return
			}
			x.wrong("Invalid character entity")
			end(utf16.Encode([]rune("&" + name + ";"))...)
		case startsXMLName(c) || c == '#' || len(x.name) > 0 && inXMLName(c):
			x.name = append(x.name, c)
		default:
			x.wrong("Invalid character in entity name")
			end(append(append([]uint16{'&'}, x.name...), c)...)
		}
	}
}

// character returns the character that an entity stands for, or nil if there is no such entity.
func (x *xmlReader) character(name string) []uint16 {
	lower := strings.ToLower(name)
	for _, n := range []string{name, lower} {
		if strings.Contains(xmlEntities, " "+n+" ") && n != "" {
			switch n {
			case "lang":
				return []uint16{0x2329}
			case "rang":
				return []uint16{0x232a}
			}
			return utf16.Encode([]rune(html.UnescapeString("&" + n + ";")))
		}
	}
	digits, found := strings.CutPrefix(lower, "#")
	if !found {
		return nil
	}
	base := 10
	if strings.HasPrefix(digits, "x") {
		digits, base = digits[1:], 16
	}
	digits = strings.TrimLeft(digits, "0")
	code, err := strconv.ParseInt(digits, base, 54)
	if err != nil || strings.HasPrefix(digits, "-0") {
		return nil
	}
	if code < 0 || code > unicode.MaxRune {
		x.failure = fmt.Sprintf("Invalid code point %d", code)
	}
	if code <= 0xffff {
		return []uint16{uint16(code)} // also half of a surrogate pair
	}
	return utf16.Encode([]rune{rune(code)})
}

// xmlEntities are the names that stand for characters: those of HTML 4, with spaces around them.
const xmlEntities = " amp gt lt quot apos " +
	"AElig Aacute Acirc Agrave Aring Atilde Auml Ccedil ETH Eacute Ecirc Egrave Euml Iacute Icirc Igrave Iuml Ntilde Oacute Ocirc Ograve Oslash " +
	"Otilde Ouml THORN Uacute Ucirc Ugrave Uuml Yacute aacute acirc aelig agrave aring atilde auml ccedil eacute ecirc egrave eth euml iacute " +
	"icirc igrave iuml ntilde oacute ocirc ograve oslash otilde ouml szlig thorn uacute ucirc ugrave uuml yacute yuml copy reg nbsp iexcl cent " +
	"pound curren yen brvbar sect uml ordf laquo not shy macr deg plusmn sup1 sup2 sup3 acute micro para middot cedil ordm raquo frac14 frac12 " +
	"frac34 iquest times divide OElig oelig Scaron scaron Yuml fnof circ tilde Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda " +
	"Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi " +
	"omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo " +
	"sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo oline frasl euro image weierp real trade alefsym larr " +
	"uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod sum minus lowast radic prop infin ang " +
	"and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang " +
	"loz spades clubs hearts diams "
