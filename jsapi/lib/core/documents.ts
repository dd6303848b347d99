// This file is `@langchain/core/documents`.
import { Runnable } from "./runnables";

export type DocumentInput<M = Record<string, any>> = { pageContent: string; metadata?: M; id?: string };

/** A text with metadata. */
export class Document<M = Record<string, any>> {
  pageContent: string;
  metadata: M;
  id: string | undefined;
  constructor(fields: DocumentInput<M>) {
    this.pageContent = fields.pageContent !== undefined ? String(fields.pageContent) : "";
    this.metadata = fields.metadata ?? ({} as M);
    this.id = fields.id;
  }
}

/** The base of what makes other documents of documents. */
export abstract class BaseDocumentTransformer extends Runnable {
  get lc_namespace(): string[] {
    return ["langchain_core", "documents", "transformers"];
  }
  abstract transformDocuments(documents: any[]): Promise<any[]>;
  invoke(documents: any[], _options?: any): Promise<any[]> {
    return this.transformDocuments(documents);
  }
}

/** The base of what makes another document of each document. */
export abstract class MappingDocumentTransformer extends BaseDocumentTransformer {
  abstract _transformDocument(document: any): Promise<any>;
  async transformDocuments(documents: any[]): Promise<any[]> {
    const made: any[] = [];
    for (const d of documents) made.push(await this._transformDocument(d));
    return made;
  }
}
