// Multi-turn: two agents share a conversation with a customer and hand it over to each other.
//
// An agent that is done speaking goes to the node `customer`, which waits for the next line and gives it
// to whichever agent spoke last. An agent that is out of its depth goes to its colleague instead: both
// are a Command with a `goto`, so the graph needs no edge but the first.
//
//   hitlrun run scripts/multi-turn.ts                    # a scripted conversation
//
//   hitlrun start scripts/multi-turn.ts --thread call-9 \
//     --input '{"messages": [{"role": "user", "content": "My line is dead since this morning."}]}'
//   hitlrun resume --thread call-9 --text 'Will I get money back?'
//   hitlrun resume --thread call-9 --text bye

import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";

type State = typeof MessagesAnnotation.State;

const topics: Record<string, RegExp> = { technician: /line|router|lamp|green/i, billing: /money|bill|pay/i };

// An agent hands over what is a colleague's topic and not its own, and replies to everything else.
function agent(name: string, reply: (text: string) => string) {
  return ({ messages }: State) => {
    const { text } = messages[messages.length - 1];
    const colleague = Object.keys(topics).find((other) => topics[other].test(text));
    if (colleague && !topics[name].test(text)) return new Command({ goto: colleague });
    return new Command({ goto: "customer", update: { messages: new AIMessage({ name, content: reply(text) }) } });
  };
}

const technician = agent("technician", (text) =>
  /green/i.test(text) ? "Good. Anything else?" : "Unplug the router for a minute. Does its lamp turn green?",
);

const billing = agent("billing", (text) =>
  /money/i.test(text) ? "A day without a line is 1.20 EUR off your next bill. All right?" : "I have noted it. Anything else?",
);

function customer({ messages }: State) {
  const last = messages[messages.length - 1];
  const line: string = interrupt({ from: last.name, text: last.text });
  if (line === "bye") return new Command({ goto: END });
  return new Command({ goto: last.name, update: { messages: new HumanMessage(line) } });
}

export const graph = new StateGraph(MessagesAnnotation)
  .addNode("technician", technician, { ends: ["billing", "customer"] })
  .addNode("billing", billing, { ends: ["technician", "customer"] })
  .addNode("customer", customer, { ends: ["technician", "billing", END] })
  .addEdge(START, "technician")
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  const thread = { configurable: { thread_id: "call-9" } };
  await graph.invoke({ messages: [{ role: "user", content: "My line is dead since this morning." }] }, thread);

  for (const line of ["Yes, green again.", "Will I get money back?", "Fine.", "The lamp went out!", "bye"]) {
    await graph.invoke(new Command({ resume: line }), thread);
  }
  const { values, next } = await graph.getState(thread);
  for (const m of values.messages) console.log(`${m.name ?? "customer"}: ${m.text}`);
  console.log("next:", next);
}
