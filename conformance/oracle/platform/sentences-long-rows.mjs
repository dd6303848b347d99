// Pins: sentences of texts with long rows of spaces, brackets and accents
const seg = (t) => [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(t)].map((s) => [s.segment.length, s.index]).join(" ");
const n = 5000;
for (const t of ["a." + " ".repeat(n) + "B c.", "a." + " ".repeat(n) + "b. C", "a!" + ")".repeat(n) + " ".repeat(n) + "B", "a." + "\u0301".repeat(n) + " B", "a. " + "\u00a0\u2003 ".repeat(n) + "x. Y", "He said \"no.\"" + " ".repeat(300) + "She left." + ")".repeat(300) + " " + "Then? " + "\"'".repeat(200) + "yes. No", " ".repeat(n), "a. B. C! d? E\n" + " ".repeat(n) + "F."]) console.log(seg(t));
const t = Date.now(); seg("a." + " ".repeat(500000)); seg("a." + " )".repeat(200000)); seg("a. ".repeat(100000)); seg("a." + "\u0301 ".repeat(200000)); console.log(Date.now() - t < 5000);
