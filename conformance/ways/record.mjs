// Records what the programs of cases/ do on Node with the real packages, in cases/NAME.out.
//
//   ORACLE_MODULES=/somewhere/node_modules node record.mjs [NAME...]
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const cases = join(here, "cases");
const modules = process.env.ORACLE_MODULES ?? join(here, "..", "oracle", "node_modules");
const names = readdirSync(cases).filter((f) => f.endsWith(".mjs")).map((f) => f.slice(0, -".mjs".length));
const picked = process.argv.slice(2);
for (const name of names.filter((n) => picked.length === 0 || picked.includes(n))) {
  const bench = mkdtempSync(join(tmpdir(), "ways-"));
  symlinkSync(modules, join(bench, "node_modules"));
  copyFileSync(join(here, "drive.mjs"), join(bench, "drive.mjs"));
  copyFileSync(join(cases, `${name}.mjs`), join(bench, "program.mjs"));
  writeFileSync(join(bench, "main.mjs"), `import { MemorySaver } from "@langchain/langgraph";\nimport * as program from "./program.mjs";\nimport { drive } from "./drive.mjs";\nawait drive(program, new MemorySaver());\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["main.mjs"], { cwd: bench, encoding: "utf8" });
  rmSync(bench, { recursive: true });
  if (status === 0) writeFileSync(join(cases, `${name}.out`), stdout);
  else console.error(`${name}: ${stderr}`);
  process.exitCode ||= status;
}
