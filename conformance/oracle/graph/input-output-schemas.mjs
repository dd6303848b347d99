// Pins: input and output schemas, and private channels between nodes
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const Input = Annotation.Root({ question: Annotation() });
const Output = Annotation.Root({ answer: Annotation() });
const Overall = Annotation.Root({ ...Input.spec, ...Output.spec, notes: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const Private = Annotation.Root({ secret: Annotation(), notes: Overall.spec.notes });
const graph = new StateGraph({ stateSchema: Overall, input: Input, output: Output })
  .addNode("think", (s) => {
    console.log("think", s);
    return { secret: "s3cret", notes: ["thought"] };
  }, { input: Overall })
  .addNode("use", (s) => {
    console.log("use", s);
    return { answer: "because of " + s.secret };
  }, { input: Private })
  .addNode("last", (s) => {
    console.log("last", s);
  })
  .addEdge(START, "think")
  .addEdge("think", "use")
  .addEdge("use", "last")
  .compile();
console.log(await graph.invoke({ question: "why?", notes: ["not in the input schema"], nonsense: 1 }));
for await (const chunk of await graph.stream({ question: "q" }, { streamMode: "values" })) console.log("values", chunk);
for await (const chunk of await graph.stream({ question: "q" }, { streamMode: "updates" })) console.log("updates", chunk);
