import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smoke } from "#infra/smoke.ts";
import { runSystem, type RunningSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
const servers: Server[] = [];
beforeAll(async () => {
  system = await runSystem();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await system.stop();
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as package.json does; the key goes in by the environment. */
const command = (words: readonly string[], key = ""): Promise<Ran> =>
  new Promise((done) => {
    const child = execFile(process.execPath, ["infra/smoke.ts", ...words], { env: { ...process.env, SMOKE_KEY: key } }, (_, out, err) =>
      done({ code: child.exitCode ?? -1, out, err }),
    );
  });

/** Runs it in this process against a stage and gives its lines, or the sentence that it fails with. */
const tried = async (url: string, more: { readonly key?: string; readonly quick?: boolean; readonly stepMs?: number } = {}) => {
  const lines: string[] = [];
  const run = { url, key: system.apiKey, quick: false, stepMs: 10_000, print: (line: string) => void lines.push(line), ...more };
  const failed = await smoke(run).then(
    () => "",
    (error: Error) => error.message,
  );
  return { lines, failed };
};

const aServer = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const keyWith = async (scopes: readonly string[]): Promise<string> =>
  (await system.call("POST", "/v1/api-keys", { name: "smoke", scopes })).body.token;
const balance = async (): Promise<number> => (await system.call("GET", "/v1/credits")).body.balance;

/** The answers of a stage to `--quick`, as text. */
const stageLike = (path: string): string => {
  if (path === "/openapi.json") return '{"openapi":"3.1.0","info":{"title":"A","version":"1"}}';
  return /account|credits/.test(path) ? '{"email":"a@example.com","balance":1}' : "[]";
};
const emptyAfterDocument = (path: string): string => (path === "/openapi.json" ? stageLike(path) : "{}");

describe("npm run smoke", () => {
  it("says that a mailbox is missing", async () => {
    expect((await tried(system.url)).failed).toBe("smoke: failed: The account has no active mailbox: connect one, or add --quick.");
  });

  it("does every step for one credit, leaves nothing behind, and prints no key", async () => {
    await system.connect("smoke@sandbox.test");
    const before = await balance();

    const { code, out, err } = await command([`${system.url}/`], system.apiKey);

    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("was scheduled and cancelled; it cost 1 credit");
    expect(out).toContain("smoke: a webhook was made, posted to and deleted");
    expect(out).not.toContain(system.apiKey);
    expect(before - (await balance())).toBe(1);
    expect((await system.call("GET", "/v1/webhooks")).body).toEqual([]);
    expect((await system.call("GET", "/v1/logs")).body.map(({ status }: { status: string }) => status)).toEqual(["cancelled"]);
  });

  it("only reads with --quick, which a key for reading may", async () => {
    const key = await keyWith(["read"]);
    const before = await balance();

    const { code, out } = await command([system.url, key, "--quick"]);

    expect(code).toBe(0);
    expect(out).toMatch(/smoke: ok \(\d+ ms\)\n$/);
    expect(out).not.toContain(key);
    expect(await balance()).toBe(before);
  });

  it("says that the full run needs more than a key for reading", async () => {
    const { failed } = await tried(system.url, { key: await keyWith(["read"]) });

    expect(failed).toMatch(/^smoke: failed: POST \/v1\/send\/batch answered 403 .*scopes send, read and admin/);
  });

  it("says what its webhook's post was answered, and deletes the webhook all the same", async () => {
    const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = request.method === "POST" ? { body: await text(request) } : {};
      const headers = { "x-api-key": system.apiKey, "content-type": "application/json" };
      const answer = await fetch(`${system.url}${request.url}`, { method: request.method ?? "GET", headers, ...body });
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    };
    const url = await aServer((request, response) => {
      if (request.url === "/v1/smoke-test") response.writeHead(500).end("out of order");
      else void forward(request, response);
    });

    expect((await tried(url)).failed).toBe(`smoke: failed: A webhook's test to ${url}/v1/smoke-test ended with 500 instead of 404.`);
    expect((await system.call("GET", "/v1/webhooks")).body).toEqual([]);
  });

  it.each([
    ["a wrong key", () => system.url, { key: "sk_live_wrong" }, /GET \/v1\/account answered 401 .*Is the key right/],
    ["a port where nobody listens", () => "http://127.0.0.1:9", {}, /GET \/openapi\.json cannot be reached: /],
    ["a name that is none", () => "http://stage.invalid", {}, /cannot be reached: E/],
  ])("fails with one sentence for %s", async (_, url, more, sentence) => {
    const { failed } = await tried(url(), more);

    expect(failed).toMatch(sentence);
    expect(failed.split("\n")).toHaveLength(1);
  });

  it("fails for a website, and never says the key that it says back", async () => {
    const echo = await aServer(
      (request, response) => void response.writeHead(404).end(`{"message":"${String(request.headers["x-api-key"])}"}`),
    );
    const page = await aServer((_, response) => void response.writeHead(200).end("<h1>Hello</h1>"));

    expect((await tried(echo)).failed).toBe(
      "smoke: failed: GET /openapi.json answered 404 (the key). This is no answer of the service's: is the URL right?",
    );
    expect((await tried(page)).failed).toContain("answered 200 (no JSON). This is no answer of the service's");
  });

  it("gives a server that hangs no longer than a step's limit, before its answer and in the midst of it", async () => {
    const silent = await aServer(() => undefined);
    const stalling = await aServer((_, response) => void response.writeHead(200).write("{"));

    for (const url of [silent, stalling])
      expect((await tried(url, { stepMs: 300 })).failed).toBe("smoke: failed: GET /openapi.json gave no answer within 0.3 s.");
  });

  it.each([
    ["null everywhere", () => "null", /GET \/openapi\.json answered 200 \(no JSON\)/],
    ["a document without a title", () => '{"openapi":"3.1.0"}', /is no OpenAPI document/],
    ["{} for what it does not know", emptyAfterDocument, /answered without an email or a balance\.$/],
    ["{} for a list", (path: string) => (/mailboxes/.test(path) ? "{}" : stageLike(path)), /GET \/v1\/mailboxes answered with no list\.$/],
  ])("fails with one sentence for a server that answers 200 with %s", async (_, answer, sentence) => {
    const url = await aServer((request, response) => void response.end(answer(request.url ?? "")));

    expect((await tried(url, { quick: true })).failed).toMatch(sentence);
  });

  it("prints no key and no control character, whatever a server calls itself", async () => {
    const title = `${system.apiKey}\u001b[31m`;
    const url = await aServer((_, response) => void response.end(JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" } })));

    expect((await tried(url)).lines).toEqual(["the service answers: the key [31m 1"]);
  });

  it("refuses a key with a line break in it without showing it", async () => {
    const { failed } = await tried(system.url, { key: "sk_live_1\nX-Other: 2\n" });

    expect(failed).toBe("smoke: failed: The key has a space, a line break or a letter that no key has: copy it again.");
  });

  it("follows no redirection, which would take the key elsewhere", async () => {
    let asked = 0;
    const elsewhere = await aServer((_, response) => void response.end(String((asked += 1))));
    const url = await aServer((_, response) => void response.writeHead(301, { location: elsewhere }).end());

    expect((await tried(url)).failed).toMatch(/answered 301 .*is the URL right\?$/);
    expect(asked).toBe(0);
  });

  it("sends no key over the network in clear text", async () => {
    const { code, err } = await command(["http://stage.invalid", "sk_live_1"]);

    expect({ code, err }).toEqual({ code: 1, err: "smoke: the key would go over the network in clear text: use https.\n" });
  });

  it("tells its usage without a URL or a key, and for a URL with a password, with exit code 1", async () => {
    for (const words of [[], ["example.com", "key"], [system.url], ["https://user:hunter2@stage.invalid", "key"]]) {
      const { code, err } = await command(words);
      expect({ code, err: err.slice(0, 6) }).toEqual({ code: 1, err: "usage:" });
      expect(err).not.toContain("hunter2");
    }
  });

  it("sends an email from the mailbox to itself and waits until its inbox was read, where it is asked to", async () => {
    await system.connect("itself@sandbox.test");
    const lines: string[] = [];
    const mail = { mailWithinMs: 150_000, stepMs: 10_000, quick: false, print: (line: string) => void lines.push(line) };

    await smoke({ url: system.url, key: system.apiKey, ...mail });

    expect(lines.slice(-2)).toEqual([expect.stringMatching(/^the send \w+ left; it cost 1 credit$/), "the inbox was read after it"]);
  });
});
