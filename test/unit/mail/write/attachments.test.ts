import * as fc from "fast-check";
import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { contentIdIssue, fileNameIssue, mediaTypeIssue } from "#shared/mail/attachment-rules.ts";
import { isHeaderText } from "#shared/mail/text.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { buildMime, type OutgoingMail } from "#shared/mail/write/build-mime.ts";

const aMail = (over: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: "", email: "jane@example.com" },
  to: { name: "", email: "bob@example.net" },
  subject: "Hello",
  date: new Date("2026-11-20T10:15:00Z"),
  messageId: "<66aa.0123456789abcdef@example.com>",
  references: [],
  headers: {},
  text: "Hi Bob",
  html: "<p>Hi Bob</p>",
  ...over,
});
const file = (name: string, content = "x", contentId?: string) => ({
  name,
  type: "application/pdf",
  content: Buffer.from(content),
  ...(contentId !== undefined && { contentId }),
});
const parse = (mail: OutgoingMail) => simpleParser(buildMime(mail), { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });

describe("files in an email", () => {
  it("stand beside the text, or in the HTML that shows them", () => {
    const files = [file("offer.pdf", "%PDF-1.7"), { ...file("logo.png", "png", "logo@x"), type: "image/png" }];

    const raw = buildMime(aMail({ files })).toString("latin1");

    expect(raw.slice(raw.indexOf("MIME-Version")).replaceAll("\r\n", "\n")).toMatchInlineSnapshot(`
      "MIME-Version: 1.0
      Content-Type: multipart/mixed;
       boundary="=_m9f2ff324710741e3c1139cbb5fae5e86bf7451fb"

      --=_m9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: multipart/alternative;
       boundary="=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb"

      --=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      Hi Bob
      --=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: multipart/related; type="text/html";
       boundary="=_r9f2ff324710741e3c1139cbb5fae5e86bf7451fb"

      --=_r9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: text/html; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      <p>Hi Bob</p>
      --=_r9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: image/png; name="logo.png"
      Content-Transfer-Encoding: base64
      Content-Disposition: inline; filename="logo.png"
      Content-ID: <logo@x>

      cG5n
      --=_r9f2ff324710741e3c1139cbb5fae5e86bf7451fb--
      --=_9f2ff324710741e3c1139cbb5fae5e86bf7451fb--
      --=_m9f2ff324710741e3c1139cbb5fae5e86bf7451fb
      Content-Type: application/pdf; name="offer.pdf"
      Content-Transfer-Encoding: base64
      Content-Disposition: attachment; filename="offer.pdf"

      JVBERi0xLjc=
      --=_m9f2ff324710741e3c1139cbb5fae5e86bf7451fb--
      "
    `);
  });

  it("are all attached where there is no HTML, and stand after one body where there is one", async () => {
    const files = [file("a.pdf", "a", "a@x"), file("b.pdf")];
    const plain = await parse(aMail({ html: "", files }));
    const html = await parse(aMail({ text: "", files: [file("b.pdf")] }));

    expect(plain.attachments.map(({ filename, contentDisposition }) => [filename, contentDisposition])).toEqual([
      ["a.pdf", "attachment"],
      ["b.pdf", "attachment"],
    ]);
    expect([html.text, html.html, html.attachments.length]).toEqual([undefined, "<p>Hi Bob</p>", 1]);
  });

  it("may be of 3 MB, in lines of 76", async () => {
    const content = Buffer.alloc(3_000_000, 0xa7);
    const mail = aMail({ files: [{ ...file("big.bin"), content }] });
    const raw = buildMime(mail);

    expect((await parse(mail)).attachments[0]?.content.equals(content)).toBe(true);
    expect(
      Math.max(
        ...raw
          .toString("latin1")
          .split("\r\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(78);
    expect(raw.length).toBeLessThan(4_200_000);
  });

  it.each([
    file("a\r\nBcc: x@y.test"),
    file(""),
    file("\ud800"),
    { ...file("a"), type: "text/plain\r\nBcc: x" },
    { ...file("a"), type: "multipart/mixed" },
    { ...file("a"), type: "message/rfc822" },
    { ...file("a"), type: "pdf" },
    file("a", "x", "a>\r\nBcc: x"),
    file("a", "x", ""),
  ])("throws on %j", (bad) => {
    expect(() => buildMime(aMail({ files: [bad] }))).toThrow(TypeError);
  });

  it("are read back by two mail parsers exactly as they were given", async () => {
    const name = fc
      .oneof(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
        fc.string({ minLength: 1, maxLength: 120 }),
        fc.constantFrom(
          '"q" \\ b.pdf',
          "a;b=c.pdf",
          "%41'x'y.pdf",
          "ü".repeat(150),
          "n".repeat(200),
          "日本語の見積書.pdf",
          "a  b.pdf",
          "=?utf-8?q?x?=.pdf",
        ),
      )
      // mailparser reads encoded words also where they are none.
      .filter((one) => !one.includes("=?") && one === one.trim() && fileNameIssue(one) === undefined && isHeaderText(one));
    const type = fc
      .constantFrom("application/pdf", "text/csv; charset=utf-8", "image/png", "application/vnd.ms-excel")
      .filter((one) => mediaTypeIssue(one) === undefined);
    const id = fc.stringMatching(/^[A-Za-z0-9._+-]{1,60}@[a-z]{1,20}$/).filter((one) => contentIdIssue(one) === undefined);
    const files = fc.uniqueArray(
      fc.record({ name, type, content: fc.uint8Array({ maxLength: 400 }), contentId: id }, { requiredKeys: ["name", "type", "content"] }),
      { maxLength: 5, selector: ({ contentId }) => contentId ?? Symbol("none") },
    );
    const bodies = fc.constantFrom(
      { text: "Hi", html: "<p>Hi</p>" },
      { text: "Hi", html: "" },
      { text: "", html: "<p>Hi</p>" },
      { text: "", html: "" },
    );

    await fc.assert(
      fc.asyncProperty(files, bodies, async (given, body) => {
        const mail = aMail({ ...body, files: given });
        const raw = buildMime(mail);
        const built = raw.toString("latin1");
        expect(/[^\t\r\n\x20-\x7e]|(?:^|[^\r])\n|\r(?!\n)/.test(built)).toBe(false);
        expect(Math.max(...built.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);

        const inHtml = body.html !== "";
        const inline = given.filter(({ contentId }) => inHtml && contentId !== undefined);
        const expected = [...inline, ...given.filter((one) => !inline.includes(one))].map(
          ({ name: filename, type: given, content, contentId }) => ({
            filename,
            type: given.split(";")[0],
            content: Buffer.from(content).toString("hex"),
            contentId: contentId ?? "",
          }),
        );
        const theirs = await parse(mail);
        expect(
          theirs.attachments.map(({ filename, contentType, content, cid }) => ({
            filename,
            type: contentType,
            content: content.toString("hex"),
            contentId: cid ?? "",
          })),
        ).toEqual(expected);
        expect([theirs.text?.trim() ?? "", (theirs.html || "").trim()]).toEqual([body.text, body.html]);
        const ours = parseMessage(raw);
        expect(
          ours.attachments.map(({ filename, contentType, contentId, size }) => ({ filename, type: contentType, contentId, size })),
        ).toEqual(
          expected.map(({ filename, type: contentType, contentId, content }) => ({
            filename,
            type: contentType,
            contentId,
            size: content.length / 2,
          })),
        );
      }),
      { numRuns: 100 },
    );
  });
});
