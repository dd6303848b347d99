// Pins: the store of a graph: what one run puts, another finds
// Stored: an InMemoryStore lasts as long as its run, because each run has a VM of its own
import { Annotation, InMemoryStore, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ who: Annotation(), found: Annotation() });
const put = async ({ who }, { store }) => {
  await store.put(["people"], who, { who });
  return {};
};
const find = async (_, { store }) => ({ found: [...(await store.search(["people"])).map((item) => item.value.who), interrupt("more?")].sort() });
export const make = (options) =>
  new StateGraph(State).addNode("put", put).addNode("find", find).addEdge(START, "put").addEdge("put", "find").compile({ ...options, store: new InMemoryStore() });
export const graph = make();
export const steps = [{ start: { who: "Ann" } }, { resume: "no" }, { start: { who: "Bob" } }, { resume: "yes" }];
