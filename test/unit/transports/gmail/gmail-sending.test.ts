import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { ServerCertificate } from "#infra/local/certificates.ts";
import { trustedCertificate } from "#test/support/authority.ts";
import { classifyConnectionError } from "#shared/mailboxes/connection/connection-errors.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { type Access, ACCESSES } from "#shared/providers/provider.ts";
import { apiOf } from "#shared/providers/index.ts";
import { judgeOutcome } from "#shared/sending/deliver/outcome.ts";
import { apiErrorOf, apiFailure, growingMs } from "#shared/transports/http/api-client.ts";
import { gmailRules } from "#shared/transports/gmail/gmail-client.ts";
import type { OutgoingMessage, Submission } from "#shared/sending/ports/submission.ts";
import { apiAccountAt, apiPorts, apis, startApiMailbox } from "#test/support/api-sending.ts";

const ME = "sales@example.test";
const names = apis.gmail_api;
const DIRECT = /^POST \/upload\/gmail\/v1\/users\/me\/messages\/send/;

let certificate: ServerCertificate;
beforeAll(async () => {
  certificate = await trustedCertificate();
});

const mail = {
  from: { name: "Sam", email: ME },
  to: { name: "", email: "jane@there.test" },
  subject: "Hello",
  date: new Date("2026-11-24T12:00:00Z"),
  messageId: "<0123456789abcdef01234567.00112233445566778899aabbccddeeff@example.test>",
  tracking: "0123456789abcdef01234567.0123456789abcdef0123456789abcdef",
  references: [],
  headers: {},
  text: "Hi there",
  html: "",
  files: [],
};
const message = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  from: ME,
  to: ["jane@there.test"],
  raw: buildMime(mail),
  ...changes,
});
const answerTo = (parent: string) => message({ raw: buildMime({ ...mail, inReplyTo: parent, references: [parent] }) });
const yes = async () => true;

const opened = async (access: Access) => {
  const box = await startApiMailbox("gmail_api", certificate, ME, access);
  onTestFinished(() => box.stop());
  const submission = await apiPorts(box.server).submissions.open(apiAccountAt(box.server));
  const submit = (one = message(), intend: Parameters<Submission["submit"]>[1] = yes) => submission.submit(one, intend, 10_000);
  const sent = () => box.store.folder(ME, "Sent")?.messages ?? [];
  return { box, submission, submit, sent, folder: apiPorts(box.server).sentFolder, account: apiAccountAt(box.server) };
};

describe("the Message-ID", () => {
  it.each(["full", "read_send"] as const)("that Gmail gave is read once and kept beside ours (%s)", async (access) => {
    const { box, submit } = await opened(access);
    box.settings.keepsMessageIds = false;
    const before = box.calls.length;

    expect(await submit()).toEqual({
      kind: "sent",
      reply: expect.stringMatching(/^200 OK, id \w+$/),
      messageId: box.accepted[0]?.messageId,
    });
    expect(box.accepted[0]?.messageId).toMatch(/@mail\.gmail\.com>$/);
    expect(box.calls.slice(before).filter((call) => /^GET .*\/messages\/[^?]/.test(call))).toHaveLength(1);
  });

  it("that cannot be read leaves the email sent", async () => {
    const { box, submit } = await opened("full");
    box.faults.plant({ on: /^GET .*\/messages\/[^?]/, does: "close before" });

    expect(await submit()).toEqual({ kind: "sent", reply: expect.stringContaining("200 OK, id") });
  });

  it.each(["full", "read_send"] as const)(
    "is no matter for the look after a lost answer: its draft or its header shows it (%s)",
    async (access) => {
      const { box, submit, folder, account } = await opened(access);
      box.settings.keepsMessageIds = false;
      box.faults.plant({ on: access === "full" ? names.send : DIRECT, does: "close after" });
      let id = "";

      expect(await submit(message(), async (_, draft = "") => ((id = draft), true))).toEqual({ kind: "unknown" });
      if (access === "full")
        expect(await folder.draft(account, id, mail.messageId)).toEqual({ kind: "sent", messageId: box.accepted[0]?.messageId });
      expect(await folder.contains(account, mail.messageId, "sent")).toBe(true);
      expect(await folder.contains(account, mail.messageId.replace("0123", "9999"), "sent")).toBe(false);
    },
  );
});

