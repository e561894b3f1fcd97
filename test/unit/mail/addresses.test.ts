import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAddress, parsePlainAddress } from "#shared/mail/addresses.ts";

describe("parsePlainAddress", () => {
  it.each([
    ["jane@example.com", "jane@example.com"],
    ["Jane.Doe+tag@Sub.EXAMPLE.Com", "Jane.Doe+tag@sub.example.com"],
    ["o'brien_{x}!#$%&*/=?^`|~-@example.co", "o'brien_{x}!#$%&*/=?^`|~-@example.co"],
    ["a@xn--bcher-kva.example", "a@xn--bcher-kva.example"],
    ["a@1and1.com", "a@1and1.com"],
    ["hans@bücher.de", "hans@xn--bcher-kva.de"],
    ["hans@BÜCHER。De", "hans@xn--bcher-kva.de"],
    ["info@食狮.公司.cn", "info@xn--85x722f.xn--55qx5d.cn"],
    [`${"l".repeat(64)}@example.com`, `${"l".repeat(64)}@example.com`],
  ])("accepts %s", (value, address) => {
    expect(parsePlainAddress(value)).toEqual({ ok: true, address });
  });

  it.each([
    "",
    "jane",
    "@example.com",
    "jane@",
    "Jane <jane@example.com>",
    "<jane@example.com>",
    "a@example.com, b@example.com",
    "a@example.com;b@example.com",
    "friends: a@example.com;",
    "jane(comment)@example.com",
    '"jane doe"@example.com',
    '"a@evil.com"@example.com',
    "a@b@example.com",
    "jane @example.com",
    " jane@example.com",
    "jane@example.com\r\nBcc: evil@example.com",
    "jane@example.com\0",
    "jane\t@example.com",
    ".jane@example.com",
    "jane.@example.com",
    "ja..ne@example.com",
    "jane@example..com",
    "jane@.example.com",
    "jane@example.com.",
    "jane@-example.com",
    "jane@example-.com",
    "jane@exa_mple.com",
    "jane@localhost",
    "jane@127.0.0.1",
    "jane@[127.0.0.1]",
    "jané@example.com",
    "=?utf-8?q?a=40b=3e=00?=@example.com",
    "x=?utf-8?B?YUBi?=@example.com",
    "jane@①②⑦.⓪.⓪.①",
    "jane@bü%63her.example",
    "jane@bücher .example",
    "jane@bücher.example/x",
    "jane@bü\u202echer.example",
    `jane@${"ü.".repeat(60)}com`,
    "jane\u2028@example.com",
    "=?utf-8?q?x?=<a@example.com>",
    `${"l".repeat(65)}@example.com`,
    `jane@${"a".repeat(64)}.com`,
    `jane@${"a.".repeat(124)}com`,
  ])("refuses %j", (value) => {
    const parsed = parsePlainAddress(value);

    expect(parsed).toEqual({ ok: false, error: expect.stringMatching(/^must /) });
  });
});

it("says why a local part outside ASCII is refused", () => {
  expect(parsePlainAddress("jané@bücher.de")).toMatchObject({ error: expect.stringContaining("SMTPUTF8") });
});

describe("parseAddress", () => {
  it.each([
    ["jane@EXAMPLE.com", "", "jane@example.com"],
    ["<jane@example.com>", "", "jane@example.com"],
    ["Jane Doe <jane@example.com>", "Jane Doe", "jane@example.com"],
    ["  Jane Doe<jane@example.com> ", "Jane Doe", "jane@example.com"],
    ['"Doe, Jane" <jane@example.com>', "Doe, Jane", "jane@example.com"],
    ['"J \\"X\\" <y@z.test> \\\\" <jane@example.com>', 'J "X" <y@z.test> \\', "jane@example.com"],
    ["J. R. O'Doe (Sales) [x] <jane@example.com>", "J. R. O'Doe (Sales) [x]", "jane@example.com"],
    ["山田太郎 <taro@例え.jp>", "山田太郎", "taro@xn--r8jz45g.jp"],
    ["=?utf-8?q?x?= <jane@example.com>", "=?utf-8?q?x?=", "jane@example.com"],
  ])("reads %s", (value, name, email) => {
    expect(parseAddress(value)).toEqual({ ok: true, name, email });
  });

  it.each([
    "",
    "Jane",
    "Doe, Jane <jane@example.com>",
    "a@b.test <jane@example.com>",
    "team: <jane@example.com>;",
    "<a@example.com>, <b@example.com>",
    "Jane <a@example.com> <b@example.com>",
    '"Jane <jane@example.com>',
    'Jane" <jane@example.com>',
    '"Jane" Doe <jane@example.com>',
    '"Jane\\" <jane@example.com>',
    "Jane\r\nBcc: e@v.il <jane@example.com>",
    "Ja\u2028ne <jane@example.com>",
    "\ud800 <jane@example.com>",
    "Jane <jane@example.com",
    "Jane jane@example.com>",
    "Jane <>",
    "Jane < jane@example.com>",
    `${"n".repeat(201)} <jane@example.com>`,
    `${"<".repeat(1_000_000)}>`,
    `"${"\\\\".repeat(1_000_000)}" <jane@example.com>`,
  ])("refuses %.60j", (value) => {
    expect(parseAddress(value)).toEqual({ ok: false, error: expect.stringContaining("must ") });
  });

  it("reads back every name that may stand in a header, quoted, and never takes any text for more than one address", () => {
    const unit = fc.constantFrom(...Array.from('<>"\\@,:; ab\u00fc\t.'));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 90 }), (text) => {
        const name = text.replaceAll("\t", "").trim();
        const quoted = `"${name.replace(/["\\]/g, "\\$&")}" <jane@example.com>`;
        expect(parseAddress(quoted)).toEqual({ ok: true, name, email: "jane@example.com" });

        const found = parseAddress(text);
        if (found.ok) expect(parsePlainAddress(found.email).ok).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
