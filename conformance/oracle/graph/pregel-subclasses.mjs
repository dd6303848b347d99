// Pins: a class of a script that extends Pregel runs, and what graphs of all kinds say that they are
import { Annotation, END, Graph, START, StateGraph, entrypoint } from "@langchain/langgraph";
import { LastValue } from "@langchain/langgraph/channels";
import { Channel, Pregel } from "@langchain/langgraph/pregel";

const parts = () => ({
  nodes: { plus: Channel.subscribeTo("in").pipe((x) => x + 1).pipe(Channel.writeTo(["out"])) },
  channels: { in: new LastValue(), out: new LastValue() },
});

class Counting extends Pregel {
  runs = 0;
  constructor(fields) {
    super({ ...fields, inputChannels: "in", outputChannels: "out" });
    this.label = "counts";
  }
  async invoke(input, options) {
    this.runs++;
    return super.invoke(input, options);
  }
}
class Named extends Counting {
  static lc_name() {
    return "Named by its class";
  }
}

const counting = new Counting(parts());
console.log(await counting.invoke(1), await counting.invoke(5), counting.runs, counting.label, counting instanceof Pregel);
for await (const chunk of await counting.stream(7)) console.log(chunk);
console.log(await counting.withConfig({ tags: ["t"] }).invoke(2), counting.runs);

const state = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("n", () => ({ v: 1 })).addEdge(START, "n").compile();
const graphs = {
  state,
  entry: entrypoint("entry", async (x) => x),
  wired: new Pregel({ ...parts(), inputChannels: "in", outputChannels: "out" }),
  old: new Graph().addNode("n", (x) => x).addEdge(START, "n").addEdge("n", END).compile(),
  counting,
  named: new Named(parts()),
};
for (const [name, graph] of Object.entries(graphs)) console.log(name, graph.getName(), graph.lc_id, graph.lc_namespace, JSON.stringify(graph));
