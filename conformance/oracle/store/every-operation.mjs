// Pins: put, get, delete, search, listNamespaces of InMemoryStore
import { InMemoryStore } from "@langchain/langgraph";

const store = new InMemoryStore();
await store.put(["users", "ann"], "profile", { name: "Ann", age: 30 });
await store.put(["users", "ann"], "memory", { text: "likes cats", tags: ["a", "b"] });
await store.put(["users", "bob"], "profile", { name: "Bob", age: 40 });
await store.put(["docs"], "d1", { title: "one" });
const item = await store.get(["users", "ann"], "profile");
console.log(item.key, item.namespace, item.value, item.createdAt instanceof Date, item.updatedAt instanceof Date);
console.log(Object.keys(item), await store.get(["users"], "profile"), await store.get(["nope"], "x"));
const show = (items) => items.map((i) => `${i.namespace.join("/")}:${i.key}`);
console.log(show(await store.search(["users"])), show(await store.search(["users", "ann"])), show(await store.search([])));
console.log(show(await store.search(["users"], { filter: { age: 30 } })), show(await store.search(["users"], { limit: 1 })), show(await store.search(["users"], { offset: 1, limit: 5 })));
for (const filter of [{ age: { $gt: 30 } }, { age: { $gte: 30 } }, { age: { $lt: 40 } }, { age: { $lte: 40 } }, { age: { $ne: 30 } }, { age: { $eq: 40 } }, { name: "Ann", age: 40 }]) console.log(filter, show(await store.search(["users"], { filter })));
console.log(await store.listNamespaces(), await store.listNamespaces({ prefix: ["users"] }), await store.listNamespaces({ suffix: ["bob"] }), await store.listNamespaces({ maxDepth: 1 }), await store.listNamespaces({ limit: 1, offset: 1 }));
await store.put(["users", "ann"], "profile", { name: "Anna" });
console.log((await store.get(["users", "ann"], "profile")).value);
await store.delete(["users", "ann"], "profile");
await store.delete(["users", "ann"], "never there");
console.log(await store.get(["users", "ann"], "profile"), show(await store.search(["users"])));
for (const namespace of [[], [""], ["a.b"], ["langgraph"], [5]]) {
  try {
    await store.put(namespace, "k", { v: 1 });
    console.log(namespace, "is fine");
  } catch (e) {
    console.log(namespace, "=>", e.name, e.message);
  }
}
