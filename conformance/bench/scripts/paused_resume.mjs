// Answers thread ID, one of those paused_create.mjs left, in a process of its own: the figure is that of the process.
import { Command } from "@langchain/langgraph";
import { config, expect, number, print } from "./common.mjs";
import { graph } from "./waiting.mjs";

const start = performance.now();
const { status } = await graph.invoke(new Command({ resume: "y" }), config("p" + number("ID", 0)));
const ms = performance.now() - start;
expect("status", status, "approved");
print(1, ms);
