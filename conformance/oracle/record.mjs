// Records what the scripts of this folder print on Node with the real packages.
//
//   node record.mjs [--missing] [PREFIX...]
//
// PREFIX picks scripts: "streaming/" or "graph/send". --missing picks those that
// have no .out yet. The packages are those in node_modules, installed by npm ci
// if they are not there; ORACLE_MODULES names another folder with them.
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, copyFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const atOnce = 2;
const timeoutMillis = 30_000;
const here = dirname(fileURLToPath(import.meta.url));

// The same as normalisations in conformance_test.go.
const normalisations = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uuid>"],
  [/\b[0-9a-f]{32}\b/g, "<interrupt-id>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "<time>"],
];

const args = process.argv.slice(2);
const missing = args.includes("--missing");
const prefixes = args.filter((a) => a && !a.startsWith("--"));

const scripts = readdirSync(here, { withFileTypes: true })
  .filter((d) => d.isDirectory() && d.name !== "node_modules")
  .flatMap((d) => readdirSync(join(here, d.name)).map((f) => `${d.name}/${f}`))
  .filter((f) => f.endsWith(".mjs"))
  .map((f) => f.slice(0, -".mjs".length))
  .filter((name) => prefixes.length === 0 || prefixes.some((p) => name.startsWith(p)))
  .filter((name) => !missing || !existsSync(join(here, name + ".out")))
  .sort();

const modules = installed();
const bench = mkdtempSync(join(tmpdir(), "oracle-"));
symlinkSync(modules, join(bench, "node_modules"));
const failures = [];
try {
  const queue = [...scripts];
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await record(name);
  }));
} finally {
  rmSync(bench, { recursive: true });
}
console.log(`${scripts.length - failures.length} of ${scripts.length} recorded`);
for (const f of failures) console.error(f);
process.exitCode = failures.length > 0 || scripts.length === 0 ? 1 : 0;

// installed returns the folder with the packages.
function installed() {
  if (process.env.ORACLE_MODULES) return process.env.ORACLE_MODULES;
  const folder = join(here, "node_modules");
  if (!existsSync(join(folder, ".package-lock.json"))) {
    console.log("installing the packages (npm ci), which takes a few minutes");
    const { status } = spawnSync("npm", ["ci", "--legacy-peer-deps"], { cwd: here, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm ci ended with ${status}`);
  }
  return folder;
}

// record runs one script in an empty folder beside the packages and stores what it prints.
async function record(name) {
  const dir = join(bench, name.replaceAll("/", "-"));
  mkdirSync(dir);
  const file = join(dir, name.slice(name.indexOf("/") + 1) + ".mjs");
  copyFileSync(join(here, name + ".mjs"), file);
  const { error, stdout, stderr } = await run(file, dir);
  if (error) {
    const why = error.killed ? `did not end within ${timeoutMillis} ms` : `ended with ${error.code ?? error.signal}`;
    failures.push(`${name}: ${why}\n${stderr}`);
    return;
  }
  const out = normalisations.reduce((s, [pattern, to]) => s.replaceAll(pattern, to), stdout);
  const outFile = join(here, name + ".out");
  if (!existsSync(outFile) || readFileSync(outFile, "utf8") !== out) {
    writeFileSync(outFile, out);
    console.log("wrote", name + ".out");
  }
}

function run(file, cwd) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TZ: "UTC" };
  const options = { cwd, env, timeout: timeoutMillis, killSignal: "SIGKILL", maxBuffer: 1 << 26 };
  return new Promise((resolve) => execFile(process.execPath, [file], options, (error, stdout, stderr) => resolve({ error, stdout, stderr })));
}
