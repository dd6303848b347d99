// Tools: what the function gets, what comes back, and what happens to arguments that do not fit.
import {
  BaseToolkit,
  DynamicStructuredTool,
  DynamicTool,
  StructuredTool,
  Tool,
  ToolInputParsingException,
  isLangChainTool,
  isRunnableToolLike,
  isStructuredTool,
  isStructuredToolParams,
  tool,
} from "@langchain/core/tools";
import { ToolMessage } from "@langchain/core/messages";
import { z } from "zod";
import * as batch from "../core/batch";
import * as jsonSchema from "../core/json_schema";
import * as readable from "../core/readable";

(globalThis as any).__hitlrun = { currentConfig: () => undefined, lib: () => ({ ...batch, ...jsonSchema, ...readable }) };
const text = (v: any) => JSON.stringify(v, (_k, x) => (x === undefined ? "(undefined)" : typeof x === "bigint" ? x + "n" : x));
async function attempt(name: string, fn: () => any) {
  try {
    console.log(name, text(await fn()));
  } catch (e: any) {
    console.log(
      name,
      "threw",
      e.constructor.name === "ToolInputParsingException" || e instanceof ToolInputParsingException,
      e.name,
      e.message,
      text(e.output),
    );
  }
}
const call = (args: any, id = "c1", name = "t") => ({ type: "tool_call" as const, id, name, args });

