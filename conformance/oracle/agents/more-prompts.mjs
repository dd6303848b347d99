// Pins: templates with examples, of objects, of images, of other templates, and with a schema
import {
  BaseMessageStringPromptTemplate, ChatPromptTemplate, DEFAULT_FORMATTER_MAPPING, DEFAULT_PARSER_MAPPING, DictPromptTemplate, FewShotChatMessagePromptTemplate, FewShotPromptTemplate,
  HumanMessagePromptTemplate, ImagePromptTemplate, PipelinePromptTemplate, PromptTemplate, StructuredPrompt, ChatMessagePromptTemplate, SystemMessagePromptTemplate,
} from "@langchain/core/prompts";
import { ImagePromptValue } from "@langchain/core/prompt_values";
import { HumanMessage } from "@langchain/core/messages";
const show = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name + ": " + e.message, e.lc_error_code); } };
const plain = (v) => v.toJSON ? JSON.stringify(v) : v;

const examplePrompt = PromptTemplate.fromTemplate("Q: {q}\nA: {a}");
const examples = [{ q: "1+1", a: "2" }, { q: "2+2", a: "4" }];
const few = new FewShotPromptTemplate({ examples, examplePrompt, prefix: "Add for {who}.", suffix: "Q: {input}\nA:", inputVariables: ["who", "input"] });
await show("few", () => few.format({ who: "Ann", input: "3+3" }));
await show("few value", async () => { const v = await few.invoke({ who: "Ann", input: "3+3" }); return [v.constructor.name, v.toString()]; });
await show("few missing", () => few.format({ who: "Ann" }));
await show("few partial", async () => { const p = await few.partial({ who: "Bob" }); return [p.constructor.name, p.inputVariables, p.partialVariables, await p.format({ input: "x" })]; });
await show("few type", () => [few._getPromptType(), few.lc_namespace, few.lc_serializable, FewShotPromptTemplate.lc_name(), few.exampleSeparator, few.templateFormat, few.validateTemplate]);
await show("few serialize", () => { try { return few.serialize(); } catch (e) { return "E " + e.message; } });
await show("few separator", () => new FewShotPromptTemplate({ examples, examplePrompt, exampleSeparator: " | ", suffix: "{input}", inputVariables: ["input"] }).format({ input: "i" }));
await show("few both", () => new FewShotPromptTemplate({ examples, exampleSelector: { selectExamples: async () => [] }, examplePrompt, suffix: "", inputVariables: [] }));
await show("few none", () => new FewShotPromptTemplate({ examplePrompt, suffix: "", inputVariables: [] }));
await show("few selector", () => new FewShotPromptTemplate({ exampleSelector: { selectExamples: async (v) => examples.filter((e) => e.q.startsWith(v.input)) }, examplePrompt, suffix: "{input}", inputVariables: ["input"] }).format({ input: "2" }));
await show("few unused", () => new FewShotPromptTemplate({ examples, examplePrompt, suffix: "{input}", inputVariables: ["input", "other"] }).format({ input: "1", other: 2 }));
await show("few invalid", () => new FewShotPromptTemplate({ examples, examplePrompt, suffix: "{input} {more}", inputVariables: ["input"] }));
await show("few unchecked", () => new FewShotPromptTemplate({ examples, examplePrompt, suffix: "{input} {more}", inputVariables: ["input"], validateTemplate: false }).inputVariables);
await show("few mustache", () => new FewShotPromptTemplate({ examples, examplePrompt: PromptTemplate.fromTemplate("{{q}}={{a}}", { templateFormat: "mustache" }), suffix: "{{input}}", inputVariables: ["input"], templateFormat: "mustache", validateTemplate: false }).format({ input: "z" }));
await show("few extra keys", () => new FewShotPromptTemplate({ examples: [{ q: "1", a: "2", x: "{braces}" }], examplePrompt, suffix: "{input}", inputVariables: ["input"] }).format({ input: "z" }));
await show("few braces", () => new FewShotPromptTemplate({ examples: [{ q: "{a}", a: "2" }], examplePrompt, suffix: "{input}", inputVariables: ["input"] }).format({ input: "z" }));

