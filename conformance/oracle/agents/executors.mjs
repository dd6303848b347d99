// Pins: the agents from before tool calling: ToolExecutor, createAgentExecutor, createFunctionCallingExecutor
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { ToolExecutor, createAgentExecutor, createFunctionCallingExecutor } from "@langchain/langgraph/prebuilt";

const echo = tool(async (s) => `echo ${s}`, { name: "echo", description: "Echoes" });
const executor = new ToolExecutor({ tools: [echo] });
console.log(await executor.invoke({ tool: "echo", toolInput: "hi" }), "/", await executor.invoke({ tool: "nope", toolInput: "hi" }));
console.log(await new ToolExecutor({ tools: [echo], invalidToolMsgTemplate: "no {requestedToolName}" }).invoke({ tool: "nope", toolInput: "" }));
const agentRunnable = RunnableLambda.from(async ({ input, steps }) => (steps.length < 2 ? { tool: "echo", toolInput: `${input}${steps.length}`, log: "" } : { returnValues: { output: steps.map((s) => s.observation) }, log: "" }));
for await (const chunk of await createAgentExecutor({ agentRunnable, tools: [echo] }).stream({ input: "x" }, { streamMode: "updates" })) console.log(JSON.stringify(chunk));
const model = { bind: ({ functions }) => { console.log(functions.map((f) => [f.name, f.description])); return { invoke: async (messages) => (messages.length < 3 ? new AIMessage({ content: "", additional_kwargs: { function_call: { name: "echo", arguments: "q" } } }) : new AIMessage("end")) }; } };
const end = await createFunctionCallingExecutor({ model, tools: [echo] }).invoke({ messages: [new HumanMessage("x")] });
console.log(end.messages.map((m) => [m.getType(), m.name, m.content]));
try { createFunctionCallingExecutor({ model: {}, tools: [echo] }); } catch (e) { console.log(e.message); }
