// N threads, one after the other: invoke, question, answer, done. The rate is threads per second.
import { Command } from "@langchain/langgraph";
import { config, expect, number, print } from "./common.mjs";
import { graph } from "./waiting.mjs";

const N = number("N", 2000);
const start = performance.now();
for (let i = 0; i < N; i++) {
  const thread = config("t" + i);
  await graph.invoke({ q: "approve " + i + "?" }, thread);
  const { status } = await graph.invoke(new Command({ resume: i % 2 ? "n" : "y" }), thread);
  expect("status", status, i % 2 ? "rejected" : "approved");
}
print(N, performance.now() - start);
