// Pins: withConfig and batch of an entrypoint
import { entrypoint } from "@langchain/langgraph";

const flow = entrypoint("flow", (x, config) => `${x} by ${config.configurable?.who} ${config.tags ?? ""}`);
const ann = flow.withConfig({ configurable: { who: "ann" }, tags: ["a"] });
console.log(await ann.invoke(1), await ann.invoke(1, { configurable: { who: "bob" }, tags: ["b"] }));
console.log(await flow.batch([1, 2], { configurable: { who: "all" } }));
console.log(await flow.batch([1, 2], [{ configurable: { who: "one" } }, { configurable: { who: "two" } }]));
console.log(ann.name, ann === flow);
