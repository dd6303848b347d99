// Pins: patterns with the flag v, and properties of characters inside of classes
const t = (r, ...s) => console.log(...s.map((x) => x.replace(r, "_")), ...s.map((x) => r.test(x)));
t(/[\p{L}--[a-z]]/v, "a", "A", "1"); t(/^[\w&&\d]+$/v, "12", "ab"); t(/[^\p{L}\d]/v, "a", "-"); t(/^\p{RGI_Emoji}$/v, "😀", "👨‍👩‍👧", "🇩🇪", "1", "1️⃣", "❤️", "👍🏽", "a");
t(/^[\q{abc|d|}x]$/v, "abc", "d", "x", "ab", ""); t(/[[a-c][x-z]]/v, "b", "y", "m"); t(/[\p{Emoji}&&\p{ASCII}]/v, "1", "😀"); t(/[\u{1F600}-\u{1F64F}]/v, "😀", "a"); t(/\p{Script=Greek}/v, "α", "a"); t(/^[^\s\u2028]$/v, "a", " ");
t(/[\p{Lu}\-\]]/v, "-", "]", "A", "a"); console.log("aé1".match(/[\p{L}]/gv), /[[a-z]&&[^aeiou]]/iv.test("E"), "x😀y".split(/[\p{Emoji_Presentation}]/v));
for (const bad of ["[a", "[a&&&b]", "[^\\q{ab}]", "\\p{Nope}"]) try { new RegExp(bad, "v"); console.log("fine"); } catch (e) { console.log(e.name); }
console.log("Straße 12".match(/\p{L}+/u)[0], /^\p{Lu}\p{Ll}/u.test("Äb"), "a-b_c".replace(/[^\p{L}\p{N}]+/gu, " "));
console.log(/[^\p{L}]/u.test("a"), /[^\p{N}]/u.test("1"), /[^\p{L}\p{N}]/u.test("a"), /[^\p{L}\p{N}]+/gu.test("a"), "a-b".replace(/[^\p{L}]+/gu, " "), "a-b".replace(/[^\p{L}]/gu, " "),"a-b".replace(/[^\p{N}]+/gu, " "), "a-b".replace(/[^a-z]+/gu, " "), "a-b".replace(/[^a\u{1F600}-\u{1F610}b]+/gu, " "), "a-b_c".replace(/[^\p{L}\p{N}]+/gu, " "));
console.log("a-b".replace(/[^\u{61}-\u{7a}\u{10000}-\u{10010}]+/gu, " "), "a-b".replace(/[^\u0061-\u007a\u{10000}]+/gu, " "),"a-b".replace(/[^\u{61}-\u{7a}]+/gu, " "), "ab".match(/[\u{61}-\u{7a}]+/u));
