import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { startSandbox, type Sandbox } from "#infra/local/sandbox/start-sandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const send = async (mail: SendMailOptions, { secure = true, pass = "sandbox" } = {}) => {
  const transport = createTransport({
    host: sandbox.host,
    port: secure ? sandbox.ports.smtps : sandbox.ports.smtp,
    secure,
    requireTLS: !secure,
    tls: { ca: sandbox.ca },
    auth: { user: "me@here.test", pass },
  });
  try {
    return await transport.sendMail({ subject: "hello", text: "Hi", ...mail });
  } finally {
    transport.close();
  }
};
const waitFor = async (address: string, count = 1) => {
  await expect.poll(() => sandbox.store.folder(address, "INBOX")?.messages.length, { timeout: 3000 }).toBe(count);
};

test.each([true, false])("delivers a message taken by SMTP, implicit TLS %s", async (secure) => {
  const address = `someone.${secure}@there.test`;

  await send({ from: "me@here.test", to: address, messageId: "<abc@here.test>" }, { secure });

  const source = sandbox.store.folder(address, "INBOX")?.messages[0]?.raw.toString();
  expect(source).toMatch(/^Return-Path: <me@here.test>\r\nDelivered-To: /);
  expect(source).toContain("Message-ID: <abc@here.test>");
});

test("refuses a wrong password with 535", async () => {
  const refused: unknown = await send({ from: "me@here.test", to: "x@there.test" }, { pass: "wrong" }).catch((error: unknown) => error);

  expect(refused).toMatchObject({ code: "EAUTH", responseCode: 535 });
});

test("refuses refuse@ with 550 and later@ with 451 at RCPT", async () => {
  const errors = [];
  for (const to of ["refuse@there.test", "later.on@there.test"])
    errors.push(await send({ from: "me@here.test", to }).catch((error: unknown) => error));

  expect(errors).toMatchObject([
    { command: "RCPT TO", responseCode: 550 },
    { command: "RCPT TO", responseCode: 451 },
  ]);
});

test("refuses an email to slow@ once, and each further one once", async () => {
  const codes = [];
  for (let n = 0; n < 4; n += 1) {
    const sent: unknown = await send({ from: "me@here.test", to: "slow.on@there.test" }).catch((error: unknown) => error);
    codes.push((sent as { responseCode?: number }).responseCode ?? 250);
  }

  expect(codes).toEqual([451, 250, 451, 250]);
});

test.each([
  ["full@there.test", /^Status: 4\.2\.2/m],
  ["complaint@there.test", /^Feedback-Type: abuse/m],
])("answers from %s as in a test world, with the null return path", async (to, field) => {
  await send({ from: `me.${to}`, to });

  await waitFor(`me.${to}`);
  const report = sandbox.store.folder(`me.${to}`, "INBOX")?.messages[0]?.raw.toString() ?? "";
  expect(report).toMatch(/^Return-Path: <>\r\n/);
  expect(report).toMatch(field);
});

test("clicks the link of an email to unsubscribe@, or asks in a reply where it has none", async () => {
  const clicks: string[] = [];
  const page = createServer((request, response) => {
    void text(request).then((body) => {
      clicks.push(`${request.method} ${request.url} ${body}`);
      response.end();
    });
  });
  const port = await new Promise<number>((done) => page.listen(0, "127.0.0.1", () => done((page.address() as AddressInfo).port)));
  const link = { prepared: true, value: `<mailto:stop@here.test>,\r\n <http://127.0.0.1:${port}/v1/unsubscribe/abc.def>` };
  await send({ from: "me@clicked.test", to: "unsubscribe@there.test", headers: { "List-Unsubscribe": link } });
  await send({ from: "me@asked.test", to: "unsubscribe@there.test" });

  await waitFor("me@asked.test");
  await expect.poll(() => clicks).toEqual(["POST /v1/unsubscribe/abc.def List-Unsubscribe=One-Click"]);
  page.close();
  expect(sandbox.store.folder("me@asked.test", "INBOX")?.messages[0]?.raw.toString()).toContain("Please unsubscribe me.");
  expect(sandbox.store.folder("me@clicked.test", "INBOX")?.messages ?? []).toEqual([]);
});

test("replies from reply@ in the thread, quoting text and html, and never to another correspondent", async () => {
  await send({ from: "reply.bob@there.test", to: "reply.ann@there.test" });
  await send({
    from: '"Me" <me@replies.test>',
    to: "reply.jane@there.test",
    subject: "Offer",
    messageId: "<offer@here.test>",
    references: ["<first@here.test>"],
    text: "Our offer\n> earlier",
    html: "<p>Our <b>offer</b></p>",
    replyTo: "answers@replies.test",
  });

  await waitFor("answers@replies.test");
  const answer = sandbox.store.folder("answers@replies.test", "INBOX")?.messages[0]?.raw.toString() ?? "";
  expect(answer).toMatch(/^From: <reply\.jane@there\.test>/m);
  expect(answer).toMatch(/^Subject: Re: Offer/m);
  expect(answer).toMatch(/^In-Reply-To: <offer@here\.test>/m);
  expect(answer).toMatch(/^References: <first@here\.test>\r\n <offer@here\.test>/m);
  expect(answer).toMatch(/^> Our offer\r\n> > earlier/m);
  expect(answer).toContain("<blockquote");
  expect(sandbox.store.folder("reply.bob@there.test", "INBOX")?.messages).toEqual([]);
});

