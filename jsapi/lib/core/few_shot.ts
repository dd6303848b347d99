// This file has templates that show examples to a model.
import { BaseChatPromptTemplate } from "./chat_prompts";
import { BaseStringPromptTemplate, checkValidTemplate, renderTemplate, type TemplateFormat } from "./text_prompts";
import { getBufferString } from "./convert";

/** The fields of both templates. */
interface Fields {
  examples: any[] | undefined;
  exampleSelector: any;
  examplePrompt: any;
  suffix: string;
  exampleSeparator: string;
  prefix: string;
  templateFormat: TemplateFormat;
  validateTemplate: boolean;
}

/** Returns the fields of both templates, with defaults. */
function withDefaults(input: any): any {
  if (input.examples !== undefined && input.exampleSelector !== undefined) throw new Error("Only one of 'examples' and 'example_selector' should be provided");
  if (input.examples === undefined && input.exampleSelector === undefined) throw new Error("One of 'examples' and 'example_selector' should be provided");
  const given = Object.fromEntries(Object.entries(input).filter(([, v]) => v !== undefined));
  const fields: any = { suffix: "", prefix: "", exampleSeparator: "\n\n", templateFormat: "f-string", validateTemplate: true, ...given };
  if (fields.validateTemplate)
    checkValidTemplate(fields.prefix + fields.suffix, fields.templateFormat, [...fields.inputVariables, ...Object.keys(fields.partialVariables ?? {})]);
  return fields;
}

/** Returns the examples for some values: those of the list, or those that the selector chooses. */
async function examplesFor(template: any, values: any): Promise<any[]> {
  return template.examples ?? template.exampleSelector.selectExamples(values);
}

/** Returns prefix, examples and suffix as one text, which is a template itself. */
function filled(template: any, examples: string[], values: any): string {
  return renderTemplate([template.prefix, ...examples, template.suffix].join(template.exampleSeparator), template.templateFormat, values);
}

export interface FewShotPromptTemplate extends Fields {}
/** A template of one text with examples in it. */
export class FewShotPromptTemplate extends BaseStringPromptTemplate {
  static lc_name(): string {
    return "FewShotPromptTemplate";
  }
  lc_serializable = false;
  constructor(input: any) {
    super(withDefaults(input), input);
  }
  _getPromptType(): string {
    return "few_shot";
  }
  async format(values: any): Promise<string> {
    const all = await this.mergePartialAndUserVariables(values);
    const examples = await examplesFor(this, all);
    return filled(this, await Promise.all(examples.map((e) => this.examplePrompt.format(e))), all);
  }
  serialize(): any {
    if (this.exampleSelector || !this.examples) throw new Error("Serializing an example selector is not currently supported");
    if (typeof this.examplePrompt.serialize !== "function") throw new Error("The example prompt cannot be serialized");
    return {
      _type: this._getPromptType(),
      input_variables: this.inputVariables,
      example_prompt: this.examplePrompt.serialize(),
      example_separator: this.exampleSeparator,
      suffix: this.suffix,
      prefix: this.prefix,
      template_format: this.templateFormat,
      examples: this.examples,
    };
  }
}

export interface FewShotChatMessagePromptTemplate extends Fields {}
/** A template of a conversation whose messages are examples. */
export class FewShotChatMessagePromptTemplate extends BaseChatPromptTemplate {
  static lc_name(): string {
    return "FewShotChatMessagePromptTemplate";
  }
  constructor(input: any) {
    super(withDefaults(input), input);
  }
  _getPromptType(): string {
    return "few_shot_chat";
  }
  async formatMessages(values: any): Promise<any[]> {
    const examples = await examplesFor(this, await this.mergePartialAndUserVariables(values));
    return (await Promise.all(examples.map((e) => this.examplePrompt.formatMessages(e)))).flat();
  }
  async format(values: any): Promise<string> {
    const all = await this.mergePartialAndUserVariables(values);
    const messages = (await Promise.all((await examplesFor(this, all)).map((e) => this.examplePrompt.formatMessages(e)))).flat();
    return filled(this, messages.map((m) => (typeof m.content === "string" ? m.content : getBufferString([m]))), all);
  }
}
