// This file has templates that are made of others: PipelinePromptTemplate, and StructuredPrompt, which has a schema for
// the answer.
import { ChatPromptTemplate } from "./chat_prompts";
import { BasePromptTemplate } from "./text_prompts";

/** A template whose values are the results of other templates. Each of these may use the results before it. */
export class PipelinePromptTemplate extends BasePromptTemplate {
  static lc_name(): string {
    return "PipelinePromptTemplate";
  }
  declare pipelinePrompts: { name: string; prompt: any }[];
  declare finalPrompt: any;
  constructor(input: any) {
    super({ ...input, inputVariables: [] });
    this.inputVariables = this.computeInputValues();
  }
  protected computeInputValues(): string[] {
    const made = this.pipelinePrompts.map((p) => p.name);
    const used = [...this.pipelinePrompts.map((p) => p.prompt), this.finalPrompt].flatMap((p) => p.inputVariables);
    return [...new Set<string>(used)].filter((name) => !made.includes(name));
  }
  protected static extractRequiredInputValues(all: any, names: string[]): any {
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  }
  /** Returns all values, with the results of the templates. */
  protected async formatPipelinePrompts(values: any): Promise<any> {
    const all = await this.mergePartialAndUserVariables(values);
    for (const { name, prompt } of this.pipelinePrompts) {
      const required = PipelinePromptTemplate.extractRequiredInputValues(all, prompt.inputVariables);
      all[name] = prompt instanceof ChatPromptTemplate ? await prompt.formatMessages(required) : await prompt.format(required);
    }
    return PipelinePromptTemplate.extractRequiredInputValues(all, this.finalPrompt.inputVariables);
  }
  async formatPromptValue(values: any): Promise<any> {
    return this.finalPrompt.formatPromptValue(await this.formatPipelinePrompts(values));
  }
  async format(values: any): Promise<string> {
    return this.finalPrompt.format(await this.formatPipelinePrompts(values));
  }
  async partial(values: any): Promise<any> {
    return new PipelinePromptTemplate({ ...this, partialVariables: { ...this.partialVariables, ...values } });
  }
  serialize(): any {
    throw new Error("Not implemented.");
  }
  _getPromptType(): string {
    return "pipeline";
  }
}

/** A template of a conversation with a schema that the answer of the model has to fit. */
export class StructuredPrompt extends ChatPromptTemplate {
  declare schema: any;
  declare method: "jsonMode" | "jsonSchema" | "functionMode" | undefined;
  get lc_aliases(): Record<string, string> {
    return { ...super.lc_aliases, schema: "schema_" };
  }
  get lc_namespace(): string[] {
    return ["langchain_core", "prompts", "structured"];
  }
  static fromMessagesAndSchema(messages: any[], schema: any, method?: string): StructuredPrompt {
    return (this as any).fromMessages(messages, { schema, method });
  }
  pipe(next: any): any {
    if (typeof next !== "object" || next === null || typeof next.withStructuredOutput !== "function")
      throw new Error('Structured prompts need to be piped to a language model that supports the "withStructuredOutput()" method.');
    return super.pipe(next.withStructuredOutput(this.schema));
  }
}
