// A webhook's URL, and what answers there, may hold a secret: no key without `admin` sees either, nor the log, nor another webhook's receiver.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectApi } from "#infra/local/demo/play.ts";
import type { Scope } from "#shared/api/operation.ts";
import { logSink } from "#shared/platform/log.ts";
import { operations } from "#shared/service/operations.ts";
import { ABSENT, asking, until } from "#test/support/client.ts";
import { calling, mcpClient } from "#test/support/mcp-client.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";
import { type Owned, ownEverything } from "#test/support/target.ts";

const SECRET = /s3cr3t/i;
const SECRET_PATH = "/hooks/s3cr3t-path?token=s3cr3t-query";

const posted: string[] = [];
const logged: string[] = [];
/** Content with a test and gone for every event, in secret words. */
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    const isSecret = SECRET.test(request.url ?? "");
    if (!isSecret) posted.push(body);
    response.writeHead(isSecret && !body.includes("webhook.test") ? 410 : 200).end("s3cr3t-answer");
  });
});
let system: RunningSystem;
let mine: Owned;
let webhook: string;
const keys = new Map<string, string>();
const without: Readonly<Record<string, readonly Scope[]>> = {
  read: ["read"],
  "read and send": ["read", "send"],
  "read and draft": ["read", "draft"],
};

beforeAll(async () => {
  logSink.write = (line) => void logged.push(line);
  system = await runSystem({ LOG_LEVEL: "info" });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const api = connectApi(system.url, system.apiKey);
  for (const [name, scopes] of Object.entries(without)) keys.set(name, (await api.post("/v1/api-keys", { name, scopes })).token);
  await api.post("/v1/webhooks", { url: `${at}/open` });
  webhook = (await api.post("/v1/webhooks", { url: at + SECRET_PATH })).id;
  const target = { ...system, key: system.apiKey };
  mine = await ownEverything(target, api, "secrets@sandbox.test");
  await until(async () => ((await api.get(`/v1/webhooks/${webhook}`)).status === "disabled" ? true : undefined));
  await until(() => (posted.some((body) => body.includes('"webhook.disabled"')) ? true : undefined));
}, 60_000);
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await system?.stop();
});

it("is seen by a key with admin, in its record, in attention and in the feed: the others' silence says something", async () => {
  const paths = [`/v1/webhooks/${webhook}`, "/v1/attention", "/v1/events?type=webhook.disabled"];
  for (const path of paths) expect((await system.call("GET", path)).text, path).toMatch(SECRET);
});

describe.each(Object.keys(without))("a key that may %s", (name) => {
  const asked = operations.filter(({ auth, method }) => auth === "key" && method !== "DELETE");

  it("sees no word of it by any operation", async () => {
    const target = { ...system, key: system.apiKey };
    for (const { id, method, path } of asked) {
      const kind = kindOf(path);
      const own = path.includes("/webhooks/{id}") ? webhook : kind ? mine[kind] : ABSENT;
      const answer = await asking(system, keys.get(name)!)(method, pathFor(path, own), bodyFor(id, target, mine.mailbox));
      expect(answer.text, id).not.toMatch(SECRET);
    }
  });

  it("sees of its URL the host alone, in attention and in the feed", async () => {
    const ask = asking(system, keys.get(name)!);
    const { body } = await ask("GET", "/v1/attention");
    const [failing] = body.attention.filter(({ kind }: { kind: string }) => kind === "webhook_failing");
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;

    expect(failing).toMatchObject({ subject: { id: webhook, name: host } });
    expect((await ask("GET", "/v1/events?type=webhook.disabled")).body.events).toMatchObject([
      { data: { id: webhook, url: `http://${host}` } },
    ]);
  });

  it("sees no word of it by any tool", async () => {
    const client = await mcpClient(system.url, keys.get(name)!);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(5);
    for (const tool of tools) expect((await calling(client)(tool.name)).text, tool.name).not.toMatch(SECRET);
    await client.close();
  });
});

it("is told to no other webhook's receiver, and in no line of the log", () => {
  expect(posted.filter((body) => SECRET.test(body))).toEqual([]);
  expect(logged.length).toBeGreaterThan(50);
  expect(logged.filter((line) => SECRET.test(line))).toEqual([]);
});
