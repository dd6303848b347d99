// What the host gives to these files, as __hitlrun.
interface CoreHost {
  /** The config of the node that is running, or undefined outside of one. */
  currentConfig(): any;
  /** Runs fn so that currentConfig() gives config until fn, and all it awaits, is done. */
  runWithConfig<T>(config: any, fn: () => T): T;
  /** The exports of a module of lib, loaded when it is first asked for. May be absent. */
  lib?(name: string): any;
}
