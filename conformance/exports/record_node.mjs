// Prints what the modules of Node export, one module a line: node conformance/exports/record_node.mjs >conformance/exports/node.txt
import { builtinModules } from "node:module";

console.log(`# What the modules of Node ${process.versions.node} export. Made by record_node.mjs.`);
for (const name of builtinModules) {
  if (name.startsWith("_")) continue;
  const module = await import(`node:${name}`);
  const own = typeof module.default === "object" ? Object.getOwnPropertyNames(module.default) : [];
  console.log(name, [...new Set([...Object.keys(module), ...own])].sort().join(" "));
}
