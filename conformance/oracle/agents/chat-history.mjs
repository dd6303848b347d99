// Pins: the history of a chat in memory, one of a subclass, a tool of langchain/tools in a node
import { BaseListChatMessageHistory, InMemoryChatMessageHistory } from "@langchain/core/chat_history";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { v5, validate, NIL } from "@langchain/core/utils/uuid";
import { InMemoryStore } from "langchain/storage/in_memory";
import { tool } from "langchain/tools";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const show = async (history) => (await history.getMessages()).map((m) => `${m.getType()}: ${m.content}`);

const given = [new HumanMessage("zero")];
const history = new InMemoryChatMessageHistory(given);
await history.addUserMessage("one");
await history.addAIMessage("two");
await history.addMessages([new HumanMessage("three"), new AIMessage("four")]);
console.log(await show(history), given.length, history.lc_namespace);
await history.clear();
console.log(await show(history), given.length);

class Noted extends BaseListChatMessageHistory {
  lc_namespace = ["own"];
  list = [];
  async getMessages() { return this.list; }
  async addMessage(message) { this.list.push(message); }
}
const noted = new Noted();
await noted.addUserMessage("hello");
console.log(await show(noted), noted instanceof InMemoryChatMessageHistory);
try {
  await noted.clear();
} catch (e) {
  console.log(e.name, e.message);
}

const add = tool(({ a, b }) => a + b, { name: "add", description: "adds", schema: z.object({ a: z.number(), b: z.number() }) });
const chats = new Map();
const graph = new StateGraph(MessagesAnnotation)
  .addNode("chat", async (state, config) => {
    const id = config.configurable.session_id;
    if (!chats.has(id)) chats.set(id, new InMemoryChatMessageHistory());
    const past = chats.get(id);
    const messages = [...await past.getMessages(), ...state.messages];
    const answer = new AIMessage(`${await add.invoke({ a: messages.length, b: 1 })} messages`);
    await past.addMessages([...state.messages, answer]);
    return { messages: [answer] };
  })
  .addEdge(START, "chat")
  .compile();
for (const [session_id, text] of [["a", "hi"], ["b", "hi"], ["a", "again"]]) {
  const end = await graph.invoke({ messages: [new HumanMessage(text)] }, { configurable: { session_id } });
  console.log(session_id, end.messages.map((m) => m.content), await show(chats.get(session_id)));
}

const store = new InMemoryStore();
await store.mset([["k", 1]]);
console.log(await store.mget(["k", "none"]), v5("hello", NIL), validate(NIL));
