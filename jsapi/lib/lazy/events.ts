// This file has streamEvents(…, { version: "v1" or "v2" }): the calls of callbacks in a run, as a stream of events.
import { v7 } from "../uuid/index";
import { AIMessageChunk } from "../core/chunks";
import { BaseCallbackHandler } from "../core/callbacks";
import { Filter, Pipe, wants, withHandler } from "./events_shared";
import { eventsV1 } from "./events_v1";

declare const AbortController: any, AbortSignal: any, TextEncoder: any;

interface Run { name: string; type: string; tags: string[]; metadata: any; inputs: any }

const asObject = (v: any, key: string) => (v && !Array.isArray(v) && typeof v === "object" ? v : { [key]: v });
const describe = (e: any) => (e instanceof Error ? e.message + (e.stack ? `\n\n${e.stack}` : "") : `${e}`);

/** Makes events from calls of callbacks. Runnables recognise it by its name, and pass their streams to it. */
class EventsHandler extends BaseCallbackHandler {
  name = "event_stream_tracer";
  awaitHandlers = true;
  lc_prefer_streaming = true;
  pipe = new Pipe();
  private runs = new Map<string, Run>();
  private tapped = new Map<string, Promise<void>>();
  private toolInputs = new Map<string, any>();

  constructor(private filter: Filter) { super(); }

  private send(event: any, run: Run) {
    if (!this.pipe.closed && wants(this.filter, run)) this.pipe.push(event);
  }

  // The end of a run that is read as a stream is reported after its last chunk.
  private sendEnd(event: any, run: Run) {
    const tapped = this.tapped.get(event.run_id);
    if (tapped) tapped.then(() => {
      this.tapped.delete(event.run_id);
      this.send(event, run);
    });
    else this.send(event, run);
  }

  private start(id: string, run: Run, data: any) {
    this.runs.set(id, run);
    const { name, tags, metadata } = run;
    const event = `on_${run.type}_start`;
    this.send(
      run.type === "tool" ? { event, data, name, run_id: id, tags, metadata } : { event, data, name, tags, run_id: id, metadata },
      run,
    );
  }

  private take(id: string, what: string): Run {
    const run = this.runs.get(id);
    if (!run) throw new Error(`${what}: Run ID ${id} not found in run map.`);
    this.runs.delete(id);
    return run;
  }

  private end(id: string, run: Run, data: any, event = `on_${run.type}_end`) {
    this.sendEnd({ event, data, run_id: id, name: run.name, tags: run.tags, metadata: run.metadata }, run);
  }

  private stream(id: string, run: Run, chunk: any) {
    this.send({ event: `on_${run.type}_stream`, data: { chunk }, run_id: id, name: run.name, tags: run.tags, metadata: run.metadata }, run);
  }

  handleChainStart(chain: any, inputs: any, id: string, _parent: any, tags: any, metadata: any, type: any, name: any) {
    const empty = inputs.input === "" && Object.keys(inputs).length === 1;
    const input = empty ? {} : inputs.input !== undefined ? inputs.input : inputs;
    const run = { name: name ?? chain.id[chain.id.length - 1], type: type ?? "chain", tags: tags ?? [], metadata: metadata ?? {}, inputs };
    this.start(id, run, empty ? {} : { input });
  }

  // A failed run has no event of its own.
  handleChainError(_error: any, id: string) { this.forget(id); }
  handleLLMError(_error: any, id: string) { this.forget(id); }
  handleRetrieverError(_error: any, id: string) { this.forget(id); }

  private forget(id: string) {
    this.runs.delete(id);
    this.tapped.delete(id);
  }

  handleChainEnd(value: any, id: string, _parent: any, _tags: any, more: any) {
    const run = this.take(id, "onChainEnd");
    const outputs = asObject(value, "output");
    const inputs = more?.inputs !== undefined ? asObject(more.inputs, "input") : run.inputs;
    const input = inputs.input && Object.keys(inputs).length === 1 ? inputs.input : inputs;
    this.end(id, run, { output: outputs.output ?? outputs, input });
  }

