// This file is `@langchain/core/runnables` for files that use callbacks.
import "./runnable_callbacks";
export * from "./runnables";
export * from "./runnables_around";
export { getCallbackManagerForConfig, patchConfig, pickRunnableConfigKeys } from "./config";
export * from "./message_history";
