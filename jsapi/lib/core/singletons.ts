// This file is `@langchain/core/singletons`: it finds the config of the running code.

const childConfig = Symbol.for("lc:child_config");
const storage = (): any => (globalThis as any)[Symbol.for("ls:tracing_async_local_storage")];

export const _CONTEXT_VARIABLES_KEY = /* @__PURE__ */ Symbol.for("lc:context_variables");

export class MockAsyncLocalStorage {
  getStore(): any {}
  run(_store: any, f: () => any): any {
    return f();
  }
  enterWith(_store: any): void {}
}

export const AsyncLocalStorageProviderSingleton = {
  getInstance: storage,
  getRunnableConfig: (): any => storage().getStore()?.extra?.[childConfig],
  /** Runs f. Code that it calls finds config. */
  runWithConfig: (config: any, f: () => any, _noTree?: boolean): any => storage().run({ extra: { [childConfig]: config } }, f),
  /** Does nothing, because there is an instance already. */
  initializeGlobalInstance(_instance: any): void {},
};
