// This file declares what the host gives these files as __hitlrun.
interface CoreHost {
  /** Returns the config of the running node, or undefined outside of a node. */
  currentConfig(): any;
  /** Runs fn. currentConfig() returns config until fn, and everything that it awaits, is done. */
  runWithConfig<T>(config: any, fn: () => T): T;
  /** Returns a message in a form that a terminal shows, and does not execute. Its further lines are indented. */
  safeText(message: string): string;
  /** Returns the value of a text that is the beginning of JSON, as far as it is there, or null if it is not. */
  partialJSON(text: string): any;
  /** Returns the root element of XML, or a text that says what is wrong. */
  parseXML(text: string): Record<string, any> | string;
  /** Returns the exports of a module of lib, which is loaded at its first use. May be absent. */
  lib?(name: string): any;
}
