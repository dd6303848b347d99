// Pins: commander, yargs and minimist: options of a command line
import { Command, InvalidArgumentError, Option } from "commander";
import yargs from "yargs";
import minimist from "minimist";
const p = new Command("tool").exitOverride().configureOutput({ writeErr: (s) => console.log("ERR", s.trim()), writeOut: (s) => console.log(s.trimEnd()) });
p.version("1.2.3").description("does things").option("-d, --debug", "more output").option("-n, --num <n>", "a number", (v) => { if (isNaN(v)) throw new InvalidArgumentError("Not a number."); return Number(v); }, 3)
  .addOption(new Option("-k, --kind <kind>").choices(["a", "b"])).argument("<file>").argument("[rest...]");
p.action((file, rest, o) => console.log("ran", file, rest, o));
p.parse(["node", "tool", "f.txt", "x", "y", "-d", "--num=7", "-k", "a"]);
for (const args of [["f", "--num", "z"], ["f", "-k", "c"], [], ["--help"], ["--version"], ["f", "--nope"]]) {
  try { p.parse(["node", "tool", ...args]); } catch (e) { console.log(e.code, e.exitCode); }
}
const sub = new Command().exitOverride(); sub.command("add <x>").alias("a").action((x) => console.log("add", x)); await sub.parseAsync(["a", "5"], { from: "user" });
const y = await yargs(["build", "src", "--minify", "--level", "2", "-v", "-v", "--no-color", "--list", "a", "--list", "b"]).scriptName("tool").command("build <dir>", "build it", (b) => b.option("level", { type: "number", default: 1 })).count("v").array("list").exitProcess(false).parse();
console.log(JSON.stringify(y));
await yargs(["--wrong"]).scriptName("tool").options({ need: { type: "string", demandOption: true } }).strict().exitProcess(false).fail((msg) => console.log("FAIL", msg)).parse();
console.log((await yargs([]).scriptName("tool").usage("$0 <cmd>").option("a", { describe: "an option", type: "boolean" }).wrap(80).getHelp()));
console.log(minimist(["-a", "beep", "-n5", "--x=1", "--no-y", "rest", "--", "z"], { string: ["x"], alias: { a: "aa" }, default: { q: 1 }, "--": true }));
