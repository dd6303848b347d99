// Takes a program through its steps with the functions of LangGraph.js. It runs on Node and on hitlrun. It prints the
// state after each step as a line of JSON, and then the history, newest first.
import { Command } from "@langchain/langgraph";

const asked = (tasks) => tasks.flatMap((task) => task.interrupts.map((i) => i.value));
const line = (about) => console.log(JSON.stringify(about));

// Returns a function for each kind of step.
function kinds(graph, config) {
  const resume = (command) => graph.invoke(new Command(command), config);
  const byQuestion = async (pairs) => {
    const { tasks } = await graph.getState(config);
    const all = tasks.flatMap((task) => task.interrupts);
    const idOf = (question) => all.find((i) => JSON.stringify(i.value) === JSON.stringify(question)).id;
    return resume({ resume: Object.fromEntries(pairs.map(([question, answer]) => [idOf(question), answer])) });
  };
  return {
    start: (input) => graph.invoke(input, config),
    resume: (answer, { update }) => resume(update === undefined ? { resume: answer } : { resume: answer, update }),
    answers: byQuestion,
    update: (values, { as }) => graph.updateState(config, values, as),
    proceed: () => graph.invoke(null, config),
  };
}

export async function drive({ make, steps }, checkpointer) {
  const graph = make({ checkpointer });
  const config = { configurable: { thread_id: "t" } };
  const take = kinds(graph, config);
  for (const step of steps) {
    const [kind] = Object.keys(step);
    let error;
    try {
      await take[kind](step[kind], step);
    } catch (e) {
      error = e.message;
    }
    const { values, next, tasks } = await graph.getState(config);
    line({ step: kind, values, next: [...next].sort(), asks: asked(tasks), error });
  }
  for await (const { values, next, metadata } of graph.getStateHistory(config)) line({ source: metadata.source, at: metadata.step, values, next: [...next].sort() });
}
