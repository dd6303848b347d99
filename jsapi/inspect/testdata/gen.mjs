// Records what Node prints for the cases in this directory. Run it with Node 20 after changing a case:
//
//	node testdata/gen.mjs
//
// Every *.js file here holds cases separated by empty lines. A case is a piece of script with the functions inspect,
// format, formatWithOptions and the symbol custom at hand; a string it ends with is the output, any other value is
// inspected. name.golden gets each case as "> " lines followed by its output as "| " lines. Stack frames are replaced
// by "at <frames>": paths and depths are not comparable, where they stand is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import util from 'node:util';
import vm from 'node:vm';

const dir = new URL('.', import.meta.url);

Object.assign(globalThis, {
  inspect: util.inspect,
  format: util.format,
  formatWithOptions: util.formatWithOptions,
  stripVTControlCharacters: util.stripVTControlCharacters,
  custom: util.inspect.custom,
});

function run(source) {
  try {
    const v = vm.runInThisContext(`{\n${source}\n}`);
    return typeof v === 'string' ? v : util.inspect(v);
  } catch (e) {
    return e instanceof Error ? `threw ${e.name}: ${e.message}` : `threw ${String(e)}`;
  }
}

const frames = /^( *)(?:\x1b\[90m)?(?:at |\.\.\. \d+ lines matching cause).*?( \{|,)?$(?:\n *(?:\x1b\[90m)?(?:at |\.\.\. \d+ lines matching cause).*?( \{|,)?$)*/gm;

function normalise(text) {
  return text.replace(frames, (all, indent) => `${indent}at <frames>${/( \{|,)?$/.exec(all)[0]}`);
}

const quoted = (text, mark) => text.split('\n').map((line) => `${mark} ${line}\n`).join('');

for (const file of readdirSync(dir).filter((name) => name.endsWith('.js'))) {
  const cases = readFileSync(new URL(file, dir), 'utf8').split(/\n\n+/).map((c) => c.trim()).filter((c) => c && !/^\/\/.*$/.test(c));
  const golden = cases.map((c) => quoted(c, '>') + quoted(normalise(run(c)), '|')).join('\n');
  writeFileSync(new URL(file.replace(/\.js$/, '.golden'), dir), golden);
  console.log(file, cases.length);
}
