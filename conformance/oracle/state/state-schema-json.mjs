// Pins: the JSON schemas of StateSchema, and reducers' schemas
import { MessagesValue, ReducedValue, StateSchema, UntrackedValue, getJsonSchemaFromSchema, getSchemaDefaultGetter, isStandardSchema, isSerializableSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  name: z.string().describe("who").default("x"),
  n: z.number().min(1).optional(),
  log: new ReducedValue(z.array(z.string()).default([]), { inputSchema: z.string(), reducer: (a, b) => [...a, b] }),
  temp: new UntrackedValue(z.boolean()),
});
console.log(JSON.stringify(State.getJsonSchema(), null, 1));
console.log(JSON.stringify(State.getInputJsonSchema(), null, 1));
console.log(JSON.stringify(getJsonSchemaFromSchema(z.object({ a: z.string() }))), getJsonSchemaFromSchema({}));
console.log(getSchemaDefaultGetter(z.string().default("d"))?.(), getSchemaDefaultGetter(z.string()));
console.log(isStandardSchema(z.string()), isStandardSchema({}), isSerializableSchema(z.string()), isSerializableSchema(null));
console.log(ReducedValue.isInstance(State.fields.log), UntrackedValue.isInstance(State.fields.temp), ReducedValue.isInstance(MessagesValue));
