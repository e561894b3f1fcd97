// Attachments through the whole system: listed when mail is pulled, fetched from the provider when they are asked for (api/README.md, "Inbox").
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const ADDRESS = "files@sandbox.test";
/** Over what one answer carries, and no multiple of base64's three octets. */
const BIG = Buffer.alloc(5_000_001, "0123456789");
const wrapped = (bytes: Buffer) => bytes.toString("base64").replace(/.{76}/g, "$&\r\n");

let system: RunningSystem;
let mailbox: string;
let path: string;
let bigPath: string;
// oxlint-disable-next-line typescript/no-explicit-any -- the list as it came
let [attachments, bigOne]: any[] = [];

const multipart = (parts: readonly string[]) => `${parts.map((part) => `--B\r\n${part}\r\n`).join("")}--B--\r\n`;
const ask = (index: number | string, range?: string) =>
  system.call("GET", `${path}/attachments/${index}`, undefined, range === undefined ? {} : { range });

beforeAll(async () => {
  system = await runSystem();
  const mixed = { "Content-Type": "multipart/mixed; boundary=B", "MIME-Version": "1.0" };
  const filled = await system.mailboxWith(ADDRESS, () => {
    const body = multipart([
      "Content-Type: text/plain\r\n\r\nSee the files",
      `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename*0*=utf-8''%E2%82%AC%20rates; filename*1=" of May.pdf"\r\n\r\n${wrapped(Buffer.from("PDFDATA 0123456789"))}`,
      'Content-Type: image/png; name="=?utf-8?B?YsOkci5wbmc=?="\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: inline\r\nContent-ID: <bear@peer.test>\r\n\r\nAQIDBA==',
      'Content-Type: text/html; charset=iso-8859-1; name="a\\"b.html"\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Disposition: attachment\r\n\r\n<p>fa=E7ade',
      'Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="inner.eml"\r\n\r\nSubject: inner\r\n\r\ninside',
      'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="empty.bin"\r\n\r\n',
    ]);
    system.put(ADDRESS, "files", mixed, { body });
    const big = `Content-Type: application/zip; name=big.zip\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n${wrapped(BIG)}`;
    system.put(ADDRESS, "big", mixed, { body: multipart(["Content-Type: text/plain\r\n\r\nBig one", big]) });
  });
  mailbox = filled.id;
  const idOf = (subject: string) => `/v1/inbox/messages/${filled.messages.find((row) => row.subject === subject)?.id}`;
  [path, bigPath] = [idOf("files"), idOf("big")];
  ({ attachments } = (await system.call("GET", path)).body);
  [bigOne] = (await system.call("GET", bigPath)).body.attachments;
});
afterAll(() => system?.stop());

it("are listed with decoded names, types, sizes of their bytes, and what is inline", () => {
  expect(attachments).toEqual([
    { index: 0, filename: "€ rates of May.pdf", content_type: "application/pdf", size: 18, is_inline: false, content_id: "" },
    { index: 1, filename: "bär.png", content_type: "image/png", size: 4, is_inline: true, content_id: "bear@peer.test" },
    { index: 2, filename: 'a"b.html', content_type: "text/html", size: 9, is_inline: false, content_id: "" },
    { index: 3, filename: "inner.eml", content_type: "message/rfc822", size: expect.any(Number), is_inline: false, content_id: "" },
    { index: 4, filename: "empty.bin", content_type: "application/octet-stream", size: 0, is_inline: false, content_id: "" },
  ]);
  expect(bigOne.filename).toBe("big.zip");
  // Large mail is not fetched to be listed: base64's padding is not known.
  expect(Math.abs(bigOne.size - BIG.length)).toBeLessThanOrEqual(2);
});

