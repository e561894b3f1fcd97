import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { classify } from "#test/support/classify.ts";
import { newContent, replyHtml } from "#shared/mail/read/new-content.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";

const mb = 1024 * 1024;
const head = "From: a@x.example\r\nTo: b@x.example\r\nSubject: hostile\r\nMessage-ID: <h@x.example>\r\n";

const nestedMultipart = (depth: number): string => {
  let out = head;
  for (let i = 0; i < depth; i++) out += `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`;
  return `${out}Content-Type: text/plain\r\n\r\ndeep\r\n`;
};

const random = (length: number): Buffer => {
  let seed = 7;
  return Buffer.from(Array.from({ length }, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) & 0xff));
};

/** Messages made to hurt a parser (S14). */
const hostile: Record<string, () => string | Buffer> = {
  "nothing at all": () => "",
  "1,500 multiparts inside each other": () => nestedMultipart(1500),
  "300 messages inside each other": () => `${head}${"Content-Type: message/rfc822\r\n\r\n".repeat(300)}x`,
  "50,000 header fields": () => head + "X-Filler: value\r\n".repeat(50_000) + "\r\nbody",
  "one header field of 2 MB": () => `${head}X-Long: ${"a".repeat(2 * mb)}\r\n\r\nbody`,
  "no end of the header": () => "A".repeat(mb),
  "a charset nobody knows": () => `${head}Content-Type: text/plain; charset=x-klingon\r\n\r\nqapla\xe9`,
  "8-bit noise": () => random(mb),
  "one line of 10 MB": () => `${head}\r\n${"x".repeat(10 * mb)}`,
  "NUL characters": () => `${head}X-Nul: a\0b\r\n\r\na\0b`,
  "a parameter of 20,000 pieces": () =>
    `${head}Content-Type: application/x; ${Array.from({ length: 20_000 }, (_, i) => `name*${i}*=%41`).join("; ")}\r\n\r\nx`,
  "base64 that is none": () => `${head}Content-Transfer-Encoding: base64\r\n\r\n${"!!!not base64???".repeat(10_000)}`,
  "a year 9999 and a month 99": () => `Date: 99 Foo 9999 99:99:99 +9999\r\n${head}\r\nx`,
  "5 MB of <": () => `${head}Content-Type: text/html\r\n\r\n${"<".repeat(5 * mb)}`,
  "a boundary inside itself": () =>
    `${head}Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n`.repeat(200),
  "10,000 parts": () => `${head}Content-Type: multipart/mixed; boundary=a\r\n\r\n${"--a\r\n\r\nx\r\n".repeat(10_000)}--a--`,
  "100,000 addresses": () => `${head}Cc: ${"a@x.example, ".repeat(100_000)}\r\n\r\nx`,
  "an empty boundary": () => `${head}Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nx\r\n----\r\n`,
  "5,000 divs inside each other": () => `${head}Content-Type: text/html\r\n\r\n${"<div>".repeat(5000)}x`,
  "comments that never close": () => `From: ${"(".repeat(100_000)}\r\nTo: ${'"'.repeat(99_999)}\r\n\r\nx`,
  "200,000 encoded words": () => `Subject: ${"=?utf-8?Q?=41?= ".repeat(15_000)}\r\n${head}\r\nx`,
  "26 MB": () => Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.alloc(26 * mb, "line\r\n")]),
};

describe("a hostile message", () => {
  it.each(Object.keys(hostile))("is read within its bounds: %s", (name) => {
    const made = hostile[name]!();
    const raw = Buffer.isBuffer(made) ? made : Buffer.from(made, "latin1");

    const message = parseMessage(raw);
    const kind = classify(message, { answersOwnSend: false }).kind;
    const shown = replyText(message.text).length + replyHtml(message.html).length;

    expect(["inbound", "reply", "bulk", "bounce", "auto_reply"]).toContain(kind);
    expect(shown).toBeLessThanOrEqual(3 * mb);
    expect(Buffer.byteLength(message.text)).toBeLessThanOrEqual(mb);
    expect(Buffer.byteLength(message.html)).toBeLessThanOrEqual(mb);
    expect(message.attachments.length).toBeLessThanOrEqual(200);
    expect(message.cc.length).toBeLessThanOrEqual(100);
  });

  it("tells what was cut", () => {
    const many = parseMessage(Buffer.from(hostile["10,000 parts"]!()));
    const long = parseMessage(Buffer.from(hostile["one line of 10 MB"]!()));
    const headers = parseMessage(Buffer.from(hostile["50,000 header fields"]!()));

    expect([many.truncated.parts, long.truncated.body, headers.truncated.headers]).toEqual([true, true, true]);
    expect(parseMessage(Buffer.from(`${head}\r\nshort`)).truncated).toEqual({ headers: false, parts: false, body: false });
  });

  it("is read without an error wherever its octets were damaged", () => {
    const notice =
      "--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; a@x.example\r\nAction: failed\r\n--b--\r\n";
    const part =
      "--b\r\nContent-Type: text/html; charset=iso-2022-jp\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>=1B$BF|=1B(B</p><blockquote>On 1 Jan 2026, J wrote:\r\n";
    const whole = Buffer.from(
      `Subject: =?utf-8?B?R3LDvA==?= x\r\n${head}Content-Type: multipart/report; boundary*0="b"; x*=utf-8''%41\r\n\r\n${part}${notice}`,
    );

    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.nat(whole.length),
        (changes, end) => {
          const raw = Buffer.from(whole);
          for (const [at, octet] of changes) raw[at] = octet;

          const message = parseMessage(raw.subarray(0, end));

          expect(classify(message, { answersOwnSend: false }).kind).toBeTypeOf("string");
          expect(newContent(message).snippet.length).toBeLessThan(1000);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("cuts a body between characters", () => {
    const message = parseMessage(Buffer.from(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${"😀".repeat(300_000)}`));

    expect(message.truncated.body).toBe(true);
    expect(message.text).toBe("😀".repeat(mb / 4));
  });
});
