import { expect, it } from "vitest";
import { readAuthenticationResults } from "#shared/mail/read/mime/field-values.ts";

it.each<[string, string, string, string]>([
  [
    "Gmail's",
    'mx.google.com; dkim=fail header.i=@x.test; spf=softfail (google.com: 1.2.3.4) smtp.mailfrom="a;b"@x.test; dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=x.test',
    "mx.google.com",
    "fail",
  ],
  [
    "Exchange Online's, which names nobody",
    "spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=x.test; dkim=none; dmarc=FAIL action=none header.from=x.test;compauth=fail",
    "",
    "fail",
  ],
  ["one with a version", "mx.example.com 1; dmarc = pass header.from=x.test", "mx.example.com", "pass"],
  ["one with versions of its methods", "Mail.Example.com 1; dmarc / 1 =fail", "mail.example.com", "fail"],
  ["one without results", "mx.example.com 1; none", "mx.example.com", ""],
  [
    "one that speaks of DMARC in a comment",
    "mx.example.com; spf=pass (it said; dmarc=fail (nested; dmarc=fail)) smtp.mailfrom=x",
    "mx.example.com",
    "",
  ],
  ["one that speaks of DMARC in quotation marks", 'mx.example.com; spf=pass reason="; dmarc=fail \\"; dmarc=fail"', "mx.example.com", ""],
  ["one with another method of a like name", "mx.example.com; x-dmarc=fail; dmarcy=fail", "mx.example.com", ""],
  ["nothing", "", "", ""],
])("reads %s", (_, value, authservId, dmarc) => {
  expect(readAuthenticationResults(value)).toEqual({ authservId, dmarc, passed: expect.any(Array) });
});

it.each([
  ["DKIM and SPF that passed", "mx.a.test; dkim=pass header.d=x.test; spf=pass smtp.mailfrom=me@y.test", ["x.test", "y.test"]],
  ["no DKIM or SPF that did not", "mx.a.test; dkim=fail header.d=x.test; spf=softfail smtp.mailfrom=me@y.test", []],
  ["no other method", "mx.a.test; arc=pass header.d=x.test", []],
])("takes as passed the domains of %s", (_, value, passed) => {
  expect(readAuthenticationResults(value).passed).toEqual(passed);
});
