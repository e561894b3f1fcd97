import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "#infra/local/sandbox/start-sandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const login = async (user: string, pass = "sandbox") => {
  const client = new ImapFlow({
    host: sandbox.host,
    port: sandbox.ports.imaps,
    secure: true,
    tls: { ca: sandbox.ca },
    auth: { user, pass },
    logger: false,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
};

const multipart = `From: "Döe, Jane" <jane@there.test>
To: me@here.test, Team: a@here.test, b@here.test;
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
Date: Fri, 20 Nov 2026 10:15:00 +0000
Message-ID: <m1@there.test>
In-Reply-To: <m0@here.test>
Content-Type: multipart/mixed; boundary="outer"

preamble
--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=utf-8

plain text
--inner
Content-Type: text/html

<p>html</p>
--inner--
--outer
Content-Type: message/rfc822

Subject: inside
Content-Type: text/plain

embedded
--outer
Content-Type: application/pdf; name="a b.pdf"
Content-Disposition: attachment; filename="a b.pdf"
Content-Transfer-Encoding: base64

aGVsbG8=
--outer--
`;

test("refuses a wrong password with AUTHENTICATIONFAILED", async () => {
  const refused: unknown = await login("me@here.test", "wrong").catch((error: unknown) => error);

  expect(refused).toMatchObject({ authenticationFailed: true });
});

test("lists folders with their special use and counts, and keeps accounts apart", async () => {
  sandbox.store.deliver("lists@here.test", Buffer.from("Subject: 1\n\nhello\n"));

  const client = await login("Lists@here.test");
  const folders = await client.list({
    statusQuery: { messages: true, unseen: true, uidNext: true, uidValidity: true, highestModseq: true },
  });
  await client.logout();

  const found = folders.map(({ path, specialUse, status }) => [path, specialUse, status?.messages, status?.unseen, status?.uidNext]);
  expect(new Set(found)).toEqual(
    new Set([
      ["INBOX", "\\Inbox", 1, 1, 2],
      ["Junk", "\\Junk", 0, 0, 1],
      ["Sent", "\\Sent", 0, 0, 1],
      ["Trash", "\\Trash", 0, 0, 1],
    ]),
  );
  expect(folders[0]?.status?.highestModseq).toBeTypeOf("bigint");
});

test("gives envelope, structure, dates and parts of a nested message", async () => {
  const receivedAt = new Date("2026-11-20T10:16:00Z");
  sandbox.store.deliver("parts@here.test", Buffer.from(multipart), { receivedAt });

  const client = await login("parts@here.test");
  await client.mailboxOpen("INBOX");
  const message = await client.fetchOne("1", {
    envelope: true,
    bodyStructure: true,
    internalDate: true,
    size: true,
    flags: true,
    headers: ["subject", "message-id"],
    bodyParts: ["1.1", "1.2", "2.header", "2.1", "3", { key: "text", start: 2, maxLength: 8 }],
  });
  const download = await client.download("1", "3");
  const bytes = download.content === undefined ? "" : await text(download.content);
  await client.logout();

  if (!message) throw new Error("no message");
  expect(message.envelope).toMatchObject({
    subject: "Grüße",
    messageId: "<m1@there.test>",
    inReplyTo: "<m0@here.test>",
    from: [{ name: "Döe, Jane", address: "jane@there.test" }],
    to: [{ address: "me@here.test" }, { address: "a@here.test" }, { address: "b@here.test" }],
  });
  expect(message.internalDate).toEqual(receivedAt);
  expect(message.size).toBe(Buffer.from(multipart.replaceAll("\n", "\r\n")).length);
  expect(message.bodyStructure).toMatchObject({
    type: "multipart/mixed",
    childNodes: [
      {
        part: "1",
        type: "multipart/alternative",
        childNodes: [{ part: "1.1", type: "text/plain", parameters: { charset: "utf-8" }, size: 10 }, { part: "1.2" }],
      },
      { part: "2", type: "message/rfc822", envelope: { subject: "inside" } },
      { part: "3", type: "application/pdf", disposition: "attachment", dispositionParameters: { filename: "a b.pdf" }, encoding: "base64" },
    ],
  });
  expect(Object.fromEntries([...(message.bodyParts ?? [])].map(([key, value]) => [key, value?.toString()]))).toEqual({
    "1.1": "plain text",
    "1.2": "<p>html</p>",
    "2.header": "Subject: inside\r\nContent-Type: text/plain\r\n\r\n",
    "2.1": "embedded",
    "3": "aGVsbG8=",
    text: "eamble\r\n",
  });
  expect(message.headers?.toString()).toBe("Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMessage-ID: <m1@there.test>\r\n\r\n");
  expect(bytes).toBe("hello");
});

test("searches by date, UID and header", async () => {
  for (const [day, id] of [
    [1, "a"],
    [5, "b"],
    [9, "c"],
  ] as const)
    sandbox.store.deliver("search@here.test", Buffer.from(`Message-ID: <${id}@x>\n\n.\n`), {
      receivedAt: new Date(Date.UTC(2026, 10, day, 23, 59)),
    });

  const client = await login("search@here.test");
  await client.mailboxOpen("INBOX", { readOnly: true });
  const since = await client.search({ since: new Date("2026-11-05T00:00:00Z") }, { uid: true });
  const range = await client.search({ uid: "2:*" }, { uid: true });
  const header = await client.search({ header: { "message-id": "<c@x>" } }, { uid: true });
  const last = await client.fetchAll("9:*", { uid: true }, { uid: true });
  await client.logout();

  expect([since, range, header]).toEqual([[2, 3], [2, 3], [3]]);
  expect(last.map(({ uid }) => uid)).toEqual([3]);
});

test("appends to Sent with flags, changes flags, tells what changed since, and expunges", async () => {
  const client = await login("append@here.test");
  const raw = Buffer.concat([Buffer.from("Subject: copy\r\n\r\n"), Buffer.alloc(200_000, "x\r\n")]);

  const appended = await client.append("Sent", raw, ["\\Seen"], new Date("2026-11-20T10:00:00Z"));
  await client.append("Sent", Buffer.from("Subject: two\r\n\r\n"));
  const before = await client.mailboxOpen("Sent");
  await client.messageFlagsAdd("2", ["\\Flagged"], { uid: true });
  const changed = await client.fetchAll("1:*", { flags: true }, { uid: true, changedSince: before.highestModseq ?? 0n });
  await client.messageDelete("1", { uid: true });
  const left = await client.search({ all: true }, { uid: true });
  await client.logout();

  expect(appended).toMatchObject({ uid: 1, uidValidity: before.uidValidity });
  expect(changed.map(({ uid, flags }) => [uid, [...(flags ?? [])]])).toEqual([[2, ["\\Flagged"]]]);
  expect(left).toEqual([2]);
});

test("tells a waiting session of new mail at NOOP", async () => {
  const client = await login("noop@here.test");
  await client.mailboxOpen("INBOX");

  sandbox.store.deliver("noop@here.test", Buffer.from("Subject: new\n\n"));
  await client.noop();

  expect(client.mailbox).toMatchObject({ exists: 1 });
  await client.logout();
});

/** Says these lines to the IMAP server and gives all it answers. */
const converse = async (...lines: string[]) => {
  const socket = connect({ host: sandbox.host, port: sandbox.ports.imaps, ca: sandbox.ca });
  socket.write([...lines, "z LOGOUT", ""].join("\r\n"));
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
};

test("reads a BODY[] without PEEK as seen, and nothing else", async () => {
  sandbox.store.deliver("seen@here.test", Buffer.from("Subject: 1\n\nhi\n"));
  const enter = ['a LOGIN seen@here.test "sandbox"', "b SELECT INBOX"];

  await converse(...enter, "c UID FETCH 1 (BODY.PEEK[] ENVELOPE)");
  const peeked = sandbox.store.folder("seen@here.test", "INBOX")?.messages[0]?.flags;
  const answer = await converse(...enter, "c FETCH 1 BODY[TEXT]<1.2>");

  expect(peeked).toEqual([]);
  expect(answer).toContain("* 1 FETCH (BODY[TEXT]<1> {2}\r\ni\r FLAGS (\\Seen))\r\nc OK");
  expect(sandbox.store.folder("seen@here.test", "INBOX")?.messages[0]?.flags).toEqual(["\\Seen"]);
});

test.each([
  ["c FROBNICATE", "c BAD unknown command"],
  ["c FETCH 1 FLAGS", "c BAD select a folder first"],
  ["c UID FETCH 1 (FLAGS", "c BAD missing )"],
  ["c STATUS INBOX)", "c BAD unexpected )"],
  ["c SELECT Nowhere", "c NO [NONEXISTENT]"],
  ['c STATUS "INBOX" (NONSENSE)', "c BAD no status NONSENSE"],
  ["c", "c BAD an argument is missing"],
])("answers %s with %s and goes on", async (line, expected) => {
  const answer = await converse("a LOGIN {12}", "bad@here.tst {7+}", "sandbox", line, "d NOOP");

  expect(answer).toContain("+ go ahead\r\n");
  expect(answer).toContain(`\r\n${expected}`);
  expect(answer).toContain("\r\nd OK done\r\n* BYE see you\r\nz OK bye");
});

test("serves nothing before the login", async () => {
  const answer = await converse('a LIST "" *', "b SELECT INBOX", "c STATUS INBOX (MESSAGES)", "d NAMESPACE");

  expect(answer.match(/^[a-d] \w+/gm)).toEqual(["a BAD", "b BAD", "c BAD", "d BAD"]);
});
