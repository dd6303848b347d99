// Takes a program through its steps with the functions of LangGraph.js. It runs on Node and on hitlrun. It prints the
// state after each step as a line of JSON, with the chunks of the run if the program has modes, and then the history,
// newest first.
import { Command } from "@langchain/langgraph";

const asked = (tasks) => tasks.flatMap((task) => task.interrupts.map((i) => i.value));

// Returns the states of the graphs that tasks run.
const inner = (tasks) => tasks.filter((task) => task.state?.values).map(({ name, state }) => ({
  name, values: state.values, next: [...state.next].sort(), asks: asked(state.tasks), inner: inner(state.tasks),
}));

// Messages have the form that servers give them.
const form = (value) => {
  if (typeof value?._getType === "function") {
    const { id, content, name, tool_calls, tool_call_id } = value;
    return { type: value._getType(), content, id, name, tool_calls: tool_calls?.length ? tool_calls : undefined, tool_call_id };
  }
  if (Array.isArray(value)) return value.map(form);
  if (value && Object.getPrototypeOf(value) === Object.prototype) return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, form(v)]));
  return value;
};
const line = (about) => console.log(JSON.stringify(form(about)));

// Returns a function for each kind of step. They return the chunks of the run, if there are any.
function kinds(graph, config, { modes, subgraphs }) {
  const run = async (input, at) => {
    if (!modes) return void (await graph.invoke(input, at));
    const chunks = [];
    try {
      for await (const chunk of await graph.stream(input, { ...at, streamMode: modes, subgraphs })) chunks.push(form(chunk));
    } catch (error) {
      throw Object.assign(error, { chunks });
    }
    return chunks;
  };
  const answers = async (pairs) => {
    const { tasks } = await graph.getState(config);
    const all = tasks.flatMap((task) => task.interrupts);
    const idOf = (question) => all.find((i) => JSON.stringify(i.value) === JSON.stringify(question)).id;
    return run(new Command({ resume: Object.fromEntries(pairs.map(([question, answer]) => [idOf(question), answer])) }), config);
  };
  const command = (_, { start, resume, update, goto }, at) => run(new Command({ ...(resume !== undefined && { resume }), ...(update && { update }), ...(goto && { goto }) }), at);
  return {
    start: (input, _, at) => run(input, at),
    resume: command,
    answers,
    goto: command,
    update: async (values, { as }, at) => void (await graph.updateState(at, values, as)),
    copy: async (_, step, at) => void (await graph.updateState(at, null, "__copy__")),
    proceed: (_, step, at) => run(null, at),
  };
}

// Returns config with the newest checkpoint of a superstep.
async function past(graph, config, superstep) {
  for await (const snapshot of graph.getStateHistory(config)) if (snapshot.metadata.step === superstep) return snapshot.config;
  throw new Error(`there is no superstep ${superstep}`);
}

export async function drive(program, checkpointer) {
  const graph = program.make({ checkpointer });
  const config = { configurable: { thread_id: "t" } };
  const take = kinds(graph, config, program);
  for (const step of program.steps) {
    const [kind] = Object.keys(step);
    let error, chunks;
    try {
      chunks = await take[kind](step[kind], step, step.at === undefined ? config : await past(graph, config, step.at));
    } catch (e) {
      error = e.message;
      chunks = e.chunks;
    }
    const { values, next, tasks } = await graph.getState(config, { subgraphs: program.inner });
    line({ step: kind, values, next: [...next].sort(), asks: asked(tasks), error, chunks, inner: program.inner && inner(tasks) });
  }
  for await (const { values, next, metadata } of graph.getStateHistory(config)) line({ source: metadata.source, at: metadata.step, values, next: [...next].sort() });
}
