// Pins: code that is compiled later, and assigns to the name of the class around it, throws a TypeError and finds its other variables
const run = (text) => { try { console.log(new Function(text)()); } catch (e) { console.log(e.name, e.message); } };
run("var a = 1; { class e { static [a]() { [a, e] = [1, 2]; } } return typeof e; }");
run("var a = 1; class e { static { [e] = [a]; } }");
run("var a = 1, f = () => a; class e { static m() { e = a; } } e.m()");
run("var a = 1, f = () => a; class e { m() { e++; return a; } } new e().m()");
run("var a = 1, f = () => a; class e { m() { try { for (e of [1]); } catch {} return a; } } return new e().m()");
run("var a = 1, f = () => a; class e { m() { ({ a, ...e } = f); return a; } } new e().m()");
run('var a = 1, f = () => a; class e extends class { x = "}" } { m() { try { e = a; } catch {} return a; } } return [new e().m(), new e().x]');
run("let a = 1; class e { static m() { class e { n() { try { e = 1; } catch {} return a; } } return new e().n(); } } return e.m()");
run("let a = 1; class e { x = 1\n m() { try { e += a; } catch (x) { return a; } } y = 2 // last\n } return new e().m()");
