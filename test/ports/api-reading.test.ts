import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ApiWorld, startApiWorld, stopSandbox, type TestedApi, testedApis } from "#test/support/api-world.ts";
import { throttled } from "#test/support/call-graph.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { HttpAnswer } from "#infra/local/sandbox/http/answer.ts";

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const subjects = (numbers: readonly number[]) => numbers.map((n) => `mail ${n}`).toSorted((a, b) => (a < b ? -1 : 1));

afterAll(stopSandbox);

/** The same behaviour over every HTTP interface for mail. */
const suiteOf = (name: TestedApi) => (connect: Connect) => {
  let world: ApiWorld;
  beforeAll(async () => void (world = await startApiWorld(connect, name)));
  beforeEach(() => world.graph.faults.clear());

  it("fills the inbox, and then brings what is new, each message once", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(25));
    const first = await world.pull(mailbox);
    world.deliver(mailbox.email, [25]);
    const second = await world.pull(mailbox);

    expect([first, second]).toMatchObject([
      { stored: 25, error: "" },
      { stored: 1, error: "" },
    ]);
    expect(await world.stored(mailbox)).toEqual(subjects(upTo(26)));
  });

  it("keeps one message of a mail that was moved, and notices that one was deleted", async () => {
    const mailbox = await world.connected();
    const [moved, deleted] = world.deliver(mailbox.email, [1, 2]);
    await world.pull(mailbox);
    const { store } = world.sandbox;
    const inbox = store.folder(mailbox.email, "INBOX")!;
    store.deliver(mailbox.email, moved!.raw, { folder: "Junk", id: moved!.id, receivedAt: moved!.receivedAt });
    store.expunge(mailbox.email, inbox, new Set([moved!.uid, deleted!.uid]));
    await world.pull(mailbox);
    const folders = await world.directory.folders(mailbox.id);

    expect(await world.stored(mailbox)).toEqual(subjects([1, 2]));
    expect(folders.filter(({ count }) => count > 0)).toMatchObject([{ path: world.api.junk, count: 1 }]);
    expect(folders.find(({ path }) => path === "INBOX")).toMatchObject({ uidNext: 3, count: 0 });
    const page = await world.messages.list(mailbox.userId, { mailboxId: mailbox.id }, { limit: 10, offset: 0 });
    expect(page.find(({ subject }) => subject === "mail 1")).toMatchObject({ folder: world.api.junk });
  });

  it("reads a folder again whose token expired, without doubles and with the same UIDs, and sees what came and went meanwhile", async () => {
    const mailbox = await world.connected();
    const [first] = world.deliver(mailbox.email, upTo(30));
    await world.pull(mailbox);
    const inbox = (await world.directory.folders(mailbox.id)).find(({ path }) => path === "INBOX")!;
    const before = await world.directory.find(mailbox.id, inbox.id, {});
    world.expire();
    world.deliver(mailbox.email, [30]);
    world.sandbox.store.expunge(mailbox.email, world.sandbox.store.folder(mailbox.email, "INBOX")!, new Set([first!.uid]));
    const report = await world.pull(mailbox);
    const after = await world.directory.find(mailbox.id, inbox.id, {});

    expect(report).toMatchObject({ stored: 1, error: "" });
    expect(after.slice(0, -1).map(({ id, uid }) => [id, uid])).toEqual(
      before.filter(({ uid }) => uid !== before.find(({ id }) => !after.some((one) => one.id === id))?.uid).map(({ id, uid }) => [id, uid]),
    );
    expect(after).toHaveLength(30);
    expect(await world.stored(mailbox)).toEqual(subjects(upTo(31)));
  });

  it("pages through 1,000 messages", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(1_000));
    for (let pulls = 0; pulls < 5 && (await world.pull(mailbox)).remaining > 0; pulls += 1);

    expect(await world.stored(mailbox)).toEqual(subjects(upTo(1_000)));
    expect(world.graph.calls.some((call) => world.api.nextPage.test(call))).toBe(true);
  });

  it("goes on where a pull was killed between pages, and reads no page's messages twice", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(700));
    world.graph.faults.plant({ on: world.api.nextPage, does: "close after" });
    const killed = await world.pull(mailbox);
    const folders = await world.directory.folders(mailbox.id);
    for (let pulls = 0; pulls < 5 && (await world.pull(mailbox)).remaining > 0; pulls += 1);

    expect(killed.error).not.toBe("");
    expect(folders.find(({ path }) => path === "INBOX")).toMatchObject({ isWhole: false });
    expect(await world.stored(mailbox)).toEqual(subjects(upTo(700)));
    expect((await world.directory.folders(mailbox.id)).find(({ path }) => path === "INBOX")).toMatchObject({ uidNext: 701, count: 700 });
  });

  it("gives each message one UID when two read the same changes at once, and the same changes again", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(40));
    const open = async () => world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(30_000));
    const both = async () => Promise.all([open(), open()].map(async (session) => (await session).folders([], {})));
    await both();
    const list = name === "graph" ? "value" : "history";
    const twice = ({ body, ...answer }: HttpAnswer): HttpAnswer => {
      const { [list]: entries = [], ...rest } = body as Record<string, object[]>;
      return { ...answer, body: { ...rest, [list]: [...entries, ...entries] } };
    };
    world.deliver(mailbox.email, [40, 41]);
    world.graph.faults.plant({ on: world.api.changes, does: { alter: twice }, times: 8 });
    await both();
    const inbox = (await world.directory.folders(mailbox.id)).find(({ path }) => path === "INBOX")!;

    expect(inbox).toMatchObject({ uidNext: 43, count: 42 });
    expect(new Set((await world.directory.find(mailbox.id, inbox.id, {})).map(({ id }) => id)).size).toBe(42);
  });

  it("repeats what was throttled in a batch, and waits when Graph asks for longer, saying so", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(30));
    world.graph.faults.plant({ on: world.api.mime, does: throttled(0), times: 5 });
    const once = await world.pull(mailbox);
    world.deliver(mailbox.email, [30]);
    world.graph.faults.plant({ on: world.api.changes, does: throttled(600), times: 3 });
    const waiting = await world.pull(mailbox);

    expect(once).toMatchObject({ stored: 30, error: "" });
    expect(waiting.error).not.toBe("");
    expect((await world.mailboxes.findForJob(mailbox.id))?.inboxLastError).toBe(waiting.error);
    world.graph.faults.clear();
    expect(await world.pull(mailbox)).toMatchObject({ stored: 1, error: "" });
  });

  it("takes nothing of a batch for read that was throttled again when it was repeated", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(3));
    world.graph.faults.plant({ on: world.api.mime, does: throttled(0), times: name === "graph" ? 6 : 12 });
    const twice = await world.pull(mailbox);

    expect(twice).toMatchObject({ stored: 0, error: expect.stringContaining("429") });
    world.graph.faults.clear();
    expect(await world.pull(mailbox)).toMatchObject({ stored: 3, error: "" });
  });

  it("gets a new token once when one has expired", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1]);
    await world.pull(mailbox);
    world.deliver(mailbox.email, [2]);
    world.graph.tokens.expire(mailbox.email);

    expect(await world.pull(mailbox)).toMatchObject({ stored: 1, error: "" });
  });

  it("asks again for messages that an answer left out", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(5));
    world.graph.faults.plant({ on: world.api.mime, does: { answer: world.api.gone }, times: 2 });

    expect((await world.pull(mailbox)).error).toBe("");
    expect(await world.stored(mailbox)).toEqual(subjects(upTo(5)));
  });

  it("reads of a large message the headers, the body and which attachments it has, and these on demand", async () => {
    const mailbox = await world.connected();
    const file = Buffer.alloc(600_000, "large file ");
    const boundary = "b1";
    const mime = [
      `From: ann@there.test\r\nTo: ${mailbox.email}\r\nSubject: large\r\nMessage-ID: <large@there.test>\r\nContent-Type: multipart/mixed; boundary=${boundary}\r\n`,
      `--${boundary}\r\nContent-Type: text/html\r\n\r\n<p>See the <b>file</b></p>\r\n--${boundary}`,
      `Content-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"\r\nContent-Transfer-Encoding: base64\r\n`,
      `${file.toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n--${boundary}--\r\n`,
    ].join("\r\n");
    world.sandbox.store.deliver(mailbox.email, Buffer.from(mime));
    world.graph.calls.length = 0;
    await world.pull(mailbox);
    const isMimeRead = world.graph.calls.some((call) => world.api.mime.test(call));
    const [message] = await world.messages.list(mailbox.userId, { mailboxId: mailbox.id }, { limit: 10, offset: 0 });
    const full = (await world.messages.find(mailbox.userId, message!.id))!;
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(5_000));
    await session.open("INBOX");
    const part = await session.part(full.uid, full.attachments[0]!.part, 1_000_000);

    expect(isMimeRead).toBe(false);
    expect(full).toMatchObject({
      subject: "large",
      attachments: [{ filename: "plan.pdf", contentType: "application/pdf", size: file.length }],
    });
    expect(part?.content.equals(file)).toBe(true);
  });

  it("reads a large report whole, whose parts are not listed", async () => {
    const mailbox = await world.connected();
    const head = (type: string) =>
      `From: postmaster@there.test\r\nTo: ${mailbox.email}\r\nSubject: large\r\nMessage-ID: <${randomUUID()}@there.test>\r\n${type}\r\n\r\n`;
    const returned = `--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <sent@contoso.test>\r\n\r\n${"large mail \r\n".repeat(30_000)}\r\n--b--\r\n`;
    const status =
      "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.there.test\r\n\r\nFinal-Recipient: rfc822; jane@there.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n";
    const report = `${head('Content-Type: multipart/report; report-type=delivery-status; boundary="b"')}--b\r\n\r\nIt could not be delivered.\r\n${status}${returned}`;
    expect(report.length).toBeGreaterThan(256 * 1024);
    world.sandbox.store.deliver(mailbox.email, Buffer.from(report));
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(30_000));
    await session.folders([], {});
    await session.open("INBOX");
    const [mail] = await session.fetch(await session.facts([1]));

    expect(mail?.parsed.reports.map(({ contentType }) => contentType)).toEqual(["message/delivery-status", "message/rfc822"]);
  });

  it("cuts a part of a small message out of its MIME", async () => {
    const mailbox = await world.connected();
    const text = `From: a@b.test\r\nSubject: s\r\nMessage-ID: <s@b.test>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHi\r\n--x\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n--x--\r\n`;
    world.sandbox.store.deliver(mailbox.email, Buffer.from(text));
    await world.pull(mailbox);
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(5_000));
    await session.open("INBOX");

    expect(await session.part(1, "2", 100)).toMatchObject({ encoding: "base64", complete: true });
    expect((await session.part(1, "2", 100))?.content.toString().trim()).toBe("QUJD");
  });
};
for (const name of testedApis) describeOnMongo(`reading over ${name}`, suiteOf(name));

