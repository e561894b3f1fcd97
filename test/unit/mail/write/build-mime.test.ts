import * as fc from "fast-check";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { nameIssue } from "#shared/mail/addresses.ts";
import { buildMime, type OutgoingMail } from "#shared/mail/write/build-mime.ts";
import { isHeaderText } from "#shared/mail/text.ts";

const aMail = (over: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: "Jane Doe", email: "jane@example.com" },
  to: { name: "", email: "bob@example.net" },
  subject: "Hello",
  date: new Date("2026-11-20T10:15:00Z"),
  messageId: "<66aa.0123456789abcdef@example.com>",
  inReplyTo: "",
  references: [],
  headers: {},
  text: "Hi Bob",
  html: "<p>Hi Bob</p>",
  ...over,
});

const lines = (mail: OutgoingMail) => buildMime(mail).toString("latin1").split("\r\n");
const head = (mail: OutgoingMail) => buildMime(mail).toString("latin1").split("\r\n\r\n")[0] ?? "";
const parse = (mail: OutgoingMail) => simpleParser(buildMime(mail), { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
/** mailparser leaves X- headers as they stand: unfold them here, and decode those that are not as they were given. */
const unfolded = (parsed: ParsedMail, name: string) =>
  (parsed.headerLines.find(({ key }) => key === name.toLowerCase())?.line ?? "").replaceAll("\r\n", "").replace(/^[^:]+: /, "");
const decoded = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, base64: string) => Buffer.from(base64, "base64").toString());
const people = (found: AddressObject | AddressObject[] | undefined) =>
  [found ?? []].flat().flatMap(({ value }) => value.map(({ name, address }) => ({ name, email: address })));
const unbreak = (text: string) => text.replaceAll(/\r\n?/g, "\n");

