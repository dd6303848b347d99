// This file is `@langchain/core/runnables` for files that have to do with callbacks.
import "./runnable_callbacks";
export * from "./runnables";
export * from "./runnables_more";
export { getCallbackManagerForConfig, patchConfig, pickRunnableConfigKeys } from "./config";
