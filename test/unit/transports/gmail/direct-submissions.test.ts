// Sending at Gmail without drafts: what the fence, the grant's proof and each answer mean for the email and for its connection.
import { expect, it } from "vitest";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { HttpCall } from "#shared/platform/egress/egress.ts";
import { gmailSubmissions } from "#shared/transports/gmail/gmail-submissions.ts";

const account: ApiAccount = {
  api: "gmail_api",
  apiUrl: "https://gmail.example",
  access: "send",
  host: "gmail.example",
  port: 443,
  username: "jane@contoso.example",
  credential: { accessToken: "s3cret" },
};
const message = {
  from: "jane@contoso.example",
  to: ["kim@ext.test"],
  raw: Buffer.from("Message-ID: <a@contoso.example>\r\nTo: kim@ext.test\r\nSubject: s\r\n\r\nHi\r\n"),
};

/** A session whose upload gets this answer: a status, or an error. */
const opened = async (answer: number | Error, proof: number | Error = 400, words = "No") => {
  const calls: string[] = [];
  const submission = await gmailSubmissions(async ({ method, url }: HttpCall) => {
    const isUpload = url.pathname.startsWith("/upload");
    calls.push(`${method} ${isUpload ? "upload" : url.pathname.split("/").at(-1)}`);
    const status = isUpload ? answer : proof;
    if (typeof status !== "number") throw status;
    const body = status < 300 ? { id: "x", emailAddress: "jane@contoso.example" } : { error: { code: status, message: words } };
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  }).open(account);
  return { submission, calls };
};
const intend = async () => true;

it.each([
  [200, { kind: "sent", reply: "200 OK, id x" }, true],
  [401, { kind: "unreached" }, false],
  [400, { kind: "refused", code: 554 }, true],
  [403, { kind: "refused", code: 535 }, true],
  [409, { kind: "refused", code: 450 }, true],
  [413, { kind: "refused", code: 552 }, true],
  [429, { kind: "refused", code: 450 }, true],
  [408, { kind: "unknown" }, true],
  [500, { kind: "unknown" }, true],
  [503, { kind: "unknown" }, true],
  [new Error("reset"), { kind: "unknown" }, true],
  [new MailFailure("HTTPS", "unreachable", { at: "connection" }), { kind: "refused", code: 451 }, true],
] as const)("after %s of its upload an email is so, and the connection is good for another: %j %s", async (answer, outcome, isOpen) => {
  const { submission, calls } = await opened(answer);

  expect(await submission.submit(message, intend, 1_000)).toMatchObject(outcome);

  expect(submission.open).toBe(isOpen);
  expect(calls).toEqual(["POST send", "POST upload"]);
});

it("sends nothing where the fence stops it, or fails, or where it names other recipients than asked", async () => {
  const { submission, calls } = await opened(200);

  expect(await submission.submit(message, async () => false, 1_000)).toEqual({ kind: "fenced" });
  expect(await submission.submit(message, () => Promise.reject(new Error("no primary")), 1_000)).toMatchObject({ kind: "internal" });
  for (const to of [["kim@ext.test", "lee@ext.test"], ["lee@ext.test"], []])
    expect(await submission.submit({ ...message, to }, intend, 1_000)).toMatchObject({ kind: "refused", code: 554 });

  expect([calls, submission.open]).toEqual([["POST send"], true]);
});

it.each([
  [200, "opened"],
  [400, "opened"],
  [400, "credentials", "Mail service not enabled"],
  [401, "credentials"],
  [403, "credentials"],
  [429, "refused"],
  [500, "refused"],
])("is opened where the grant for sending alone is proved: %i is %s", async (proof, meaning, words?: string) => {
  const open = opened(200, proof, words);

  if (meaning === "opened") expect((await open).submission.open).toBe(true);
  else await expect(open).rejects.toMatchObject({ reason: meaning });
});
