// Pins: marked and turndown: Markdown to HTML and back
import { marked, Marked } from "marked";
import TurndownService from "turndown";
const md = "# Title\n\nSome *emphasis*, **bold**, `code` & [a link](http://x.y \"t\").\n\n- one\n- two\n  1. nested\n\n> quote\n\n```js\nlet a = 1 < 2;\n```\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- [x] done\n";
const html = marked.parse(md);
console.log(html);
console.log(new Marked({ breaks: true, gfm: true }).parse("a\nb ~~c~~ https://x.y"));
console.log(marked.lexer("# a\n\ntext").map((t) => t.type));
const t = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });
t.addRule("mark", { filter: "mark", replacement: (c) => `==${c}==` });
console.log(t.turndown("<h1>Title</h1><p>Some <em>em</em>, <strong>b</strong>, <code>c</code> <a href='http://x.y'>l</a><br>x <mark>m</mark></p><ul><li>one</li><li>two</li></ul><pre><code class='language-js'>let a;</code></pre>"));