describeOnMongo("polling over Microsoft Graph", (connect) => {
  let world: ApiWorld;
  beforeAll(async () => void (world = await startApiWorld(connect, "graph")));
  beforeEach(() => world.graph.faults.clear());

  it("polls a mailbox without news with one request, of one delta query a folder", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, [1]);
    await world.pull(mailbox);
    await world.pull(mailbox);
    world.graph.calls.length = 0;
    const session = await world.reader.open(await world.accountOf(mailbox), AbortSignal.timeout(5_000));
    const cursors = ["INBOX", "Sent Items", "Junk Email"].map((path) => ({ path, role: "other" as const }));
    const found = await session.folders(cursors, { inTurn: [] });

    expect(found).toHaveLength(3);
    expect(world.graph.calls.filter((call) => call === "POST /v1.0/$batch")).toHaveLength(1);
    expect(world.graph.calls.filter((call) => call.includes("/messages/delta"))).toHaveLength(3);
    expect(world.graph.calls).toHaveLength(4);
  });

  it("refuses a link that leads elsewhere", async () => {
    const mailbox = await world.connected();
    world.deliver(mailbox.email, upTo(5));
    await world.pull(mailbox);
    const away = (answer: HttpAnswer): HttpAnswer => ({
      ...answer,
      body: { ...(answer.body as object), "@odata.deltaLink": "https://evil.test/v1.0/x" },
    });
    world.graph.faults.plant({ on: /deltatoken/, does: { alter: away }, times: 6 });

    expect((await world.pull(mailbox)).error).toContain("leads away");
  });
});
