// This file is `@langchain/core/documents`.

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
