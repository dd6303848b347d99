// Expenses: who has to agree depends on the amount, and nothing is paid before the accounts release it.
//
// Up to 50 EUR nobody is asked, up to 1,000 the manager, above that the director as well: one routing
// function on conditional edges. `interruptBefore` stops every claim in front of the payment, where there
// is no question, only a go-ahead: the thread continues when it is invoked with null.
//
//   hitlrun run scripts/expenses.ts                      # three claims, scripted below
//
//   hitlrun start scripts/expenses.ts --thread trip-3 --input '{"who": "Ada", "what": "train to Turin", "amount": 240}'
//   hitlrun resume --thread trip-3 --text yes            # the manager
//   hitlrun resume --thread trip-3                       # the accounts
//   hitlrun history --thread trip-3

import { Annotation, Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const Claim = Annotation.Root({
  who: Annotation<string>(),
  what: Annotation<string>(),
  amount: Annotation<number>(),
  agreed: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  refused: Annotation<string>(),
  paid: Annotation<boolean>(),
});

const limits = [
  { role: "manager", above: 50 },
  { role: "director", above: 1000 },
] as const;

function nextStep({ amount, agreed, refused }: typeof Claim.State) {
  if (refused) return END;
  const missing = limits.find(({ role, above }) => amount > above && !agreed.includes(role));
  return missing ? missing.role : "pay";
}

function approver(role: string) {
  return ({ who, what, amount }: typeof Claim.State) => {
    const answer: string = interrupt({ role, question: `${who} claims ${amount} EUR for ${what}: "yes", or why not?` });
    return answer === "yes" ? { agreed: [role] } : { refused: `${role}: ${answer}` };
  };
}

export const graph = new StateGraph(Claim)
  .addNode("manager", approver("manager"))
  .addNode("director", approver("director"))
  .addNode("pay", () => ({ paid: true }))
  .addConditionalEdges(START, nextStep, ["manager", "pay"])
  .addConditionalEdges("manager", nextStep, ["director", "pay", END])
  .addConditionalEdges("director", nextStep, ["pay", END])
  .compile({ checkpointer: new MemorySaver(), interruptBefore: ["pay"] });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  const scripted = async (claim: { who: string; what: string; amount: number }, ...answers: string[]) => {
    const thread = { configurable: { thread_id: claim.who } };
    await graph.invoke(claim, thread);
    for (const answer of answers) await graph.invoke(new Command({ resume: answer }), thread);
    const { next } = await graph.getState(thread);
    const { refused, paid } = await graph.invoke(null, thread);
    console.log(`${claim.who}'s claim:`, next, refused ?? (paid ? "released and paid" : "not paid"));
  };
  await scripted({ who: "Ada", what: "a taxi", amount: 32 });
  await scripted({ who: "Ben", what: "a conference in Oslo", amount: 1850 }, "yes", "yes");
  await scripted({ who: "Cem", what: "a second screen", amount: 310 }, "there is one in the store room");

  console.log("Ben's claim once more, newest first:");
  for await (const { metadata, next, values } of graph.getStateHistory({ configurable: { thread_id: "Ben" } })) {
    console.log(`  step ${metadata?.step}: agreed [${values.agreed}], next [${next}]`);
  }
}
