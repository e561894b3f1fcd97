import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fingerprint } from "#shared/mail/read/mail-ids.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { aMail, aMultipart, rawMail } from "./raw-mail.ts";

const word = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9 .!]{0,39}$/);

it("is equal for copies that came by two ways: trace fields, folding and order of the header say nothing", () => {
  fc.assert(
    fc.property(word, word, (subject, body) => {
      const raw = rawMail({ headers: { Subject: `Re: ${subject}` }, body }).toString();
      const [head = "", ...rest] = raw.split("\r\n\r\n");
      const traced = [
        "Return-Path: <a@b.test>",
        "Delivered-To: me@sender.example",
        "Received: from a.test\r\n\tby b.test; Fri, 20 Nov 2026 10:15:00 +0000",
        "DKIM-Signature: v=1; b=abc",
        "ARC-Seal: i=1",
        "Authentication-Results: mx.test; spf=pass",
        "X-Spam-Score: 4",
        ...head
          .replace("Re: ", "Re:\r\n ")
          .split(/\r\n(?! )/)
          .toReversed(),
      ].join("\r\n");

      expect(fingerprint(parseMessage(Buffer.from([traced, ...rest].join("\r\n\r\n"))))).toBe(fingerprint(parseMessage(Buffer.from(raw))));
    }),
  );
});

it("differs when anything that its sender wrote differs: a field, the text, an attachment's name, type or size", () => {
  const attached = (type: string, name: string, content: string) =>
    aMultipart("mixed", ["\nSee it.", `Content-Type: ${type}; name="${name}"\n\n${content}`]);
  const mails = [
    aMail({}),
    aMail({ body: "Hallo.\n" }),
    aMail({ headers: { Cc: "x@y.test" } }),
    aMail({ headers: { Date: "Fri, 20 Nov 2026 10:15:01 +0000" } }),
    aMail({ headers: { "Content-Type": "text/html" } }),
    attached("application/pdf", "a.pdf", "one"),
    attached("application/pdf", "a.pdf", "three"),
    attached("application/pdf", "b.pdf", "one"),
    attached("application/zip", "a.pdf", "one"),
  ];

  expect(new Set(mails.map(fingerprint)).size).toBe(mails.length);
});
