// This file runs the tool calls of one node: each is a task of its own. What a tool did is
// kept, and not done again when a neighbour asks a question; questions are asked one at a time.

/** The name of the task of a call: its id is in it, so that no call is taken for another. */
const taskName = (call: any) => `${call.name}(${call.id})`.replace(/[|:]/g, "_");

/** What run gives for each of the calls. */
export function runCalls(calls: any[], config: any, run: (call: any) => Promise<any>): Promise<any[]> {
  const inGraph = config?.configurable?.__pregel_task_id !== undefined;
  if (!inGraph || calls.length < 2) return Promise.all(calls.map(run));
  return Promise.all(calls.map((call) => __hitlrun.callTask(taskName(call), run, call, { hidden: true, oneAtATime: true })));
}