async function main() {
  let seen: any;
  const add = tool(async (input: any, config: any) => ((seen = config), input.a + input.b), {
    name: "add",
    description: "adds",
    schema: z.object({ a: z.number(), b: z.number().default(1) }),
  });
  await attempt("plain", () => add.invoke({ a: 1, b: 2 }));
  console.log(text(seen), Object.keys(seen).join());
  await attempt("default", () => add.invoke({ a: 1 } as any));
  await attempt("call", () => add.invoke(call({ a: 1, b: 2 })));
  console.log(text(seen), Object.keys(seen).join());
  await attempt("call without id", () => add.invoke({ type: "tool_call", name: "add", args: { a: 1, b: 2 } } as any));
  await attempt("config", () =>
    add.invoke({ a: 1, b: 2 }, {
      configurable: { user: "bob", model: "m" },
      tags: ["t"],
      metadata: { k: 1 },
      runName: "mine",
      recursionLimit: 7,
      runId: "r",
    } as any),
  );
  console.log(text(seen), Object.keys(seen).join());
  await attempt("config toolCall", () =>
    add.invoke({ a: 1, b: 2 }, { toolCall: { id: "given", name: "add", args: {}, type: "tool_call" } } as any),
  );
  await attempt(".call", () => (add as any).call({ a: 5, b: 5 }));
  await attempt(".call tool call", () => (add as any).call(call({ a: 5, b: 5 })));
  await attempt("bad type", () => add.invoke({ a: "x" } as any));
  await attempt("bad call", () => add.invoke(call({})));
  await attempt("bad string", () => add.invoke("nonsense" as any));
  await attempt("bad nothing", () => add.invoke(undefined as any));
  await attempt("verbose", () =>
    tool(() => 1, {
      name: "v",
      schema: z.object({ a: z.string().min(3), b: z.object({ c: z.array(z.number()) }) }),
      verboseParsingErrors: true,
    } as any).invoke({ a: "x", b: { c: ["y"] } }),
  );
  console.log(
    text([
      add.name,
      add.description,
      add.lc_namespace,
      add.getName(),
      add.getName("X"),
      add.returnDirect,
      add.responseFormat,
      add.tags,
      add.metadata,
      add.verbose,
      add instanceof DynamicStructuredTool,
      add instanceof StructuredTool,
      (add.constructor as any).lc_name(),
      (add as any).lc_id,
      (add as any).lc_runnable,
      JSON.stringify(add),
    ]),
  );

  const results: [string, any][] = [
    ["string", "s"],
    ["number", 5],
    ["object", { a: 1 }],
    ["array", [1, 2]],
    ["blocks", [{ type: "text", text: "b" }]],
    ["empty array", []],
    ["null", null],
    ["undefined", undefined],
    ["boolean", false],
    ["nested undefined", { a: undefined }],
    ["bigint", 5n],
    ["message", new ToolMessage({ content: "own", tool_call_id: "x" })],
    ["direct", { lc_direct_tool_output: true, goto: "n" }],
  ];
  for (const [name, value] of results) {
    const t = tool(() => value, { name: "r", description: "d", schema: z.object({}) });
    await attempt("result " + name, () => t.invoke({}));
    await attempt("message " + name, () => t.invoke(call({})));
  }
  const loop: any = {};
  loop.self = loop;
  await attempt("message loop", async () => (await tool(() => loop, { name: "l", schema: z.object({}) }).invoke(call({}))).content);
  const both = (v: any) => tool(() => v, { name: "both", description: "d", schema: z.object({}), responseFormat: "content_and_artifact" });
  await attempt("artifact", () => both(["c", { raw: 1 }]).invoke(call({})));
  await attempt("artifact plain", () => both(["c", { raw: 1 }]).invoke({}));
  await attempt("artifact wrong", () => both("c").invoke(call({})));
  await attempt("artifact three", () => both([1, 2, 3]).invoke({}));
  await attempt("throws", () =>
    tool(
      () => {
        throw new RangeError("own error");
      },
      { name: "x", schema: z.object({}) },
    ).invoke({}),
  );
  const special = { special: true };
  await tool(
    () => {
      throw special;
    },
    { name: "x", schema: z.object({}) },
  )
    .invoke({})
    .catch((e) => console.log("same error", e === special));
  await tool(
    async () => {
      throw special;
    },
    { name: "x" },
  )
    .invoke("a")
    .catch((e) => console.log("same error", e === special));

  const say = tool((input: any, config: any) => ((seen = config), `said ${input}`), { name: "say", description: "d" });
  console.log(say instanceof DynamicTool, say instanceof Tool, (say.constructor as any).lc_name());
  await attempt("string", () => say.invoke("hi"));
  console.log(Object.keys(seen).join());
  await attempt("string object", () => say.invoke({ input: "hi" } as any));
  await attempt("string call", () => say.invoke(call({ input: "hi" })));
  await attempt("string empty call", () => say.invoke(call({})));
  await attempt("string none", () => say.invoke(undefined as any));
  await attempt("string schema", () => tool((s: any) => s + "!", { name: "z", schema: z.string() }).invoke("a" as any));
  await attempt("string json schema", () => tool((s: any) => s + "!", { name: "z", schema: { type: "string" } as any }).invoke("a" as any));
  await attempt("string bad", () => say.invoke({ input: 5 } as any));
  await attempt("string bad kind", () => say.invoke(5 as any));
  console.log(
    tool(() => 1, { name: "nodesc" }).description,
    tool(() => 1, { name: "n", schema: z.object({}).describe("from schema") }).description,
    tool(() => 1, { name: "n", schema: { type: "object", description: "from json" } as any }).description,
  );

  const json = tool((input: any) => input, {
    name: "j",
    description: "d",
    schema: {
      type: "object",
      properties: {
        a: { type: "string", minLength: 2, pattern: "^x" },
        n: { type: "integer", minimum: 1, exclusiveMaximum: 10, multipleOf: 2 },
        list: { type: "array", items: { type: "number" }, maxItems: 2, uniqueItems: true },
        kind: { enum: ["p", "q"] },
        u: { anyOf: [{ type: "null" }, { const: 7 }] },
        o: { oneOf: [{ type: "number" }, { type: "integer" }] },
        deep: { $ref: "#/$defs/d" },
        not: { not: { type: "string" } },
        all: { allOf: [{ type: "number" }, { maximum: 5 }] },
      },
      required: ["a"],
      additionalProperties: false,
      $defs: { d: { type: "object", properties: { x: { type: "boolean" } }, required: ["x"] } },
    } as any,
  });
  for (const v of [
    { a: "xx" },
    {},
    { a: "x" },
    { a: "yy" },
    { a: 5 },
    { a: "xx", n: 4 },
    { a: "xx", n: 0 },
    { a: "xx", n: 12 },
    { a: "xx", n: 3 },
    { a: "xx", n: 2.5 },
    { a: "xx", list: [1, 2] },
    { a: "xx", list: [1, 1] },
    { a: "xx", list: ["1"] },
    { a: "xx", list: [1, 2, 3] },
    { a: "xx", kind: "p" },
    { a: "xx", kind: "r" },
    { a: "xx", u: null },
    { a: "xx", u: 7 },
    { a: "xx", u: 8 },
    { a: "xx", o: 1.5 },
    { a: "xx", o: 1 },
    { a: "xx", deep: { x: true } },
    { a: "xx", deep: {} },
    { a: "xx", not: "s" },
    { a: "xx", not: 1 },
    { a: "xx", all: 4 },
    { a: "xx", all: 6 },
    { a: "xx", extra: 1 },
    "text",
    null,
    [],
  ] as any[])
    await attempt("json " + text(v), () => json.invoke(v));
  await attempt("json call", () => json.invoke(call({ a: "xx" })));
  const open = tool((input: any) => input, {
    name: "o",
    schema: {
      type: "object",
      properties: { t: { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" } } },
      patternProperties: { "^n_": { type: "number" } },
      propertyNames: { maxLength: 5 },
      minProperties: 1,
      additionalProperties: { type: "string" },
    } as any,
  });
  for (const v of [{}, { s: "x" }, { s: 1 }, { n_a: 1 }, { n_a: "x" }, { toolong: "x" }])
    await attempt("open " + text(v), () => open.invoke(v));

  class Mine extends StructuredTool {
    name = "mine";
    description = "my tool";
    schema = z.object({ x: z.string() });
    async _call(input: any, _run: any, config: any) {
      return `${input.x} ${config && config.toolCall ? config.toolCall.id : "-"}`;
    }
  }
  const mine: any = new Mine();
  await attempt("subclass", () => mine.invoke({ x: "a" }));
  await attempt("subclass call", () => mine.invoke(call({ x: "a" })));
  await attempt("subclass bad", () => mine.invoke({}));
  console.log(mine.getName(), text(mine.returnDirect));
  class Str extends Tool {
    name = "str";
    description = "d";
    async _call(input: any) {
      return "got " + input;
    }
  }
  await attempt("string subclass", () => (new Str() as any).invoke("a"));
  await attempt("string subclass call", () => (new Str() as any).invoke(call({ input: "b" })));
  const direct: any = new DynamicStructuredTool({
    name: "dyn",
    description: "d",
    schema: z.object({ a: z.string() }),
    func: async (input: any, _run: any, config: any) => `${input.a} ${config.runName}`,
    returnDirect: true,
    tags: ["x"],
    metadata: { m: 1 },
    extras: { e: 1 },
  } as any);
  await attempt("dynamic", () => direct.invoke({ a: "b" }));
  await attempt("dynamic call", () => direct.invoke(call({ a: "b" })));
  console.log(direct.returnDirect, text([direct.tags, direct.metadata, direct.extras]));
  await attempt("dynamic tool", () => new DynamicTool({ name: "d", description: "d", func: async (s: string) => s + "?" }).invoke("a"));
  await attempt("async schema", () =>
    tool((i: any) => i, { name: "a", schema: z.object({ a: z.string().refine(async (s) => s === "ok", "not ok") }) }).invoke({ a: "no" }),
  );
  await attempt("transforming schema", () =>
    tool((i: any) => i, { name: "a", schema: z.object({ a: z.string().transform((s) => s.length) }) }).invoke({ a: "abc" }),
  );
  await attempt("throwing schema", () =>
    tool((i: any) => i, {
      name: "a",
      schema: z.object({
        a: z.string().refine(() => {
          throw new Error("inside");
        }),
      }),
      verboseParsingErrors: true,
    } as any).invoke({ a: "abc" }),
  );
  const withDefaults = tool((_i: any, c: any) => [c.configurable, c.tags, c.metadata], {
    name: "w",
    schema: z.object({}),
    defaultConfig: { configurable: { a: 1, b: 1 }, tags: ["d"], metadata: { d: 1 } },
  } as any);
  await attempt("default config", () => withDefaults.invoke({}, { configurable: { b: 2 }, tags: ["c"] }));
  await attempt("batch", () =>
    add.batch([
      { a: 1, b: 1 },
      { a: 2, b: 2 },
    ]),
  );
  await attempt("batch exceptions", async () =>
    (await (add as any).batch([{ a: 1, b: 1 }, {}], {}, { returnExceptions: true })).map((r: any) => (r instanceof Error ? r.message : r)),
  );
  await attempt("batch options", () => add.batch([{ a: 1, b: 1 }], [{}, {}] as any));
  await attempt("stream", async () => {
    const got: any[] = [];
    for await (const c of await add.stream({ a: 1, b: 5 })) got.push(c);
    return got;
  });
  await attempt("withConfig", async () => [
    await add.withConfig({ tags: ["w"], configurable: { k: 1 } }).invoke({ a: 1, b: 1 }, { tags: ["v"] }),
    seen.tags,
    seen.configurable,
  ]);
  await attempt("generator", () =>
    tool(
      async function* () {
        yield 1;
        return "end";
      } as any,
      { name: "g", schema: z.object({}) },
    ).invoke(call({})),
  );
  const candidates: any[] = [
    add,
    say,
    direct,
    { name: "p", schema: z.object({}) },
    { name: "p", schema: { type: "object" } },
    { name: "p", schema: {} },
    { name: "p" },
    {},
  ];
  console.log(
    candidates
      .map((c) => [isStructuredTool, isRunnableToolLike, isStructuredToolParams, isLangChainTool].map((f: any) => (f(c) ? 1 : 0)).join(""))
      .join(),
  );
  class Kit extends BaseToolkit {
    tools = [add] as any;
  }
  console.log(new Kit().getTools().length);
  const e = new ToolInputParsingException("m", "o");
  console.log(e instanceof Error, e.message, e.output);
}
main();
