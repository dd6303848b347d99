// Pins: InMemoryStore: put, get, search, delete, what an item looks like, errors of namespaces
import { BaseStore, InMemoryStore } from "@langchain/langgraph";
const s = new InMemoryStore();
await s.put(["users", "ann"], "food", { likes: "pizza" });
const item = await s.get(["users", "ann"], "food");
console.log(Object.keys(item), item.value, item.key, item.namespace, item.createdAt instanceof Date, item.createdAt.getTime() === item.updatedAt.getTime());
await new Promise((r) => setTimeout(r, 3));
await s.put(["users", "ann"], "food", { likes: "pasta" });
const again = await s.get(["users", "ann"], "food");
console.log(again.value, again.createdAt < again.updatedAt, again === item);
console.log(await s.get(["users", "ann"], "none"), await s.get(["none"], "food"));
const [found] = await s.search(["users"]);
console.log(Object.keys(found), found.score, found.value);
await s.delete(["users", "ann"], "food");
await s.delete(["users", "ann"], "food");
console.log(await s.get(["users", "ann"], "food"), await s.search(["users"]), await s.listNamespaces());
for (const ns of [[], ["a.b"], ["a", ""], [1], ["langgraph", "x"]]) await s.put(ns, "k", {}).catch((e) => console.log(e.name, e.message));
console.log(s instanceof BaseStore, s.start(), s.stop());
