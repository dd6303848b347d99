// Pins: the values of scripts of node:vm: constants, blocks, branches, loops, try, switch, labels.
import vm from "node:vm";

const context = vm.createContext({ x: 1, y: 0, f: () => 3 });
for (const text of [
  "'a'+'b'", "0||'d'", "'x'", "`q`", "true?'y':'n'", "'a'+1", "typeof 1", "('p')", "'a';'b'", "1+1", "void 0||'z'", "null??'k'", "'a'==='a'", "-1", "-(1)", "!0", "NaN",
  "undefined", "Infinity", "void 0", "'a'+`b`", "('a')+'b'", "'é'+'ü'; 'ä'+'ß'", "(1,'a'+'b')", "'a'+'b' // end", "/* begin */ 'a'+'b'", "1;'a'+'b';var z",
  "if(1){5}", "if(0){5}", "1;if(0){5}", "if(0)5;else if(1)6;else 7", "for(var i=0;i<2;i++)i", "for(var i of [1,2]) { i; if (i>1) i*10 }", "for(var i of [1,2]) { i; if (i>5) i*10 }",
  "for(var k in {a:1}) k", "for(;false;);", "while(y<3) y++", "do{5}while(false)", "do 5; while(false)", "do (5)+(6); while(false)", "try{1}finally{}", "try{1}finally{2}",
  "try{throw 1}catch(e){e+1}", "{7}", "{}", "1;{}", "1;{;}", "1;{var q=2}", "{1;{2}}", "{1;{}}", "switch(1){default:9}", "switch(1){case 1:'one';break;case 2:'two'}", "switch(5){}",
  "a: 5", "a: for(;;){ 'in'; break a }", "if(1) (1+2)*3", "if(1) f(), 4", "if(1) { f(); ('p') }", "if(1) { 'a'+'b' } else { 'c'+'d' }", "if (x) { let w = 2; w + x }", "with({n:4}) n",
  "if(1){(function(){return 8})()}", "if(1){[1,2].length}", "if(1){`t${x}`}", "1;function g(){}", "5;;", "if(1){async()=>1;2}",
]) {
  const values = [];
  for (const run of [() => vm.runInNewContext(text), () => vm.runInThisContext(text), () => new vm.Script(text).runInThisContext(), () => vm.runInContext(text, context), () => (0, eval)(text)]) {
    try {
      values.push(run());
    } catch (e) {
      values.push(e.name);
    }
  }
  console.log(JSON.stringify(text), ...values);
}
