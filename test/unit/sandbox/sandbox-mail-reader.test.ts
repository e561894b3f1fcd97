import { describe, expect, it } from "vitest";
import { sandboxAccount } from "#shared/mailboxes/mailbox.ts";
import type { SandboxMail, SandboxMails } from "#shared/sandbox/ports.ts";
import { sandboxMailReader, sandboxSentFolder } from "#shared/sandbox/ends.ts";

const AT = new Date("2027-03-01T09:00:00Z");
const raw = Buffer.from(
  'From: jane@example.com\r\nSubject: Two parts\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n',
);
const asked: unknown[] = [];
const mails: readonly SandboxMail[] = [
  { uid: 1, at: AT, raw },
  { uid: 2, at: AT, raw: Buffer.from("Subject: no end of its header") },
];
const sandboxMails: SandboxMails = {
  send: async () => [],
  arrive: async () => ({ count: 2, uidNext: 3 }),
  uids: async (_, range) => (asked.push(range), [1, 2]),
  read: async (_, uids) => mails.filter(({ uid }) => uids.includes(uid)),
  holds: async (_, id) => id === "<known>",
};
const account = sandboxAccount({ id: "665f1c2e9b3e4a0012345678", email: "a@shop.test" });
const open = () => sandboxMailReader(sandboxMails).open(account, new AbortController().signal);
const facts = (uid: number) => ({ uid, size: raw.length, receivedAt: AT, seen: false, own: false });

describe("a sandbox mailbox", () => {
  it("has one folder, whose mail is what has arrived", async () => {
    const session = await open();
    expect(await session.folders([])).toEqual([{ path: "INBOX", role: "inbox", uidValidity: "1", uidNext: 3, messages: 2 }]);
    expect([await session.open("INBOX"), await session.open("Sent"), session.count()]).toEqual([
      { uidValidity: "1", uidNext: 3 },
      undefined,
      2,
    ]);
  });

  it("searches by numbers, by UIDs and above a UID", async () => {
    const session = await open();
    asked.length = 0;
    for (const among of [{ numbers: [3, 7] }, { uids: [4] }, { above: 5, upTo: 9 }]) await session.search(among as never);
    expect(asked).toEqual([{ skip: 2, limit: 5 }, { uids: [4] }, { above: 5, upTo: 9 }]);
  });

  it("reads whole mails, headers alone and parts, also of mail that has no body", async () => {
    const session = await open();
    expect((await session.facts([1, 2, 9])).map(({ uid, receivedAt }) => [uid, receivedAt])).toEqual([
      [1, AT],
      [2, AT],
    ]);
    const [whole, bare] = await session.fetch([facts(1), facts(2)]);
    expect([whole!.parsed.subject, whole!.parsed.text, bare!.parsed.subject]).toEqual(["Two parts", "Hello", "no end of its header"]);
    const headers = await session.fetchHeadersOnly(facts(1));
    expect(headers).toMatchObject({ headersOnly: true, parsed: { subject: "Two parts", text: "", truncated: { body: true } } });
    expect((await session.fetchHeadersOnly(facts(2)))!.parsed.subject).toBe("no end of its header");
    expect(await session.fetchHeadersOnly(facts(9))).toBeUndefined();
    expect(await session.part(1, "2", 100)).toMatchObject({ content: Buffer.from("AAAA"), complete: true });
    expect(await session.part(1, "2", 3)).toMatchObject({ content: Buffer.from("AAA"), complete: false });
    expect([await session.part(1, "7", 100), await session.part(9, "1", 100)]).toEqual([undefined, undefined]);
  });

  it("has a Sent folder with what was accepted, and no drafts", async () => {
    const folder = sandboxSentFolder(sandboxMails);
    expect([await folder.contains(account, "<known>", "sent"), await folder.contains(account, "<other>", "sent")]).toEqual([true, false]);
    expect([await folder.count(account, "<known>"), await folder.count(account, "<other>")]).toEqual([1, 0]);
  });
});
