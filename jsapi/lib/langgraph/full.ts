// This file is @langchain/langgraph. A file that uses none of the names that only this module exports (fullOnly in
// jsapi/module.go) gets index.ts instead.

export * from "./index";
export { DeltaChannel, UntrackedValueChannel } from "./channels";
export { MessageGraph } from "./message_graph";
export { MessagesAnnotation, messagesStateReducer, messagesStateReducer as addMessages } from "./messages";
export { MessagesDeltaValue, MessagesValue, messagesDeltaReducer } from "./messages_value";
export { MessagesZodMeta, MessagesZodState } from "./messages_zod";
export { pushMessage } from "./push_message";
export { getJsonSchemaFromSchema, getSchemaDefaultGetter, isSerializableSchema, isStandardSchema } from "./standard";
export { DeltaValue, ReducedValue, StateSchema, UntrackedValue } from "./state_schema";
export { ChatModelStream as ChatModelStreamImpl } from "../core/model_stream";
export { createLifecycleTransformer, filterLifecycleEntries } from "./lifecycle";
export { STREAM_EVENTS_V3_MODES, convertToProtocolEvent, isCheckpointEnvelope } from "./protocol";
export { GraphRunStream, SubgraphRunStream, createGraphRunStream } from "./run_stream";
export { StreamChannel, StreamChannel as EventLog } from "./stream_channel";
export {
  createMessagesTransformer, createSubgraphDiscoveryTransformer, createValuesTransformer, filterSubgraphHandles, isNativeTransformer,
} from "./transformers";
