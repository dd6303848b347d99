// Pins: parallel tasks of different speed: results by call, chunks as they finish
import { entrypoint, task } from "@langchain/langgraph";

const wait = task("wait", (ms) => new Promise((done) => setTimeout(done, ms, `${ms} ms`)));
const flow = entrypoint("flow", async (times) => Promise.all(times.map((t) => wait(t))));
for await (const chunk of await flow.stream([60, 5, 30], { streamMode: "updates" })) console.log(chunk);
const first = entrypoint("first", async (times) => Promise.race(times.map((t) => wait(t))));
for await (const chunk of await first.stream([40, 5], { streamMode: "updates" })) console.log(chunk);
