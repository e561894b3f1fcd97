import { describe, expect, it, onTestFinished, vi } from "vitest";
import { withBodies, withFullBodies, withoutBodies } from "#shared/inbox/fit-page.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { Thread } from "#shared/threads/thread.ts";
import { ANSWER_BYTES, answerBytes } from "#shared/mail/text.ts";
import { jsonAnswer } from "#shared/api/http/answer.ts";
import { messageOut, threadOut } from "#shared/threads/wire.ts";

const aMessage = (id: number, replyText = "short"): Message => ({
  id: String(id),
  userId: "u",
  mailboxId: "m",
  threadId: "t",
  folder: "INBOX",
  uidValidity: "1",
  uid: id,
  kind: "inbound",
  messageId: "",
  inReplyTo: "",
  references: [],
  from: { name: "", email: "a@b.test" },
  to: [],
  cc: [],
  replyTo: "",
  subject: "",
  snippet: "",
  replyText,
  bodyTruncated: false,
  attachments: [],
  isRead: false,
  receivedAt: new Date(0),
  createdAt: new Date(0),
  dedupeKey: "",
  counterparts: [],
});
/** The response object as Lambda counts it (AWS, "Lambda quotas"): the JSON body is a string in it. */
const LAMBDA_BYTES = 6_291_556;
const lambdaBytes = (answer: unknown) => Buffer.byteLength(JSON.stringify(jsonAnswer(200, answer)));

const pieces = ['"', "\\", "\u0001", "😀"];
const megabytes = pieces.map((piece) => piece.repeat(1_000_000 / Buffer.byteLength(piece)));
/** The one that grows most in JSON, and the one of most bytes a character: a page of them is the largest there is. */
const largest = megabytes.slice(2);
const bodies = (text: string) => ({
  bodies: async (_: string, ids: readonly string[]) => new Map(ids.map((id) => [id, { text, html: text, replyHtml: text }])),
});
/** A mail whose every field is as long as a header may be. */
const hostile = (id: number, text: string): Message => {
  const who = { name: text.slice(0, 1_000), email: text.slice(0, 250) };
  return {
    ...aMessage(id, text),
    subject: text.slice(0, 20_000),
    messageId: text.slice(0, 900),
    from: who,
    to: Array.from({ length: 30 }, () => who),
    cc: Array.from({ length: 30 }, () => who),
    references: Array.from({ length: 100 }, () => text.slice(0, 900)),
    attachments: Array.from({ length: 50 }, (_, index) => ({
      index,
      part: "1",
      filename: text.slice(0, 300),
      contentType: "a/b",
      size: 1,
      isInline: false,
      contentId: "",
    })),
  };
};

describe("a page with bodies", () => {
  it("gives full bodies while there is room, then shortened ones that say so", async () => {
    const page = await withBodies(
      bodies("x".repeat(1000)),
      "u",
      [1, 2, 3].map((id) => aMessage(id)),
      10_000,
    );

    expect(page.map(({ body, bodyTruncated }) => [body?.text.length, bodyTruncated])).toEqual([
      [1000, false],
      [1000, false],
      [5, true],
    ]);
  });

  it.each(largest)("is an answer that Lambda gives, whatever it holds (%#)", async (text) => {
    const page = await withBodies(
      bodies(text),
      "u",
      Array.from({ length: 200 }, (_, id) => hostile(id, text)),
    );

    expect(lambdaBytes({ messages: page.map(messageOut), limit: 200, offset: 0 })).toBeLessThan(LAMBDA_BYTES);
    expect(page.every(({ body }) => body !== undefined)).toBe(true);
  });
});

it.each(pieces)("fits a page of rows that are short in characters and long in an answer: %j", (piece) => {
  const rows = Array.from({ length: 200 }, (_, id) => aMessage(id, piece.repeat(13_000 / piece.length)));

  expect(lambdaBytes({ messages: withoutBodies(rows).map(messageOut) })).toBeLessThan(LAMBDA_BYTES);
});

it("fits a page of rows that are long only in what their lists name", () => {
  const to = Array.from({ length: 500 }, () => ({ name: "n".repeat(50), email: "e".repeat(50) }));
  const rows = Array.from({ length: 200 }, (_, id) => ({ ...aMessage(id), to }));

  expect(lambdaBytes({ messages: withoutBodies(rows).map(messageOut) })).toBeLessThan(LAMBDA_BYTES);
});

