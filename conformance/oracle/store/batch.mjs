// Pins: batch of a store: reads see what was there before, the last write of a key counts
import { InMemoryStore } from "@langchain/langgraph";
const s = new InMemoryStore();
await s.put(["n"], "a", { v: 0 });
const r = await s.batch([
  { namespace: ["n"], key: "a" }, { namespace: ["n"], key: "a", value: { v: 1 } }, { namespace: ["n"], key: "a" },
  { namespacePrefix: ["n"], limit: 5 }, { namespace: ["n"], key: "b", value: { v: 2 } }, { namespace: ["n"], key: "b", value: { v: 3 } },
  { matchConditions: [{ matchType: "prefix", path: ["n"] }], limit: 10, offset: 0 }, { namespace: ["n"], key: "c", value: null },
]);
console.log(r.length, r.map((x) => Array.isArray(x) ? x.length : x?.value ?? x));
console.log((await s.search(["n"])).map((x) => [x.key, x.value.v]));
await s.batch([{ matchConditions: [{ matchType: "middle", path: ["n"] }] }]).catch((e) => console.log(e.message));
