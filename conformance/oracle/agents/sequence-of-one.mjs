// Pins: RunnableSequence.from needs at least two steps
import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";

const plus = RunnableLambda.from((x) => x + 1);
for (const steps of [[], [plus], [(x) => x], [plus, plus], [plus, plus, plus], [plus, undefined], [undefined, plus], [plus, 1], [plus, [1]], [plus, null]]) {
  try {
    const sequence = RunnableSequence.from(steps, "name");
    console.log(sequence.steps.length, sequence.name, await sequence.invoke(1));
  } catch (e) {
    console.log(e.name, e.message);
  }
}
