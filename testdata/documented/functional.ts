// The functional API: a task is done once, the entrypoint runs again with the answer.
// input: "cats"
// asks: {"essay": "essay 1 about cats", "action": "approve or reject"}
// answer: "approve"
// ends: {"essay": "essay 1 about cats", "approved": true}
import { entrypoint, interrupt, task } from "@langchain/langgraph";

let written = 0;
const writeEssay = task("writeEssay", async (topic: string) => `essay ${++written} about ${topic}`);
export const graph = entrypoint("workflow", async (topic: string) => {
  const essay = await writeEssay(topic);
  const answer = interrupt({ essay, action: "approve or reject" });
  return { essay, approved: answer === "approve" };
});
