// This file is @langchain/core/embeddings.
import { AsyncCaller } from "./async_caller";

/** Turns texts into vectors. A subclass implements this. */
export class Embeddings {
  caller: AsyncCaller;

  constructor(params?: any) {
    this.caller = new AsyncCaller(params ?? {});
  }

  declare embedQuery: (text: string) => Promise<number[]>;
  declare embedDocuments: (texts: string[]) => Promise<number[][]>;
}
