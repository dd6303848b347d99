// This file is @langchain/core/embeddings.

/** Turns texts into vectors. A subclass implements this. */
export class Embeddings {
  caller: any;

  constructor(_params?: any) {
    this.caller = { call: async (f: (...args: any[]) => any, ...args: any[]) => f(...args) };
  }

  declare embedQuery: (text: string) => Promise<number[]>;
  declare embedDocuments: (texts: string[]) => Promise<number[][]>;
}
