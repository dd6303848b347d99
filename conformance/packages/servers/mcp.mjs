// Pins: @modelcontextprotocol/sdk over stdio: a server that Node runs, tools, resources, errors, the end
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const client = new Client({ name: "c", version: "1.0.0" });
const transport = new StdioClientTransport({ command: "node", args: [process.env.MCP_SERVER] });
await client.connect(transport);
console.log(client.getServerVersion(), (await client.listTools()).tools.map((t) => [t.name, Object.keys(t.inputSchema.properties)]));
console.log(await client.callTool({ name: "add", arguments: { a: 1, b: 2 } }));
console.log((await Promise.all([1, 2, 3].map((n) => client.callTool({ name: "add", arguments: { a: n, b: n } })))).map((r) => r.content[0].text));
console.log((await client.callTool({ name: "add", arguments: { a: "x" } })).isError);
console.log(await client.readResource({ uri: "greeting://all" }));
await client.readResource({ uri: "greeting://none" }).catch((e) => console.log(e.code));
const ended = new Promise((done) => (client.onclose = done));
await client.close(); await ended;
console.log("closed", transport.pid);
await new Client({ name: "c", version: "1.0.0" }).connect(new StdioClientTransport({ command: "no-such-program" })).catch((e) => console.log(e.code));
