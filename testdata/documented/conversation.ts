// A conversation: a node of its own waits for each turn of the human.
// input: {"said": ["human: hello"]}
// asks: "bot: 1 so far"
// answer: "go on"
// asks: "bot: 3 so far"
// answer: "bye"
// ends: {"said": ["human: hello", "bot: 1 so far", "human: go on", "bot: 3 so far", "human: bye"]}
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";

const Talk = Annotation.Root({ said: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(Talk)
  .addNode("bot", ({ said }) => ({ said: [`bot: ${said.length} so far`] }))
  .addNode("human", ({ said }) => {
    const text = interrupt(said.at(-1));
    return new Command({ update: { said: [`human: ${text}`] }, goto: text === "bye" ? END : "bot" });
  }, { ends: ["bot", END] })
  .addEdge(START, "bot").addEdge("bot", "human")
  .compile();
