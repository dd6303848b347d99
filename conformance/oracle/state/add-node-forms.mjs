// Pins: nodes by object, list, sequence and runnable, with input schemas, ends and metadata.
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";
import { RunnableLambda } from "@langchain/core/runnables";
import { z } from "zod";

const State = Annotation.Root({ x: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const say = (name) => (s) => ({ log: [`${name}: ${JSON.stringify(s)}`] });
const graph = new StateGraph(State)
  .addNode({ one: say("one"), two: RunnableLambda.from(say("two")) })
  .addNode([["three", say("three")], ["four", say("four"), { input: Annotation.Root({ x: Annotation() }) }]])
  .addNode("five", say("five"), { input: z.object({ secret: z.string().optional(), x: z.number() }) })
  .addNode("six", () => new Command({ update: { secret: "told", log: ["six"] }, goto: "five" }), { ends: ["five"], metadata: { owner: "ann" } })
  .addSequence([["seven", say("seven")], ["eight", say("eight"), { metadata: { last: true } }]])
  .addNode("parts", { a: () => 1, b: (s) => s.x })
  .addEdge(START, "one").addEdge("one", "two").addEdge("two", "three").addEdge("three", "four").addEdge("four", "six")
  .addEdge("five", "seven").addEdge("eight", "parts")
  .compile({ name: "many", description: "what it does" });
const out = await graph.invoke({ x: 5 });
console.log(out);
console.log(graph.name, graph.getName(), graph.description, Object.keys(graph.builder.nodes), Object.keys(graph.builder.channels));
console.log(new StateGraph(State).addNode("a", say("a")).addEdge(START, "a").compile().getName());
for (const action of [{ a: 5 }, { a: { b: 1 } }]) {
  try {
    const g = new StateGraph(State).addNode("bad", action).addEdge(START, "bad").compile();
    console.log(await g.invoke({ x: 1 }));
  } catch (e) {
    console.log(e.name, e.message.slice(0, 60));
  }
}
