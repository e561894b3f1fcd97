import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ApiWorld, startApiWorld, stopSandbox } from "#test/support/api-world.ts";
import { gmailError } from "#test/support/call-gmail.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const subjects = (numbers: readonly number[]) => numbers.map((n) => `mail ${n}`);

afterAll(stopSandbox);

describeOnMongo("labels of Gmail", (connect) => {
  let world: ApiWorld;
  beforeAll(async () => void (world = await startApiWorld(connect, "gmail_api")));
  beforeEach(() => world.gmail.faults.clear());

  const labelNamed = async (email: string, path: string) => {
    world.sandbox.store.create(email, path);
    return `Label_${Buffer.from(path).toString("base64url")}`;
  };
  /** Puts a mail under several labels at once: it is one message. */
  const under = (email: string, n: number, folders: readonly string[]) => {
    const [mail] = world.deliver(email, [n], { folder: folders[0]! });
    for (const folder of folders.slice(1))
      world.sandbox.store.deliver(email, mail!.raw, { folder, id: mail!.id, receivedAt: mail!.receivedAt, flags: mail!.flags });
    return mail!;
  };
  const counts = async (id: string) =>
    Object.fromEntries((await world.directory.folders(id)).filter(({ count }) => count > 0).map(({ path, count }) => [path, count]));

  it("has one message once that has several labels, in INBOX before others, and in the label that is named", async () => {
    const mailbox = await world.connected({ folders: ["Work"] });
    for (const path of ["Alpha", "Work"]) await labelNamed(mailbox.email, path);
    under(mailbox.email, 1, ["INBOX", "Alpha", "Work"]);
    under(mailbox.email, 2, ["Alpha", "Work"]);
    under(mailbox.email, 3, ["Alpha"]);
    under(mailbox.email, 4, ["Sent", "Alpha"]);
    under(mailbox.email, 5, ["Junk"]);
    under(mailbox.email, 6, ["Trash"]);
    world.sandbox.store.create(mailbox.email, "Drafts");
    world.sandbox.store.create(mailbox.email, "All Mail");
    under(mailbox.email, 7, ["Drafts"]);
    under(mailbox.email, 8, ["All Mail"]);
    const report = await world.pull(mailbox);

    expect(report.error).toBe("");
    expect(await counts(mailbox.id)).toEqual({ INBOX: 1, Work: 1, Alpha: 1, SENT: 1, SPAM: 1, "[Gmail]/All Mail": 1 });
    // ~ of a label that is not named, of spam and of the archive only answers are kept
    expect(await world.stored(mailbox)).toEqual(subjects([1, 2, 4]));
  });

  it("follows a message from label to label, and knows it by the same id as IMAP does", async () => {
    const mailbox = await world.connected({ folders: "all" });
    const mail = under(mailbox.email, 1, ["INBOX"]);
    await world.pull(mailbox);
    const { store } = world.sandbox;
    await labelNamed(mailbox.email, "Later");
    store.deliver(mailbox.email, mail.raw, { folder: "Later", id: mail.id, receivedAt: mail.receivedAt });
    store.expunge(mailbox.email, store.folder(mailbox.email, "INBOX")!, new Set([mail.uid]));
    await world.pull(mailbox);
    const [message] = await world.messages.list(mailbox.userId, { mailboxId: mailbox.id }, { limit: 10, offset: 0 });

    expect(await counts(mailbox.id)).toEqual({ Later: 1 });
    expect(message).toMatchObject({ folder: "Later" });
    const full = await world.messages.find(mailbox.userId, message!.id);
    expect(full?.providerId).toMatch(/^gm:\d+$/);
  });

  it("polls a mailbox without news with one request, and writes nothing", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1]);
    await world.pull(mailbox);
    await world.pull(mailbox);
    const before = await world.directory.cursor(mailbox.id);
    world.gmail.calls.length = 0;
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(5_000));
    const cursors = ["INBOX", "SENT", "SPAM", "[Gmail]/All Mail"].map((path) => ({ path, role: "other" as const }));
    const asked = { inTurn: [], since: mailbox.inboxSyncFrom! };

    expect(await session.folders(cursors, asked)).toHaveLength(4);
    expect(world.gmail.calls).toEqual([expect.stringMatching(/^GET \/gmail\/v1\/users\/me\/history\?startHistoryId=\d+&maxResults=500$/)]);
    expect(await world.directory.cursor(mailbox.id)).toEqual(before);
  });

  it("reads mail from the wanted date on, and earlier mail when an earlier date is wanted", async () => {
    const mailbox = await world.connected();
    const old = new Date(Date.now() - 60 * 86_400_000);
    const raw = Buffer.from("From: a@b.test\r\nSubject: mail old\r\nMessage-ID: <old@b.test>\r\n\r\nx\r\n");
    world.sandbox.store.deliver(mailbox.email, raw, { receivedAt: old });
    world.deliver(mailbox.email, [1]);
    await world.pull(mailbox);
    const read = await counts(mailbox.id);
    await world.mailboxes.note(mailbox, { inboxSyncFrom: new Date(old.getTime() - 86_400_000) });
    for (let pulls = 0; pulls < 2; pulls += 1) await world.pull(mailbox);

    expect(read).toEqual({ INBOX: 1 });
    expect(await counts(mailbox.id)).toEqual({ INBOX: 2 });
  });

  it("asks attachments of a large message by their parts, whose attachment ids change", async () => {
    const mailbox = await world.connected();
    const file = Buffer.alloc(400_000, "x");
    const text = `From: a@b.test\r\nSubject: mail 1\r\nMessage-ID: <a@b.test>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHi\r\n--x\r\nContent-Type: image/png; name=a.png\r\nContent-Disposition: attachment; filename=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n--x--\r\n`;
    world.sandbox.store.deliver(mailbox.email, Buffer.from(text));
    await world.pull(mailbox);
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(5_000));
    await session.open("INBOX");

    expect(await session.part(1, "gmail:1", 500_000)).toMatchObject({ encoding: "", complete: true, content: file });
    expect(await session.part(1, "gmail:1", 1_000)).toMatchObject({ complete: false });
    expect(await session.part(1, "gmail:7", 1_000)).toBeUndefined();
  });

  it("repeats what is throttled side by side in a batch, and waits where the whole mailbox is throttled", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(5));
    world.gmail.faults.plant({ on: /format=minimal/, does: gmailError(429, "rateLimitExceeded"), times: 3 });
    const once = await world.pull(mailbox);
    world.deliver(mailbox.email, [5]);
    world.gmail.faults.plant({ on: /history/, does: gmailError(403, "userRateLimitExceeded", 600) });
    const waiting = await world.pull(mailbox);

    expect(once).toMatchObject({ stored: 5, error: "" });
    expect(waiting.error).not.toBe("");
    expect(await world.pull(mailbox)).toMatchObject({ stored: 1, error: "" });
  });
});
