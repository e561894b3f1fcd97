import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { send } from "#functions/sending/send.ts";
import { sendEmail } from "#shared/contract/sending.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { generateApiKey, hashApiKey } from "#shared/domain/auth/api-key.ts";
import { clock, ids } from "#shared/runtime/system.ts";
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
  const ask = async (fields: object) => {
    const email = { mailbox_id: mailbox.id, to: "jane@example.net", subject: "Hi", body_text: "Hi", ...fields };
    const event = {
      rawPath: "/v1/send",
      rawQueryString: "",
      headers: { "x-api-key": token, "content-type": "application/json", "idempotency-key": "k" },
      isBase64Encoded: false,
      body: JSON.stringify(email),
      requestContext: { requestId: "r", http: { method: "POST", path: "/v1/send", sourceIp: "127.0.0.1" } },
    } as unknown as Event;
    return handler(event, {} as Context & { userId: string });
  };
  return { ask, ledger: memory.ledger };
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

  it("is free again after a body with bad fields, all of which are named", async () => {
    const { ask } = await rig();

    const refused = await ask({ to: "nobody", scheduled_at: new Date(Date.now() - 61_000).toISOString() });

    const { details } = JSON.parse(refused.body ?? "") as { details: { field: string }[] };
    expect([refused.statusCode, details.map(({ field }) => field)]).toEqual([400, ["to", "scheduled_at"]]);
    expect((await ask({})).statusCode).toBe(200);
  });
});
