import { describe, expect, it } from "vitest";
import { type AttachmentPorts, readAttachment } from "#shared/inbox/attachments.ts";
import type { EncodedPart, MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { attachmentOutRaw } from "#shared/threads/wire.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { attached, tnefStream } from "../mail/read/tnef/tnef-stream.ts";

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
const wrapped = (content: Buffer) => Buffer.from(content.toString("base64").replace(/.{76}/g, "$&\r\n"));
const descriptor = {
  index: 0,
  part: "2",
  filename: 'Ärger "1".pdf',
  contentType: "application/pdf",
  size: 1000,
  isInline: false,
  contentId: "",
};

const receivedAt = new Date("2026-11-20T10:00:00Z");
const aWorld = (
  facts: {
    descriptor?: Partial<typeof descriptor>;
    mailbox?: Partial<Mailbox>;
    content?: Buffer;
    uidValidity?: string;
    gone?: boolean;
    onServer?: Date;
    failing?: boolean;
  } = {},
) => {
  const mailbox = aMailbox(facts.mailbox);
  const { content = bytes, uidValidity = "7", gone = false, onServer = receivedAt, failing = false } = facts;
  let open = 0;
  const session = {
    open: async () => ({ uidValidity, uidNext: 9 }),
    facts: async () => (gone ? [] : [{ uid: 3, size: 1, receivedAt: onServer, seen: false, own: false }]),
    part: async (_uid: number, part: string, maxBytes: number): Promise<EncodedPart | undefined> => {
      expect(part).toBe("2");
      const encoded = wrapped(content);
      return gone ? undefined : { encoding: "base64", content: encoded.subarray(0, maxBytes), complete: encoded.length <= maxBytes };
    },
    close: () => void (open -= 1),
  } as Partial<MailSession> as MailSession;
  const message = {
    id: "m",
    mailboxId: mailbox.id,
    folder: "INBOX",
    uidValidity: "7",
    uid: 3,
    receivedAt,
    attachments: [{ ...descriptor, ...facts.descriptor }],
  };
  const ports: AttachmentPorts = {
    messages: { find: async (_, id) => (id === "m" ? (message as never) : undefined) },
    mailboxes: { find: async () => mailbox },
    mailAccounts: { imap: async () => ({ host: "h", port: 993, username: "u", credential: { password: "p" } }), renew: async () => false },
    mailReader: {
      open: async () => {
        if (failing) throw new Error("ECONNREFUSED 10.0.0.1");
        open += 1;
        return session;
      },
    },
  };
  return {
    read: (range?: string, index = 0, messageId = "m") => readAttachment(ports, "u", { messageId, index, range }),
    open: () => open,
  };
};

describe("an attachment", () => {
  it("is given whole with its type, its name twice and no way to be shown as a page", async () => {
    const world = aWorld();

    const answer = attachmentOutRaw(await world.read());

    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="_rger _1_.pdf"; filename*=UTF-8''%C3%84rger%20%221%22.pdf`,
      "accept-ranges": "bytes",
    });
    expect(world.open()).toBe(0);
  });

  it("is taken out of the winmail.dat that holds it", async () => {
    const content = tnefStream([...attached("a.txt", Buffer.from("first")), ...attached("b.txt", Buffer.from("second"))]);

    const second = await aWorld({ content, descriptor: { part: "2#1" } }).read();
    const part = await aWorld({ content, descriptor: { part: "2#1" } }).read("bytes=0-2");

    expect(second.bytes.toString()).toBe("second");
    expect(part.bytes.toString()).toBe("sec");
    await expect(aWorld({ content, descriptor: { part: "2#2" } }).read()).rejects.toMatchObject({ reason: "gone" });
  });

  it.each([
    ["bytes=0-9", 0, 9],
    ["bytes=990-", 990, 999],
    ["bytes=-5", 995, 999],
    ["bytes=900-5000", 900, 999],
    ["Bytes=0-0", 0, 0],
  ])("is given in part for %s", async (range, first, last) => {
    const answer = attachmentOutRaw(await aWorld().read(range));

    expect(answer.status).toBe(206);
    expect(answer.headers).toMatchObject({ "content-range": `bytes ${first}-${last}/1000` });
    expect(answer.body.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  it.each(["bytes=0-1,5-6", "items=0-1", "bytes=5-1", "nonsense"])(
    "is given whole when the range %s says nothing usable",
    async (range) => {
      expect(attachmentOutRaw(await aWorld().read(range)).status).toBe(200);
    },
  );

  it.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("answers 416 for %s, which holds no byte of it", async (range) => {
    await expect(aWorld().read(range)).rejects.toMatchObject({
      reason: "rangeNotSatisfiable",
      headers: { "content-range": "bytes */1000" },
    });
  });

  it("answers 413 over 4.4 MB without a range, and parts of at most that with one", async () => {
    const world = aWorld({ content: Buffer.alloc(5_000_000, 1) });

    await expect(world.read()).rejects.toMatchObject({ reason: "tooLarge", message: expect.stringContaining("Range: bytes=0-4399999") });
    expect(attachmentOutRaw(await world.read("bytes=100-")).headers).toMatchObject({ "content-range": "bytes 100-4400099/5000000" });
  });

  it("answers 404 for what does not exist, 410 when the message has left, 409 when nobody may ask, 502 when the server fails", async () => {
    await expect(aWorld().read(undefined, 1)).rejects.toMatchObject({ reason: "notFound" });
    await expect(aWorld().read(undefined, 0, "x")).rejects.toMatchObject({ reason: "notFound" });
    await expect(aWorld({ gone: true }).read()).rejects.toMatchObject({ reason: "gone" });
    await expect(aWorld({ uidValidity: "8" }).read()).rejects.toMatchObject({ reason: "gone" });
    await expect(aWorld({ onServer: new Date(0) }).read()).rejects.toMatchObject({ reason: "gone" });
    await expect(aWorld({ mailbox: { status: "disconnected" } }).read()).rejects.toMatchObject({ reason: "mailboxDisconnected" });
    const failed = aWorld({ failing: true }).read();
    await expect(failed).rejects.toMatchObject({ reason: "connectionFailed", message: expect.stringMatching(/^IMAP: (?!.*10\.0\.0\.1)/) });
  });
});
