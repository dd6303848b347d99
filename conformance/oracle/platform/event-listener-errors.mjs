// Pins: errors of event listeners are reported after the dispatch, and which listeners are none
const seen = [];
process.on("uncaughtException", (e) => seen.push(`uncaught ${e.name} ${e.message}`));
const later = () => new Promise((resolve) => setTimeout(resolve, 5));
{
  const target = new EventTarget();
  target.addEventListener("a", () => {
    seen.push(1);
    throw new Error("x");
  });
  target.addEventListener("a", async () => {
    seen.push(2);
    throw new Error("y");
  });
  setTimeout(() => {
    process.nextTick(() => seen.push("tick before"));
    target.dispatchEvent(new Event("a"));
    seen.push("dispatched");
    process.nextTick(() => seen.push("tick"));
    Promise.resolve().then(() => seen.push("microtask"));
  }, 1);
  await later();
  console.log(seen.splice(0).join(", "));
  target.dispatchEvent(new Event("a"));
  await later();
  console.log(seen.splice(0).join(", "));
}
{
  const target = new EventTarget();
  for (const listener of [{ handleEvent: 5 }, {}, { handleEvent: null }, { handleEvent: {} }]) target.addEventListener("a", listener);
  target.addEventListener("a", () => seen.push("last"));
  target.dispatchEvent(new Event("a"));
  await later();
  console.log(seen);
}
for (const method of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
  try {
    EventTarget.prototype[method].call({}, "a", () => {});
  } catch (e) {
    console.log(method, e.name, e.code, e.message);
  }
}
