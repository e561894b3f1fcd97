import { afterAll, beforeAll, expect, it } from "vitest";
import { readAttachment } from "#shared/inbox/attachments.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

let dovecot: DovecotAlone;
beforeAll(async () => {
  dovecot = await startDovecotAlone();
});
afterAll(() => dovecot?.stop());

const aMail = (n: number, ...more: readonly string[]) =>
  [
    `From: Person ${n} <p${n}@peer.test>`,
    "To: me@example.com",
    `Subject: Mail ${n}`,
    `Message-ID: <m${n}@peer.test>`,
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    ...(more.length > 0 ? more : ["Content-Type: text/plain", "", `Hello ${n}`, ""]),
  ].join("\r\n");
const wrapped = (bytes: Buffer) => bytes.toString("base64").replace(/.{76}/g, "$&\r\n");
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31) & 0xff));

describeOnMongo("sync from Dovecot", (connect) => {
  const world = syncWorld(connect, () => ({ host: dovecot.host, port: dovecot.port, password: PASSWORD }));
  const list = (userId: string) => world.messages.list(userId, {}, { limit: 200, offset: 0 });

  it("stores every message once, and nothing when nothing is new", async () => {
    const mailbox = await world.mailbox();
    dovecot.deliver(
      mailbox.email,
      Array.from({ length: 120 }, (_, n) => ({ raw: aMail(n) })),
    );

    const first = await world.pull(mailbox);
    const second = await world.pull(mailbox);

    expect(first).toMatchObject({ stored: 120, remaining: 0, error: "", skipped: "" });
    expect(second).toMatchObject({ stored: 0, remaining: 0, error: "", skipped: "" });
    expect(await list(mailbox.userId)).toHaveLength(120);
    expect(await world.threads.list(mailbox.userId, {}, { limit: 200, offset: 0 })).toHaveLength(120);
  });

  it("takes the server's dates, and its read marks only of mail from before sync was on", async () => {
    const enabledAt = new Date(Date.now() - 2 * 86_400_000);
    const mailbox = await world.mailbox({ inboxEnabledAt: enabledAt });
    const now = Math.floor(Date.now() / 1000) * 1000;
    const at = (days: number) => new Date(now - days * 86_400_000);
    dovecot.deliver(mailbox.email, [
      { raw: aMail(1), receivedAt: at(40), seen: true },
      { raw: aMail(2), receivedAt: at(3), seen: true },
      { raw: aMail(3), receivedAt: at(3) },
      { raw: aMail(4), receivedAt: at(1), seen: true },
    ]);

    await world.pull(mailbox);

    expect((await list(mailbox.userId)).map(({ subject, isRead, receivedAt }) => [subject, isRead, receivedAt])).toEqual([
      ["Mail 4", false, at(1)],
      ["Mail 3", false, at(3)],
      ["Mail 2", true, at(3)],
    ]);
  });

  it("reads a message by its headers alone, and of a large one only its texts", async () => {
    const mailbox = await world.mailbox();
    const file = ["--b", "Content-Type: application/zip", "Content-Transfer-Encoding: base64", "", wrapped(bytes)];
    const large = aMail(
      7,
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Text",
      ...file,
      "--b",
      "Content-Type: text/plain",
      "",
      "More below the file",
      "--b--",
      "",
    );
    dovecot.deliver(mailbox.email, [{ raw: large }]);
    const account = { host: dovecot.host, port: dovecot.port, username: mailbox.email, credential: { password: PASSWORD } };
    const session = await world.ports.mailReader.open(account, AbortSignal.timeout(10_000));
    await session.open("INBOX");
    const [facts] = await session.facts(await session.search({ above: 0, upTo: Infinity }));
    if (!facts) throw new Error("no message");

    const headersOnly = await session.fetchHeadersOnly(facts);
    const [mail] = await session.fetch([facts]);
    session.close();

    expect(headersOnly?.parsed).toMatchObject({ messageId: "<m7@peer.test>", subject: "Mail 7", text: "", truncated: { body: true } });
    expect(mail?.parsed).toMatchObject({ messageId: "<m7@peer.test>", text: "Text\nMore below the file", truncated: { body: false } });
    expect(mail?.parsed.messageId).toBe(headersOnly?.parsed.messageId);
    expect(mail?.parsed.attachments).toMatchObject([{ contentType: "application/zip", part: "2" }]);
  });

  it("leaves attachments on the server and gives their bytes on demand, until the message has left", async () => {
    const mailbox = await world.mailbox();
    const file = [
      "Content-Type: application/pdf; name=a.pdf",
      "Content-Transfer-Encoding: base64",
      "Content-Disposition: attachment",
      "",
      wrapped(bytes),
    ];
    const text = ["--b", "Content-Type: text/plain", "", "See attached"];
    dovecot.deliver(mailbox.email, [
      { raw: aMail(1, "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b", "", ...text, "--b", ...file, "--b--", "") },
      { raw: aMail(2, "MIME-Version: 1.0", ...file) },
    ]);
    await world.pull(mailbox);
    const [two, one] = await list(mailbox.userId).then((found) => found.toSorted((a, b) => (a.subject < b.subject ? 1 : -1)));
    const read = (messageId = "", range?: string) =>
      readAttachment({ ...world, ...world.ports, mailboxes: world.mailboxes }, mailbox.userId, { messageId, index: 0, range });

    expect(one).toMatchObject({ replyText: "See attached", attachments: [{ filename: "a.pdf", contentType: "application/pdf" }] });
    expect((await read(one?.id)).bytes.equals(bytes)).toBe(true);
    expect((await read(two?.id)).bytes.equals(bytes)).toBe(true);
    expect(await read(one?.id, "bytes=299990-")).toMatchObject({ start: 299_990, total: 300_000, bytes: bytes.subarray(299_990) });
    dovecot.remove(mailbox.email, 2);
    await expect(read(one?.id)).rejects.toMatchObject({ reason: "gone" });
  });

  it(
    "audits the folders beyond the hundred that are read, and says complete only when all of them were",
    { timeout: 120_000 },
    async () => {
      const mailbox = await world.mailbox({ folders: "all" });
      const folders = Array.from({ length: 112 }, (_, n) => `Old${String(n).padStart(3, "0")}`);
      dovecot.deliver(mailbox.email, [{ raw: aMail(1) }]);
      for (const [n, folder] of folders.entries()) dovecot.deliver(mailbox.email, [{ raw: aMail(1_000 + n) }], folder);
      const lastAudit = async () => (await world.ports.audits.find(mailbox))?.last;
      const audited = async () => {
        await world.ports.audits.ask(mailbox);
        const before = (await lastAudit())?.checkedAt;
        for (let pulls = 0; pulls < 20; pulls += 1) {
          expect(await world.pull(mailbox)).toMatchObject({ error: "", skipped: "" });
          const last = await lastAudit();
          if (last && last.checkedAt.getTime() !== before?.getTime()) return last;
        }
        throw new Error("the audit does not end");
      };
      const subjects = async () => {
        const rows = await messagesOf(await connect())
          .find({ mailboxId: oid(mailbox.id) }, { projection: { subject: 1, onServer: 1 } })
          .toArray();
        return { all: rows.length, gone: rows.filter(({ onServer }) => onServer === false).map(({ subject }) => subject) };
      };
      await world.pull(mailbox);
      const read = (await subjects()).all;
      expect(read).toBeLessThan(113);

      const first = await audited();
      expect(await subjects()).toEqual({ all: 113, gone: [] });
      expect([first.complete, first.foldersNotRead, first.folders.reduce((sum, { healed }) => sum + healed, 0)]).toEqual([
        true,
        0,
        113 - read,
      ]);
      dovecot.removeFolder(mailbox.email, "Old111");
      dovecot.close(mailbox.email, "Old110");
      const second = await audited();
      dovecot.close(mailbox.email, "Old110", false);
      const third = await audited();

      expect([second.complete, (second.foldersNotRead ?? 0) > 0]).toEqual([false, true]);
      expect([third.complete, third.foldersNotRead]).toEqual([true, 0]);
      expect(await subjects()).toEqual({ all: 113, gone: ["Mail 1111"] });
    },
  );
});
