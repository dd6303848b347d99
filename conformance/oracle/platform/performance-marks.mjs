// Pins: marks and measures
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
console.log(performance.mark("a").name, performance.measure("m", "a").entryType, performance.getEntriesByName("a").length);
performance.clearMarks();
console.log(performance.getEntriesByType("mark").length, performance.getEntriesByType("measure").length);
console.log(performance.mark("b", { detail: { x: 1 }, startTime: 5 }));
const m = performance.measure("q", { start: 1, end: 4, detail: 2 });
console.log(m.startTime, m.duration, m.detail, m.toJSON());
await t(1, () => performance.measure("m", "zz"));
await t(2, () => performance.mark());
console.log(performance.now() > 0, performance.timeOrigin > 1e12);
