import { describe, expect, it } from "vitest";
import { parsePlainAddress } from "#shared/domain/mail/addresses.ts";

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
