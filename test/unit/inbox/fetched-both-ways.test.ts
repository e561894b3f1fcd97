import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fingerprint } from "#shared/mail/read/mail-ids.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { faultsOf, givenMails, readingOf } from "#test/support/given-mails.ts";
import { type ScriptedImap, startScriptedImap } from "#test/support/scripted-imap.ts";

let server: ScriptedImap;
beforeAll(async () => {
  server = await startScriptedImap();
});
afterAll(() => server.stop());

const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\n");
const names = ["a.pdf", "Übersicht.pdf", "a b (1).txt", '"quoted".doc', "", `${"long".repeat(80)}.pdf`, `a${"\u0301".repeat(90)}.pdf`];
const encodedName = (name: string) =>
  /^[ -~]*$/.test(name) ? name.replaceAll('"', "'") : `=?utf-8?B?${Buffer.from(name).toString("base64")}?=`;

/** A part with its header: text, html, a file in one of the encodings, or a message. */
const leaf = fc.oneof(
  fc
    .string({ unit: "grapheme", maxLength: 60 })
    .map((text) => `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${base64(text)}\n`),
  fc.stringMatching(/^[a-z <>]{0,60}$/).map((text) => `Content-Type: text/html\n\n<p>${text}</p>\n`),
  fc
    .tuple(fc.constantFrom(...names), fc.string({ maxLength: 900 }))
    .map(
      ([name, content]) =>
        `Content-Type: application/octet-stream; name="${encodedName(name)}"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n${base64(content)}\n`,
    ),
  fc.constantFrom("REPLY", "request").map((method) => `Content-Type: text/calendar; method=${method}\n\nBEGIN:VCALENDAR\n`),
  fc.stringMatching(/^[a-z ]{0,40}$/).map((text) => `Content-Type: message/rfc822\n\nSubject: ${text}\n\n${text}\n`),
);
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(
        fc.constantFrom("mixed", "alternative", "related"),
        fc.array(tie("node") as fc.Arbitrary<string>, { minLength: 1, maxLength: 3 }),
        fc.nat(),
      )
      .map(([type, parts, n]) => {
        const boundary = `b${n}x${parts.join("").length}`;
        return `Content-Type: multipart/${type}; boundary=${boundary}\n\n${parts.map((part) => `--${boundary}\n${part}\n`).join("")}--${boundary}--\n`;
      }),
  ),
})).node;

it("a mail has one fingerprint, whether it is fetched whole or by its structure and text parts", { timeout: 30_000 }, async () => {
  const address = "both@example.com";
  const raws = fc.sample(tree, { numRuns: 150, seed: 7 });
  for (const [i, raw] of raws.entries())
    server.store.deliver(
      address,
      Buffer.from(`From: a@b.test\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= ${i}\nMessage-ID: <${i}@b.test>\nMIME-Version: 1.0\n${raw}`),
    );
  const account = { host: "localhost", port: 993, username: address, credential: { password: "sandbox" } };
  const session = await server.reader.open(account, AbortSignal.timeout(30_000));
  try {
    await session.open("INBOX");
    const facts = await session.facts(raws.map((_, i) => i + 1));
    const whole = await session.fetch(facts);
    const partly = await session.fetch(facts.map((one) => ({ ...one, size: 1_000_000 })));

    for (const [i, mail] of whole.entries()) {
      expect({ raw: raws[i], structure: partly[i]?.parsed.structure }).toEqual({ raw: raws[i], structure: mail.parsed.structure });
      const sizesOf = ({ parsed }: typeof mail) => parsed.attachments.map(({ size }) => size);
      expect({ raw: raws[i], sizes: sizesOf(partly[i]!) }).toEqual({ raw: raws[i], sizes: sizesOf(mail) });
      expect({ raw: raws[i], for: partly[i]?.parsed.calendarMethod }).toEqual({ raw: raws[i], for: mail.parsed.calendarMethod });
      expect({ raw: raws[i], is: fingerprint(partly[i]!.parsed) }).toEqual({ raw: raws[i], is: fingerprint(mail.parsed) });
    }
    expect(new Set(whole.map(({ parsed }) => fingerprint(parsed))).size).toBe(raws.length);
  } finally {
    session.close();
  }
});

/** More octets than a mail may have that is fetched whole. */
const PADDING_BYTES = 140 * 1024;

it("a mail is read alike when it is small and when padding makes it large", { timeout: 30_000 }, async () => {
  const address = "padded@example.com";
  const padding = `X-Padding: ${`${"x".repeat(900)}\r\n `.repeat(PADDING_BYTES / 900)}x\r\n`;
  for (const { raw } of givenMails)
    server.store.deliver(address, Buffer.from(padding + raw.replace(/\r?\n/g, "\r\n"), "latin1"), { receivedAt: new Date() });
  const account = { host: "localhost", port: 993, username: address, credential: { password: "sandbox" } };
  const session = await server.reader.open(account, AbortSignal.timeout(30_000));
  try {
    await session.open("INBOX");
    const mails = await session.fetch(await session.facts(givenMails.map((_, i) => i + 1)));

    const differences = givenMails.flatMap(({ id, raw, parent, expect: expected }, i) => {
      const large = mails.find(({ facts }) => facts.uid === i + 1)!.parsed;
      const small = parseMessage(Buffer.from(raw.replace(/\r?\n/g, "\r\n"), "latin1"));
      const [a, b] = [readingOf(small, parent), readingOf(large, parent)];
      const differing = Object.keys(a).filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));
      const faults = [
        ...faultsOf(expected, b),
        ...differing.map((field) => `${field}: ${JSON.stringify(a[field])} and ${JSON.stringify(b[field])}`),
      ];
      return large.truncated.body ? [`${id}: cut`] : faults.length > 0 ? [`${id}: ${faults.join("; ")}`] : [];
    });
    expect(differences).toEqual([]);
  } finally {
    session.close();
  }
});
