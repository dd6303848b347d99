// What callbacks throw comes to the host, and does not stop the others.
const fail = (where) => () => {
  throw new Error(where);
};
setTimeout(fail("timeout"), 1);
setImmediate(fail("immediate"));
queueMicrotask(fail("microtask"));
const target = new EventTarget();
target.addEventListener("x", fail("listener"));
target.addEventListener("x", () => print("next listener"));
target.addEventListener("x", async () => fail("async listener")());
target.dispatchEvent(new Event("x"));
setTimeout(() => print("next timer"), 2);
