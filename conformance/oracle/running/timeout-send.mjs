// Pins: the timeout of a Send, before that of its node
import { Annotation, START, Send, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const build = (sends) => new StateGraph(State)
  .addNode("work", async ({ ms }) => {
    await new Promise((done) => setTimeout(done, ms));
    return { log: [ms] };
  }, { timeout: 400 })
  .addConditionalEdges(START, () => sends)
  .compile();
for (const sends of [[new Send("work", { ms: 1 })], [new Send("work", { ms: 200 }, { timeout: 60 }), new Send("work", { ms: 2 })], [new Send("work", { ms: 30 }, { timeout: { runTimeout: 5000 } })]]) {
  try {
    console.log((await build(sends).invoke({})).log);
  } catch (e) {
    console.log(e.name, e.runTimeout);
  }
}
console.log(new Send("work", 1), new Send("work", 1, { timeout: 5 }), JSON.stringify(new Send("work", 1, { timeout: 5 })));