  handleLLMStart(llm: any, prompts: string[], id: string, _parent: any, _extra: any, tags: any, metadata: any, name: any) {
    this.startModel("llm", { prompts }, llm, id, tags, metadata, name);
  }

  handleChatModelStart(llm: any, messages: any[][], id: string, _parent: any, _extra: any, tags: any, metadata: any, name: any) {
    this.startModel("chat_model", { messages }, llm, id, tags, metadata, name);
  }

  private startModel(type: string, inputs: any, llm: any, id: string, tags: any, metadata: any, name: any) {
    this.start(id, { name: name ?? llm.id[llm.id.length - 1], type, tags: tags ?? [], metadata: metadata ?? {}, inputs }, { input: inputs });
  }

  handleLLMNewToken(token: string, _index: any, id: string, _parent: any, _tags: any, fields: any) {
    const run = this.runs.get(id);
    if (!run) throw new Error(`onLLMNewToken: Run ID ${id} not found in run map.`);
    if (this.runs.size === 1) return; // the model itself is streamed: its chunks are reported as those of the stream
    const chunk = fields?.chunk;
    if (run.type === "chat_model") this.stream(id, run, chunk ? chunk.message : new AIMessageChunk({ content: token, id: `run-${id}` }));
    else this.stream(id, run, chunk ?? { text: token });
  }

  handleLLMEnd(value: any, id: string) {
    const run = this.take(id, "onLLMEnd");
    const { generations, llmOutput } = value;
    const texts = () => ({
      generations: generations?.map((list: any[]) => list.map(({ text, generationInfo }) => ({ text, generationInfo }))),
      llmOutput: llmOutput ?? {},
    });
    const message = () => generations?.map((list: any[]) => list[0]?.message).find((m: any) => m !== undefined);
    this.end(id, run, { output: run.type === "chat_model" ? message() : texts(), input: run.inputs });
  }

  handleToolStart(tool: any, text: any, id: string, _parent: any, tags: any, metadata: any, name: any) {
    const input = this.toolInputs.has(id) ? this.toolInputs.get(id) : text;
    this.toolInputs.delete(id);
    const inputs = typeof input === "string" ? { input } : input;
    const run = { name: name ?? tool.id[tool.id.length - 1], type: "tool", tags: tags ?? [], metadata: metadata ?? {}, inputs };
    this.start(id, run, { input: inputs ?? {} });
  }

  handleToolEnd(output: any, id: string) {
    const run = this.take(id, "onToolEnd");
    this.end(id, run, { output, input: run.inputs });
  }

  handleToolError(error: any, id: string) {
    const run = this.take(id, "onToolEnd");
    this.end(id, run, { input: run.inputs, error: describe(error) }, "on_tool_error");
  }

  handleRetrieverStart(retriever: any, query: string, id: string, _parent: any, tags: any, metadata: any, name: any) {
    const inputs = { query };
    const run = { name: name ?? retriever.id[retriever.id.length - 1], type: "retriever", tags: tags ?? [], metadata: metadata ?? {}, inputs };
    this.start(id, run, { input: inputs });
  }

  handleRetrieverEnd(documents: any, id: string) {
    const run = this.take(id, "onRetrieverEnd");
    this.end(id, run, { output: documents, input: run.inputs });
  }

  handleCustomEvent(name: string, data: any, id: string) {
    const run = this.runs.get(id);
    if (!run) throw new Error(`handleCustomEvent: Run ID ${id} not found in run map.`);
    this.send({ event: "on_custom_event", run_id: id, name, tags: run.tags, metadata: run.metadata, data }, run);
  }

  // If these methods exist, managers report the start of a run at once, and the input of a tool unchanged.
  _addRunToRunMap() {}
  _createRunForLLMStart() {}
  _createRunForChatModelStart() {}
  _createRunForChainStart() {}
  _createRunForRetrieverStart() {}
  _createRunForToolStart(_tool: any, input: any, id: string) { this.toolInputs.set(id, input); }

