// Pins: RunnableBranch takes the first condition that holds; isInstance of message classes without its class
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableBranch, RunnableLambda } from "@langchain/core/runnables";

const branch = RunnableBranch.from([
  [(x) => x > 0, (x) => `positive ${x}`],
  [RunnableLambda.from(async (x) => x < 0), () => "negative"],
  () => "zero",
]);
console.log(await branch.invoke(1), await branch.invoke(-1), await branch.invoke(0), await branch.batch([1, 0]));
for await (const chunk of await branch.stream(2)) console.log(chunk);
console.log(await RunnableLambda.from((x) => x - 1).pipe(branch).invoke(1));
try { RunnableBranch.from([]); } catch (e) { console.log(e.message); }
const { isInstance } = AIMessage;
console.log(isInstance(new AIMessage("x")), isInstance(new HumanMessage("x")), isInstance(undefined));
console.log([new AIMessage("a"), new HumanMessage("b")].filter(HumanMessage.isInstance).map((m) => m.content));
