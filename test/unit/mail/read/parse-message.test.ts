import { decodeTransfer } from "#shared/mail/read/mime/transfer-encoding.ts";
import { describe, expect, it } from "vitest";
import { parseHeadersAndParts, parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { linkIds } from "#shared/mail/read/mail-ids.ts";
import { aMail, aMultipart, rawMail } from "./raw-mail.ts";

describe("names that programs write against the rules", () => {
  const file = (disposition: string) =>
    aMultipart("mixed", [
      `Content-Type: text/plain\n\nFile.\n`,
      `Content-Type: application/pdf; name="offer.pdf"\nContent-Disposition: ${disposition}\n\nx\n`,
    ]).attachments[0]?.filename;

  it.each([
    ['attachment; filename="  "', "offer.pdf"],
    ["attachment; filename*=UTF-8''", "offer.pdf"],
    ["attachment; filename*==?UTF-8?B?w5wucGRm?=", "Ü.pdf"],
    ['attachment; filename*="=?UTF-8?Q?=C3=9C.pdf?="', "Ü.pdf"],
    ['attachment; filename*0*="=?UTF-8?Q?=C3=9C"; filename*1=".pdf?="', "Ü.pdf"],
    ["filename=a.pdf", "a.pdf"],
    ['filename="a b.pdf"', "a b.pdf"],
    ["filename*=UTF-8''%C3%9C.pdf", "Ü.pdf"],
    ['attachment filename="a.pdf"', "a.pdf"],
    ["attachment, filename=a.pdf", "a.pdf"],
    ["filename = a.pdf", "a.pdf"],
  ])("%s", (disposition, name) => {
    expect(file(disposition)).toBe(name);
  });

  it.each([
    ["shift_jis", "8ca9 90cf 8f91 5f95 5c8e a6", "見積書_表示"],
    ["iso-2022-jp", "8ca9 90cf 8f91 835c", "見積書ソ"],
    ["iso-2022-jp", "b8ab c0d1 bdf1", "見積書"],
    ["gb2312", "b1a8 bcdb b5a5", "报价单"],
    ["euc-kr", "b0df c0fb bcad", "견적서"],
    ["iso-8859-2", "be6c 75bb", "žluť"],
    ["us-ascii", "4772 fcdf 65", "Grüße"],
  ])("that are raw octets have the charset of the text: %s, %s", (charset, octets, name) => {
    const raw = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=${charset}\n\nx\n--b\nContent-Type: application/pdf; name="${Buffer.from(octets.replaceAll(" ", ""), "hex").toString("latin1")}"\n\nx\n--b--`;

    expect(parseMessage(Buffer.from(raw, "latin1")).attachments[0]?.filename).toBe(name);
  });

  it.each(["text/plain charset=koi8-r", "text/plain, charset=koi8-r", "charset=koi8-r", 'charset="koi8-r"'])(
    "have no type or semicolon: %s",
    (type) => {
      const raw = Buffer.concat([Buffer.from(`Subject: x\nContent-Type: ${type}\n\n`), Buffer.from("f0d2c9d7c5d4", "hex")]);

      expect(parseMessage(raw).text).toBe("Привет");
    },
  );

  it.each([
    ["=?utf-8?Q?Doe,_Jane?= <jane@x.test>", "Doe, Jane", "jane@x.test"],
    ["=?utf-8?Q?Jane_<Sales>?= <jane@x.test>", "Jane <Sales>", "jane@x.test"],
    ["=?utf-8?Q?Team:_Sales?= <jane@x.test>", "Team: Sales", "jane@x.test"],
    ["=?utf-8?Q?Jane_(Sales)?= <jane@x.test>", "Jane (Sales)", "jane@x.test"],
    ["Jane <\u200bjane@x.test>", "Jane", "jane@x.test"],
    ["jane@x.test\u200e", "", "jane@x.test"],
  ])("%s", (from, name, email) => {
    expect(aMail({ headers: { From: from } }).from).toEqual({ name, email });
  });

  it("are read in the charset that the HTML names, where no part has one", () => {
    const cyrillic = Buffer.from("c2eef0ef eef1".replace(" ", ""), "hex");
    const raw = Buffer.concat([
      Buffer.from("From: a@x.test\r\nSubject: "),
      cyrillic,
      Buffer.from("\r\nContent-Type: text/html\r\n\r\n<meta charset=windows-1251><p>"),
      cyrillic,
    ]);

    expect(parseMessage(raw).subject).toBe(new TextDecoder("windows-1251").decode(cyrillic));
  });

  it("end before a line that begins with a link", () => {
    expect(parseMessage(Buffer.from("Subject: Alarm\r\nhttps://pump.test/7 is down: come\r\n")).text).toContain(
      "https://pump.test/7 is down: come",
    );
  });
});

describe("header fields", () => {
  it("come decoded, unfolded and in order", () => {
    const message = parseMessage(Buffer.from("X-One: a\r\n b\r\nSubject: =?utf-8?B?R3LDvA==?=\r\n =?utf-8?B?w59l?=\r\nX-Two: c\r\n\r\n"));

    expect(message.headers).toEqual([
      { name: "x-one", value: "a b" },
      { name: "subject", value: "Grüße" },
      { name: "x-two", value: "c" },
    ]);
  });

  it("join a character that two encoded words share", () => {
    const bytes = Buffer.from("日本語", "utf8");
    const words = [bytes.subarray(0, 4), bytes.subarray(4)].map((part) => `=?UTF-8?B?${part.toString("base64")}?=`);

    expect(aMail({ headers: { Subject: words.join("\r\n ") } }).subject).toBe("日本語");
  });

  it.each([
    ["ISO-2022-JP", "=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=", "日本"],
    [
      "GBK labelled GB2312",
      `=?gb2312?B?${Buffer.from([0xe9, 0x46]).toString("base64")}?=`,
      new TextDecoder("gbk").decode(Uint8Array.from([0xe9, 0x46])),
    ],
    ["UTF-7", "=?utf-7?Q?Gr+APwA3w-e?=", "Grüße"],
    ["a language tag", "=?US-ASCII*EN?Q?Keith_Moore?=", "Keith Moore"],
    ["raw 8-bit inside a word", "=?iso-8859-1?Q?Fr\xf6sche?=", "Frösche"],
  ])("decode %s", (_, raw, decoded) => {
    const message = parseMessage(Buffer.from(`Subject: ${raw}\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n`, "latin1"));

    expect(message.subject).toBe(decoded);
  });

  it.each([
    ["a missing Date", ""],
    ["an unreadable Date", "Date: yesterday evening\r\n"],
  ])("give no date for %s, never the present", (_, line) => {
    expect(parseMessage(Buffer.from(`${line}Subject: x\r\n\r\n`)).date).toBeUndefined();
  });

  it.each([
    ["Tue, 1 Jul 2003 ((odd) comment) 10:52:37 +0200", "2003-07-01T08:52:37.000Z"],
    ["1 jul 03 10:52:37 EST", "2003-07-01T15:52:37.000Z"],
    ["Fri, 20 Nov 2026 10:15:00 GMT+1", "2026-11-20T09:15:00.000Z"],
    ["Fri, 20 Nov 2026 10:15:00 UTC-5", "2026-11-20T15:15:00.000Z"],
    ["Tue, 1 Jul 2003 10:52 +0530", "2003-07-01T05:22:00.000Z"],
  ])("read the date %s", (value, iso) => {
    expect(aMail({ headers: { Date: value } }).date?.toISOString()).toBe(iso);
  });

  it("give ids with brackets and without white space, also where the sender forgot them", () => {
    const message = aMail({
      headers: {
        "Message-ID": "m@x.example",
        "In-Reply-To": "Your message <a@x.example>",
        References: "<a@x.example>\r\n <b @x.example> <a@x.example>",
      },
    });

    expect([message.messageId, message.inReplyTo, message.references]).toEqual([
      "<m@x.example>",
      "<a@x.example>",
      ["<a@x.example>", "<b@x.example>"],
    ]);
  });

  it("give the last id of a References header that names more than are kept, and its first", () => {
    const refs = (count: number) => Array.from({ length: count }, (_, n) => `<r${n}@x.example>`);
    const referencesOf = (count: number) => aMail({ headers: { References: refs(count).join("\r\n ") } }).references;

    expect(referencesOf(100)).toEqual(refs(100));
    for (const count of [101, 1_000]) {
      const kept = referencesOf(count);
      expect(kept).toHaveLength(100);
      expect([kept.at(0), kept.at(-1), kept.at(-2)]).toEqual(["<r0@x.example>", `<r${count - 1}@x.example>`, `<r${count - 2}@x.example>`]);
    }
  });

  it("give ids that a program wrote as encoded words", () => {
    const message = aMail({
      headers: {
        "In-Reply-To": "=?utf-8?q?=3C65f0=2E0123456789abcdef?=\r\n =?utf-8?q?=40sender=2Eexample=3E?=",
        References: "=?utf-8?q?=3Ca=40x=2Eexample=3E_=3C65f0=2E0123456789abcdef=40?=\r\n =?utf-8?q?sender=2Eexample=3E?=",
      },
    });

    expect(message.inReplyTo).toBe("<65f0.0123456789abcdef@sender.example>");
    expect(message.references).toEqual(["<a@x.example>", "<65f0.0123456789abcdef@sender.example>"]);
  });

  it("decode ids once: what a word holds that looks like another is part of the id", () => {
    const message = aMail({ headers: { "In-Reply-To": "=?utf-8?q?=3C=3D=3Futf-8=3Fq=3Fa=3F=3D=40x=2Eexample=3E?=" } });

    expect(message.inReplyTo).toBe("<=?utf-8?q?a?=@x.example>");
    expect(linkIds(message)).toEqual([message.messageId, message.inReplyTo]);
  });

  it("flatten groups, keep quoted commas, take a comment for a name", () => {
    const message = aMail({
      headers: {
        To: '"Doe, Jane" <jane@x.example>, Team: a@x.example, =?utf-8?Q?J=C3=B6rg?= <b@x.example>;, c@x.example (Carl)',
        Cc: "undisclosed-recipients:;",
      },
    });

    expect(message.to).toEqual([
      { name: "Doe, Jane", email: "jane@x.example" },
      { name: "", email: "a@x.example" },
      { name: "Jörg", email: "b@x.example" },
      { name: "Carl", email: "c@x.example" },
    ]);
    expect(message.cc).toEqual([]);
  });
});

describe("bodies", () => {
  it.each([
    [
      "quoted-printable",
      "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=\r\n=DFe",
      "Grüße",
    ],
    [
      "base64",
      `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("Grüße").toString("base64")}`,
      "Grüße",
    ],
    ["ISO-2022-JP without a charset", "Content-Type: text/plain\r\n\r\n\x1b$BF|K\\\x1b(B", "日本"],
    ["UTF-8 without a charset", "\r\nGrÃ¼Ã\x9fe", "Grüße"],
    ["Latin-1 without a charset", "\r\nGr\xfc\xdfe", "Grüße"],
  ])("decode %s", (_, rest, text) => {
    expect(parseMessage(Buffer.from(`Subject: x\r\n${rest}`, "latin1")).text).toBe(text);
  });

  it.each([
    ["by its meta element", "", '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', "\xcf\xf0\xe8", "При"],
    ["by its short meta element", "", "<meta charset=windows-1251>", "\xcf\xf0\xe8", "При"],
    ["as UTF-8 where it is, whatever its meta element says", "", "<meta charset=windows-1251>", "Gr\xc3\xbc", "Grü"],
    ["by the mail's charset first", "; charset=iso-8859-1", "<meta charset=windows-1251>", "Gr\xfc", "Grü"],
    ["as UTF-8 where its meta element says UTF-16, which it cannot be", "", "<meta charset=utf-16>", "Gr\xc3\xbc", "Grü"],
  ])("decode html %s", (_, charset, meta, octets, shown) => {
    const raw = `Subject: x\r\nContent-Type: text/html${charset}\r\n\r\n<head>${meta}</head>${octets}`;

    expect(parseMessage(Buffer.from(raw, "latin1")).html).toBe(`<head>${meta}</head>${shown}`);
  });

  it.each([
    ["bare carriage returns", "Subject: x\rTo: a@x.example\r\rwords"],
    ["bare line feeds", "Subject: x\nTo: a@x.example\n\nwords"],
    ["white space before the header", "   \nSubject: x\nTo: a@x.example\n\nwords"],
    ["a line of an mbox file", "From a@x.example Fri Nov 20\nSubject: x\nTo: a@x.example\n\nwords"],
  ])("are found in a message with %s", (_, raw) => {
    const message = parseMessage(Buffer.from(raw));

    expect([message.subject, message.to[0]?.email, message.text]).toEqual(["x", "a@x.example", "words"]);
  });

  const folded = (length: number) => " words\n".repeat(length / 7);
  it.each([
    ["continue below it when fields follow", folded(700), "late"],
    ["end at it when no field follows within the length of a header", folded(70_000), ""],
  ])("below a line of white space %s", (_, below, subject) => {
    const message = parseMessage(Buffer.from(`To: a@x.example\n \n${below}Subject: late\n\nbody`));

    expect([message.subject, message.text.endsWith("body")]).toEqual([subject, true]);
  });

  it("give text, html and the attachments with their IMAP section numbers", () => {
    const alternative =
      "Content-Type: multipart/alternative; boundary=inner\n\n--inner\nContent-Type: text/plain\n\nwords\n--inner\nContent-Type: text/html\n\n<p>words</p>\n--inner--";
    const image =
      "Content-Type: image/png; name=a.png\nContent-ID: <logo@x>\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\nAAAA";
    const file =
      "Content-Type: application/pdf\nContent-Disposition: attachment; filename*0*=utf-8''r%C3%A9sum; filename*1*=%C3%A9.pdf\n\n12345";

    const message = aMultipart("mixed", [alternative, image, file]);

    expect([message.text, message.html]).toEqual(["words", "<p>words</p>"]);
    expect(message.attachments).toEqual([
      { index: 0, part: "2", filename: "a.png", contentType: "image/png", size: 3, isInline: true, contentId: "logo@x" },
      { index: 1, part: "3", filename: "résumé.pdf", contentType: "application/pdf", size: 5, isInline: false, contentId: "" },
    ]);
  });

  it("are the same from the parts of a partial fetch", () => {
    const raw = rawMail({
      headers: { "Content-Type": "text/plain; charset=iso-8859-1", "Content-Transfer-Encoding": "quoted-printable" },
      body: "Gr=FC=DFe",
    });
    const headers = raw.subarray(0, raw.indexOf("\r\n\r\n") + 4);

    const partial = parseHeadersAndParts({
      headers,
      texts: [{ content: Buffer.from("Gr=FC=DFe"), contentType: "text/plain", charset: "iso-8859-1", encoding: "quoted-printable" }],
      htmls: [],
      attachments: [],
      reports: [],
    });

    expect(partial).toEqual(parseMessage(raw));
  });
});

it.each([
  ["padding inside", "SGVsbG8=IHdvcmxk", "Hello world"],
  ["padding inside and at the end", "SGVsbG8=\r\nIHdvcmxkIQ==\r\n", "Hello world!"],
])("reads base64 with %s to its end", (_, encoded, text) => {
  expect(decodeTransfer(Buffer.from(encoded), "base64").toString()).toBe(text);
});

it.each([
  ['"quoted-printable"', "a=3Db", "a=b"],
  ["quotedprintable", "a=3Db", "a=b"],
  ["quoted-printable (safe)", "a=3Db", "a=b"],
  ["base-64", "SGk=", "Hi"],
  ["b64", "SGk=", "Hi"],
  ["7bit", "a=3Db", "a=3Db"],
  ["", "a=3Db", "a=3Db"],
])("reads an encoding that is named %s", (encoding, encoded, text) => {
  expect(decodeTransfer(Buffer.from(encoded), encoding).toString()).toBe(text);
});

it("splits at a boundary in single quotes, whether they are meant or not", () => {
  const mail = (delimiter: string) =>
    `Subject: x\nContent-Type: multipart/mixed; boundary='b'\n\n--${delimiter}\n\nhello\n--${delimiter}--\n`;

  expect([mail("b"), mail("'b'")].map((raw) => parseMessage(Buffer.from(raw)).text)).toEqual(["hello", "hello"]);
});
