// Validation: a customer reads the electricity meter, and is asked until the answer makes sense.
//
// Several interrupts in one node: on every answer the node starts again from its top, and each interrupt()
// that was answered before returns that answer at once. So have no side effects before a question,
// and let nothing but the state and the answers decide which question comes next.
//
//   hitlrun run scripts/validation.ts                    # a scripted conversation
//
//   hitlrun start scripts/validation.ts --thread m-17 --input '{"meter": "M-17", "previous": 4210, "usual": 2600}'
//   hitlrun resume --thread m-17 --text 'about seven thousand'
//   hitlrun resume --thread m-17 --value 6874

import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const Meter = Annotation.Root({
  meter: Annotation<string>(),
  previous: Annotation<number>(), // what it showed a year ago, in kWh
  usual: Annotation<number>(), // what such a household uses in a year
  reading: Annotation<number>(),
  bill: Annotation<string>(),
});

function read({ meter, previous, usual }: typeof Meter.State) {
  const Reading = z.coerce
    .number("That is not a number.")
    .int("Please leave out what stands behind the comma.")
    .min(previous, `A year ago it already showed ${previous}.`);

  let question = `What does meter ${meter} show?`;
  for (;;) {
    const { data: reading, error } = Reading.safeParse(interrupt(question));
    if (error) {
      question = `${error.issues[0].message} What does meter ${meter} show?`;
      continue;
    }
    const used = reading - previous;
    if (used <= 2 * usual || interrupt(`${used} kWh would be far more than usual. Are you sure?`) === "yes") {
      return { reading };
    }
    question = `Then once more: what does meter ${meter} show?`;
  }
}

function bill({ reading, previous }: typeof Meter.State) {
  return { bill: `${(0.31 * (reading - previous)).toFixed(2)} EUR` };
}

export const graph = new StateGraph(Meter)
  .addNode("read", read)
  .addNode("send_bill", bill)
  .addEdge(START, "read")
  .addEdge("read", "send_bill")
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  const thread = { configurable: { thread_id: "m-17" } };
  await graph.invoke({ meter: "M-17", previous: 4210, usual: 2600 }, thread);

  for (const answer of ["about seven thousand", 6874.2, 687, 68740, "no", 6874]) {
    const { tasks } = await graph.getState(thread);
    console.log(`${tasks[0].interrupts[0].value}\n  > ${answer}`);
    await graph.invoke(new Command({ resume: answer }), thread);
  }
  console.log("Your bill:", (await graph.getState(thread)).values.bill);
}
