// This file is `@langchain/core/callbacks/dispatch` and `/dispatch/web`: events of a script's own.
import { RunnableConfig, ensureConfig, getCallbackManagerForConfig } from "./config";

/** Tells the handlers of the run it is called in of an event. */
export async function dispatchCustomEvent(name: string, payload: any, config?: RunnableConfig): Promise<void> {
  const manager = await getCallbackManagerForConfig(ensureConfig(config));
  const parent = manager?.getParentRunId();
  if (manager && parent !== undefined) await manager.handleCustomEvent(name, payload, parent);
}
