import * as z from "zod/mini";
import { operation, type Operation } from "#shared/api/operation.ts";

/** POST /mcp: one message of the Model Context Protocol, answered as JSON (modelcontextprotocol.io, "Streamable HTTP"). */
export const callMcp = operation({
  id: "mcp/call",
  auth: "bearer",
  method: "POST",
  path: "/mcp",
  // Its tools' operations have their own rules, and are asked for each call.
  boundKeys: "all",
  inMaintenance: "answered",
  outside: "always",
  summary: "Call a tool",
  description: "A message of the Model Context Protocol: list and call the tools that the key allows",
  body: z.unknown(),
  errors: [400, 401, 403, 413, 415],
});

/** The operations of the Model Context Protocol; they are not part of the documented API, whose operations are the tools. */
export const mcpOperations = [callMcp] as const satisfies readonly Operation[];
