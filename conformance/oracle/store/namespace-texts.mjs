// Pins: an InMemoryStore refuses a text as a namespace; a store of the script may take one
import { BaseStore, InMemoryStore } from "@langchain/langgraph";

const store = new InMemoryStore();
const attempt = async (what, f) => {
  try {
    console.log(what, await f());
  } catch (e) {
    console.log(what, e.name);
  }
};
await attempt("put", () => store.put("notes", "k", { v: 1 }));
await attempt("batch", () => store.batch([{ namespace: ["good"], key: "a", value: { v: 1 } }, { namespace: "notes", key: "k", value: { v: 1 } }]));
await attempt("delete", () => store.delete("notes", "k"));
console.log(await store.listNamespaces(), await store.get(["n", "o", "t", "e", "s"], "k"));
await attempt("a list", () => store.put(["notes"], "k", { v: 1 }));
console.log(await store.listNamespaces());

class Texts extends BaseStore {
  items = new Map();
  async batch(operations) {
    return operations.map(({ namespace, key, value }) => {
      if (value === undefined) return this.items.get(`${namespace}/${key}`) ?? null;
      this.items.set(`${namespace}/${key}`, value);
    });
  }
}
const texts = new Texts();
await attempt("own store", () => texts.put("notes", "k", { v: 1 }));
console.log(await texts.get("notes", "k"));
