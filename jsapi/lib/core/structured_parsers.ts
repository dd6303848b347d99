// This file has parsers of JSON that fits a schema, and of XML.
import { asJSONSchema } from "./structured_output";
import { BaseCumulativeTransformOutputParser, BaseOutputParser, OutputParserException, parseJsonMarkdown } from "./text_parsers";
import { parseXMLMarkdown, XML_FORMAT_INSTRUCTIONS, type Content } from "./xml";

/** Returns the JSON of a text. Models write it with or without code fences. Line breaks inside of strings, which they also write, become \n. */
function jsonOf(text: string): string {
  const fence = /```(?:json)?\s*([\s\S]*?)```/.exec(text);
  const json = (fence ? fence[1] : text).trim();
  return json.replace(/"([^"\\]*(\\.[^"\\]*)*)"/g, (quoted) => quoted.replace(/\n/g, "\\n")).replace(/\n/g, "");
}

const cannotParse = (text: string, e: any) => new OutputParserException(`Failed to parse. Text: "${text}". Error: ${e}`, text);

async function checked(schema: any, value: any): Promise<any> {
  if (!schema._zod) return schema.parseAsync(value);
  const result = await schema.safeParseAsync(value);
  if (result.success) return result.data;
  throw issuesError(result.error.issues);
}

/** Returns an object that prints the issues as an error of zod does. */
const issuesError = (issues: any[]) => ({ issues, toString: () => JSON.stringify(issues, null, 2) });

/** A schema of an object of texts, in the form of zod 3. It is used because zod is large. */
class Texts {
  constructor(private about: Record<string, string>) {}
  async parseAsync(value: any): Promise<any> {
    const wrong = (path: string[], expected: string, v: any) => {
      const received = v === null ? "null" : Array.isArray(v) ? "array" : typeof v;
      const message = v === undefined ? "Required" : `Expected ${expected}, received ${received}`;
      return { code: "invalid_type", expected, received, path, message };
    };
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw issuesError([wrong([], "object", value)]);
    const names = Object.keys(this.about);
    const issues = names.filter((n) => typeof value[n] !== "string").map((n) => wrong([n], "string", value[n]));
    if (issues.length) throw issuesError(issues);
    return Object.fromEntries(names.map((n) => [n, value[n]]));
  }
  get jsonSchema(): any {
    const properties = Object.fromEntries(Object.entries(this.about).map(([n, description]) => [n, { type: "string", description }]));
    const $schema = "http://json-schema.org/draft-07/schema#";
    return { type: "object", properties, required: Object.keys(this.about), additionalProperties: false, $schema };
  }
}

const schemaOf = (schema: any): any => (schema instanceof Texts ? schema.jsonSchema : asJSONSchema(schema));

/** A parser of JSON that fits a schema of zod. */
export class StructuredOutputParser extends BaseOutputParser {
  static lc_name(): string {
    return "StructuredOutputParser";
  }
  lc_namespace = ["langchain", "output_parsers", "structured"];
  constructor(public schema: any) {
    super();
  }
  static fromZodSchema(schema: any): any {
    return new this(schema);
  }
  static fromNamesAndDescriptions(about: Record<string, string>): any {
    return new this(new Texts(about));
  }
  toJSON(): any {
    return { lc: 1, type: "not_implemented", id: [...this.lc_namespace, (this.constructor as any).lc_name()] };
  }
  getFormatInstructions(): string {
    return `You must format your output as a JSON value that adheres to a given "JSON Schema" instance.

"JSON Schema" is a declarative language that allows you to annotate and validate JSON documents.

For example, the example "JSON Schema" instance {{"properties": {{"foo": {{"description": "a list of test words", "type": "array", "items": {{"type": "string"}}}}}}, "required": ["foo"]}}
would match an object with one required property, "foo". The "type" property specifies "foo" must be an "array", and the "description" property semantically describes it as "a list of test words". The items within "foo" must be strings.
Thus, the object {{"foo": ["bar", "baz"]}} is a well-formatted instance of this example "JSON Schema". The object {{"properties": {{"foo": ["bar", "baz"]}}}} is not well-formatted.

Your output will be parsed and type-checked according to the provided schema instance, so make sure all fields in your output match the schema exactly and there are no trailing commas!

Here is the JSON Schema instance your output must adhere to. Include the enclosing markdown codeblock:
\`\`\`json
${JSON.stringify(schemaOf(this.schema))}
\`\`\`
`;
  }
  _baseMessageToString(message: any): string {
    return message.text;
  }
  async parse(text: string): Promise<any> {
    try {
      return await checked(this.schema, JSON.parse(jsonOf(text)));
    } catch (e) {
      throw cannotParse(text, e);
    }
  }
}

/** Returns a type in the form in which JsonMarkdownStructuredOutputParser shows it to a model. Names of an object are indented by indent. */
function shape(schema: any, indent = 2): string {
  const spaces = (n: number) => " ".repeat(n);
  const about = schema.description ? ` // ${schema.description}` : "";
  if (!("type" in schema)) {
    if (!("anyOf" in schema)) throw new Error("unsupported schema type");
    return schema.anyOf.map((kind: any) => shape(kind, indent)).join(`\n${spaces(indent - 2)}`);
  }
  if (schema.type === "object" && schema.properties) {
    const lines = Object.entries<any>(schema.properties).map(([name, property]) => {
      const optional = schema.required?.includes(name) ? "" : " (optional)";
      return `${spaces(indent)}"${name}": ${shape(property, indent + 2)}${optional}`;
    });
    return `{\n${lines.join("\n")}\n${spaces(indent - 2)}}${about}`;
  }
  if (schema.type === "array" && schema.items) return `array[\n${spaces(indent)}${shape(schema.items, indent + 2)}\n${spaces(indent - 2)}] ${about}`;
  const types: string[] = [].concat(schema.type);
  const nullable = Array.isArray(schema.type) && types.includes("null") ? " (nullable)" : "";
  return types.filter((type) => type !== "null" || !nullable).join(" | ") + about + nullable;
}

/** A StructuredOutputParser that shows a model an object with types and comments. */
export class JsonMarkdownStructuredOutputParser extends StructuredOutputParser {
  static lc_name(): string {
    return "JsonMarkdownStructuredOutputParser";
  }
  getFormatInstructions(options?: { interpolationDepth?: number }): string {
    const depth = options?.interpolationDepth ?? 1;
    if (depth < 1) throw new Error("f string interpolation depth must be at least 1");
    const text = shape(schemaOf(this.schema)).replaceAll("{", "{".repeat(depth)).replaceAll("}", "}".repeat(depth));
    return `Return a markdown code snippet with a JSON object formatted to look like:\n\`\`\`json\n${text}\n\`\`\``;
  }
}

/** A parser that converts JSON that fits a schema to something else. */
export abstract class AsymmetricStructuredOutputParser extends BaseOutputParser {
  private structuredInputParser: JsonMarkdownStructuredOutputParser;
  constructor({ inputSchema }: { inputSchema: any }) {
    super();
    this.structuredInputParser = new JsonMarkdownStructuredOutputParser(inputSchema);
  }
  abstract outputProcessor(input: any): Promise<any>;
  async parse(text: string): Promise<any> {
    let parsed: any;
    try {
      parsed = await this.structuredInputParser.parse(text);
    } catch (e) {
      throw cannotParse(text, e);
    }
    return this.outputProcessor(parsed);
  }
  getFormatInstructions(): string {
    return this.structuredInputParser.getFormatInstructions();
  }
}

/** A parser of JSON that fits a schema of any library that follows Standard Schema. */
export class StandardSchemaOutputParser extends BaseOutputParser {
  static lc_name(): string {
    return "StandardSchemaOutputParser";
  }
  lc_namespace = ["langchain", "output_parsers", "standard_schema"];
  constructor(private readonly schema: any) {
    super();
  }
  static fromSerializableSchema(schema: any): any {
    return new this(schema);
  }
  _baseMessageToString(message: any): string {
    return message.text;
  }
  async parse(text: string): Promise<any> {
    try {
      const result = await this.schema["~standard"].validate(parseJsonMarkdown(text, JSON.parse));
      if (result.issues) throw new Error(`Validation failed: ${JSON.stringify(result.issues)}`);
      return result.value;
    } catch (e) {
      throw cannotParse(text, e);
    }
  }
  getFormatInstructions(): string {
    return "";
  }
}

/** A parser of XML. While a model writes, it yields the part that is complete. */
export class XMLOutputParser extends BaseCumulativeTransformOutputParser {
  static lc_name(): string {
    return "XMLOutputParser";
  }
  lc_serializable = true;
  tags: string[] | undefined;
  constructor(fields?: { tags?: string[] }) {
    super(fields);
    this.tags = fields?.tags;
  }
  get lc_namespace(): string[] {
    return ["langchain_core", "output_parsers"];
  }
  async parsePartialResult(generations: any[]): Promise<any> {
    return parseXMLMarkdown(generations[0].text);
  }
  async parse(text: string): Promise<Record<string, Content>> {
    return parseXMLMarkdown(text);
  }
  getFormatInstructions(): string {
    const tags = this.tags;
    return tags?.length ? XML_FORMAT_INSTRUCTIONS.replace("{tags}", tags.join(", ")) : XML_FORMAT_INSTRUCTIONS;
  }
}

export { parseXMLMarkdown, XML_FORMAT_INSTRUCTIONS };
