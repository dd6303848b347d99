// This file has the stand-ins of `@langchain/core/utils/testing` for vectors: embeddings made of letters, and a store in memory.
import { Document } from "./documents";
import { Embeddings } from "./embeddings";
import { Retriever } from "./fake_parts";

/** Makes a vector of the letters of a text: the same vector for the same text. */
export class SyntheticEmbeddings extends Embeddings {
  vectorSize: number;
  constructor(params?: any) {
    super(params ?? {});
    this.vectorSize = params?.vectorSize ?? 4;
    this.embedQuery = async (text) => this.vector(text.toLowerCase().replace(/[^a-z ]/g, ""));
    this.embedDocuments = async (texts) => Promise.all(texts.map((t) => this.embedQuery(t)));
  }
  private vector(letters: string): number[] {
    const piece = Math.ceil(letters.length / this.vectorSize);
    if (piece === 0) return [];
    const padded = letters.padEnd(piece * this.vectorSize, " ");
    return Array.from({ length: this.vectorSize }, (_, i) => {
      const part = padded.slice(i * piece, (i + 1) * piece);
      let sum = 0;
      if (part !== " ") for (const c of part) sum += c.charCodeAt(0); // a space that is a part of its own counts as nothing
      return (sum % 26) / 26;
    });
  }
}

const dot = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cosine = (a: number[], b: number[]) => dot(a, b) / (Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b)));

/** Returns the documents of a store that are like a text. */
class VectorStoreRetriever extends Retriever {
  k: number;
  searchType = "similarity";
  filter: any;
  vectorStore: any;
  constructor(fields: any) {
    super(fields);
    this.vectorStore = fields.vectorStore;
    this.k = fields.k ?? 4;
    this.searchType = fields.searchType ?? this.searchType;
    this.filter = fields.filter;
  }
  get lc_namespace(): string[] {
    return ["langchain_core", "vectorstores"];
  }
  async _getRelevantDocuments(query: string): Promise<any[]> {
    if (this.searchType === "mmr") throw new Error(`The vector store backing this retriever, ${this.vectorStore._vectorstoreType()} does not support max marginal relevance search.`);
    return this.vectorStore.similaritySearch(query, this.k, this.filter);
  }
  async addDocuments(documents: any[], options?: any): Promise<any> {
    return this.vectorStore.addDocuments(documents, options);
  }
}

/** A store of documents that finds those whose vectors are near to that of a text. */
export class FakeVectorStore {
  embeddings: any;
  memoryVectors: any[] = [];
  similarity: (a: number[], b: number[]) => number;
  lc_namespace = ["langchain", "vectorstores", this._vectorstoreType()];
  constructor(embeddings: any, { similarity }: any = {}) {
    this.embeddings = embeddings;
    this.similarity = similarity ?? cosine;
  }
  _vectorstoreType(): string {
    return "memory";
  }
  async addDocuments(documents: any[]): Promise<void> {
    return this.addVectors(await this.embeddings.embedDocuments(documents.map((d) => d.pageContent)), documents);
  }
  async addVectors(vectors: number[][], documents: any[]): Promise<void> {
    const added = vectors.map((embedding, i) => ({ content: documents[i].pageContent, embedding, metadata: documents[i].metadata }));
    this.memoryVectors = [...this.memoryVectors, ...added];
  }
  async delete(_params?: any): Promise<void> {
    throw new Error("Not implemented.");
  }
  async similaritySearchVectorWithScore(query: number[], k: number, filter?: (d: any) => boolean): Promise<[any, number][]> {
    const document = (v: any) => new Document({ metadata: v.metadata, pageContent: v.content });
    return this.memoryVectors
      .filter((v) => !filter || filter(document(v)))
      .map((v) => ({ v, score: this.similarity(query, v.embedding) }))
      .sort((a, b) => (a.score > b.score ? -1 : 0))
      .slice(0, k)
      .map(({ v, score }) => [document(v), score]);
  }
  async similaritySearchWithScore(text: string, k = 4, filter?: any): Promise<[any, number][]> {
    return this.similaritySearchVectorWithScore(await this.embeddings.embedQuery(text), k, filter);
  }
  async similaritySearch(text: string, k = 4, filter?: any): Promise<any[]> {
    return (await this.similaritySearchWithScore(text, k, filter)).map(([document]) => document);
  }
  asRetriever(k?: any, filter?: any, callbacks?: any, tags?: any, metadata?: any, verbose?: any): any {
    const fields = typeof k === "object" ? k : { k, filter, callbacks, tags, metadata, verbose };
    return new VectorStoreRetriever({ ...fields, vectorStore: this, tags: [...(fields.tags ?? []), this._vectorstoreType()] });
  }
  static async fromTexts(texts: string[], metadatas: any, embeddings: any, options?: any): Promise<any> {
    const documents = texts.map((pageContent, i) => new Document({ pageContent, metadata: Array.isArray(metadatas) ? metadatas[i] : metadatas }));
    return this.fromDocuments(documents, embeddings, options);
  }
  static async fromDocuments(documents: any[], embeddings: any, options?: any): Promise<any> {
    const store = new this(embeddings, options);
    await store.addDocuments(documents);
    return store;
  }
  static async fromExistingIndex(embeddings: any, options?: any): Promise<any> {
    return new this(embeddings, options);
  }
}
