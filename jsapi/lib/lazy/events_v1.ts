// This file has streamEvents(…, { version: "v1" }), which reports less than version 2.
import { AIMessageChunk } from "../core/chunks";
import { BaseCallbackHandler } from "../core/callbacks";
import { Filter, Pipe, wants, withHandler } from "./events_shared";

interface Run { id: string; name: string; type: string; tags: string[]; metadata: any; inputs: any; streamed: boolean }

const lone = (v: any, key: string) => v !== undefined && v !== null && Object.keys(v).length === 1 && v[key] !== undefined;
const ofModel = (type: string) => type === "llm" || type === "retriever" || type === "prompt";

/** Makes events from calls of callbacks, for all runs but the first. The events of the first run are made from its stream. */
class EventsV1Handler extends BaseCallbackHandler {
  name = "log_stream_tracer";
  awaitHandlers = true;
  lc_prefer_streaming = true;
  pipe = new Pipe();
  root: string | undefined;
  rootOutput: any;
  private runs = new Map<string, Run>();
  private toolInputs = new Map<string, any>();

  constructor(private filter: Filter) { super(); }

  private start(id: string, name: string, type: string, tags: any, metadata: any, inputs: any) {
    const run = { id, name, type, tags: tags ?? [], metadata: metadata ?? {}, inputs, streamed: false };
    if (this.root === undefined) this.root = id;
    else if (!wants(this.filter, run)) return;
    this.runs.set(id, run);
    if (id !== this.root) this.report(run, "start", this.input(run));
  }

  private input({ type, inputs }: Run): any {
    const input = ofModel(type) ? inputs : inputs.input === "" && lone(inputs, "input") ? undefined : inputs.input;
    return input === undefined ? {} : { input };
  }

  private report({ name, id, tags, metadata, type }: Run, what: string, data: any) {
    this.pipe.push({ event: `on_${type}_${what}`, name, run_id: id, tags, metadata, data });
  }

  private end(id: string, outputs: any, inputs?: any) {
    const run = this.runs.get(id);
    this.runs.delete(id);
    if (!run) return;
    if (inputs !== undefined) run.inputs = inputs;
    const output = !ofModel(run.type) && lone(outputs, "output") ? outputs.output : outputs;
    if (id === this.root) this.rootOutput = output;
    else this.report(run, "end", { ...this.input(run), output });
  }

  handleChainStart(chain: any, inputs: any, id: string, _parent: any, tags: any, metadata: any, type: any, name: any) {
    this.start(id, name ?? chain.id[chain.id.length - 1], type ?? "chain", tags, metadata, inputs);
  }
  handleChainEnd(value: any, id: string, _parent: any, _tags: any, more: any) {
    this.end(id, value && !Array.isArray(value) && typeof value === "object" ? value : { output: value }, more?.inputs);
  }
  handleChainError(_error: any, id: string) { this.end(id, undefined); }

  handleChatModelStart(llm: any, messages: any, id: string, _parent: any, _extra: any, tags: any, metadata: any, name: any) {
    this.start(id, name ?? llm.id[llm.id.length - 1], "llm", tags, metadata, { messages });
  }
  handleLLMStart(llm: any, prompts: any, id: string, _parent: any, _extra: any, tags: any, metadata: any, name: any) {
    this.start(id, name ?? llm.id[llm.id.length - 1], "llm", tags, metadata, { prompts });
  }
  handleLLMNewToken(token: string, _index: any, id: string, _parent: any, _tags: any, fields: any) {
    const run = this.runs.get(id);
    if (!run || id === this.root) return;
    const message = fields?.chunk?.message ? fields.chunk : new AIMessageChunk({ id: `run-${id}`, content: token });
    this.report(run, "stream", { chunk: run.inputs.messages ? message : token });
  }
  handleLLMEnd(value: any, id: string) { this.end(id, value); }
  handleLLMError(_error: any, id: string) { this.end(id, undefined); }

  handleToolStart(tool: any, text: any, id: string, _parent: any, tags: any, metadata: any, name: any) {
    const input = this.toolInputs.has(id) ? this.toolInputs.get(id) : text;
    this.toolInputs.delete(id);
    this.start(id, name ?? tool.id[tool.id.length - 1], "tool", tags, metadata, typeof input === "string" ? { input } : input);
  }
  handleToolEnd(output: any, id: string) { this.end(id, { output }); }
  handleToolError(_error: any, id: string) { this.end(id, undefined); }

  handleRetrieverStart(retriever: any, query: string, id: string, _parent: any, tags: any, metadata: any, name: any) {
    this.start(id, name ?? retriever.id[retriever.id.length - 1], "retriever", tags, metadata, { query });
  }
  handleRetrieverEnd(documents: any, id: string) { this.end(id, { documents }); }
  handleRetrieverError(_error: any, id: string) { this.end(id, undefined); }

  // If these methods exist, managers report the start of a run at once, and the input of a tool unchanged.
  _addRunToRunMap() {}
  _createRunForLLMStart() {}
  _createRunForChatModelStart() {}
  _createRunForChainStart() {}
  _createRunForRetrieverStart() {}
  _createRunForToolStart(_tool: any, input: any, id: string) { this.toolInputs.set(id, input); }

  /** Reports the chunks of a run's stream, and yields them. */
  async *tapOutputIterable(id: string, chunks: any): AsyncGenerator<any> {
    for await (const chunk of chunks) {
      const run = this.runs.get(id);
      if (run && id !== this.root) this.report(run, "stream", { chunk });
      yield chunk;
    }
  }
}

export async function* eventsV1(runnable: any, input: any, options: any, filter: Filter): AsyncGenerator<any> {
  const handler = new EventsV1Handler(filter);
  const { tags = [], metadata = {}, runName } = options;
  const root = { name: runName ?? runnable.getName(), type: "chain", tags };
  const report = (event: any) => {
    if (wants(filter, root)) handler.pipe.push(event);
  };
  const running = (async () => {
    try {
      let begun = false;
      const begin = () => {
        if (!begun) report({ run_id: handler.root, event: "on_chain_start", name: root.name, tags, metadata, data: { input } });
        begun = true;
      };
      const start = handler.handleChainStart;
      handler.handleChainStart = (...args) => {
        start.apply(handler, args);
        begin();
      };
      const stream = await runnable.stream(input, { ...options, callbacks: withHandler(options.callbacks, handler) });
      for await (const chunk of stream) report({ event: "on_chain_stream", run_id: handler.root, tags, metadata, name: root.name, data: { chunk } });
      report({ event: "on_chain_end", name: root.name, run_id: handler.root, tags, metadata, data: { output: handler.rootOutput } });
    } finally {
      handler.pipe.close();
    }
  })();
  running.catch(() => {});
  try {
    for (let r = await handler.pipe.next(); !r.done; r = await handler.pipe.next()) yield r.value;
  } finally {
    await running;
  }
}
