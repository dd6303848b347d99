// Pins: the JSON schemas of a StateSchema and of the state, input and output of graphs.
import { MessagesValue, MessagesDeltaValue, ReducedValue, START, StateGraph, StateSchema, UntrackedValue, getJsonSchemaFromSchema, getSchemaDefaultGetter, isSerializableSchema, isStandardSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  name: z.string().describe("the name"),
  tags: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.string(), reducer: (a, b) => a.concat(b), jsonSchemaExtra: { title: "Tags" } }),
  pair: z.tuple([z.string(), z.number()]),
  hidden: new UntrackedValue(z.number()),
  raw: new UntrackedValue(),
  messages: MessagesValue,
  more: MessagesDeltaValue,
  date: z.date(),
  level: z.enum(["low", "high"]).default("low"),
});
console.log(JSON.stringify(State.getJsonSchema(), null, 1));
console.log(JSON.stringify(State.getInputJsonSchema(), null, 1));
console.log(getJsonSchemaFromSchema(z.tuple([z.string()]).rest(z.number())), getJsonSchemaFromSchema({}), getJsonSchemaFromSchema(z.date()));
const own = { "~standard": { version: 1, vendor: "own", validate: (v) => (v === undefined ? { value: "made" } : { value: v }) } };
console.log(isStandardSchema(own), isSerializableSchema(own), isSerializableSchema(z.string()), isStandardSchema(null), isStandardSchema({}), isStandardSchema(() => {}));
console.log(getSchemaDefaultGetter(own)(), getSchemaDefaultGetter(z.string()), getSchemaDefaultGetter(undefined), getSchemaDefaultGetter(z.string().optional())());
