// Pins: the template tag of langchain, and its store of values by key
import { context, InMemoryStore } from "langchain";
const s = new InMemoryStore(); await s.mset([["a1", 1], ["a2", 2], ["b", 3]]); console.log(await s.mget(["a1", "zz"]), s); await s.mdelete(["a1"]); for await (const k of s.yieldKeys("a")) console.log(k); for await (const k of s.yieldKeys()) console.log(k); console.log(s.lc_namespace);
const show = (x) => console.log(JSON.stringify(x));
show(context`one`); show(context`
  a
    b
  c
`); show(context`  x
    y`); show(context`
  list:
  ${"p\nq"}
  ${null} ${undefined} ${0} ${["a", "b"]}
`); show(context`a\nb \`t\``); show(context`

  a

  b

`); show(context`	tab
	  two`); show(context``);
show(context`x ${{ a: 1 }} ${false}`);
