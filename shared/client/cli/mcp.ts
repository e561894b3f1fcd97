import type { Command, Terminal } from "./command.ts";

/** How long an answer is waited for, ms: longer than the service lets a call last. */
const TIMEOUT_MS = 35_000;
/** A line beyond it is no message: the service takes 5.5 MB. Bytes. */
const LINE_MAX = 6_000_000;

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly uri?: string; readonly _meta?: Readonly<Record<string, unknown>> };
}

const isText = (value: unknown): value is string => typeof value === "string";

/** The headers that repeat a message of revision 2026-07-28 (modelcontextprotocol.io, "Streamable HTTP"); none for earlier ones. */
const headersOf = ({ method, params }: Message): Readonly<Record<string, string>> => {
  const version = params?._meta?.["io.modelcontextprotocol/protocolVersion"];
  const name = params?.name ?? params?.uri;
  if (!isText(version) || !isText(method)) return {};
  return { "mcp-protocol-version": version, "mcp-method": method, ...(isText(name) && { "mcp-name": name }) };
};

const failure = (id: Message["id"], code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message } });

/** The answer of the service to a line, on one line; "" for a notification. */
const answerTo = async ({ env, signal }: Terminal, line: string): Promise<string> => {
  let message: Message;
  try {
    message = JSON.parse(line) as Message;
  } catch {
    return failure(undefined, -32_700, "This line is no JSON");
  }
  const isAsking = message?.id !== undefined;
  try {
    const response = await fetch(new URL("/mcp", env["EMAIL_SERVICE_URL"]), {
      method: "POST",
      body: line,
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        authorization: `Bearer ${env["EMAIL_SERVICE_KEY"]}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...headersOf(message),
      },
    });
    const text = (await response.text()).trim();
    if (!isAsking) return "";
    const body = JSON.parse(text) as { readonly jsonrpc?: string; readonly message?: string };
    return body.jsonrpc === "2.0" ? JSON.stringify(body) : failure(message.id, -32_000, `${response.status} ${body.message ?? ""}`);
  } catch (error) {
    return isAsking && !signal.aborted ? failure(message.id, -32_000, `The service gave no answer: ${(error as Error).message}`) : "";
  }
};

/** The lines of standard input. */
const linesOf = async function* ({ input }: Terminal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_MAX) throw new Error("A line of standard input is longer than 6 MB");
    yield* lines;
  }
  yield rest;
};

/** `mcp`: the service's tools over standard input and output, for programs that start a server instead of calling an address. */
export const mcp: Command = {
  usage: "mcp",
  summary: "Serve the tools of models over standard input and output",
  help: `For programs that cannot call POST /mcp themselves. A line is a message, and so is its answer; logs go to standard error.

  {"mcpServers": {"email": {"command": "node_modules/.bin/email-service", "args": ["mcp"],
    "env": {"EMAIL_SERVICE_URL": "http://127.0.0.1:3000", "EMAIL_SERVICE_KEY": "sk_test_…"}}}}`,
  options: {},
  takes: 0,
  run: async ({ terminal }) => {
    const open = new Set<Promise<void>>();
    for await (const line of linesOf(terminal)) {
      if (line.trim() === "") continue;
      const answered = answerTo(terminal, line).then((answer) => {
        if (answer !== "") terminal.out.write(`${answer}\n`);
        open.delete(answered);
      });
      open.add(answered);
    }
    await Promise.all(open);
    return 0;
  },
};