const chatExample = ChatPromptTemplate.fromMessages([["human", "{q}"], ["ai", "{a}"]]);
const fewChat = new FewShotChatMessagePromptTemplate({ examples, examplePrompt: chatExample, inputVariables: [] });
await show("chat", async () => (await fewChat.formatMessages({})).map((m) => [m.getType(), m.content]));
await show("chat value", async () => { const v = await fewChat.invoke({}); return [v.constructor.name, v.toString()]; });
await show("chat format", () => fewChat.format({}));
await show("chat type", () => [fewChat._getPromptType(), FewShotChatMessagePromptTemplate.lc_name(), fewChat.lc_namespace, fewChat.prefix, fewChat.suffix, fewChat.exampleSeparator, fewChat.templateFormat, fewChat.validateTemplate, fewChat.lc_serializable]);
await show("chat within", async () => (await ChatPromptTemplate.fromMessages([["system", "Add."], fewChat, ["human", "{input}"]]).invoke({ input: "5+5" })).messages.map((m) => [m.getType(), m.content]));
await show("chat message", async () => (await new FewShotChatMessagePromptTemplate({ examples, examplePrompt: HumanMessagePromptTemplate.fromTemplate("{q} is {a}"), inputVariables: [] }).formatMessages({})).map((m) => [m.getType(), m.content]));
await show("chat fixes", () => new FewShotChatMessagePromptTemplate({ examples, examplePrompt: chatExample, inputVariables: ["i"], prefix: "P", suffix: "{i}" }).format({ i: "end" }));
await show("chat selector", async () => (await new FewShotChatMessagePromptTemplate({ exampleSelector: { selectExamples: async (v) => [examples[v.n]] }, examplePrompt: chatExample, inputVariables: ["n"] }).formatMessages({ n: 1 })).map((m) => m.content));
await show("chat both", () => new FewShotChatMessagePromptTemplate({ examples, exampleSelector: {}, examplePrompt: chatExample, inputVariables: [] }));
await show("chat none", () => new FewShotChatMessagePromptTemplate({ examplePrompt: chatExample, inputVariables: [] }));
await show("chat partial", async () => { const p = await new FewShotChatMessagePromptTemplate({ examples, examplePrompt: chatExample, inputVariables: ["i", "j"], suffix: "{i}{j}" }).partial({ i: "1" }); return [p.constructor.name, p.inputVariables, await p.format({ j: "2" })]; });

const image = new ImagePromptTemplate({ template: { url: "https://x/{name}.png", detail: "{d}" }, inputVariables: ["name", "d"] });
await show("image", () => image.format({ name: "n", d: "high" }));
await show("image value", async () => { const v = await image.formatPromptValue({ name: "n", d: "low" }); return [v.constructor.name, v.toString(), v.imageUrl, v.value, v.toChatMessages().map((m) => [m.getType(), m.content]), v.lc_namespace, JSON.stringify(v)]; });
await show("image invoke", async () => (await image.invoke({ name: "n", d: "low" })).toString());
await show("image missing", () => image.format({ name: "n" }));
await show("image no url", () => new ImagePromptTemplate({ template: { detail: "{d}" }, inputVariables: ["d"] }).format({ d: "low" }));
await show("image url only", () => new ImagePromptTemplate({ template: { url: "{u}" }, inputVariables: ["u"] }).format({ u: "low" }));
await show("image type", () => [image._getPromptType(), ImagePromptTemplate.lc_name(), image.lc_namespace, image.templateFormat, image.validateTemplate]);
await show("image invalid", () => new ImagePromptTemplate({ template: { url: "{u}" }, inputVariables: ["u", "v"] }).inputVariables);
await show("image invalid2", () => new ImagePromptTemplate({ template: { url: "{u}{w}" }, inputVariables: ["u"] }).inputVariables);
await show("image mustache", () => new ImagePromptTemplate({ template: { url: "{{u}}" }, inputVariables: ["u"], templateFormat: "mustache", validateTemplate: false }).format({ u: "m" }));
await show("image value 2", () => { const v = new ImagePromptValue({ url: "u" }); return [v.toString(), v.value, v.imageUrl, v.toChatMessages()[0].content]; });

const dict = new DictPromptTemplate({ template: { type: "x", a: { b: "{one}", c: ["{two}", 3, true] }, n: 4 } });
await show("dict", () => dict.format({ one: "1", two: "2" }));
await show("dict invoke", () => dict.invoke({ one: "1", two: "2" }));
await show("dict type", () => [dict.inputVariables, dict.lc_namespace, dict.lc_serializable, DictPromptTemplate.lc_name(), dict.templateFormat]);
await show("dict missing", () => dict.format({ one: "1" }));
await show("dict mustache", () => new DictPromptTemplate({ template: { a: "{{x}}", image_url: { url: "{{y}}" } }, templateFormat: "mustache" }).format({ x: "1", y: "2" }));

