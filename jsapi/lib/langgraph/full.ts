// This file is @langchain/langgraph. Files that name nothing of what is only here get index.ts (fullOnly in jsapi/module.go).

export * from "./index";
export { DeltaChannel, UntrackedValueChannel } from "./channels";
export { MessageGraph } from "./message_graph";
export { MessagesAnnotation, messagesStateReducer, messagesStateReducer as addMessages } from "./messages";
export { MessagesDeltaValue, MessagesValue, messagesDeltaReducer } from "./messages_value";
export { MessagesZodMeta, MessagesZodState } from "./messages_zod";
export { pushMessage } from "./push_message";
export { getJsonSchemaFromSchema, getSchemaDefaultGetter, isSerializableSchema, isStandardSchema } from "./standard";
export { DeltaValue, ReducedValue, StateSchema, UntrackedValue } from "./state_schema";
