// Pins: addMessages: ids, replacing, removing, removing all, coercion, order, errors
import { MessagesAnnotation, REMOVE_ALL_MESSAGES, addMessages, messagesStateReducer } from "@langchain/langgraph";
import { AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";

const show = (list) => list.map((m) => `${m.getType()}:${m.id}:${typeof m.content === "string" ? m.content : JSON.stringify(m.content)}`);
const attempt = (name, f) => {
  try {
    console.log(name, show(f()));
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
};
const h = (id, content = id) => new HumanMessage({ id, content });
attempt("append", () => addMessages([h("1")], [h("2")]));
attempt("replace", () => addMessages([h("1"), h("2")], [new AIMessage({ id: "1", content: "new" })]));
attempt("replace and append", () => addMessages([h("1"), h("2")], [h("3"), h("2", "two")]));
attempt("remove", () => addMessages([h("1"), h("2")], [new RemoveMessage({ id: "1" })]));
attempt("remove and add again", () => addMessages([h("1"), h("2")], [new RemoveMessage({ id: "1" }), h("1", "again")]));
attempt("remove unknown", () => addMessages([h("1")], [new RemoveMessage({ id: "9" })]));
attempt("remove all", () => addMessages([h("1"), h("2")], [h("x"), new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), h("3")]));
attempt("a single one", () => addMessages(h("1"), h("2")));
attempt("same id twice on the right", () => addMessages([], [h("1", "a"), h("1", "b")]));
attempt("tuples and objects", () => addMessages([], [["human", "a"], ["ai", "b"], ["system", "c"], { role: "user", content: "d", id: "d" }, { type: "ai", content: "e", id: "e" }].map((m) => Array.isArray(m) ? { role: m[0], content: m[1], id: m[1] } : m)));
attempt("text", () => addMessages([], { role: "user", content: "text", id: "t" }));
attempt("tool", () => addMessages([], { role: "tool", content: "r", tool_call_id: "c1", id: "tool" }));
attempt("bad role", () => addMessages([], { role: "nobody", content: "x" }));
attempt("bad", () => addMessages([], 5));
const left = [h("1")];
addMessages(left, [h("2")]);
console.log(left.length, addMessages === messagesStateReducer, typeof addMessages([], "plain text")[0].id, Object.keys(MessagesAnnotation.spec));
console.log(show(addMessages([new SystemMessage({ id: "s", content: "sys" })], [new ToolMessage({ id: "t", content: "res", tool_call_id: "x" })])));
