// Pins: messagesStateReducer and addMessages: coercion, ids, replacement, removal of known and unknown ids and of all.
import { REMOVE_ALL_MESSAGES, addMessages, messagesStateReducer } from "@langchain/langgraph";
import { AIMessage, AIMessageChunk, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";

const show = (list) => list.map((m) => `${m.getType()}/${m.constructor.name} ${m.id?.length === 36 ? "uuid" : m.id} ${JSON.stringify(m.content)}${m.tool_call_id ? " " + m.tool_call_id : ""}${m.name ? " " + m.name : ""}`);
const attempt = (label, left, right) => {
  try {
    console.log(label, show(messagesStateReducer(left, right)));
  } catch (e) {
    console.log(label, e.name, e.message);
  }
};
console.log(addMessages === messagesStateReducer, REMOVE_ALL_MESSAGES);
const old = [new HumanMessage({ id: "1", content: "one" }), new AIMessage({ id: "2", content: "two" }), new HumanMessage({ id: "3", content: "three" })];
attempt("single", [], "hello");
attempt("left single", "left", ["right"]);
attempt("tuples", [], [["human", "a"], ["user", "b"], ["ai", "c"], ["assistant", "d"], ["system", "e"]]);
attempt("one tuple is two texts", [], ["human", "a"]);
attempt("objects", [], [{ role: "user", content: "a" }, { role: "assistant", content: "b", id: "given" }, { role: "system", content: "c" }, { role: "tool", content: "d", tool_call_id: "t1" }, { type: "human", content: "e" }, { type: "ai", content: [{ type: "text", text: "f" }] }]);
attempt("blocks", [], { role: "user", content: [{ type: "text", text: "t" }] });
attempt("replace", old, [new AIMessage({ id: "2", content: "TWO" }), "new"]);
attempt("replace with another type", old, [new SystemMessage({ id: "1", content: "S" })]);
attempt("remove", old, [new RemoveMessage({ id: "2" })]);
attempt("remove, then add again", old, [new RemoveMessage({ id: "2" }), new AIMessage({ id: "2", content: "back" })]);
attempt("add, then remove", old, [new AIMessage({ id: "4", content: "four" }), new RemoveMessage({ id: "4" })]);
attempt("remove unknown", old, [new RemoveMessage({ id: "9" })]);
attempt("remove twice", old, [new RemoveMessage({ id: "1" }), new RemoveMessage({ id: "1" })]);
attempt("remove all", old, [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), "after"]);
attempt("remove all twice", old, ["lost", new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), "lost too", new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), "kept"]);
attempt("remove all in the left list", [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), old[0]], ["x"]);
attempt("chunks", [], [new AIMessageChunk({ id: "c", content: "chunk" }), new ToolMessage({ content: "r", tool_call_id: "t", name: "tool" })]);
attempt("same id twice", [], [new HumanMessage({ id: "x", content: "1" }), new HumanMessage({ id: "x", content: "2" })]);
attempt("left has the same id twice", [old[0], new HumanMessage({ id: "1", content: "second" })], [new HumanMessage({ id: "1", content: "new" })]);
attempt("empty", [], []);
attempt("number", [], [5]);
attempt("unknown role", [], [{ role: "wizard", content: "x" }]);
attempt("no content", [], [{ role: "user" }]);
const given = new HumanMessage("x");
const merged = messagesStateReducer([], [given]);
console.log(merged[0] === given, given.id.length, given.lc_kwargs.id === given.id);
