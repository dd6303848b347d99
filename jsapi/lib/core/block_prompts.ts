// This file has templates of blocks: objects and images with texts.
import { ImagePromptValue } from "./prompt_values";
import { Runnable } from "./runnables";
import { BasePromptTemplate, checkValidTemplate, parseTemplate, renderTemplate, type TemplateFormat } from "./text_prompts";

const isObject = (v: any) => typeof v === "object" && v !== null;

/** Returns the names of the variables in all texts of a value, in their order. A name may occur twice. */
function variablesOf(v: any, format: TemplateFormat): string[] {
  if (typeof v === "string") return parseTemplate(v, format).flatMap((n) => (n.type === "variable" ? [n.name] : []));
  return isObject(v) ? Object.values(v).flatMap((x) => variablesOf(x, format)) : [];
}

/** Returns the value with its texts filled in. Elements of a list that are neither texts nor objects are left out, as in LangGraph.js. */
function render(v: any, format: TemplateFormat, values: any): any {
  if (typeof v === "string") return renderTemplate(v, format, values);
  if (Array.isArray(v)) return v.filter((x) => typeof x === "string" || isObject(x)).map((x) => render(x, format, values));
  return isObject(v) ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, render(x, format, values)])) : v;
}

/** A template of an object. */
export class DictPromptTemplate extends Runnable {
  static lc_name(): string {
    return "DictPromptTemplate";
  }
  lc_serializable = true;
  get lc_namespace(): string[] {
    return ["langchain_core", "prompts", "dict"];
  }
  declare template: any;
  declare templateFormat: TemplateFormat;
  declare inputVariables: string[];
  constructor(fields: { template: any; templateFormat?: TemplateFormat }) {
    const templateFormat = fields.templateFormat ?? "f-string";
    const inputVariables = variablesOf(fields.template, templateFormat);
    super({ inputVariables, ...fields });
    Object.assign(this, { template: fields.template, templateFormat, inputVariables });
  }
  async format(values: any): Promise<any> {
    return render(this.template, this.templateFormat, values);
  }
  async invoke(values: any, options?: any): Promise<any> {
    return this._callWithConfig((v) => this.format(v), values, { ...options, runType: "prompt" });
  }
}

/** A template of an image: its url, and the other fields that describe it. */
export class ImagePromptTemplate extends BasePromptTemplate {
  static lc_name(): string {
    return "ImagePromptTemplate";
  }
  get lc_namespace(): string[] {
    return ["langchain_core", "prompts", "image"];
  }
  declare template: any;
  declare templateFormat: TemplateFormat;
  declare validateTemplate: boolean;
  /** Further fields of the block with the image. */
  declare additionalContentFields: any;
  constructor(input: any, kwargs = input) {
    const templateFormat = input.templateFormat ?? "f-string";
    super({ ...input, templateFormat, validateTemplate: input.validateTemplate ?? true }, kwargs);
    if (!this.validateTemplate) return;
    const given = [...this.inputVariables, ...Object.keys(this.partialVariables ?? {})];
    for (const text of Object.values(this.template)) if (typeof text === "string") checkValidTemplate(text, templateFormat, given);
  }
  /** Returns the template of a block of a message, such as { type: "image_url", image_url: { url: "{url}" } }. */
  static ofBlock(block: any, templateFormat: TemplateFormat): ImagePromptTemplate {
    const template = typeof block.image_url === "string" ? { url: block.image_url } : block.image_url;
    const inputVariables = [...new Set([...variablesOf(template, templateFormat), ...variablesOf({ ...block, image_url: 0 }, templateFormat)])];
    const kwargs = { template, inputVariables, templateFormat, additionalContentFields: block };
    return new ImagePromptTemplate({ ...kwargs, validateTemplate: false }, kwargs);
  }
  _getPromptType(): string {
    return "prompt";
  }
  async format(values: any): Promise<any> {
    const image = render(this.template, this.templateFormat, await this.mergePartialAndUserVariables(values));
    const url = image.url || values.url;
    if (!url) throw new Error("Must provide either an image URL.");
    if (typeof url !== "string") throw new Error("url must be a string.");
    return { ...image, url };
  }
  async formatBlock(values: any): Promise<any> {
    const rest = render({ ...this.additionalContentFields, image_url: 0 }, this.templateFormat, values);
    return { ...rest, type: "image_url", image_url: await this.format(values) };
  }
  async formatPromptValue(values: any): Promise<any> {
    return new ImagePromptValue(await this.format(values));
  }
}
