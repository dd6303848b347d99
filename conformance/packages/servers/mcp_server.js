import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"; import { z } from "zod";
const server = new McpServer({ name: "sums", version: "1.0.0" });
server.registerTool("add", { description: "adds", inputSchema: { a: z.number(), b: z.number() } }, async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }));
server.registerResource("greeting", "greeting://all", { title: "Greeting" }, async (uri) => ({ contents: [{ uri: uri.href, text: "hello" }] }));
await server.connect(new StdioServerTransport());
