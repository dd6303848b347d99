// Pins: prettier
import prettier from "prettier";

{
console.log(await prettier.format("const a={b:1,c:[1,2,3]};function f(x){return x?1:2}", { parser: "babel" }));
console.log(await prettier.format("# a\n* b\n* c", { parser: "markdown" }));
console.log(await prettier.format('{"a":1,"b":[1]}', { parser: "json" }));
console.log(await prettier.format("interface A{b:string}", { parser: "typescript" }));
}
