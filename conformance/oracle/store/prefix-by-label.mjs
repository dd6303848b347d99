// Pins: a search goes by whole labels of the namespace, and labels may have colons
// Differs: the library joins labels with colons and compares text, so it finds "users" for "user"; the documentation has hierarchical namespaces
import { InMemoryStore } from "@langchain/langgraph";

const s = new InMemoryStore();
await s.put(["user", "ann"], "a", { n: 1 });
await s.put(["users"], "b", { n: 2 });
await s.put(["us:er"], "c", { n: 3 });
await s.put(["us", "er"], "d", { n: 4 });
const keys = async (ns) => (await s.search(ns)).map((x) => x.key).join();
console.log(await keys(["user"]), await keys(["us"]), await keys(["us", "er"]), await keys(["us:er"]));
console.log(JSON.stringify(await s.listNamespaces()));
