// Pins: the case of long texts, and what toWellFormed replaces in them
import { createHash } from "node:crypto";
const show = (name, s) => console.log(name, s.length, createHash("md5").update(s, "utf16le").digest("base64").slice(0, 12));
const texts = {
  accents: "éÀ".repeat(3e5),
  sigmas: "ΑΣ ΣΑΣ Σ\u0301ΟΔΟΣ".repeat(5e4),
  expands: "ßŉİa".repeat(2e5),
  pairs: "𐐀𐐨x".repeat(2e5),
  shifted: "x" + "𐐀𐐨".repeat(2e5),
  words: "Straße und Ångström, ΌΣΟΣ. ".repeat(3e4),
  marks: "e\u0301\u0316".repeat(2e5),
};
for (const [name, s] of Object.entries(texts)) {
  show(`${name} lower`, s.toLowerCase());
  show(`${name} upper`, s.toUpperCase());
  show(`${name} well formed ${s.isWellFormed()}`, s.toWellFormed());
}
console.log(["ΑΣ", "Σ", "ΑΣ'Α", "Α.Σ.", "α\u0345Σ", "\u0345Σ", "𐐀Σ", "Σ𐐀", "ʰΣ", "AΣʰ!", "1Σ", "ΣΣΣ", "AΣ\ud800", "ⓐΣ"].map((s) => s.toLowerCase()).join());
console.log(("Α\u0301".repeat(100) + "Σ" + "\u0301".repeat(100)).toLowerCase().includes("ς"), "aΣ".repeat(1e5).toLowerCase().indexOf("ς"));
const lone = "é\ud83dx\ude00😀".repeat(2e5) + "\ud800";
show(`lone ${lone.isWellFormed()}`, lone.toWellFormed());
console.log("a".toWellFormed(), "\udc00".toWellFormed() === "\ufffd", "".isWellFormed(), (12).constructor.prototype.toLocaleString.call(7), String.prototype.toWellFormed.call(true));
