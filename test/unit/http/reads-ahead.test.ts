import { setImmediate as nextTurn } from "node:timers/promises";
import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { expect, it } from "vitest";
import { send } from "#functions/sending/send.ts";
import { sendBatch } from "#functions/sending/send-batch.ts";
import { generateApiKey, hashApiKey } from "#shared/domain/auth/api-key.ts";
import type { KeyScope, Taken } from "#shared/domain/auth/ports.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryApiKeys, memoryIdempotency } from "#test/support/memory/auth.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

const GRANTED: Taken = { wait: 0, left: 1 };
const REFUSED: Taken = { wait: 1, left: 0 };

/** POST /v1/send and its batch over memory, whose account's limit answers when the test says so. */
const rig = async (scopes?: readonly KeyScope[]) => {
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox();
  await mailboxes.insert(mailbox, {});
  const apiKeys = memoryApiKeys();
  const token = generateApiKey();
  const key = { id: "key", userId: mailbox.userId, hash: hashApiKey(token), last4: "", createdAt: new Date(), lastUsedAt: new Date() };
  await apiKeys.insert({ ...key, ...(scopes && { scopes }) }, 10);
  const memory = memorySending({ credits: 10 });
  const asked = { limit: 0, mailboxes: 0 };
  let limit = Promise.withResolvers<Taken>();
  const gate = {
    apiKeys,
    rateLimits: {
      take: async () => {
        asked.limit += 1;
        return limit.promise;
      },
    },
    idempotency: memoryIdempotency(),
    clock,
    log: recordingLog(),
    accountBucket: () => ({ burst: 50, perSecond: 10 }),
    isOutage: () => false,
  };
  let reading = Promise.resolve();
  const findMany: typeof mailboxes.findMany = async (...which) => {
    asked.mailboxes += 1;
    await reading;
    return mailboxes.findMany(...which);
  };
  const ports = { ...memory, gate, mailboxes: { findMany }, ips: { list: async () => [] }, wakeUps: recordingWakeUps(), clock, ids };
  const single = send(ports);
  const batch = sendBatch({ ...ports, sanitize: (html) => html, wallets: { find: async () => undefined } });
  const ask = (headers: Record<string, string>, fields: object, whole: object | undefined) => {
    limit = Promise.withResolvers<Taken>();
    const email = { mailbox_id: mailbox.id, to: "jane@example.net", subject: "Hi", body_text: "Hi", ...fields };
    const event = {
      rawPath: "/v1/send",
      rawQueryString: "",
      headers: { "x-api-key": token, "content-type": "application/json", ...headers },
      isBase64Encoded: false,
      body: JSON.stringify(whole ? { emails: [email], ...whole } : email),
      requestContext: { requestId: "r", http: { method: "POST", path: "/v1/send", sourceIp: "127.0.0.1" } },
    } as unknown as Event;
    return (whole ? batch : single)(event, {} as Context & { userId: string });
  };
  /** What was asked and charged once everything rests that does not wait for the limit. */
  const atRest = async () => {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    return { ...asked, charged: memory.ledger.length };
  };
  return {
    atRest,
    ask: ({ headers = {}, fields = {}, whole }: { headers?: Record<string, string>; fields?: object; whole?: object | undefined } = {}) =>
      ask(headers, fields, whole),
    holdReads: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      reading = promise;
      return resolve;
    },
    answerLimit: (taken: Taken) => limit.resolve(taken),
  };
};

it.each([
  ["a send", undefined],
  ["a batch", {}],
])("finds the mailbox of %s while the account's limit is asked, and takes nothing before that is known", async (_, whole) => {
  const { ask, atRest, answerLimit } = await rig();

  const asking = ask({ whole });
  expect(await atRest()).toEqual({ limit: 1, mailboxes: 1, charged: 0 });
  answerLimit(GRANTED);

  expect((await asking).statusCode).toBe(200);
  expect((await atRest()).charged).toBe(1);
});

it.each([
  ["a good request", {}],
  ["one with bad fields", { subject: 7 }],
  ["one through an unknown mailbox", { mailbox_id: ids.objectId() }],
])("refuses %s beyond the account's limit with 429 and what is left, and takes nothing", async (_, fields) => {
  const { ask, atRest, answerLimit } = await rig();

  const asking = ask({ fields });
  await atRest();
  answerLimit(REFUSED);

  expect(await asking).toMatchObject({ statusCode: 429, headers: { "retry-after": "1", ratelimit: expect.any(String) } });
  expect((await atRest()).charged).toBe(0);
});

it("answers when its reads have ended, so that no environment is frozen amid them", async () => {
  const { ask, atRest, answerLimit, holdReads } = await rig();
  const letGo = holdReads();
  let isAnswered = false;

  const asking = ask().finally(() => (isAnswered = true));
  answerLimit(REFUSED);
  await atRest();
  expect(isAnswered).toBe(false);
  letGo();

  expect((await asking).statusCode).toBe(429);
});

it("looks at nothing before the limit is known when the account was refused last, and ahead again once it was not", async () => {
  const { ask, atRest, answerLimit } = await rig();
  const refused = ask();
  answerLimit(REFUSED);
  await refused;
  const { mailboxes } = await atRest();

  const second = ask();
  expect((await atRest()).mailboxes).toBe(mailboxes);
  answerLimit(GRANTED);
  expect((await second).statusCode).toBe(200);

  const third = ask();
  expect((await atRest()).mailboxes).toBe(mailboxes + 2);
  answerLimit(GRANTED);
  await third;
});

it.each([
  ["an Idempotency-Key is to be claimed", undefined, { headers: { "idempotency-key": "k" } }, 200],
  ["a batch is only tried", undefined, { whole: { dry_run: true } }, 200],
  ["the key lacks the scope", ["read"] as const, {}, 403],
])("looks at nothing before the limit is known when %s", async (_, scopes, request, status) => {
  const { ask, atRest, answerLimit } = await rig(scopes);

  const asking = ask(request);
  expect(await atRest()).toEqual({ limit: 1, mailboxes: 0, charged: 0 });
  answerLimit(GRANTED);

  expect((await asking).statusCode).toBe(status);
});
