// Pins: PerformanceObserver, timerify, nodeTiming, checks of marks and measures, and that measures of many marks are cheap
import hooks from "node:perf_hooks";

const t = (name, f) => {
  try {
    console.log(name, f());
  } catch (e) {
    console.log(name, "throws", e.name, "|", e.code, "|", e.message);
  }
};
const later = () => new Promise((resolve) => setTimeout(resolve, 20));
console.log(hooks.PerformanceObserver === PerformanceObserver, hooks.Performance === Performance, performance instanceof Performance);
console.log(PerformanceObserver.supportedEntryTypes, crypto instanceof Crypto);
t("negative", () => performance.mark("a", { startTime: -1 }));
t("text", () => performance.mark("a", { startTime: "5" }));
t("number", () => performance.mark("a", 5));
t("null", () => performance.mark("a", null).name);
t("all three", () => performance.measure("m", { start: 1, end: 2, duration: 1 }));
t("end twice", () => performance.measure("m", { start: 1 }, 2));
t("no name", () => performance.measure());
t("start and duration", () => JSON.stringify(performance.measure("m", { start: 1, duration: 2 })));
t("end and duration", () => JSON.stringify(performance.measure("m", { end: 5, duration: 2 })));
t("utilization", () => Object.keys(performance.eventLoopUtilization()));
t("timing", () => [performance.nodeTiming.constructor.name, performance.nodeTiming.name, performance.nodeTiming.entryType, Object.keys(performance.nodeTiming.toJSON()).join()]);
t("timerify", () => {
  const f = performance.timerify(function foo(a, b) { return a + b; });
  return [f(1, 2), f.name, f.length];
});
t("timerify 5", () => performance.timerify(5));
t("timerify a class", () => new (performance.timerify(class A { constructor(x) { this.x = x; } }))(4).x);
t("new Performance", () => new Performance());
t("no callback", () => new PerformanceObserver());
t("observe nothing", () => new PerformanceObserver(() => {}).observe());
t("observe something", () => new PerformanceObserver(() => {}).observe({ type: "zz" }));
t("observe a text", () => new PerformanceObserver(() => {}).observe({ entryTypes: "zz" }));
t("observe both", () => new PerformanceObserver(() => {}).observe({ entryTypes: ["mark"], type: "mark" }));
performance.clearMarks();
performance.clearMeasures();
{
  const seen = [];
  const observer = new PerformanceObserver(function (list, other) {
    seen.push(list.constructor.name, this === observer, other === observer, list.getEntries().map((e) => e.name).join());
    seen.push(list.getEntriesByType("mark").length, list.getEntriesByName("q1").length);
  });
  observer.observe({ entryTypes: ["mark", "measure"] });
  performance.mark("q1");
  performance.measure("q2", "q1");
  seen.push("sync");
  await later();
  performance.mark("q3");
  seen.push(observer.takeRecords().map((e) => e.name));
  observer.disconnect();
  performance.mark("q4");
  await later();
  console.log(seen);
}
{
  const seen = [];
  const observer = new PerformanceObserver((list) => seen.push(list.getEntries().map((e) => e.name).join()));
  observer.observe({ type: "mark", buffered: true });
  await later();
  observer.observe({ type: "measure" });
  performance.mark("z1");
  performance.measure("z2");
  await later();
  console.log(seen);
  t("other form", () => observer.observe({ entryTypes: ["mark"] }));
  observer.disconnect();
}
{
  const observer = new PerformanceObserver((list) => console.log(list.getEntries().map((e) => [e.name, e.entryType, e.duration >= 0, e.detail])));
  observer.observe({ entryTypes: ["function"] });
  performance.timerify(function foo(a) { return a; })(5, 6);
  await later();
  observer.disconnect();
}
for (let i = 0; i < 10000; i++) performance.mark(`m${i}`);
for (let i = 0; i < 2000; i++) performance.measure(`x${i}`, `m${i}`);
performance.mark("m1", { startTime: 7 });
console.log(performance.measure("last", "m1").startTime);
performance.clearMarks("m1");
t("cleared", () => performance.measure("last", "m1"));
t("bytes", () => crypto.getRandomValues(new ArrayBuffer(2)));
