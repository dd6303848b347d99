// A tool asks the human before it does what the model wants.
// input: {"messages": [{"role": "user", "content": "a table for two"}]}
// asks: {"book": "Luigi", "for": 2}
// answer: {"place": "Mario"}
// text: booked at Mario for 2
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { z } from "zod";

const book = tool(({ place, people }) => `booked at ${interrupt({ book: place, for: people }).place} for ${people}`,
  { name: "book", description: "books a table", schema: z.object({ place: z.string(), people: z.number() }) });
export const graph = new StateGraph(MessagesAnnotation)
  .addNode("model", ({ messages }) => {
    const last = messages.at(-1);
    if (last.getType() === "tool") return { messages: [new AIMessage(last.text)] };
    return { messages: [new AIMessage({ content: "", tool_calls: [{ id: "1", name: "book", args: { place: "Luigi", people: 2 }, type: "tool_call" }] })] };
  })
  .addNode("tools", new ToolNode([book]))
  .addEdge(START, "model").addConditionalEdges("model", toolsCondition, ["tools", END]).addEdge("tools", "model")
  .compile();
