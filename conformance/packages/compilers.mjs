// Pins: parsers and printers of JavaScript and CSS: acorn, esprima, escodegen, @babel/parser, terser, postcss, less, css-tree
import * as acorn from "acorn";
import esprima from "esprima";
import escodegen from "escodegen";
import { parse } from "@babel/parser";
import { minify } from "terser";
import postcss from "postcss";
import less from "less";
import * as csstree from "css-tree";

{
console.log(acorn.parse("let x = a?.b ?? 1n", { ecmaVersion: "latest" }).body[0].declarations[0].init.type, escodegen.generate(esprima.parseScript("var a=1;if(a){b()}")), parse("class A<T>{ @d x: T }", { plugins: ["typescript", "decorators"] }).program.body[0].type);
}
{
console.log((await minify("function add(first, second) { return first + second; } console.log(add(1, 2));", { toplevel: true })).code);
}
{
console.log((await postcss([{ postcssPlugin: "x", Declaration(d) { d.value = d.value.toUpperCase(); } }]).process("a{color:red}", { from: undefined })).css, (await less.render("@c: red; .a { .b { color: darken(@c, 10%); } }")).css, csstree.generate(csstree.parse("a > b { c : d }")));
}