const pipe = new PipelinePromptTemplate({ pipelinePrompts: [{ name: "intro", prompt: PromptTemplate.fromTemplate("I am {who}.") }, { name: "start", prompt: PromptTemplate.fromTemplate("{intro} Now {input}") }], finalPrompt: PromptTemplate.fromTemplate("<{intro}|{start}>") });
await show("pipe", () => pipe.format({ who: "Ann", input: "go" }));
await show("pipe value", async () => { const v = await pipe.invoke({ who: "Ann", input: "go" }); return [v.constructor.name, v.toString()]; });
await show("pipe type", () => [pipe.inputVariables, pipe._getPromptType(), PipelinePromptTemplate.lc_name(), pipe.lc_namespace]);
await show("pipe missing", () => pipe.format({ who: "Ann" }));
await show("pipe partial", async () => { const p = await pipe.partial({ who: "Bob" }); return [p.constructor.name, p.inputVariables, await p.format({ input: "x" })]; });
await show("pipe serialize", () => pipe.serialize());
await show("pipe chat", async () => (await new PipelinePromptTemplate({ pipelinePrompts: [{ name: "t", prompt: PromptTemplate.fromTemplate("T{x}") }], finalPrompt: ChatPromptTemplate.fromMessages([["system", "{t}"], ["human", "{y}"]]) }).formatPromptValue({ x: "1", y: "2" })).messages.map((m) => [m.getType(), m.content]));

const structured = StructuredPrompt.fromMessagesAndSchema([["human", "Hi {x}"]], { title: "T", type: "object", properties: { a: { type: "string" } } }, "jsonMode");
await show("structured", async () => [structured.constructor.name, structured.inputVariables, structured.method, structured.schema, structured.lc_namespace, StructuredPrompt.lc_name(), (await structured.invoke({ x: "y" })).messages.map((m) => m.content)]);
const model = { lc_runnable: true, withStructuredOutput(schema, o) { return { lc_runnable: true, invoke: async (v) => ["with", schema.title, o, v.messages.length] }; }, invoke: async () => 0, pipe() {} };
await show("structured pipe", async () => { const chain = structured.pipe(model); return [chain.constructor.name, await chain.invoke({ x: "1" })]; });
await show("structured pipe other", () => structured.pipe((v) => v));
await show("mappings", () => [Object.keys(DEFAULT_FORMATTER_MAPPING), Object.keys(DEFAULT_PARSER_MAPPING), DEFAULT_FORMATTER_MAPPING["f-string"]("a{b}", { b: 1 }), DEFAULT_PARSER_MAPPING.mustache("a{{b}}")]);
class Mine extends BaseMessageStringPromptTemplate { async format(v) { return new HumanMessage("<" + await this.prompt.format(v) + ">"); } }
await show("string message", async () => { const m = new Mine(PromptTemplate.fromTemplate("{x}")); return [m.inputVariables, (await m.formatMessages({ x: 1 })).map((y) => y.content), (await m.invoke({ x: 2 }))[0].content, m.lc_namespace]; });
await show("string message fields", async () => new Mine({ prompt: PromptTemplate.fromTemplate("{y}") }).inputVariables);
await show("chat is string message", () => [ChatMessagePromptTemplate.fromTemplate("{x}", "r") instanceof BaseMessageStringPromptTemplate, HumanMessagePromptTemplate.fromTemplate("x") instanceof BaseMessageStringPromptTemplate]);
await show("image in human", async () => (await ChatPromptTemplate.fromMessages([["human", [{ type: "text", text: "see {t}" }, { type: "image_url", image_url: { url: "{u}" } }]]]).invoke({ t: "T", u: "U" })).messages[0].content);
await show("image prompt class", () => { const h = HumanMessagePromptTemplate.fromTemplate([{ type: "text", text: "see {t}" }, { type: "image_url", image_url: "{u}" }, { type: "audio", data: "{d}" }]); return h.prompt.map((p) => [p.constructor.name, p.inputVariables]); });
