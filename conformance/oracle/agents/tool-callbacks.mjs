// Pins: tools report to callbacks, and what they call finds their config
import { tool } from "@langchain/core/tools";
import { RunnableLambda } from "@langchain/core/runnables";
import { getConfig, StateGraph, Annotation, START } from "@langchain/langgraph";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import * as z from "zod";
const t = tool(async ({a}, config) => { await null; const c = getConfig(); return [c.tags.join(), c.metadata?.k, config.tags.join(), Object.keys(c).sort().join()].join("|"); }, {name:"t", description:"d", schema: z.object({a:z.number()}), tags:["own"]});
const g = new StateGraph(Annotation.Root({x: Annotation()})).addNode("n", async (s, config) => ({x: [await t.invoke({a:1}, {tags:["q"]}), getConfig().tags.join(), await RunnableLambda.from(async () => { try { return await t.invoke({a:2}) } catch (e) {return e.message} }).invoke(1, {tags:["l"], metadata: {k:1}})]})).addEdge(START,"n").compile();
console.log(await g.invoke({}, {tags:["g"]}));
class H extends BaseCallbackHandler { name="h"; awaitHandlers = true;
handleToolStart(t, input, runId, parent, tags, meta, name, id) { console.log("tool start", t, input, !!parent, tags, meta, name, id) }
handleToolEnd(out) { console.log("tool end", out) }
handleToolError(e) { console.log("tool error", e.message) } 
handleToolEvent(c) { console.log("tool event", c) } 
}
await t.invoke({a:1}, {callbacks:[new H()], tags:["z"]});
await t.invoke({name:"t", args:{a:1}, id:"c1", type:"tool_call"}, {callbacks:[new H()], tags:["z"]});
await t.invoke({a:"x"}, {callbacks:[new H()]}).catch(e=>console.log(e.message));
const bad = tool(async () => { throw new Error("bad") }, {name:"bad", description:"d", schema: z.object({})});
await bad.invoke({}, {callbacks:[new H()]}).catch(e=>console.log(e.message));
const gen = tool(async function* () { yield 1; yield 2; return "end"; }, {name:"gen", description:"d", schema: z.object({})});
console.log(await gen.invoke({}, {callbacks:[new H()]}).catch(e=>console.log(e.message)));
