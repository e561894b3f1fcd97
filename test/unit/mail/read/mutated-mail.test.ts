import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { classify } from "#test/support/classify.ts";
import { newContent } from "#shared/mail/read/new-content.ts";
import { adversarialUnits } from "#test/linear/adversarial-units.ts";
import { type Random, seeded } from "#test/support/random.ts";
import { htmlShapes } from "./quotes/html-shapes.ts";
import { textShapes } from "./quotes/text-shapes.ts";

const head = "From: Jane <jane@x.example>\nTo: max@x.example\nSubject: Re: =?utf-8?B?R3LDvA==?=\nReferences: <a@x.example> <b@x.example>\n";
const notice =
  "From: MAILER-DAEMON@x.example\nSubject: Undelivered Mail\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
  "--b\n\nI'm sorry, <max@x.example>: host mx said: 550 5.1.1 unknown\n--b\nContent-Type: message/delivery-status\n\n" +
  "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; max@x.example\nAction: failed\nStatus: 5.1.1\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <s@x.example>\n\nHi\n--b--\n";
const mails = [
  notice,
  ...textShapes.map(([, text]) => `${head}Content-Type: text/plain; charset=utf-8\n\n${text}`),
  ...Object.values(htmlShapes).map(([html]) => `${head}Content-Type: text/html; charset=utf-8\n\n${html}`),
].map((mail) => Buffer.from(mail));

describe("damaged mail", () => {
  it("is read without an error, however its pieces are cut, doubled, mixed and filled", () => {
    const below = seeded(20_261_120);

    for (let i = 0; i < 3000; i++) {
      const raw = mutate(mails[i % mails.length]!, below);

      const message = parseMessage(raw);
      const kind = classify(message, { answersOwnSend: false }).kind;
      const bounce = readBounce(message);
      const { text, snippet } = newContent(message);

      expect([kind === "bounce", typeof text]).toEqual([bounce !== undefined, "string"]);
      expect(snippet.length).toBeLessThan(1000);
    }
  });
});

/** One to three changes: octets, an end, a piece gone, a piece many times, a filler, the rest of another mail. */
const mutate = (mail: Buffer, below: Random): Buffer => {
  let raw = mail;
  for (let left = 1 + below(3); left > 0; left--) {
    const at = below(raw.length + 1);
    const [before, after] = [raw.subarray(0, at), raw.subarray(at)];
    const piece = after.subarray(0, below(300));
    const other = mails[below(mails.length)]!;
    const filler = adversarialUnits[below(adversarialUnits.length)]!.repeat(1 + below(500));
    const changes = [
      () => Buffer.from(raw.map((octet) => (below(200) === 0 ? below(256) : octet))),
      () => before,
      () => Buffer.concat([before, after.subarray(piece.length)]),
      () => Buffer.concat([before, ...Array.from({ length: 1 + below(40) }, () => piece), after]),
      () => Buffer.concat([before, Buffer.from(filler), after]),
      () => Buffer.concat([before, other.subarray(below(other.length))]),
    ];
    raw = changes[below(changes.length)]!();
  }
  return raw;
};
