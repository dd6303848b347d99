// Records what the programs of cases/ do on Node with the real packages, in cases/NAME.out. A NAME with .02 means
// a program with LangGraph.js 0.2.74: without names, those are recorded again that have a NAME.02.out.
//
//   ORACLE_MODULES=/somewhere/node_modules ORACLE_MODULES_02=/elsewhere/node_modules node record.mjs [NAME...]
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const cases = join(here, "cases");
const modules = process.env.ORACLE_MODULES ?? join(here, "..", "oracle", "node_modules");
const modules02 = process.env.ORACLE_MODULES_02;
const names = readdirSync(cases).filter((f) => f.endsWith(".mjs")).map((f) => f.slice(0, -".mjs".length));
const all = names.flatMap((n) => (modules02 && existsSync(join(cases, `${n}.02.out`)) ? [n, `${n}.02`] : [n]));
const picked = process.argv.slice(2);
for (const name of picked.length > 0 ? picked : all) {
  const bench = mkdtempSync(join(tmpdir(), "ways-"));
  symlinkSync(name.endsWith(".02") ? modules02 : modules, join(bench, "node_modules"));
  copyFileSync(join(here, "drive.mjs"), join(bench, "drive.mjs"));
  copyFileSync(join(cases, `${name.replace(/\.02$/, "")}.mjs`), join(bench, "program.mjs"));
  writeFileSync(join(bench, "main.mjs"), `import { MemorySaver } from "@langchain/langgraph";\nimport * as program from "./program.mjs";\nimport { drive } from "./drive.mjs";\nawait drive(program, new MemorySaver());\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["main.mjs"], { cwd: bench, encoding: "utf8" });
  rmSync(bench, { recursive: true });
  if (status === 0) writeFileSync(join(cases, `${name}.out`), normalised(stdout));
  else console.error(`${name}: ${stderr}`);
  process.exitCode ||= status;
}

// Does what jsapitest.Normalise does.
function normalised(text) {
  return text
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uuid>")
    .replaceAll(/\b[0-9a-f]{32}\b/g, "<interrupt-id>")
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "<time>");
}
