// What the scripts share: the saver and the durability that the environment names, and how figures are printed.
//
// SAVER      memory (default) or sqlite, in the file DB
// DURABILITY of the runs; unset is the library's own default
// FULL       has the SqliteSaver of LangGraph.js sync each commit. It does not by itself: better-sqlite3 comes with
//            synchronous=NORMAL, so a commit survives the process but not a power cut. hitlrun takes the same from
//            durability: "sync" syncs each superstep, "async" none, the default those after which something leaves the process.
import { MemorySaver } from "@langchain/langgraph";

export async function openSaver() {
  if (process.env.SAVER !== "sqlite") return new MemorySaver();
  const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
  const saver = SqliteSaver.fromConnString(process.env.DB);
  if (process.env.FULL && saver.db) saver.db.pragma("synchronous = FULL");
  return saver;
}

// config is that of a run of the thread.
export function config(thread, more = {}) {
  const { DURABILITY } = process.env;
  return { configurable: { thread_id: thread }, ...(DURABILITY ? { durability: DURABILITY } : {}), ...more };
}

// number is a setting.
export const number = (name, otherwise) => Number(process.env[name] ?? otherwise);

// expect fails the script if what it did is wrong: a wrong answer has no speed.
export function expect(what, got, want) {
  if (got !== want) throw new Error(`${what}: got ${got}, want ${want}`);
}

// print prints the figures. n things took ms.
export function print(n, ms, more = {}) {
  console.log(JSON.stringify({ n, ms, rate: (n / ms) * 1000, ...more }));
}
