// Pins: context schemas of zod and of annotations, defaults in them, and where nodes find the context.
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = Annotation.Root({ seen: Annotation() });
const run = async (label, schema, options, init) => {
  const graph = new StateGraph(...(init ? [{ state: State, ...init }] : [State, schema]))
    .addNode("n", (_, config) => ({ seen: [config.context, config.configurable?.user] }))
    .addEdge(START, "n")
    .compile();
  try {
    console.log(label, JSON.stringify(await graph.invoke({}, options)));
  } catch (e) {
    console.log(label, e.name, e.message.replaceAll(/\s+/g, " "));
  }
};
const User = z.object({ user: z.string(), level: z.number().default(3) });
await run("given", User, { context: { user: "ann" } });
await run("with more", User, { context: { user: "ann", more: 1 } });
await run("wrong", User, { context: { user: 5 } });
await run("missing", User, {});
await run("no options", User);
await run("configurable", User, { configurable: { user: "bob" } });
await run("annotation", Annotation.Root({ user: Annotation() }), { context: { user: "ann" } });
await run("annotation with configurable", Annotation.Root({ user: Annotation() }), { configurable: { user: "bob" } });
await run("named", undefined, { context: { user: "ann" } }, { context: User });
await run("named, wrong", undefined, { context: { user: [] } }, { context: User });
await run("no schema", undefined, { context: { anything: [1] } });
await run("in options", { context: User }, { context: {} });
