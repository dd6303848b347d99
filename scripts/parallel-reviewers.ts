// Parallel reviewers: a proposal goes to all reviewers at once, and passes with a quorum of them.
//
// One Send per reviewer makes one task per reviewer, so as many questions wait side by side. Each has an
// id, and a resume value that is a map from ids answers any of them, in any order; the votes that are in
// are stored. The chair counts when the last one has answered.
//
//   hitlrun run scripts/parallel-reviewers.ts            # a scripted vote
//
//   hitlrun start scripts/parallel-reviewers.ts --thread p-12 \
//     --input '{"proposal": "Move the archive to the cloud", "reviewers": ["legal", "security"], "quorum": 2}'
//   hitlrun resume --thread p-12 --interrupt ID --text yes      # the ids: hitlrun state --thread p-12

import { Annotation, Command, INTERRUPT, MemorySaver, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
import type { Interrupt } from "@langchain/langgraph";

type Vote = { reviewer: string; answer: string };

const Proposal = Annotation.Root({
  proposal: Annotation<string>(),
  reviewers: Annotation<string[]>(),
  quorum: Annotation<number>(),
  votes: Annotation<Vote[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  verdict: Annotation<string>(),
});

function ask({ reviewers, proposal }: typeof Proposal.State) {
  return reviewers.map((reviewer) => new Send("review", { reviewer, proposal }));
}

function review({ reviewer, proposal }: { reviewer: string; proposal: string }) {
  const answer: string = interrupt({ to: reviewer, question: `${proposal}: "yes", or what is against it?` });
  return { votes: [{ reviewer, answer }] };
}

function chair({ votes, quorum }: typeof Proposal.State) {
  const inFavour = votes.filter((v) => v.answer === "yes").length;
  return { verdict: `${inFavour >= quorum ? "passed" : "rejected"}, ${inFavour} of ${votes.length} in favour` };
}

export const graph = new StateGraph(Proposal)
  .addNode("review", review)
  .addNode("chair", chair)
  .addConditionalEdges(START, ask, ["review"])
  .addEdge("review", "chair")
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  const thread = { configurable: { thread_id: "p-12" } };
  const proposal = { proposal: "Move the archive to the cloud", reviewers: ["security", "legal", "finance"], quorum: 2 };
  const answers: Record<string, string> = { security: "yes", legal: "where are the servers?", finance: "yes" };

  // Everyone who is asked in `result` and is in the office answers.
  const vote = async (result: any, inOffice: string[]) => {
    const waiting: Interrupt[] = result[INTERRUPT];
    console.log("asked:", waiting.map((i) => i.value.to).join(", "), "| in the office:", inOffice.join(", "));
    const here = waiting.filter((i) => inOffice.includes(i.value.to));
    return graph.invoke(new Command({ resume: Object.fromEntries(here.map((i) => [i.id, answers[i.value.to]])) }), thread);
  };

  const monday = await vote(await graph.invoke(proposal, thread), ["finance", "legal"]);
  const tuesday = await vote(monday, ["security"]);
  for (const v of tuesday.votes) console.log(`${v.reviewer}: ${v.answer}`);
  console.log(tuesday.verdict);
}
