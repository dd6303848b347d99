// This file runs the tool calls of one node: each is a task of its own. What a tool did is
// kept, and not done again when a neighbour asks a question.

import { GraphInterrupt, isGraphInterrupt } from "../langgraph/errors";

/** Which questions of the calls are asked: one at a time, or all at once. */
export type Questions = "one" | "all";

export function questionsOption(questions: any): Questions {
  if (questions === undefined || questions === "one" || questions === "all") return questions ?? "one";
  throw new Error(`questions: unknown ${JSON.stringify(questions)}: use "one" or "all"`);
}

/** The name of the task of a call: its id is in it, so that no call is taken for another. */
const taskName = (call: any) => `${call.name}(${call.id})`.replace(/[|:]/g, "_");

/** What run gives for each of the calls. */
export async function runCalls(calls: any[], config: any, questions: Questions, run: (call: any) => Promise<any>): Promise<any[]> {
  const inGraph = config?.configurable?.__pregel_task_id !== undefined;
  if (!inGraph || calls.length < 2) return Promise.all(calls.map(run));
  const all = questions === "all";
  const tasks = calls.map((call) => __hitlrun.callTask(taskName(call), run, call, { hidden: true, oneAtATime: !all, allAtOnce: all }));
  if (!all) return Promise.all(tasks);
  const ended = await Promise.allSettled(tasks);
  const reasons = ended.filter((e) => e.status === "rejected").map((e: any) => e.reason);
  const other = reasons.find((e) => !isGraphInterrupt(e));
  if (other !== undefined) throw other;
  if (reasons.length > 0) throw new GraphInterrupt(reasons.flatMap((e) => e.interrupts));
  return ended.map((e: any) => e.value);
}