  /** Reports the chunks of a run's stream, and yields them. */
  async *tapOutputIterable(id: string, chunks: any): AsyncGenerator<any> {
    const first = await chunks.next();
    if (first.done) return;
    const run = this.runs.get(id);
    if (!run || this.tapped.has(id)) {
      yield first.value;
      if (run) yield* { [(Symbol as any).asyncIterator]: () => chunks } as any;
      return;
    }
    let ended: any;
    this.tapped.set(id, new Promise((resolve) => (ended = resolve)));
    const report = (chunk: any) => this.send({
      event: `on_${run.type}_stream`, run_id: id, name: run.name, tags: run.tags, metadata: run.metadata,
      data: { chunk: run.type === "llm" && typeof chunk === "string" ? { text: chunk } : chunk },
    }, run);
    try {
      report(first.value);
      yield first.value;
      for (let r = await chunks.next(); !r.done; r = await chunks.next()) {
        if (run.type !== "tool" && run.type !== "retriever") report(r.value);
        yield r.value;
      }
    } finally {
      ended();
    }
  }

  finish() { Promise.all([...this.tapped.values()]).then(() => this.pipe.close()); }
}

async function* eventsV2(runnable: any, input: any, options: any, filter: Filter) {
  const handler = new EventsHandler(filter);
  const config = { ...options, runId: options.runId ?? v7(), callbacks: withHandler(options.callbacks, handler) };
  const left = new AbortController();
  const running = (async () => {
    try {
      const signal = config.signal ? AbortSignal.any([left.signal, config.signal]) : left.signal;
      const stream = await runnable.stream(input, { ...config, signal });
      for await (const _ of handler.tapOutputIterable(config.runId, stream)) if (left.signal.aborted) break;
    } finally {
      handler.finish();
    }
  })();
  running.catch(() => {});
  let rootId: string | undefined;
  try {
    for (let r = await handler.pipe.next(); !r.done; r = await handler.pipe.next()) {
      const event = r.value;
      if (rootId === undefined) {
        event.data.input = input;
        rootId = event.run_id;
      } else if (event.run_id === rootId && event.event.endsWith("_end")) delete event.data.input;
      yield event;
    }
  } finally {
    left.abort();
    await running;
  }
}

/**
 * Returns a handler that gives report the events of one run, as version "v2" has them, as servers send them: without those of
 * hidden nodes. input is what the run gets.
 */
export function reporter(input: any, report: (event: any) => void): any {
  const handler = new EventsHandler({ excludeTags: ["langsmith:hidden"] });
  let root: string | undefined;
  handler.pipe.push = (event: any) => {
    if (root === undefined) {
      event.data.input = input;
      root = event.run_id;
    } else if (event.run_id === root && event.event.endsWith("_end")) delete event.data.input;
    report(event);
  };
  return handler;
}

// Returns events as server-sent events.
function encoded(read: () => Promise<any>) {
  const encoder = new TextEncoder();
  let ended = false;
  return async () => {
    const { value, done } = ended ? { value: undefined, done: true } : await read();
    if (!done) return { value: encoder.encode(`event: data\ndata: ${JSON.stringify(value)}\n\n`), done };
    if (ended) return { value, done };
    ended = true;
    return { value: encoder.encode("event: end\n\n"), done: false };
  };
}

/** Returns the source of a stream of events. Its cancel aborts the run. */
export function streamEvents(runnable: any, input: any, options: any, filter: any = {}): any {
  if (options.version !== "v1" && options.version !== "v2") throw new Error('Only versions "v1" and "v2" of the schema are currently supported.');
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const { encoding, ...rest } = options;
  const events = (options.version === "v1" ? eventsV1 : eventsV2)(runnable, input, { ...rest, signal }, filter);
  let first: any = events.next(); // the run starts before it is read
  first.catch(() => {});
  const read = () => {
    const r = first ?? events.next();
    first = undefined;
    return r;
  };
  return {
    next: encoding === "text/event-stream" ? encoded(read) : read,
    return() {}, // the run continues
    cancel(reason?: any) { stop.abort(reason); },
  };
}
