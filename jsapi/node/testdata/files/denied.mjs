// Files outside of dir may not be touched, in any way; dir has the file "mine", other the file "secret".
import fs from "node:fs";
import { readFile } from "node:fs/promises";

const other = process.env.OTHER;
const denied = (f) => {
  try {
    f();
    print("done", f);
  } catch (error) {
    print(error.code, error.permission, error.resource.startsWith(other), error.message.slice(0, 7));
  }
};
const secret = `${other}/secret`;
denied(() => fs.readFileSync(secret));
denied(() => fs.readFileSync(secret, { flag: "r+" }));
denied(() => fs.writeFileSync(`${other}/x`, ""));
denied(() => fs.writeFileSync(`${other}/x`, "", { flag: "a" }));
denied(() => fs.writeFileSync(`${other}/x`, "", { flag: "w+" }));
denied(() => fs.mkdirSync(`${other}/x`, { recursive: true }));
denied(() => fs.readdirSync(other));
denied(() => fs.statSync(secret));
denied(() => fs.lstatSync(secret));
denied(() => fs.existsSync(secret));
denied(() => fs.accessSync(secret));
denied(() => fs.realpathSync(other));
denied(() => fs.unlinkSync(secret));
denied(() => fs.rmSync(other, { recursive: true, force: true }));
denied(() => fs.rmdirSync(other));
denied(() => fs.mkdtempSync(`${other}/x`));
denied(() => fs.renameSync(secret, `${dir}/x`));
denied(() => fs.renameSync(`${dir}/mine`, `${other}/x`));
denied(() => fs.copyFileSync(secret, `${dir}/x`));
denied(() => fs.copyFileSync(`${dir}/mine`, `${other}/x`));
readFile(secret).catch((error) => print("promise", error.code));
fs.readFile(secret, (error) => print("callback", error.code));
show("mine", () => fs.readdirSync(dir));