describe("buildMime", () => {
  it("writes exactly this message", () => {
    const mail = aMail({
      replyTo: { name: "", email: "team@example.com" },
      inReplyTo: "<p@x>",
      references: ["<r@x>", "<p@x>"],
      headers: { "X-Campaign": "7" },
    });

    expect(buildMime(mail).toString("latin1").replaceAll("\r\n", "\n")).toMatchInlineSnapshot(`
      "From: Jane Doe <jane@example.com>
      To: bob@example.net
      Reply-To: team@example.com
      Subject: Hello
      Date: Fri, 20 Nov 2026 10:15:00 +0000
      Message-ID: <66aa.0123456789abcdef@example.com>
      In-Reply-To: <p@x>
      References: <r@x> <p@x>
      X-Campaign: 7
      MIME-Version: 1.0
      Content-Type: multipart/alternative;
       boundary="=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb"

      --=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      Hi Bob
      --=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: text/html; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      <p>Hi Bob</p>
      --=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb--
      "
    `);
  });

  it("builds one part when there is only text or only html", async () => {
    const [text, html, nothing] = await Promise.all([
      parse(aMail({ html: "" })),
      parse(aMail({ text: "" })),
      parse(aMail({ text: "", html: "" })),
    ]);

    expect([text.text, text.html]).toEqual(["Hi Bob\n", false]);
    expect([html.text, html.html]).toEqual(["", "<p>Hi Bob</p>\n"]);
    expect(nothing.text ?? "").toBe("");
  });

  it("gives the same octets for the same mail", () => {
    expect(buildMime(aMail()).equals(buildMime(aMail()))).toBe(true);
  });

  it("splits encoded words between whole characters", () => {
    const words = head(aMail({ subject: "😀".repeat(60) })).match(/=\?UTF-8\?B\?[^?]*\?=/g) ?? [];

    expect(words.length).toBeGreaterThan(4);
    for (const word of words) {
      expect(word.length).toBeLessThanOrEqual(75);
      expect(Buffer.from(word.slice(10, -2), "base64").toString()).toMatch(/^😀+$/u);
    }
  });

  it.each([
    ["Jane Doe", "Jane Doe <jane@example.com>"],
    ["Doe, Jane (Sales)", '"Doe, Jane (Sales)" <jane@example.com>'],
    ['The "Boss" \\', '"The \\"Boss\\" \\\\" <jane@example.com>'],
    ["山田太郎", "=?UTF-8?B?5bGx55Sw5aSq6YOO?= <jane@example.com>"],
    ["", "jane@example.com"],
  ])("writes the sender %j", (name, expected) => {
    expect(head(aMail({ from: { name, email: "jane@example.com" } })).split("\r\n")[0]).toBe(`From: ${expected}`);
  });

  it("folds References of 20 long ids below 78 octets where an id allows it, and never beyond 998", () => {
    const references = Array.from({ length: 20 }, (_, i) => `<${"r".repeat(i * 40)}${i}@example.com>`);

    const built = lines(aMail({ references })).filter((line) => line.includes("@example.com>") && !line.startsWith("From"));

    expect(built.every((line) => line.length <= 78 || !line.trim().includes(" "))).toBe(true);
    expect(Math.max(...built.map((line) => line.length))).toBeLessThan(998);
  });

  it.each([
    ["that looks like an encoded word", "List-Unsubscribe", `<https://e.com/u?next=?a&t=${"k".repeat(300)}>, <mailto:u@e.com?subject=x>`],
    ["of nearly a line", "List-Unsubscribe", `<https://e.com/${"u".repeat(981)}>`],
    ["without a space", "List-Id", `<${"i".repeat(858)}>`],
    ["that is an encoded word", "X-Note", "=?UTF-8?Q?no?= word"],
    ["with a long gap", "X-Note", `a${" ".repeat(900)}b`],
    ["under a long name", `X-${"n".repeat(74)}`, `${"v".repeat(990)} ${"w".repeat(7)}`],
  ])("leaves a header's ASCII value %s as it was given", async (_, name, value) => {
    const mail = aMail({ headers: { [name]: value } });

    expect(unfolded(await parse(mail), name)).toBe(value);
    expect(Math.max(...lines(mail).map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it("encodes an ASCII value only where it fits no line", async () => {
    const value = "x".repeat(998);
    const mail = aMail({ headers: { "X-A": value } });

    expect(decoded(unfolded(await parse(mail), "X-A"))).toBe(value);
    expect(Math.max(...lines(mail).map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it("keeps octets of every kind in the bodies", async () => {
    const text = `. dot\n..\nFrom me\n=3D = \t \ntrailing \n\ntab\t\n${"long ".repeat(500)}\n${"ü".repeat(300)}\nnul \0 end\u2028`;

    const parsed = await parse(aMail({ text, html: `<pre>${text}</pre>` }));

    expect(parsed.text).toBe(text);
    expect(parsed.html).toBe(`<pre>${text}</pre>`);
  });

  it.each([
    { subject: "a\r\nBcc: evil@example.com" },
    { subject: "a\u2028b" },
    { subject: "\ud800" },
    { from: { name: "Jane\r\nBcc: evil@example.com", email: "jane@example.com" } },
    { from: { name: "Jane", email: "jane@example.com>\r\nBcc: evil@example.com" } },
    { from: { name: "Jane", email: "jane@exämple.com" } },
    { to: { name: "", email: "a@example.com, b@example.com" } },
    { to: { name: "", email: "a@example.com\r\nBcc: evil@example.com" } },
    { to: { name: "Bob\nBcc: evil@example.com", email: "a@example.com" } },
    { to: { name: "", email: "" } },
    {
      cc: [
        { name: "", email: "a@example.com" },
        { name: "x\r\ny", email: "b@example.com" },
      ],
    },
    { cc: [{ name: "", email: "b@example.com\r\nBcc: evil@example.com" }] },
    { replyTo: { name: "", email: "a@example.com\nBcc: evil@example.com" } },
    { messageId: "<a@b>\r\nBcc: evil@example.com" },
    { messageId: "" },
    { inReplyTo: "<a@b> <c@d>" },
    { references: ["<a@b>\n<c@d>"] },
    { headers: { "X-A": "a\r\nBcc: evil@example.com" } },
    { headers: { "X-A\r\nBcc": "evil@example.com" } },
    { headers: { Bcc: "evil@example.com" } },
    { headers: { "Content-Type": "text/plain" } },
  ])("throws on %j", (over) => {
    expect(() => buildMime(aMail(over))).toThrow(TypeError);
  });

  it("is read back by a mail parser exactly as it was given, whatever it says", async () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 120 }),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ maxLength: 400 }),
      fc.constantFrom("=?utf-8?q?literal?=", " edge ", "a  b", "w".repeat(400), "tail=", "日本語".repeat(40), `x${" ".repeat(150)}y`),
    );
    const header = line.filter(isHeaderText);
    const body = fc
      .array(line, { minLength: 1, maxLength: 12 })
      .chain((parts) => fc.constantFrom("\n", "\r\n", "", " \n", "\t\r\n").map((end) => parts.join(end)));
    const id = fc.stringMatching(/^<[A-Za-z0-9.$+=_-]{1,90}@[A-Za-z0-9.-]{1,60}>$/);
    const address = fc
      .stringMatching(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,40}@[a-z0-9-]{1,20}\.[a-z]{2,8}$/)
      // The parser shows an international domain as Unicode.
      .filter((a) => !/\.\.|^\.|\.@|@xn--/.test(a));
    // What validation lets through.
    const personName = header.filter((name) => nameIssue(name) === undefined).map((name) => name.trim());
    const headers = fc
      .dictionary(fc.oneof(fc.stringMatching(/^X-[A-Za-z0-9]{1,40}$/), fc.constantFrom("Precedence", "Organization", "Comments")), header, {
        maxKeys: 4,
        noNullPrototype: true,
      })
      .filter(
        (map) =>
          new Set(Object.keys(map).map((key) => key.toLowerCase())).size === Object.keys(map).length &&
          !Object.keys(map).some((key) => /^x-gm-/i.test(key)),
      );
    const mail = fc.record({
      from: fc.record({ name: header, email: address }),
      to: fc.record({ name: personName, email: address }),
      cc: fc.array(fc.record({ name: personName, email: address }), { maxLength: 5 }),
      replyTo: fc.option(fc.record({ name: personName, email: address }), { nil: undefined }),
      subject: header.filter((subject) => subject !== ""),
      date: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
      messageId: id,
      inReplyTo: fc.oneof(fc.constant(""), id),
      references: fc.uniqueArray(id, { maxLength: 20 }),
      headers,
      text: body,
      html: body,
    });

    await fc.assert(
      fc.asyncProperty(mail, async (given) => {
        const raw = buildMime(given);
        const built = raw.toString("latin1");
        const parsed = await parse(given);

        expect(/[^\t\r\n\x20-\x7e]/.test(built)).toBe(false);
        expect(/(?:^|[^\r])\n|\r(?!\n)/.test(built)).toBe(false);
        expect(Math.max(...built.split("\r\n").map((part) => part.length))).toBeLessThanOrEqual(998);
        expect(parsed.headerLines.map(({ key }) => key).sort()).toEqual(
          [
            ..."from to subject date message-id mime-version content-type".split(" "),
            ...(given.replyTo ? ["reply-to"] : []),
            ...(given.cc.length > 0 ? ["cc"] : []),
            ...(given.inReplyTo ? ["in-reply-to"] : []),
            ...(given.references.length > 0 ? ["references"] : []),
            ...Object.keys(given.headers).map((key) => key.toLowerCase()),
            ...(given.text && given.html ? [] : ["content-transfer-encoding"]),
          ].sort(),
        );
        expect(parsed.subject).toBe(given.subject);
        expect(people(parsed.from)).toEqual([given.from]);
        expect(people(parsed.to)).toEqual([given.to]);
        expect(people(parsed.cc)).toEqual(given.cc);
        expect(people(parsed.replyTo)).toEqual(given.replyTo ? [given.replyTo] : []);
        expect(parsed.messageId).toBe(given.messageId);
        expect(parsed.inReplyTo ?? "").toBe(given.inReplyTo);
        expect([parsed.references ?? []].flat()).toEqual(given.references);
        expect(parsed.date?.getTime()).toBe(Math.floor(given.date.getTime() / 1000) * 1000);
        for (const [name, value] of Object.entries(given.headers)) {
          const read = unfolded(parsed, name);
          expect(/^[\x20-\x7e]*$/.test(value) ? read : decoded(read)).toBe(value.trim());
        }
        if (given.text && given.html) expect([parsed.text, parsed.html || ""]).toEqual([unbreak(given.text), unbreak(given.html)]);
      }),
      { numRuns: 300 },
    );
  });
});
