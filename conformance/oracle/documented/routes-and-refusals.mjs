// Pins: routes by maps and lists, sequences, and graphs that are refused
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const safe = async (f) => { try { say(await f()); } catch (e) { console.log(e.name + ": " + e.message.split("\n")[0]); } };
const g = new StateGraph(S).addNode("a1", () => ({ a: ["a1"] })).addNode("b1", () => ({ a: ["b1"] })).addNode("c1", () => ({ a: ["c1"] })).addConditionalEdges(START, (s) => s.b, { left: "a1", right: "b1", both: "c1" }).addConditionalEdges("a1", () => ["b1", "c1"]).addConditionalEdges("b1", async () => END).compile();
for (const b of ["left", "right", "both"]) say(await g.invoke({ b })); await safe(() => g.invoke({ b: "nowhere" }));
say(g.getGraph().drawMermaid());
const sq = new StateGraph(S).addSequence([["p", () => ({ a: ["p"] })], ["q", () => ({ a: ["q"] })]]).addEdge(START, "p").compile(); say(await sq.invoke({}));
await safe(() => new StateGraph(S).addNode("x", () => ({})).compile()); await safe(() => new StateGraph(S).addNode("x", () => ({})).addEdge("x", "nope").addEdge(START, "x").compile()); await safe(() => new StateGraph(S).addNode("a", () => ({}))); await safe(() => new StateGraph(S).addNode("x", () => ({})).addNode("x", () => ({})));
