import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from "@modelcontextprotocol/client";

/** The revisions that the server is asked in: the one without handshake, and the one before it, whose clients initialise. */
export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

const modes: Readonly<Record<(typeof REVISIONS)[number], VersionNegotiationMode>> = {
  "2026-07-28": { pin: "2026-07-28" },
  "2025-11-25": "legacy",
};

/** The SDK's own client, connected to POST /mcp with this key. */
export const mcpClient = async (url: string, key: string, revision: (typeof REVISIONS)[number] = "2026-07-28"): Promise<Client> => {
  const client = new Client({ name: "tests", version: "1" }, { versionNegotiation: { mode: modes[revision] } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
};

// oxlint-disable-next-line typescript/no-explicit-any -- whatever comes is compared with what the rules say
type Json = any;

/** What a tool answered: its JSON, and whether it is an error. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  readonly body: Json;
}

/** Calls a tool; throws for an answer that is no text. */
export const calling =
  (client: Client) =>
  async (name: string, inputs: Record<string, unknown> = {}): Promise<ToolResult> => {
    const { content, isError = false } = await client.callTool({ name, arguments: inputs });
    const [first] = content as readonly { readonly type: string; readonly text?: string }[];
    if (first?.type !== "text" || first.text === undefined) throw new Error(`${name} answered no text`);
    return { isError, text: first.text, body: JSON.parse(first.text) };
  };
