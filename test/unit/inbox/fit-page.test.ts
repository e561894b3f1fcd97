import { describe, expect, it } from "vitest";
import { withBodies, withoutBodies } from "#shared/domain/inbox/fit-page.ts";
import type { Message } from "#shared/domain/inbox/message.ts";
import { messageOut } from "#shared/mapping/inbox.ts";

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
const megabyte = "\u0001é\n".repeat(250_000);
const bodies = (text: string) => ({
  bodies: async (_: string, ids: readonly string[]) => new Map(ids.map((id) => [id, { text, html: text, replyHtml: "" }])),
});

describe("a page with bodies", () => {
  it("gives full bodies while there is room, then shortened ones that say so", async () => {
    const page = await withBodies(
      bodies("x".repeat(1000)),
      "u",
      [1, 2, 3].map((id) => aMessage(id)),
      4_100,
    );

    expect(page.map(({ body, bodyTruncated }) => [body?.text.length, bodyTruncated])).toEqual([
      [1000, false],
      [1000, false],
      [5, true],
    ]);
  });

  it("stays under 5.5 MB whatever it holds", async () => {
    const page = await withBodies(
      bodies(megabyte),
      "u",
      Array.from({ length: 200 }, (_, id) => aMessage(id, megabyte)),
    );

    const json = JSON.stringify(page.map(messageOut));
    expect(Buffer.byteLength(json)).toBeLessThan(5_500_000);
    expect(page.every(({ body }) => body !== undefined)).toBe(true);
  });
});

describe("a page without bodies", () => {
  it("has none of the three body fields, and stays under 5.5 MB too", () => {
    const page = withoutBodies(Array.from({ length: 200 }, (_, id) => aMessage(id, megabyte))).map(messageOut);

    expect(page.every(({ body_text, body_html, reply_html }) => (body_text ?? body_html ?? reply_html) === undefined)).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(5_500_000);
    expect(page.at(-1)).toMatchObject({ body_truncated: true });
  });

  it("cuts no character in two", () => {
    const [message] = withoutBodies([aMessage(1, "😀".repeat(1000))], 100);

    expect(message?.replyText.isWellFormed()).toBe(true);
    expect(message?.bodyTruncated).toBe(true);
  });
});
