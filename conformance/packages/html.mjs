// Pins: html-to-text, sanitize-html, htmlparser2, parse5, linkedom; markdown-it and remark
import { convert } from "html-to-text";
import sanitize from "sanitize-html";
import { parseDocument, DomUtils } from "htmlparser2";
import { parse, serialize } from "parse5";
import { parseHTML } from "linkedom";
import MarkdownIt from "markdown-it";
import { unified } from "unified";
import remarkParse from "remark-parse";
import html from "remark-html";

{
console.log(convert("<h1>T</h1><ul><li>a<li>b</ul><a href=x>l</a><table><tr><td>1<td>2</table>", { wordwrap: 30 }), sanitize("<b onclick=x>a</b><script>1</script><img src=javascript:1>"), DomUtils.textContent(parseDocument("<p>a<b>b</b></p>")), serialize(parse("<p>x<table><td>1")), parseHTML("<div><p class=a>x</p></div>").document.querySelector("p.a").outerHTML);
}
{
console.log(new MarkdownIt({ linkify: true, typographer: true }).render("# A\n\n* b **c** `d`\n\n|x|y|\n|-|-|\n|1|2|\n\n\"q\" -- http://e.com ..."));
console.log(String(await unified().use(remarkParse).use(html).process("# x\n\n[l](u) *e*\n\n1. a\n2. b")));
}
