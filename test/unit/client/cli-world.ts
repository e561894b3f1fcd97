import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { listenOnLoopback } from "#infra/local/socket-input.ts";
import { run } from "#shared/client/cli/run.ts";

/** A request that a test's server got. */
export interface Got {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A web server that answers by a function, until the test is over; its address, and what it got. */
export const webServer = async (answer: (got: Got) => { readonly status?: number; readonly json?: unknown; readonly hangs?: true }) => {
  const got: Got[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: await text(request) };
    got.push(one);
    const { status = 200, json, hangs } = answer(one);
    if (hangs) return;
    response.writeHead(status, { "content-type": "application/json" }).end(status === 204 ? undefined : JSON.stringify(json ?? {}));
  };
  const server = createServer((request, response) => void serve(request, response));
  await listenOnLoopback(server, 0);
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
};

/** An event of the feed. */
export const event = (sequence: number, type = "send.sent", data: object = {}) => ({
  id: `e${sequence}`,
  type,
  sequence,
  created_at: "2026-11-23T09:00:00.000Z",
  data: { id: "s1", to_email: "jane@example.com", subject: "Hello", tags: ["vip"], ...data },
});

/** A service whose feed has these events. */
export const feed = (events: readonly ReturnType<typeof event>[]) =>
  webServer(({ url }) => {
    const query = new URL(url, "http://x").searchParams;
    const after = Number(query.get("after") ?? 0);
    const type = query.get("type");
    const last = events.at(-1)?.sequence ?? 0;
    const found = events.filter((one) => one.sequence > after && (type === null || one.type === type));
    return { json: { events: found, next_cursor: String(Math.max(last, after)), has_more: false } };
  });

/** How a command is run. */
export interface Setting {
  readonly url?: string;
  readonly key?: string;
  readonly screen?: boolean;
  readonly input?: string;
  /** The folder of states, where it matters. */
  readonly states?: string;
  /** Ends the command once it has printed so many lines, to either stream. */
  readonly endAfter?: number;
  /** Ends the command after so many milliseconds. */
  readonly endAfterMs?: number;
}

const fresh = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A file that does not exist yet, in a folder of the test's. */
export const freshFile = (): string => join(fresh(), "state.json");

/** Runs a command line; answers its exit code and what it printed. */
export const commandLine = async (args: readonly string[], setting: Setting = {}) => {
  const { url = "http://127.0.0.1:9", key = "sk_live_1", screen = false, input = "", states, endAfter, endAfterMs } = setting;
  const [out, err]: [string[], string[]] = [[], []];
  const ended = new AbortController();
  if (endAfterMs !== undefined) setTimeout(() => ended.abort(), endAfterMs);
  const into = (lines: string[]) => (written: string) => {
    lines.push(written);
    if (endAfter !== undefined && out.length + err.length >= endAfter) setImmediate(() => ended.abort());
  };
  const terminal = {
    out: { write: into(out), isTTY: screen, columns: 200 },
    err: { write: into(err) },
    input: (async function* () {
      yield Buffer.from(input);
    })(),
    env: { EMAIL_SERVICE_URL: url, EMAIL_SERVICE_KEY: key, XDG_STATE_HOME: states },
    signal: ended.signal,
  };
  const code = await run(args, terminal);
  return { code, out: out.join(""), err: err.join("") };
};
