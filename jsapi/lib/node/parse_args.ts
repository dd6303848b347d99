// This file has util.parseArgs.
import { fault, wrongType } from "./errors";

interface Option { type: "string" | "boolean"; short?: string; multiple?: boolean; default?: unknown }
interface Config { args?: string[]; options?: Record<string, Option>; strict?: boolean; allowPositionals?: boolean; allowNegative?: boolean; tokens?: boolean }
interface Token { kind: string; index: number; name?: string; rawName?: string; value?: string; inlineValue?: boolean }

/** Returns the arguments after the name of the script. */
function ownArgs(): string[] {
  return (globalThis as any).process.argv.slice(2);
}

export function parseArgs(config: Config = {}): { values: any; positionals: string[]; tokens?: Token[] } {
  const { args = ownArgs(), options = {}, strict = true, allowNegative = false } = config;
  const { allowPositionals = !strict } = config;
  if (!Array.isArray(args)) throw wrongType("args", "an instance of Array", args);
  for (const [name, value] of Object.entries({ strict, allowPositionals, tokens: config.tokens })) {
    if (value !== undefined && typeof value !== "boolean") throw wrongType(name, "of type boolean", value);
  }
  if (options === null || typeof options !== "object") throw wrongType("options", "of type object", options);
  for (const name of Object.keys(options)) checkOption(name, options[name]);
  const byShort = (letter: string) => Object.keys(options).find((name) => options[name].short === letter) || letter;
  const tokens = tokenize(args, (name) => !!options[name] && options[name].type === "string", byShort);
  const values: any = Object.create(null);
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") {
      if (!allowPositionals) throw unexpected(token.value as string);
      positionals.push(token.value as string);
    }
    if (token.kind === "option") store(token, options, values, { strict, allowPositionals, allowNegative });
  }
  for (const name of Object.keys(options)) {
    if (options[name].default !== undefined && values[name] === undefined) values[name] = options[name].default;
  }
  return config.tokens ? { values, positionals, tokens } : { values, positionals };
}

/** Throws an error for a description of an option that is not valid. */
function checkOption(name: string, option: any): void {
  if (option === null || typeof option !== "object") throw wrongType(`options.${name}`, "of type object", option);
  const { type, short, multiple, default: usual } = option;
  if (type !== "string" && type !== "boolean") throw wrongType(`options.${name}.type`, "('string|boolean')", type);
  if (Object.hasOwn(option, "short")) {
    if (typeof short !== "string") throw wrongType(`options.${name}.short`, "of type string", short);
    if (short.length !== 1) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'options.${name}.short' must be a single character. Received ${__hitlrun.node.util.inspect(short)}`);
  }
  if (Object.hasOwn(option, "multiple") && typeof multiple !== "boolean") throw wrongType(`options.${name}.multiple`, "of type boolean", multiple);
  if (usual === undefined) return;
  if (!multiple) {
    if (typeof usual !== type) throw wrongType(`options.${name}.default`, `of type ${type}`, usual);
    return;
  }
  if (!Array.isArray(usual)) throw wrongType(`options.${name}.default`, "an instance of Array", usual);
  for (const [i, item] of usual.entries()) if (typeof item !== type) throw wrongType(`options.${name}.default[${i}]`, `of type ${type}`, item);
}

function tokenize(args: string[], takesValue: (name: string) => boolean, byShort: (letter: string) => string): Token[] {
  const tokens: Token[] = [];
  const rest = args.map((text, index) => ({ text, index }));
  while (rest.length > 0) {
    const { text, index } = rest.shift() as { text: string; index: number };
    const option = (name: string, rawName: string, value?: string, inlineValue?: boolean) => tokens.push({ kind: "option", name, rawName, index, value, inlineValue });
    const nextValue = () => (rest.length > 0 ? (rest.shift() as any).text : undefined);
    if (text === "--") {
      tokens.push({ kind: "option-terminator", index });
      for (const each of rest.splice(0)) tokens.push({ kind: "positional", index: each.index, value: each.text });
    } else if (/^--[^=]+=/.test(text)) {
      const at = text.indexOf("=");
      option(text.slice(2, at), text.slice(0, at), text.slice(at + 1), true);
    } else if (text.startsWith("--")) {
      const name = text.slice(2);
      const value = takesValue(name) ? nextValue() : undefined;
      option(name, text, value, value === undefined ? undefined : false);
    } else if (text.length > 1 && text[0] === "-") {
      const name = byShort(text[1]);
      if (text.length === 2) {
        const value = takesValue(name) ? nextValue() : undefined;
        option(name, text, value, value === undefined ? undefined : false);
      } else if (takesValue(name)) {
        option(name, text.slice(0, 2), text.slice(2), true);
      } else {
        // -abc means -a -bc
        rest.unshift({ text: `-${text.slice(2)}`, index });
        option(name, text.slice(0, 2));
      }
    } else {
      tokens.push({ kind: "positional", index, value: text });
    }
  }
  return tokens;
}

function store(token: Token, options: Record<string, Option>, values: any, config: Config): void {
  let name = token.name as string;
  let value: unknown = token.value === undefined ? true : token.value;
  if (config.allowNegative && name.startsWith("no-") && options[name.slice(3)] && options[name.slice(3)].type === "boolean") {
    name = name.slice(3);
    value = false;
  }
  const option = Object.prototype.hasOwnProperty.call(options, name) ? options[name] : undefined;
  if (config.strict) check(token, name, option, config);
  if (name === "__proto__") return;
  if (option && option.multiple) (values[name] = values[name] || []).push(value);
  else values[name] = value;
}

function check(token: Token, name: string, option: Option | undefined, config: Config): void {
  if (!option) {
    const hint = config.allowPositionals ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${token.rawName}"` : "";
    throw fault("TypeError", "ERR_PARSE_ARGS_UNKNOWN_OPTION", `Unknown option '${token.rawName}'${hint}`);
  }
  const shown = `${option.short ? `-${option.short}, ` : ""}--${name}`;
  if (option.type === "string" && token.value === undefined) {
    throw fault("TypeError", "ERR_PARSE_ARGS_INVALID_OPTION_VALUE", `Option '${shown} <value>' argument missing`);
  }
  if (!token.inlineValue && token.value !== undefined && token.value.length > 1 && token.value[0] === "-") {
    const raw = token.rawName as string;
    const example = raw.startsWith("--") ? `'${raw}=-XYZ'` : `'--${token.name}=-XYZ' or '${raw}-XYZ'`;
    throw fault("TypeError", "ERR_PARSE_ARGS_INVALID_OPTION_VALUE",
      `Option '${raw}' argument is ambiguous.\nDid you forget to specify the option argument for '${raw}'?\nTo specify an option argument starting with a dash use ${example}.`);
  }
  if (option.type === "boolean" && token.value !== undefined) {
    throw fault("TypeError", "ERR_PARSE_ARGS_INVALID_OPTION_VALUE", `Option '${shown}' does not take an argument`);
  }
}

function unexpected(text: string): Error {
  return fault("TypeError", "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL", `Unexpected argument '${text}'. This command does not take positional arguments`);
}
