// An agent with the client of npm's @modelcontextprotocol/sdk: it calls the tools
// that it is told to, and prints what it got.
//
//   node client.mjs MODULES '[{"name":"…","arguments":{…}}, …]' COMMAND [ARGUMENT...]
//
// MODULES is the node_modules directory that holds the SDK.
import { createRequire } from "node:module";
import path from "node:path";

const [modules, calls, command, ...args] = process.argv.slice(2);
const require = createRequire(path.join(modules, "client.js"));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");

const client = new Client({ name: "agent", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
const tools = (await client.listTools()).tools.map((t) => t.name);
const results = [];
for (const call of JSON.parse(calls)) {
  results.push(await client.callTool(call));
}
console.log(JSON.stringify({ tools, results }));
await client.close();
