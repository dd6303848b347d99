// Pins: replaceAll of the empty text, also in a text that is not ASCII
for (const text of ["", "abc", "äb", "日😀", "\ud83d\ude00x"]) {
  for (const by of ["-", "$&$`$'", "$$", "$1$<a>", () => "F", (...a) => a.join("|"), undefined, { toString: () => "o" }]) console.log(JSON.stringify(text.replaceAll("", by)), JSON.stringify(text.replace("", by)));
}
console.log("é".repeat(1e5).replaceAll("", "-").length, "日本".replaceAll({ toString: () => "" }, "."), "日本".replaceAll(new String(""), "."));
