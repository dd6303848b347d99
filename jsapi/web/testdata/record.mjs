// Records what Node prints for the scripts in web/ and node/: run `node record.mjs [name...]` here, read the diff, commit.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";

const wanted = process.argv.slice(2);
for (const dir of ["web", "node"]) {
  if (!existsSync(dir)) continue;
  for (const file of readdirSync(dir)) {
    const [name, kind] = file.split(".");
    if (!["js", "mjs"].includes(kind) || (wanted.length > 0 && !wanted.includes(name))) continue;
    const out = execFileSync(process.execPath, ["--no-warnings", "-r", "./prelude.js", `${dir}/${file}`], {
      encoding: "utf8",
      input: existsSync(`${dir}/${name}.stdin`) ? undefined : "",
      env: { ...process.env, TZ: "UTC", NO_COLOR: "1" },
    });
    writeFileSync(`${dir}/${name}.golden`, out);
    console.log(`${dir}/${name}: ${out.split("\n").length - 1} lines`);
  }
}
