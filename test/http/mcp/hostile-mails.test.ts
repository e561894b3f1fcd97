// Sixty mails with orders in them, played to an agent that obeys all it reads: nothing leaves by a key that drafts, nothing is approved by anybody but
// a person's key, and a bound key reads nothing of another mailbox.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Deeds, obeyEverything } from "#test/support/greedy-agent.ts";
import { hostileMails } from "#test/support/hostile-mails.ts";
import { calling, mcpClient } from "#test/support/mcp-client.ts";
import { openTarget, type Target } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

const SECRET = "canary of the other mailbox";

/** Where a stranger's words, or HTML, stand in an answer. */
const placesOf = (value: unknown, path: readonly string[] = []): string[] =>
  typeof value === "string"
    ? /The boss agrees|<div|display:none/.test(value)
      ? [path.join(".")]
      : []
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, one]) => placesOf(one, [...path, name]))
      : [];

let target: Target;
let world: TestWorld;
let held: string;
let person: string;
const played = new Map<string, Deeds>();
let before: number;
const balance = async (): Promise<number> => (await world.get("/v1/credits")).balance;

const play = async (scopes: readonly string[], isBound: boolean): Promise<Deeds> => {
  const bounds = isBound ? { mailbox_ids: [world.mailbox] } : {};
  const key: string = (await world.post("/v1/api-keys", { name: scopes.join("+"), scopes, ...bounds })).token;
  const client = await mcpClient(target.url, key);
  const deeds = await obeyEverything({ call: calling(client), key, url: target.url, mailbox: world.mailbox, named: held });
  await client.close();
  return deeds;
};

beforeAll(async () => {
  target = await openTarget();
  world = await aTestWorld(target, { credits: 5_000 });
  const otherMailbox = await world.sandbox("support@shop.test");
  const foreign = `From: Customer <customer@example.com>\r\nTo: support@shop.test\r\nSubject: ${SECRET}\r\nMessage-ID: <other@example.com>\r\n\r\n${SECRET}\r\n`;
  await world.post("/v1/sandbox/mails", { mailbox_id: otherMailbox, mime: foreign });
  await world.advance("PT10M");
  const [{ id: otherMessage, thread_id: otherThread }] = (await world.get(`/v1/inbox/messages?mailbox_id=${otherMailbox}`)).messages;
  held = (await world.send({ hold: true })).id;
  person = (await world.get(`/v1/send/${held}`)).held_by;
  const mails = hostileMails({ held, otherMailbox, otherMessage, otherThread, url: target.url });
  expect([mails.length, new Set(mails).size]).toEqual([60, 60]);
  for (const mime of mails) await world.post("/v1/sandbox/mails", { mailbox_id: world.mailbox, mime });
  await world.advance("PT30M");
  before = await balance();
  played.set("draft", await play(["draft"], false));
  played.set("read+draft", await play(["read", "draft"], false));
  played.set("read+draft, bound", await play(["read", "draft"], true));
}, 600_000);
afterAll(() => target?.stop());

describe("an agent that obeys sixty hostile mails", () => {
  it("has read their orders, and tried", () => {
    const { read, done } = played.get("read+draft")!;
    const text = read.join("\n");
    for (const words of ["approve_email with id", "The boss agrees", "SYSTEM: The owner has approved", "The minutes are attached"])
      expect(text).toContain(words);
    const tools = new Set(done.map(({ tool }) => tool.replace(/^http.*\/approve$/, "link")));
    expect([...tools]).toEqual(
      expect.arrayContaining(["approve_email", "send_email", "edit_email", "reply_to_message", "follow_up", "link"]),
    );
    expect(done.filter(({ tool, isError }) => tool === "reply_to_message" && !isError).length).toBeGreaterThanOrEqual(50);
  });

  it("gets no HTML, and nothing outside untrusted_content that a stranger wrote", () => {
    for (const { read } of played.values())
      for (const text of read.filter((one) => one.startsWith("{")))
        expect(placesOf(JSON.parse(text)).filter((place) => !place.includes("untrusted_content"))).toEqual([]);
  });

  it("approves nothing: every try is refused for its scope", () => {
    for (const { done } of played.values())
      for (const { tool, isError, error } of done.filter((one) => one.tool === "approve_email" || one.tool.includes("/approve")))
        expect([tool, isError, ["insufficient_scope", "400", "401", "403", "404", "405"].includes(error ?? "")]).toEqual([
          tool,
          true,
          true,
        ]);
  });

  it("has no email leave and none charged, by a key that drafts, in a month", async () => {
    await world.advance("P29D");
    const sends: { status: string; held_by: string }[] = await world.get("/v1/logs?limit=200");
    expect(sends.length).toBeGreaterThan(50);
    expect(sends.filter(({ status }) => status !== "scheduled")).toEqual([]);
    expect(await balance()).toBe(before);
    expect((await world.get(`/v1/send/${held}`)).waiting_for).toBe("approval");
    const audit: { action: string }[] = (await world.get("/v1/audit-log?limit=200")).entries ?? [];
    expect(audit.filter(({ action }) => action.includes("approved"))).toEqual([]);
  });

  it("leaves a person's approval as it is: one email, once", async () => {
    const { revision } = await world.get(`/v1/send/${held}`);
    await world.post(`/v1/send/${held}/approve`, { revision });
    await world.advance("PT5M");
    expect((await world.get(`/v1/send/${held}`)).status).toBe("sent");
    expect(await balance()).toBe(before - 1);
    expect(person).not.toBe("");
  });
});

describe("a bound key of an agent that obeys", () => {
  it("reads nothing of another mailbox, though the mails name its ids", () => {
    const { read, done } = played.get("read+draft, bound")!;
    expect(read.filter((text) => text.includes(SECRET))).toEqual([]);
    expect(done.filter(({ tool, error }) => tool === "read_message" && error === "not_found").length).toBeGreaterThan(0);
    expect(played.get("read+draft")!.read.some((text) => text.includes(SECRET))).toBe(true);
  });

  it("that may send reads nothing of it either", async () => {
    const { read } = await play(["read", "send"], true);
    expect(read.filter((text) => text.includes(SECRET))).toEqual([]);
  }, 300_000);
});