describe("an answer", () => {
  it.each(["full", "read_send"] as const)("goes into the thread of the email that it answers (%s)", async (access) => {
    const { box, submit, sent } = await opened(access);
    box.store.deliver(ME, Buffer.from(`Message-ID: <asked@there.test>\r\nSubject: Hello\r\n\r\nWell?`), { folder: "INBOX" });

    expect(await submit(answerTo("<asked@there.test>"))).toMatchObject({ kind: "sent" });
    const threads = await fetch(`${box.server.origin}/gmail/v1/users/me/messages`, {
      headers: { authorization: `Bearer ${box.server.token}` },
    });
    const { messages } = (await threads.json()) as { messages: { threadId: string }[] };
    expect([sent().length, new Set(messages.map(({ threadId }) => threadId)).size]).toEqual([1, 1]);
  });

  it("to an email that is nowhere is sent all the same, and so is one whose thread is gone by then", async () => {
    const { box, submit } = await opened("full");
    expect(await submit(answerTo("<nowhere@there.test>"))).toMatchObject({ kind: "sent" });
    box.faults.plant({ on: names.create, does: { answer: names.error(400, "invalidArgument", "Invalid thread_id value") } });
    box.store.deliver(ME, Buffer.from(`Message-ID: <asked@there.test>\r\n\r\nWell?`), { folder: "INBOX" });

    expect(await submit(answerTo("<asked@there.test>"))).toMatchObject({ kind: "sent" });
    expect(box.accepted).toHaveLength(2);
  });
});

describe("a grant without drafts", () => {
  const withoutDrafts = ACCESSES.filter((access) => access !== "full");

  it.each(withoutDrafts)("sends at once after the intent, which names no draft (%s)", async (access) => {
    const { box, submit } = await opened(access);
    const intents: unknown[] = [];

    expect(await submit(message(), async (...asked) => (intents.push([...asked, box.accepted.length]), true))).toEqual({
      kind: "sent",
      reply: expect.stringContaining("200 OK, id"),
    });
    expect([intents, box.accepted.length, box.drafts()]).toEqual([[[[], 0]], 1, []]);
    expect(await submit(message(), async () => false)).toEqual({ kind: "fenced" });
    expect(await submit(message(), async () => Promise.reject(new Error("no database")))).toMatchObject({ kind: "internal" });
    expect(await submit(message({ to: ["other@there.test"] }))).toMatchObject({ kind: "refused", code: 554 });
    expect(box.accepted).toHaveLength(1);
  });

  it.each([
    ["close before", "unknown"],
    ["close after", "unknown"],
    [{ answer: { status: 408 } }, "unknown"],
    [{ answer: { status: 500 } }, "unknown"],
    [{ answer: { status: 503 } }, "unknown"],
    [{ alter: () => ({ status: 200 }) }, "sent"],
    [{ answer: names.tooFast(9) }, "refused"],
    [{ answer: names.recipients }, "refused"],
  ] as const)("is told by what came of %j: %s", async (does, kind) => {
    const { box, submit } = await opened("send");
    box.faults.plant({ on: DIRECT, does });

    expect(await submit()).toMatchObject({ kind });
  });

  it("that sends alone is proved without sending, and a token that is not good is found out", async () => {
    const { box, account } = await opened("send");
    expect(box.accepted).toEqual([]);
    const strange = box.tokens.make("access", { email: ME, audience: "https://www.googleapis.com", scopes: ["contacts"] }, 60);

    for (const token of ["nonsense", strange])
      await expect(apiPorts(box.server).submissions.open({ ...account, credential: { accessToken: token } })).rejects.toMatchObject({
        reason: "credentials",
      });
  });
});

it("opens no mailbox with the grant of another address", async () => {
  const { box, account } = await opened("full");

  await expect(apiPorts(box.server).submissions.open({ ...account, username: "other@example.test" })).rejects.toMatchObject({
    reason: "credentials",
    reply: expect.stringContaining("another address"),
  });
});

it("a mailbox that is asked to slow down again and again waits longer each time, an hour at most, and begins anew after a rest", () => {
  const account = { api: "gmail_api", username: "slow@example.test" } as const;
  let now = 1_000_000;
  const waits = Array.from({ length: 10 }, () => {
    const waitMs = growingMs(account, 60_000, now, 0.999_999);
    // Calls that were under way are told the same.
    expect(growingMs(account, 60_000, now + 1_000, 0)).toBe(waitMs - 1_000);
    now += waitMs + 1_000;
    return Math.round(waitMs / 60_000);
  });

  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  expect(growingMs(account, 60_000, now + 2 * 3_600_000 + 60_001, 0)).toBe(30_000);
});

