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
  for (const name of Object.keys(options)) {
    const { type } = options[name];
    if (type !== "string" && type !== "boolean") throw wrongType(`options.${name}.type`, "('string|boolean')", type);
  }
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

function tokenize(args: string[], takesValue: (name: string) => boolean, byShort: (letter: string) => string): Token[] {
  const tokens: Token[] = [];
  const rest = args.map((text, index) => ({ text, index }));
  while (rest.length > 0) {
    const { text, index } = rest.shift() as { text: string; index: number };
    const option = (name: string, rawName: string, value?: string, inlineValue?: boolean) => tokens.push({ kind: "option", name, rawName, index, value, inlineValue });
    const nextValue = () => (rest.length > 0 && !(rest[0].text.length > 1 && rest[0].text[0] === "-") ? (rest.shift() as any).text : undefined);
    if (text === "--") {
      tokens.push({ kind: "option-terminator", index });
      for (const each of rest.splice(0)) tokens.push({ kind: "positional", index: each.index, value: each.text });
    } else if (/^--[^=]*=./.test(text) || /^--[^=]+=$/.test(text)) {
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
  if (option.type === "boolean" && token.value !== undefined) {
    throw fault("TypeError", "ERR_PARSE_ARGS_INVALID_OPTION_VALUE", `Option '${shown}' does not take an argument`);
  }
}

function unexpected(text: string): Error {
  return fault("TypeError", "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL", `Unexpected argument '${text}'. This command does not take positional arguments`);
}
