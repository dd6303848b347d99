// Leaves N threads waiting in one file. The rate is threads per second.
import { config, expect, number, print } from "./common.mjs";
import { graph } from "./waiting.mjs";

const N = number("N", 1000);
const text = "x".repeat(200);
const start = performance.now();
for (let i = 0; i < N; i++) await graph.invoke({ q: text + i }, config("p" + i));
const ms = performance.now() - start;
const { next } = await graph.getState(config("p" + (N - 1)));
expect("next", next.join(), "ask");
print(N, ms);
