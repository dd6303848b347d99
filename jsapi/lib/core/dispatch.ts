// This file is `@langchain/core/callbacks/dispatch` and `/dispatch/web`: events that a script defines.
import { RunnableConfig, ensureConfig, getCallbackManagerForConfig } from "./config";

/** Reports an event to the handlers of the current run. */
export async function dispatchCustomEvent(name: string, payload: any, config?: RunnableConfig): Promise<void> {
  const manager = await getCallbackManagerForConfig(ensureConfig(config));
  const parent = manager?.getParentRunId();
  if (manager && parent !== undefined) await manager.handleCustomEvent(name, payload, parent);
}
