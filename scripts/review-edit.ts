// Review and edit: release notes are drafted from commit titles and rewritten by an editor until she is content.
//
// The answer is either "accept" or the text as it should be, which is shown again. An answer can bring a
// state update along: here the date of the release, which nobody knew when the thread began.
//
//   hitlrun run scripts/review-edit.ts                   # a scripted review
//
//   hitlrun start scripts/review-edit.ts --thread v2.1 \
//     --input '{"version": "2.1", "commits": ["feat: export as PDF", "fix: crash on empty invoices", "chore: tidy"]}'
//   hitlrun resume --thread v2.1 --text 'New: you can save an invoice as PDF.'
//   hitlrun resume --thread v2.1 --text accept --update '{"date": "1 December"}'

import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const Release = Annotation.Root({
  version: Annotation<string>(),
  commits: Annotation<string[]>(),
  date: Annotation<string>({ reducer: (_, date) => date, default: () => "soon" }),
  notes: Annotation<string>(),
  edits: Annotation<number>({ reducer: (sum, n) => sum + n, default: () => 0 }),
});

function draft({ commits }: typeof Release.State) {
  const titles = (kind: string) => commits.filter((c) => c.startsWith(kind)).map((c) => c.slice(kind.length));
  const lines = [...titles("feat: ").map((t) => `New: ${t}.`), ...titles("fix: ").map((t) => `Fixed: ${t}.`)];
  return { notes: lines.join("\n") };
}

function review({ notes }: typeof Release.State) {
  const answer: string = interrupt({ question: 'Answer "accept", or with the text as it should be.', notes });
  if (answer === "accept") return new Command({ goto: "publish" });
  return new Command({ goto: "review", update: { notes: answer.trim(), edits: 1 } });
}

function publish({ version, date, notes }: typeof Release.State) {
  console.log(`Version ${version}, ${date}\n${notes}`);
  return {};
}

export const graph = new StateGraph(Release)
  .addNode("draft", draft)
  .addNode("review", review, { ends: ["publish", "review"] })
  .addNode("publish", publish)
  .addEdge(START, "draft")
  .addEdge("draft", "review")
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  const thread = { configurable: { thread_id: "v2.1" } };
  const show = async () => console.log("review:", (await graph.getState(thread)).tasks[0].interrupts[0].value);

  const commits = ["feat: export as PDF", "fix: crash on empty invoices", "chore: tidy"];
  await graph.invoke({ version: "2.1", commits }, thread);
  await show();

  const better = "New: you can save an invoice as PDF.\nFixed: an invoice without lines no longer ends the program.";
  await graph.invoke(new Command({ resume: better }), thread);
  await show();

  const { edits } = await graph.invoke(new Command({ resume: "accept", update: { date: "1 December" } }), thread);
  console.log("edits:", edits);
}
