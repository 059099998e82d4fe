// A reviewer with the client of npm's @modelcontextprotocol/sdk: it approves the
// first call that waits, tries to deny it as well, and prints what it was told.
//
//   node reviewer.mjs MODULES stdio COMMAND [ARGUMENT...]
//   node reviewer.mjs MODULES http URL TOKEN
//
// MODULES is the node_modules directory that holds the SDK.
import { createRequire } from "node:module";
import path from "node:path";

const [modules, transport, ...rest] = process.argv.slice(2);
const require = createRequire(path.join(modules, "reviewer.js"));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");

function connection() {
  if (transport === "stdio") {
    const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
    const [command, ...args] = rest;
    return new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" });
  }
  const { StreamableHTTPClientTransport } = require("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const [url, token] = rest;
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
}

const client = new Client({ name: "reviewer", version: "1.0.0" });
await client.connect(connection());

const tools = (await client.listTools()).tools.map((t) => t.name);
const { messages } = await client.getPrompt({ name: "review" });
let pending = [];
while (pending.length === 0) {
  const listed = await client.callTool({ name: "sup7_pending", arguments: { wait_seconds: 20 } });
  pending = JSON.parse(listed.content[0].text);
}
const [call] = pending;
const { resources } = await client.listResources();
const detail = await client.readResource({ uri: resources[0].uri });
const verdict = (action) =>
  client.callTool({
    name: "sup7_verdict",
    arguments: { approval_id: call.id, action, confidence: 0.95, reasoning: "reads a file of the project" },
  });
const first = await verdict("approve");
const second = await verdict("deny");
console.log(
  JSON.stringify({
    tools,
    prompt: messages[0].content.text,
    call,
    detail: JSON.parse(detail.contents[0].text),
    first: first.content[0].text,
    second: second.content[0].text,
    refused: second.isError,
  }),
);
await client.close();
