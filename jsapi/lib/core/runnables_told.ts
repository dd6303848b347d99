// This file is `@langchain/core/runnables` for files that have to do with callbacks.
import "./callback_manager";
export * from "./runnables";