describe("a single message", () => {
  it("is whole up to 1 MB of each body in plain words", async () => {
    const text = "word\n".repeat(200_000);

    const shown = await withFullBodies(bodies(text), "u", aMessage(1, text));

    expect([shown.body?.text, shown.body?.html, shown.bodyTruncated]).toEqual([text, text, false]);
  });

  it("has its short parts whole, and its long ones cut alike to all the room that is left", async () => {
    const long = "x".repeat(ANSWER_BYTES);
    const body = { text: long, html: long, replyHtml: "y".repeat(1_000_000) };

    const shown = await withFullBodies({ bodies: async () => new Map([["1", body]]) }, "u", aMessage(1, "short"));

    const bytes = answerBytes(shown);
    expect([shown.replyText, shown.body?.replyHtml]).toEqual(["short", body.replyHtml]);
    expect(shown.body?.text).toBe(shown.body?.html);
    expect([bytes <= ANSWER_BYTES, bytes > ANSWER_BYTES - 5_000, shown.bodyTruncated]).toEqual([true, true, true]);
  });

  it.each(megabytes)("is an answer that Lambda gives, cut only as far as it must be (%#)", async (text) => {
    for (const message of [aMessage(1, text), hostile(1, text)]) {
      const shown = await withFullBodies(bodies(text), "u", message);

      const bytes = lambdaBytes(messageOut(shown));
      expect(bytes).toBeLessThan(LAMBDA_BYTES);
      expect(bytes > 0.6 * LAMBDA_BYTES || shown.body?.html === text).toBe(true);
      expect([shown.replyText, shown.body?.text, shown.body?.html].every((part) => part?.isWellFormed())).toBe(true);
      expect(shown.bodyTruncated).toBe(shown.body?.html !== text || shown.subject !== message.subject);
    }
  });
});

describe("a page without bodies", () => {
  it.each(largest)("has none of the three body fields, and is an answer that Lambda gives (%#)", (text) => {
    const page = withoutBodies(Array.from({ length: 200 }, (_, id) => hostile(id, text))).map(messageOut);

    expect(page.every(({ body_text, body_html, reply_html }) => (body_text ?? body_html ?? reply_html) === undefined)).toBe(true);
    expect(lambdaBytes({ messages: page, limit: 200, offset: 0 })).toBeLessThan(LAMBDA_BYTES);
    expect(page.at(-1)).toMatchObject({ body_truncated: true });
  });

  it.each(largest)("costs the writing of a few answers, whatever strangers wrote (%#)", (text) => {
    const page = Array.from({ length: 200 }, (_, id) => hostile(id, text));
    const written = vi.spyOn(JSON, "stringify");
    onTestFinished(() => written.mockRestore());

    withoutBodies(page);

    expect(written.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)).toBeLessThan(5 * LAMBDA_BYTES);
  });

  it("says of the rows behind its room only what was shortened", () => {
    const page = withoutBodies([aMessage(1, "x".repeat(20_000)), aMessage(2), aMessage(3, "y".repeat(900))], 15_000);

    expect(page.map(({ replyText, bodyTruncated }) => [replyText.length, bodyTruncated])).toEqual([
      [500, true],
      [5, false],
      [500, true],
    ]);
  });

  it("keeps the first of each list, and the beginning of each text, of a record that is too large without bodies", () => {
    const names = Array.from({ length: 300 }, (_, n) => ({ name: "", email: `${n}@${"x".repeat(200)}` }));
    const long = { to: names, subject: "s".repeat(20_000), folder: "f".repeat(20_000) };
    const [message] = withoutBodies([{ ...aMessage(1), ...long }], 20_000);

    expect(message?.to).toEqual(names.slice(0, 20));
    expect(message).toMatchObject({ subject: "s".repeat(300), folder: "f".repeat(300), cc: [], bodyTruncated: true });
  });

  it("keeps ids, dates and numbers of the shortest record there is", () => {
    const [id, at] = ["655f1c2e9b1e8a00123456ff", new Date("2026-11-20T10:00:00Z")];
    const whole = { id, mailboxId: id, threadId: id, emailJobId: id, receivedAt: at, createdAt: at, size: 7, isRead: true };
    const [message] = withoutBodies([{ ...hostile(1, "x".repeat(20_000)), ...whole }], 100);

    expect(message).toMatchObject({ ...whole, subject: "x".repeat(25) });
  });

  it("cuts no character in two", () => {
    const [message] = withoutBodies([aMessage(1, "😀".repeat(1000))], 100);

    expect(message?.replyText.isWellFormed()).toBe(true);
    expect(message?.bodyTruncated).toBe(true);
  });
});

describe("a thread of a list", () => {
  it.each(megabytes)("takes no more than its share of an answer (%#)", (text) => {
    const thread = {
      id: "1",
      userId: "u",
      mailboxId: "m",
      rootMessageId: text.slice(0, 900),
      subject: text.slice(0, 20_000),
      participants: Array.from({ length: 100 }, () => text.slice(0, 250)),
      messageCount: 1,
      unreadCount: 1,
      lastMessageDirection: "inbound",
      snippet: text.slice(0, 200),
      createdAt: new Date(0),
      updatedAt: new Date(0),
    } as unknown as Thread;

    expect(lambdaBytes(Array.from({ length: 200 }, () => threadOut(thread)))).toBeLessThan(LAMBDA_BYTES);
  });
});
