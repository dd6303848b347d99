// This file has templates of texts.
import { StringPromptValue } from "./prompt_values";
import { Runnable } from "./runnables";

export type TemplateFormat = "f-string" | "mustache";
export type ParsedNode = { type: "literal"; text: string } | { type: "variable"; name: string };

// Returns an error with a code, in the form of the library.
export function withCode(e: any, code: string): any {
  e.lc_error_code = code;
  e.message = `${e.message}\n\nTroubleshooting URL: https://docs.langchain.com/oss/javascript/langchain/errors/${code}/\n`;
  return e;
}

/** Returns the parts of a template such as "Hello {name}". Doubled braces are single braces in the text. */
export function parseFString(template: string): ParsedNode[] {
  const nodes: ParsedNode[] = [];
  const literal = (text: string) => nodes.push({ type: "literal", text });
  const n = template.length;
  const [open, close] = [123, 125]; // { and }
  // Returns where a brace comes next, at or after from.
  const next = (brace: string, from: number) => {
    const i = template.indexOf(brace, from);
    return i < 0 ? n : i;
  };
  let [opens, closes] = [-1, -1]; // where the next braces are
  for (let i = 0; i < n; ) {
    const c = template.charCodeAt(i);
    const brace = c === open || c === close;
    if (brace && template.charCodeAt(i + 1) === c) {
      literal(c === open ? "{" : "}");
      i += 2;
      continue;
    }
    if (c === close) throw new Error("Single '}' in template.");
    if (closes < i) closes = next("}", i);
    if (c === open) {
      if (closes === n) throw new Error("Unclosed '{' in template.");
      nodes.push({ type: "variable", name: template.slice(i + 1, closes) });
      i = closes + 1;
      continue;
    }
    if (opens < i) opens = next("{", i);
    const end = opens < closes ? opens : closes;
    literal(template.slice(i, end));
    i = end;
  }
  return nodes;
}

