// This file is `@langchain/core/singletons`: where the config of the code that runs is found.

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
  /** Runs f so that what it calls finds config. */
  runWithConfig: (config: any, f: () => any, _noTree?: boolean): any => storage().run({ extra: { [childConfig]: config } }, f),
  /** There is an instance already. */
  initializeGlobalInstance(_instance: any): void {},
};
