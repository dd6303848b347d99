// Pins: messages through a MessageChannel are clones, and come later
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const { port1, port2 } = new MessageChannel();
const done = new Promise((resolve) => {
  port2.onmessage = (e) => {
    console.log("got", e.data, e.type, e.constructor.name, e.target === port2, e.isTrusted);
    if (e.data === 2) resolve();
  };
});
const value = { a: new Map([[1, 2]]) };
port1.postMessage(value);
value.a.set(3, 4);
port1.postMessage(2);
await t("function", () => port1.postMessage(Symbol("s")));
console.log("sync");
await done;
const answer = new Promise((resolve) => port1.once("message", resolve));
port2.postMessage({ back: true });
console.log(await answer);
port1.close();
port2.close();
