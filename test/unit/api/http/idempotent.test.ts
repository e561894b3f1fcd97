import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { send } from "#functions/sending/send.ts";
import { sendEmail } from "#shared/sending/contract/send-email.ts";
import { idempotently } from "#shared/api/http/idempotent.ts";
import { endpoint } from "#shared/api/http/endpoint.ts";
import { generateApiKey, hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

/** POST /v1/send over memory, asked again and again with one Idempotency-Key. */
const rig = async () => {
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox();
  await mailboxes.insert(mailbox, {});
  const apiKeys = memoryApiKeys();
  const token = generateApiKey();
  await apiKeys.insert({ id: "key", userId: mailbox.userId, hash: hashApiKey(token), last4: "", createdAt: new Date() }, 10);
  const memory = memorySending({ credits: 10 });
  const deps = {
    apiKeys,
    rateLimits: memoryRateLimits(),
    idempotency: memoryIdempotency(),
    clock,
    log: recordingLog(),
    accountBucket: () => ({ burst: 50, perSecond: 10 }),
    isInMaintenance: async () => false,
    isOutage: () => false,
  };
  const handler = endpoint(
    deps,
    sendEmail,
    send({ ...memory, mailboxes, ips: { list: async () => [] }, wakeUps: recordingWakeUps(), clock, ids }),
  );
  const ask = async (fields: object | string, more: Record<string, string> = {}) => {
    const email = {
      mailbox_id: mailbox.id,
      to: "jane@example.net",
      subject: "Hi",
      body_text: "Hi",
      ...(typeof fields === "object" && fields),
    };
    const event = {
      rawPath: "/v1/send",
      rawQueryString: "",
      headers: { "x-api-key": token, "content-type": "application/json", "idempotency-key": "k", ...more },
      isBase64Encoded: false,
      body: typeof fields === "string" ? fields : JSON.stringify(email),
      requestContext: { requestId: "r", http: { method: "POST", path: "/v1/send", sourceIp: "127.0.0.1" } },
    } as unknown as Event;
    return handler(event, {} as Context & { userId: string });
  };
  return { ask, ledger: memory.ledger, mailboxId: mailbox.id, userId: mailbox.userId, idempotency: deps.idempotency };
};

describe("an Idempotency-Key", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("gives the saved answer also when the time of the send has long passed", async () => {
    const { ask, ledger } = await rig();
    const email = { scheduled_at: new Date(Date.now() + 5_000).toISOString() };

    const first = await ask(email);
    vi.setSystemTime(Date.now() + 3_600_000);
    const again = await ask(email);

    expect(first.statusCode).toBe(200);
    expect([again.statusCode, again.body, again.headers?.["idempotent-replayed"]]).toEqual([200, first.body, "true"]);
    expect(ledger).toHaveLength(1);
  });

  it("is of its key's bounds: an answer of one bound key is replayed to no other", async () => {
    const routes: string[] = [];
    const claim = async ({ route }: { readonly route: string }) => (routes.push(route), { kind: "in_flight" as const });
    const event = { rawPath: "/v1/send", headers: { "idempotency-key": "k" }, body: "{}", isBase64Encoded: false } as unknown as Event;

    for (const bounds of [undefined, { tenant: "one" }, { tenant: "other" }, { mailboxIds: ["one"] }])
      await expect(
        idempotently({ idempotency: { claim } } as never, sendEmail, event, { userId: "u", ...(bounds && { bounds }) }, async () => 1),
      ).rejects.toThrow("still running");
    expect(new Set(routes).size).toBe(4);
  });

  it("is not used up by a dry run", async () => {
    const claimed: string[] = [];
    const claim = async ({ key }: { readonly key: string }) => (claimed.push(key), { kind: "in_flight" as const });
    const event = {
      rawPath: "/v1/send/batch",
      headers: { "idempotency-key": "k" },
      body: '{"dry_run":true}',
      isBase64Encoded: false,
    } as unknown as Event;

    const answered = idempotently({ idempotency: { claim } } as never, sendEmail, event, { userId: "u" }, async (given) => given ?? "dry");
    await expect(answered).resolves.toEqual({ answer: "dry", replayed: false });
    expect(claimed).toEqual([]);
  });

  it.each([
    ["its members in another order", (id: string) => `{"body_text":"Hi","subject":"Hi","to":"jane@example.net","mailbox_id":"${id}"}`],
    ["the members of an object in it in another order", undefined],
    ["white space", (id: string) => ` {\n "mailbox_id" : "${id}",\t"to":"jane@example.net","subject":"Hi" ,"body_text":"Hi" }\r\n`],
    ["a letter escaped", (id: string) => `{"mailbox_id":"${id}","to":"jan\\u0065@example.net","subject":"Hi","body_text":"\\u0048i"}`],
    ["a name escaped", (id: string) => `{"mailbox_id":"${id}","t\\u006f":"jane@example.net","subject":"Hi","body_text":"Hi"}`],
  ])("belongs to what a body says, not to its bytes: repeated with %s", async (_, written) => {
    const { ask, ledger, mailboxId } = await rig();
    const [one, other] = written ? [{}, written(mailboxId)] : [{ metadata: { a: "1", b: "2" } }, { metadata: { b: "2", a: "1" } }];
    const first = await ask(one);

    const again = await ask(other);

    expect([again.statusCode, again.body, again.headers?.["idempotent-replayed"]]).toEqual([200, first.body, "true"]);
    expect(ledger).toHaveLength(1);
  });

  it.each([
    ["another word", { subject: "hi" }],
    ["one more member", { metadata: {} }],
    ["the elements of a list in another order", { cc: ["b@example.net", "a@example.net"] }, { cc: ["a@example.net", "b@example.net"] }],
    ["a number for a text", { subject: 1 }, { subject: "1" }],
  ])("is taken for a body with %s", async (_, other, first: object = {}) => {
    const { ask } = await rig();
    expect((await ask(first)).statusCode).toBe(200);

    expect((await ask({ ...first, ...other })).statusCode).toBe(409);
  });

  it("that the version before has saved is known by the bytes that it compared", async () => {
    const { ask, ledger, mailboxId, userId, idempotency } = await rig();
    const text = `{"to":"jane@example.net","mailbox_id":"${mailboxId}","subject":"Hi","body_text":"Hi"}`;
    const bodyHash = createHash("sha256").update(`/v1/send\n${text}`).digest("hex");
    const former = await idempotency.claim({ userId, route: "POST /v1/send", key: "k", bodyHash });
    if (former.kind !== "claimed") throw new Error(former.kind);
    await idempotency.save(former.claim, { id: "655f1c2e9b1e8a00123456aa" });

    const again = await ask(text);

    expect([again.statusCode, again.headers?.["idempotent-replayed"], ledger.length]).toEqual([200, "true", 0]);
  });

  it("takes a body that nests without end as any other bad body", async () => {
    const { ask } = await rig();

    expect((await ask(`{"metadata":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).statusCode).toBe(400);
  });

  it("is free again after a body with bad fields, all of which are named", async () => {
    const { ask } = await rig();

    const refused = await ask({ to: "nobody", scheduled_at: new Date(Date.now() - 61_000).toISOString() });

    const { details } = JSON.parse(refused.body ?? "") as { details: { field: string }[] };
    expect([refused.statusCode, details.map(({ field }) => field)]).toEqual([400, ["to", "scheduled_at"]]);
    expect((await ask({})).statusCode).toBe(200);
  });
});