it.each([
  [0, "PDFDATA 0123456789", "attachment; filename=\"_ rates of May.pdf\"; filename*=UTF-8''%E2%82%AC%20rates%20of%20May.pdf"],
  [1, "\u0001\u0002\u0003\u0004", "attachment; filename=\"b_r.png\"; filename*=UTF-8''b%C3%A4r.png"],
  [2, "<p>fa\u00e7ade", "attachment; filename=\"a_b.html\"; filename*=UTF-8''a%22b.html"],
  [3, "Subject: inner\r\n\r\ninside", "attachment; filename=\"inner.eml\"; filename*=UTF-8''inner.eml"],
  [4, "", "attachment; filename=\"empty.bin\"; filename*=UTF-8''empty.bin"],
])("are given byte for byte, to be saved and not shown: %i", async (index, content, disposition) => {
  const { status, headers, bytes } = await ask(index);

  expect([status, bytes.toString("latin1")]).toEqual([200, content]);
  expect(headers.get("content-disposition")).toBe(disposition);
  const charset = index === 2 ? "; charset=iso-8859-1" : "";
  expect(headers.get("content-type")).toBe(`${attachments[index].content_type}${charset}`);
  expect([headers.get("accept-ranges"), headers.get("x-content-type-options"), headers.get("cache-control")]).toEqual([
    "bytes",
    "nosniff",
    "no-store",
  ]);
  expect(headers.get("x-request-id")).toMatch(/\S/);
});

it.each([
  ["bytes=0-3", 206, "PDFD", "bytes 0-3/18"],
  ["bytes=8-", 206, "0123456789", "bytes 8-17/18"],
  ["bytes=-3", 206, "789", "bytes 15-17/18"],
  ["bytes=17-99", 206, "9", "bytes 17-17/18"],
  ["bytes=5-2", 200, "PDFDATA 0123456789", null],
  ["items=0-1", 200, "PDFDATA 0123456789", null],
])("are given in part for %s", async (range, status, content, contentRange) => {
  const answer = await ask(0, range);

  expect([answer.status, answer.bytes.toString()]).toEqual([status, content]);
  expect(answer.headers.get("content-range")).toBe(contentRange);
});

it.each(["bytes=18-", "bytes=-0"])("return 416 with their size for %s", async (range) => {
  const answer = await ask(0, range);

  expect(answer.status).toBe(416);
  expect(answer.body).toEqual({ error: "Range Not Satisfiable", message: expect.any(String), code: 416, type: "range_not_satisfiable" });
  expect(answer.headers.get("content-range")).toBe("bytes */18");
});

it("return 413 over 4.4 MB, and how to ask instead, by which all of it comes", async () => {
  const whole = await system.call("GET", `${bigPath}/attachments/0`);
  const parts = await Promise.all(
    ["bytes=0-", "bytes=4400000-"].map((range) => system.call("GET", `${bigPath}/attachments/0`, undefined, { range })),
  );

  expect(whole.status).toBe(413);
  expect(whole.body).toEqual({
    error: "Payload Too Large",
    message: expect.stringContaining("Range: bytes=0-4399999"),
    code: 413,
    type: "too_large",
  });
  expect(parts.map(({ status, headers }) => [status, headers.get("content-range")])).toEqual([
    [206, "bytes 0-4399999/5000001"],
    [206, "bytes 4400000-5000000/5000001"],
  ]);
  expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(BIG)).toBe(true);
});

it("return 404 for an unknown index or another account, 400 for none", async () => {
  expect((await ask(5)).status).toBe(404);
  expect((await system.callAsOther("GET", `${path}/attachments/0`)).status).toBe(404);
  for (const index of ["x", "-1", "1.5"])
    expect((await ask(index)).body.details).toEqual([{ field: "index", message: expect.any(String) }]);
});

it("return 410 once the message has left the server, 409 once the mailbox is gone", async () => {
  const inbox = system.store.folder(ADDRESS, "INBOX");
  const lost = inbox?.messages.find(({ raw }) => raw.includes("Subject: files"));
  if (inbox && lost) system.store.expunge(ADDRESS, inbox, new Set([lost.uid]));

  expect((await ask(0)).body).toEqual({ error: "Gone", message: expect.any(String), code: 410, type: "gone" });
  expect((await ask(0, "bytes=0-1")).status).toBe(410);
  await system.call("DELETE", `/v1/mailboxes/${mailbox}`);
  expect((await system.call("GET", `${bigPath}/attachments/0`)).status).toBe(409);
});
