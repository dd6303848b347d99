// Pins: Send and Command as objects: fields, JSON, copies of plain arguments, Commands and Sends made of JSON.
import { Annotation, COMMAND_SYMBOL, Command, CommandInstance, END, INTERRUPT, Send, START, StateGraph, isCommand, isInterrupted } from "@langchain/langgraph";

const args = { a: 1, deep: { list: [1, { b: 2 }] }, date: new Date(0), map: new Map([[1, 2]]) };
const send = new Send("n", args);
console.log(send.args === args, send.args.deep === args.deep, send.args.date === args.date, send.args.map === args.map, JSON.stringify(send));
const loop = { name: "loop" };
loop.self = loop;
const looped = new Send("n", loop);
console.log(looped.args !== loop, looped.args.self === looped.args);
console.log(new Send("n", "text").args, new Send("n", null).args, new Send("n", undefined).args, new Send("n", [send]).args[0] === send);
const nested = new Send("outer", { inner: { node: "inner", args: { x: 1 } }, command: { lg_name: "Command", goto: ["a"] } });
console.log(nested.args.inner instanceof Send, nested.args.command instanceof Command, nested.args.command.goto);
const c = new Command({ update: { a: 1 }, goto: [{ node: "n", args: {} }, "b"], resume: "r", graph: Command.PARENT });
console.log(c.goto[0] instanceof Send, c.goto, JSON.stringify(c), c instanceof CommandInstance, Object.keys(c[COMMAND_SYMBOL]), c._updateAsTuples());
console.log(new Command({ goto: "one" }).goto, new Command({ goto: new Send("n", 1) }).goto, new Command({}).goto, JSON.stringify(new Command({ goto: new Send("n", 1) })));
console.log(new Command({ update: [["a", 1], ["a", 2]] })._updateAsTuples(), new Command({ update: "v" })._updateAsTuples(), new Command({ update: [1] })._updateAsTuples(), new Command({ update: [] })._updateAsTuples());
console.log(isCommand(c), isCommand({ lg_name: "Command" }), isCommand(null), isCommand("x"), isCommand({}), isInterrupted({ [INTERRUPT]: [] }), isInterrupted({ [INTERRUPT]: 1 }), isInterrupted({}), isInterrupted(null));
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => new Command({ goto: [{ node: "b", args: { n: 1 } }, new Send("b", { n: 2 })] }), { ends: ["b"] })
  .addNode("b", (s) => {
    s.n += 10;
    return { log: [s.n] };
  })
  .addConditionalEdges(START, () => [{ node: "b", args: { n: 3 } }, "a"].slice(1), ["a"])
  .compile();
console.log(await graph.invoke({}), await graph.invoke(new Command({ goto: { node: "b", args: { n: 5 } } })).catch((e) => e.message), END);