test("returns a delivery-status report from bounce@ to the envelope sender, with the null return path", async () => {
  await send({ from: "me@bounced.test", to: "bounce@there.test", messageId: "<lost@here.test>" });

  await waitFor("me@bounced.test");
  const report = sandbox.store.folder("me@bounced.test", "INBOX")?.messages[0]?.raw.toString() ?? "";
  expect(report).toMatch(/^Return-Path: <>\r\n/);
  expect(report).toMatch(/^Content-Type: multipart\/report; report-type=delivery-status/m);
  expect(report).toMatch(/^Final-Recipient: rfc822; bounce@there\.test\r\nAction: failed\r\nStatus: 5\.1\.1/m);
  expect(report).toMatch(/^Message-ID: <lost@here\.test>/m);
});

test.each(["away@there.test", "auto-answer@there.test"])("sends a vacation notice from %s, but none to automatic mail", async (to) => {
  const from = `me.${to}`;

  await send({ from, to, subject: "Lunch", messageId: "<lunch@here.test>" });
  await send({ from, to, headers: { "Auto-Submitted": "auto-generated" } });

  await waitFor(from);
  await new Promise((done) => setTimeout(done, 400));
  const inbox = sandbox.store.folder(from, "INBOX")?.messages ?? [];
  expect(inbox).toHaveLength(1);
  expect(inbox[0]?.raw.toString()).toMatch(/^Subject: Automatic reply: Lunch/m);
  expect(inbox[0]?.raw.toString()).toMatch(/^Auto-Submitted: auto-replied/m);
  expect(inbox[0]?.raw.toString()).toMatch(/^In-Reply-To: <lunch@here\.test>/m);
});

test("keeps mail, flags, UIDs and UIDVALIDITY over a restart", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sandbox-"));
  const first = await startSandbox({ dir });
  for (const subject of ["one", "two", "three"]) first.store.deliver("kept@here.test", Buffer.from(`Subject: ${subject}\n\n`));
  const folder = first.store.folder("kept@here.test", "INBOX");
  const message = folder?.messages[1];
  if (folder === undefined || message === undefined) throw new Error("nothing delivered");
  first.store.setFlags("kept@here.test", folder, message, ["\\Seen"]);
  first.store.expunge("kept@here.test", folder, new Set([3]));
  await first.stop();

  await (await startSandbox({ dir })).stop(); // its snapshot must hold what the messages alone no longer tell
  const second = await startSandbox({ dir });
  const again = second.store.folder("KEPT@here.test", "INBOX");
  await second.stop();
  rmSync(dir, { recursive: true });

  expect(again).toEqual(folder);
});

test("keeps a mailbox's file readable when the disk was full, and takes the message when there is space again", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sandbox-"));
  const script = `
    import { openMailStore } from "${join(process.cwd(), "infra/local/sandbox/mail-store.ts")}";
    import { execFileSync } from "node:child_process";
    const store = openMailStore("${join(dir, "mail.jsonl")}");
    const deliver = (n) => { try { return store.deliver("a@b.test", Buffer.from("Subject: " + n + "\\n\\n" + "x".repeat(n === 7 ? 10 : 1000))).uid; } catch { return 0; } };
    const uids = [1, 2, 3, 4, 5, 6].map(deliver);
    execFileSync("prlimit", ["--pid", String(process.pid), "--fsize=unlimited:"]);
    console.log(JSON.stringify([...uids, deliver(7)]));`;
  const words = ["--fsize=5000:", process.execPath, "--input-type=module", "-e", script];
  const uids = JSON.parse(execFileSync("prlimit", words, { encoding: "utf8" })) as number[];

  const again = openMailStore(join(dir, "mail.jsonl"));
  const stored = again.folder("a@b.test", "INBOX")?.messages.map(({ uid, raw }) => [uid, raw.toString().slice(9, 10)]);
  again.close();
  rmSync(dir, { recursive: true });

  expect(uids).toEqual([1, 2, 3, 0, 0, 0, 4]);
  expect(stored).toEqual([
    [1, "1"],
    [2, "2"],
    [3, "3"],
    [4, "7"],
  ]);
});

test("goes on in its file after a torn line, and begins it anew only when most of it is out of date", () => {
  const dir = mkdtempSync(join(tmpdir(), "sandbox-"));
  const file = join(dir, "mail.jsonl");
  const open = () => openMailStore(file);
  const first = open();
  for (const n of [1, 2, 3]) first.deliver("a@b.test", Buffer.from(`Subject: ${n}\n\n`));
  first.close();
  const whole = statSync(file);
  appendFileSync(file, '{"address":"a@b.test","fol');

  const second = open();
  expect(second.folder("a@b.test", "INBOX")?.messages).toHaveLength(3);
  expect(statSync(file)).toMatchObject({ ino: whole.ino, size: whole.size });
  const folder = second.folder("a@b.test", "INBOX")!;
  for (let i = 0; i < 20; i++) second.setFlags("a@b.test", folder, folder.messages[0]!, [`$${i}`]);
  second.close();
  const grown = statSync(file).size;

  open().close();
  expect(statSync(file).size).toBeLessThan(grown);
  rmSync(dir, { recursive: true });
});
