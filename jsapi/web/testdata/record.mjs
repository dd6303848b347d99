// Records what Node prints for the scripts in web/ and for those of jsapi/node: run `node record.mjs [name...]` here, read the diff, commit.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

const wanted = process.argv.slice(2);
for (const group of ["web", "../../node/testdata/modules"]) {
  for (const file of readdirSync(group)) {
    const [name, kind] = file.split(".");
    if (!["js", "mjs"].includes(kind) || (wanted.length > 0 && !wanted.includes(name))) continue;
    const dir = mkdtempSync(`${tmpdir()}/record`);
    const stdin = `${group}/${name}.stdin`;
    const out = execFileSync(process.execPath, ["--no-warnings", "-r", "./prelude.js", `${group}/${file}`], {
      encoding: "utf8",
      input: existsSync(stdin) ? readFileSync(stdin) : "",
      env: { ...process.env, TZ: "UTC", NO_COLOR: "1", RECORD_DIR: dir },
    });
    rmSync(dir, { recursive: true });
    writeFileSync(`${group}/${name}.golden`, out.replaceAll(dir, "DIR"));
    console.log(`${group}/${name}: ${out.split("\n").length - 1} lines`);
  }
}
