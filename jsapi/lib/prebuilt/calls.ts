// This file runs the tool calls of one node. Each call is a task of its own. Its result is stored, and the call is not
// executed again when another call asks a question.

import { GraphInterrupt, isGraphInterrupt } from "../langgraph/errors";

/** How the questions of the calls are asked: one at a time, or all at once. */
export type Questions = "one" | "all";

export function questionsOption(questions: any): Questions {
  if (questions === undefined || questions === "one" || questions === "all") return questions ?? "one";
  throw new Error(`questions: unknown ${JSON.stringify(questions)}: use "one" or "all"`);
}

/** Returns the name of the task of a call. It contains the id of the call, so that calls are not confused. */
const taskName = (call: any) => `${call.name}(${call.id})`.replace(/[|:]/g, "_");

/** Returns the results of run for all calls. */
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
