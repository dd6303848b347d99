// Approval: an unpaid invoice gets a reminder, but nothing is mailed before someone has read it.
//
// The node `approve` asks with interrupt() and the thread waits, for a second or for a month, in this
// process or in none. The answer decides which node is next. What must happen once is in a node of
// its own behind the question, because a node that asked starts again from its top when it is answered.
//
//   hitlrun run scripts/approval.ts                      # both answers, scripted below
//
//   hitlrun start scripts/approval.ts --thread inv-2041 --input '{"customer": "Blue Bicycles", "invoice": "2041"}'
//   hitlrun resume --thread inv-2041 --text yes          # anything else is a no

import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const Reminder = Annotation.Root({
  customer: Annotation<string>(),
  invoice: Annotation<string>(),
  mail: Annotation<string>(),
  outcome: Annotation<string>(),
});

function draft({ customer, invoice }: typeof Reminder.State) {
  return { mail: `Dear ${customer}, invoice ${invoice} is still open. Could you look into it?` };
}

function approve({ mail }: typeof Reminder.State) {
  const answer = interrupt({ question: "Send this mail?", mail });
  return new Command({ goto: answer === "yes" ? "send" : "shelve" });
}

function send({ customer, mail }: typeof Reminder.State) {
  console.log(`To ${customer}: ${mail}`); // a real one talks to the mail server here
  return { outcome: "sent" };
}

function shelve() {
  return { outcome: "not sent" };
}

export const graph = new StateGraph(Reminder)
  .addNode("draft", draft)
  .addNode("approve", approve, { ends: ["send", "shelve"] })
  .addNode("send", send)
  .addNode("shelve", shelve)
  .addEdge(START, "draft")
  .addEdge("draft", "approve")
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  for (const answer of ["yes", "no"]) {
    const thread = { configurable: { thread_id: `inv-2041-${answer}` } };
    await graph.invoke({ customer: "Blue Bicycles", invoice: "2041" }, thread);

    const { next, tasks } = await graph.getState(thread);
    console.log("waits in", next, "with", tasks[0].interrupts[0].value);

    const { outcome } = await graph.invoke(new Command({ resume: answer }), thread);
    console.log(`answered "${answer}": ${outcome}`);
  }
}