describe("an error", () => {
  const errorOf = (status: number, reason: string, words = "No", call?: { method: "GET" | "POST"; path: string }, wait?: string) => {
    const { body } = names.error(status, reason, words);
    const headers = wait === undefined ? {} : { "retry-after": wait };
    const account = { api: "gmail_api", username: `${crypto.randomUUID()}@example.test` } as const;
    return apiErrorOf(gmailRules, account, { status, headers, body: Buffer.from(JSON.stringify(body)) }, call);
  };

  it.each([
    [429, "rateLimitExceeded"],
    [403, "rateLimitExceeded"],
    [403, "userRateLimitExceeded"],
    [503, "backendError"],
  ])("%s %s is pace: what it asks, what its words say, else with jitter", (status, reason) => {
    expect(errorOf(status, reason, "No", undefined, "17").paceMs).toBe(17_000);
    const until = new Date(Date.now() + 600_000).toISOString();
    expect(errorOf(status, reason, `User-rate limit exceeded.  Retry after ${until}`).paceMs).toBeGreaterThan(590_000);
    const unsaid = Array.from({ length: 20 }, () => errorOf(status, reason).paceMs ?? 0);
    expect(Math.min(...unsaid)).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...unsaid)).toBeLessThanOrEqual(60_000);
    expect(new Set(unsaid).size).toBeGreaterThan(1);
    expect(apiFailure(errorOf(status, reason))).toMatchObject({ reason: "refused" });
  });

  it.each([
    [403, "dailyLimitExceeded"],
    [429, "dailyLimitExceeded"],
    [403, "accessNotConfigured"],
  ])("%s %s is the operator's: mail waits, and the mailbox is not to blame", (status, reason) => {
    const failure = apiFailure(errorOf(status, reason));

    expect(failure).toMatchObject({ reason: "operator", waitMs: 900_000 });
    const circumstances = { mailbox: { status: "active", statusSince: new Date() }, now: new Date(), random: 0 } as const;
    expect(judgeOutcome({ kind: "internal", error: failure }, { attempts: 1, maxAttempts: 12 }, circumstances)).toEqual({
      kind: "wait",
      pause: "retry",
      afterMs: 900_000,
      lastError: expect.stringContaining("operator"),
    });
  });

  it.each([
    [{ method: "POST", path: "/upload/gmail/v1/users/me/messages/send" }, "SMTP", "gmail.send, which sending needs"],
    [{ method: "GET", path: "/gmail/v1/users/me/history" }, "IMAP", "gmail.readonly, which reading needs"],
    [{ method: "POST", path: "/upload/gmail/v1/users/me/drafts" }, "SMTP", "gmail.modify, which drafts and changes of messages need"],
  ] as const)("for want of a scope names it: %j", (call, protocol, words) => {
    const failure = apiFailure(errorOf(403, "insufficientPermissions", "Request had insufficient authentication scopes.", call));

    expect(classifyConnectionError(failure, { protocol, credential: "oauth" })).toMatchObject({
      status: "disconnected",
      cause: "scope",
      message: expect.stringContaining(words),
    });
  });

  it("is the operator's in sending, too: nothing is tried again before", async () => {
    const { box, submit } = await opened("full");
    box.faults.plant({ on: names.create, does: { answer: names.error(403, "dailyLimitExceeded") } });

    expect(await submit()).toMatchObject({ kind: "internal", error: { reason: "operator" } });
    expect(box.accepted).toEqual([]);
  });
});

it("one email costs so many units that a mailbox may send more than a hundred in a minute", async () => {
  const { units = {}, unitsPerUserMinute = 0 } = apiOf("gmail_api").quota ?? {};
  const { box, submit } = await opened("full");
  const before = box.calls.length;
  await submit();
  const methods = { "POST /upload/.*/drafts": "drafts.create", "POST .*/drafts/send": "drafts.send", "GET .*/messages/": "messages.get" };
  const cost = box.calls
    .slice(before)
    .map((call) => Object.entries(methods).find(([pattern]) => new RegExp(`^${pattern}`).test(call))?.[1] ?? call)
    .map((method) => units[method] ?? Number.NaN);

  expect(cost).toEqual([10, 100, 5]);
  expect(unitsPerUserMinute / cost.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(100);
});