// Returns the parts of a template such as "Hello {{name}}". The built-in package does not support sections.
function mustacheParts(template: string): Array<ParsedNode & { raw?: boolean }> {
  const nodes: Array<ParsedNode & { raw?: boolean }> = [];
  const skip = (i: number) => i + /^\s*/.exec(template.slice(i, i + 100))![0].length;
  for (let at = 0; at < template.length; ) {
    const start = template.indexOf("{{", at);
    const text = template.slice(at, start < 0 ? undefined : start);
    if (text) nodes.push({ type: "literal", text });
    if (start < 0) break;
    let i = skip(start + 2);
    const kind = /[#^/>{&=!]/.test(template[i] ?? "") ? template[i] : "";
    i = skip(i + kind.length);
    const closing = kind === "{" ? "}}}" : "}}";
    const end = template.indexOf(closing, i);
    if (end < 0) throw new Error(`Unclosed tag at ${template.length}`);
    const name = template.slice(i, end).trimEnd();
    if (kind && kind !== "{" && kind !== "&")
      throw new Error(`mustache sections ({{${kind}${name}}}) are not part of hitlrun's built-in @langchain/core; npm install @langchain/core`);
    nodes.push({ type: "variable", name, raw: kind !== "" });
    at = end + closing.length;
  }
  return nodes;
}

/** Returns the parts of a template such as "Hello {{name.first}}". Its variables are those that it needs: name. */
export const parseMustache = (template: string): ParsedNode[] =>
  mustacheParts(template).map((n) => (n.type === "literal" ? n : { type: "variable", name: n.raw ? n.name : n.name.split(".")[0] }));

export const DEFAULT_PARSER_MAPPING: Record<string, (template: string) => ParsedNode[]> = { "f-string": parseFString, mustache: parseMustache };
export const parseTemplate = (template: string, format: TemplateFormat): ParsedNode[] => DEFAULT_PARSER_MAPPING[format](template);

const shown = (v: any) => (typeof v === "string" ? v : String(JSON.stringify(v)));

export function interpolateFString(template: string, values: any): string {
  const part = (n: ParsedNode) => {
    if (n.type === "literal") return n.text;
    if (!(n.name in values)) throw new Error(`(f-string) Missing value for input ${n.name}`);
    return shown(values[n.name]);
  };
  return parseFString(template).map(part).join("");
}

export function interpolateMustache(template: string, values: any): string {
  const value = (name: string) => {
    const v = name === "." ? values : name.indexOf(".") > 0 ? name.split(".").reduce((o, k) => o?.[k], values) : values[name];
    return typeof v === "function" ? v.call(values) : v;
  };
  return mustacheParts(template).reduce((all, n) => all + (n.type === "literal" ? n.text : (value(n.name) ?? "")), "");
}

export const DEFAULT_FORMATTER_MAPPING: Record<string, (template: string, values: any) => string> = {
  "f-string": interpolateFString,
  mustache: interpolateMustache,
};

export function renderTemplate(template: string, format: TemplateFormat, values: any): string {
  try {
    return DEFAULT_FORMATTER_MAPPING[format](template, values);
  } catch (e) {
    throw withCode(e, "INVALID_PROMPT_INPUT");
  }
}

export function checkValidTemplate(template: string, format: TemplateFormat, variables: string[]): void {
  if (!(format in DEFAULT_PARSER_MAPPING))
    throw new Error(`Invalid template format. Got \`${format}\`;\n                         should be one of ${Object.keys(DEFAULT_PARSER_MAPPING)}`);
  try {
    renderTemplate(template, format, Object.fromEntries(variables.map((v) => [v, "foo"])));
  } catch (e: any) {
    throw new Error(`Invalid prompt schema: ${e.message}`);
  }
}

/** The base of templates. */
export abstract class BasePromptTemplate extends Runnable {
  lc_serializable = true;
  declare inputVariables: string[];
  declare partialVariables: Record<string, any> | undefined;
  declare metadata: Record<string, any> | undefined;
  declare tags: string[] | undefined;
  constructor(input: any, kwargs = input) {
    super(kwargs);
    if (input.inputVariables.includes("stop"))
      throw new Error("Cannot have an input variable named 'stop', as it is used internally, please rename.");
    Object.assign(this, input);
  }
  abstract _getPromptType(): string;
  abstract formatPromptValue(values: any): Promise<any>;
  get lc_namespace(): string[] {
    return ["langchain_core", "prompts", this._getPromptType()];
  }
  get lc_attributes(): any {
    return { partialVariables: undefined };
  }
  async mergePartialAndUserVariables(values: any): Promise<any> {
    const partial: any = {};
    for (const [k, v] of Object.entries<any>(this.partialVariables ?? {})) partial[k] = typeof v === "string" ? v : await v();
    return { ...partial, ...values };
  }
  async invoke(input: any, options?: any): Promise<any> {
    const metadata = { ...this.metadata, ...options?.metadata };
    const tags = [...(this.tags ?? []), ...(options?.tags ?? [])];
    return this._callWithConfig((v) => this.formatPromptValue(v), input, { ...options, tags, metadata, runType: "prompt" });
  }
  /** Returns the template with some of its values set. */
  async partial(values: any): Promise<any> {
    const inputVariables = this.inputVariables.filter((v) => !(v in values));
    return new (this.constructor as any)({ ...this, inputVariables, partialVariables: { ...this.partialVariables, ...values } });
  }
}

/** The base of templates of one text. */
export abstract class BaseStringPromptTemplate extends BasePromptTemplate {
  abstract format(values: any): Promise<string>;
  async formatPromptValue(values: any): Promise<any> {
    return new StringPromptValue(await this.format(values));
  }
}

/** A template of one text. */
export class PromptTemplate extends BaseStringPromptTemplate {
  static lc_name(): string {
    return "PromptTemplate";
  }
  static fromTemplate(template: string, options: any = {}): PromptTemplate {
    const { templateFormat = "f-string", ...rest } = options ?? {};
    const names = parseTemplate(template, templateFormat).flatMap((n) => (n.type === "variable" ? [n.name] : []));
    return new PromptTemplate({ inputVariables: [...new Set(names)], templateFormat, template, ...rest });
  }
  static fromExamples(examples: string[], suffix: string, inputVariables: string[], separator = "\n\n", prefix = ""): PromptTemplate {
    return new PromptTemplate({ inputVariables, template: [prefix, ...examples, suffix].join(separator) });
  }
  declare template: string;
  declare templateFormat: TemplateFormat;
  declare validateTemplate: boolean;
  constructor(input: any) {
    const templateFormat = input.templateFormat ?? "f-string";
    super({ ...input, templateFormat, validateTemplate: input.validateTemplate ?? templateFormat !== "mustache" }, input);
    if (!this.validateTemplate) return;
    if (templateFormat === "mustache") throw new Error("Mustache templates cannot be validated.");
    checkValidTemplate(this.template, templateFormat, [...this.inputVariables, ...Object.keys(this.partialVariables ?? {})]);
  }
  _getPromptType(): string {
    return "prompt";
  }
  async format(values: any): Promise<string> {
    return renderTemplate(this.template, this.templateFormat, await this.mergePartialAndUserVariables(values));
  }
  serialize(): any {
    return { _type: this._getPromptType(), input_variables: this.inputVariables, template: this.template, template_format: this.templateFormat };
  }
}
