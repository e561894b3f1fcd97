import { describe, expect, it } from "vitest";
import { type FetchPorts, fetchAttachments } from "#shared/inbox/attachments.ts";
import type { MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { aMessage } from "#test/support/conversation-world.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const BYTES = 100;

/** A message with attachments of 100 bytes each; `complete` says whether the server gives them whole. */
const aWorld = (facts: Partial<Mailbox> = {}, { complete = true, account = true } = {}) => {
  const mailbox = aMailbox(facts);
  const message = aMessage(mailbox);
  const asked: string[] = [];
  const session = {
    open: async () => ({ uidValidity: "1", uidNext: 9 }),
    facts: async () => [{ uid: 1, size: 1, receivedAt: message.receivedAt, seen: false, own: false }],
    part: async (_uid: number, part: string) => {
      asked.push(part);
      return { encoding: "", content: Buffer.alloc(BYTES, part), complete };
    },
    close: () => void asked.push("close"),
  } as Partial<MailSession> as MailSession;
  const ports: FetchPorts = {
    mailboxes: { find: async (userId, id) => (userId === mailbox.userId && id === mailbox.id ? mailbox : undefined) },
    mailAccounts: {
      imap: async () => (account ? { host: "h", port: 993, username: "u", credential: { password: "p" } } : undefined),
      renew: async () => false,
    },
    mailReader: {
      open: async () => {
        asked.push("open");
        return session;
      },
    },
  };
  const located = (part: string) => ({
    message,
    descriptor: { index: 0, part, filename: "a", contentType: "text/plain", size: BYTES, isInline: false, contentId: "" },
  });
  const fetch = (count: number, mostBytes: number, of: Pick<Mailbox, "id" | "userId"> = mailbox) =>
    fetchAttachments(ports, { userId: of.userId, mailboxId: of.id }, ["1", "2", "3"].slice(0, count).map(located), mostBytes);
  return { fetch, asked };
};

describe("attachments that are passed on", () => {
  it("are fetched over one connection, in their order", async () => {
    const { fetch, asked } = aWorld();

    const fetched = await fetch(3, 3 * BYTES);

    expect(fetched?.map((bytes) => bytes.toString("latin1", 0, 1))).toEqual(["1", "2", "3"]);
    expect(asked).toEqual(["open", "1", "2", "3", "close"]);
  });

  it("may hold so much together and no byte more; nothing is fetched behind that", async () => {
    const { fetch, asked } = aWorld();

    expect(await fetch(2, 2 * BYTES)).toHaveLength(2);
    asked.splice(0);
    expect(await fetch(3, 2 * BYTES - 1)).toBeUndefined();
    expect(asked).toEqual(["open", "1", "2", "close"]);
    expect(await aWorld({}, { complete: false }).fetch(1, 3 * BYTES)).toBeUndefined();
  });

  it("need no connection where there are none", async () => {
    const { fetch, asked } = aWorld({ status: "disconnected" });

    expect(await fetch(0, 0)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("are not to be had from a mailbox that is disconnected, unknown or without an inbox", async () => {
    await expect(aWorld({ status: "disconnected" }).fetch(1, BYTES)).rejects.toMatchObject({ reason: "mailboxDisconnected" });
    await expect(aWorld().fetch(1, BYTES, aMailbox())).rejects.toMatchObject({ reason: "mailboxDisconnected" });
    await expect(aWorld({}, { account: false }).fetch(1, BYTES)).rejects.toMatchObject({ reason: "gone" });
  });
});
