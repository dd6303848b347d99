// Pins: search by meaning with embeddings of the script's own: order, scores, fields
import { InMemoryStore } from "@langchain/langgraph";
import { Embeddings } from "@langchain/core/embeddings";

class Letters extends Embeddings {
  constructor() {
    super({});
  }
  async embedQuery(text) {
    const v = Array(26).fill(0);
    for (const c of text.toLowerCase()) if (c >= "a" && c <= "z") v[c.charCodeAt(0) - 97]++;
    return v;
  }
  async embedDocuments(texts) {
    return Promise.all(texts.map((t) => this.embedQuery(t)));
  }
}
const store = new InMemoryStore({ index: { dims: 26, embeddings: new Letters(), fields: ["text"] } });
await store.put(["m"], "1", { text: "i like pizza" });
await store.put(["m"], "2", { text: "the sky is blue" });
await store.put(["m"], "3", { text: "pizza pizza" });
await store.put(["m"], "4", { text: "not indexed pizza" }, false);
await store.put(["m"], "5", { other: "pizza" }, ["other"]);
for (const options of [{ query: "pizza" }, { query: "pizza", limit: 2 }, { query: "sky", filter: { text: "the sky is blue" } }, {}]) {
  console.log((await store.search(["m"], options)).map((i) => [i.key, i.score === undefined ? undefined : i.score.toFixed(3)]));
}
