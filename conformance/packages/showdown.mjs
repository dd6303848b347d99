// Pins: showdown, which reads RegExp.$1: Markdown with tables, lists, code and extensions
import showdown from "showdown";

const converter = new showdown.Converter({ tables: true, strikethrough: true, tasklists: true, ghCodeBlocks: true, simplifiedAutoLink: true, emoji: true, underline: true, metadata: true, parseImgDimensions: true });
console.log(converter.makeHtml(`---
title: x
---
# Hi *you*

- [x] a
- b
  1. c

| a | b |
|--|:-:|
| 1 | \`2\` |

\`\`\`js
let a = 1;
\`\`\`

~~gone~~ http://example.org **b** __u__ [l](http://x.org "t") ![i](a.png =10x20) :smile:

> q
> r

Head
====

1. one
2. two

[ref]: http://ref.org
See [it][ref].
`));
console.log(converter.getMetadata());
showdown.extension("mention", () => [{ type: "lang", regex: /@(\w+)/g, replace: "<b>$1</b>" }]);
console.log(new showdown.Converter({ extensions: ["mention"] }).makeHtml("hello @bob"));
