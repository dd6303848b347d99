// Pins: picomatch: globs as regular expressions, whose slashes print as V8 prints them
import picomatch from "picomatch";

console.log(picomatch("*.js")("a.js"), picomatch.makeRe("**/{a,b}*"), picomatch.makeRe("a/[!b]?").source, picomatch.scan("!./foo/*.js").glob);
console.log(["a/b.js", "a/.b.js", "b.ts", "a/c/d.js"].filter(picomatch(["**/*.js", "!**/d.*"])), picomatch.parse("+(a|b)").output);
