// Pins: generator functions are refused as entrypoints and as tasks
import { entrypoint, task } from "@langchain/langgraph";

for (const make of [
  () => entrypoint("e", function* () { yield 1; }),
  () => entrypoint({ name: "e" }, async function* () { yield 1; }),
  () => task("t", function* () { yield 1; }),
  () => task({ name: "t" }, async function* () { yield 1; }),
]) {
  try {
    make();
    console.log("accepted");
  } catch (e) {
    console.log(e.name, e.message);
  }
}
