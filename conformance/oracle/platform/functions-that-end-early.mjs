// Pins: texts for Function and the similar constructors that end the function and go on behind it are syntax errors
const kinds = [Function, async function () {}.constructor, function* () {}.constructor];
const given = [
  ["return 1 }); globalThis.escaped = true; (function(){ "],
  ["return 1 }), (function(){ "],
  ["return 1 }).call(1); ({ "],
  ["} + function(){"],
  ["}, () => {"],
  ["/[{]/ }), (function(){ /[}]/"],
  ["`${{}}` }), (function(){ '{'"],
  ["/*", "*/){"],
  ["a = `", "`){"],
  ["a) { /*", "*/"],
  ["a){ return 1 }); (function(b", "return 2"],
  ["a = (1), {b} = {}", "return a + '}' + `}${'}'}` + /[}/]/.source /* } */ // }"],
  ["a /*", "*/", "return 4 / a / 2"],
  ["a //", "return a ? '{' : /{/"],
  ["return `${`${'}'}`}}`"],
];
for (const F of kinds) {
  for (const texts of given) {
    try {
      const f = new F(...texts);
      console.log(F.name, JSON.stringify(f.toString()), F === Function ? f(1, 2) : "");
    } catch (e) {
      console.log(F.name, JSON.stringify(texts), `${e.name}: ${e.message}`);
    }
    try {
      F(...texts);
    } catch (e) {
      console.log(e.message);
    }
  }
}
console.log(globalThis.escaped);
