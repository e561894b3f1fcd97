/** T16: mail made to hurt, through a real server and the whole pull. SYNC_CAMPAIGN=long mutates 10,000 mails. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { seeded } from "#test/support/random.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

const mutations = process.env["SYNC_CAMPAIGN"] === "long" ? 10_000 : 300;
const MIB = 1024 * 1024;

let dovecot: DovecotAlone;
beforeAll(async () => {
  dovecot = await startDovecotAlone();
});
afterAll(() => dovecot?.stop());

const head = (name: string) =>
  `From: Mallory <m@evil.test>\r\nTo: me@example.com\r\nSubject: ${name}\r\nMessage-ID: <${name}@evil.test>\r\n`;
const filler = "X-Filler: value\r\n".repeat(9_000);
const padded = (raw: string) => raw.replace("\r\n\r\n", `\r\n${filler}\r\n`);

/** Each is small; most come a second time above the size from which only parts are fetched. */
const hostile: Readonly<Record<string, string | Buffer>> = {
  empty: "",
  "deep-multiparts": Array.from({ length: 1_500 }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`).reduce(
    (raw, part) => raw + part,
    head("deep-multiparts"),
  ),
  "nested-messages": `${head("nested-messages")}${"Content-Type: message/rfc822\r\n\r\n".repeat(300)}x`,
  "many-fields": `${head("many-fields")}${"X-Filler: value\r\n".repeat(50_000)}\r\nbody`,
  "long-field": `${head("long-field")}X-Long: ${"a".repeat(2 * MIB)}\r\n\r\nbody`,
  "no-header-end": "A".repeat(MIB),
  "unknown-charset": `${head("unknown-charset")}Content-Type: text/plain; charset=x-klingon\r\n\r\nqapla\u00e9`,
  noise: Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 0xff)),
  "one-line": `${head("one-line")}\r\n${"x".repeat(10 * MIB)}`,
  nul: `${head("nul")}X-Nul: a\0b\r\n\r\na\0b`,
  "parameter-pieces": `${head("parameter-pieces")}Content-Type: application/x; ${Array.from({ length: 20_000 }, (_, i) => `name*${i}*=%41`).join("; ")}\r\n\r\nx`,
  "false-base64": `${head("false-base64")}Content-Transfer-Encoding: base64\r\n\r\n${"!!!not base64???".repeat(20_000)}`,
  "year-9999": `Date: 99 Foo 9999 99:99:99 +9999\r\n${head("year-9999")}\r\nx`,
  "angle-brackets": `${head("angle-brackets")}Content-Type: text/html\r\n\r\n${"<".repeat(5 * MIB)}`,
  "many-parts": `${head("many-parts")}Content-Type: multipart/mixed; boundary=a\r\n\r\n${"--a\r\n\r\nx\r\n".repeat(10_000)}--a--`,
  "many-addresses": `${head("many-addresses")}Cc: ${"a@x.example, ".repeat(100_000)}\r\n\r\nx`,
  "many-words": `Subject: ${"=?utf-8?Q?=41?= ".repeat(15_000)}\r\nMessage-ID: <many-words@evil.test>\r\n\r\nx`,
  references: `${head("references")}References: ${Array.from({ length: 20_000 }, (_, i) => `<${i}@evil.test>`).join(" ")}\r\n\r\nx`,
  huge: Buffer.concat([Buffer.from(`${head("huge")}\r\n`), Buffer.alloc(26 * MIB, "line\r\n")]),
};
const sample = [
  head("sample"),
  'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="m"\r\nReferences: <a@x.test> <b@x.test>\r\n\r\n',
  '--m\r\nContent-Type: multipart/alternative; boundary="a"\r\n\r\n--a\r\nContent-Type: text/plain; charset=iso-2022-jp\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
  "=1B$B$3$s=1B(B and more\r\n\r\nOn Fri, 20 Nov 2026, Jane wrote:\r\n> old\r\n--a\r\nContent-Type: text/html\r\n\r\n<div>x<blockquote>y</blockquote></div>\r\n--a--\r\n",
  "--m\r\nContent-Type: application/pdf; name*0*=utf-8''%C3%84; name*1=\"b.pdf\"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\nAAECAwQF\r\n--m--\r\n",
].join("");

/** The sample with bytes replaced, pieces doubled and pieces cut out; each with its own Message-ID. */
const mutated = (n: number): Buffer => {
  const next = seeded(n);
  let raw = Buffer.from(sample.replace("<sample@", `<sample-${n}@`));
  for (let i = 0; i <= next(6); i++) {
    const [at, length] = [200 + next(raw.length - 250), next(40)];
    const kind = next(3);
    if (kind === 0) raw[at] = next(256);
    else
      raw = Buffer.concat([
        raw.subarray(0, at),
        ...(kind === 1 ? [raw.subarray(at, at + length), raw.subarray(at)] : [raw.subarray(at + length)]),
      ]);
  }
  return raw;
};

describeOnMongo("hostile mail", (connect) => {
  const world = syncWorld(connect, () => ({ host: dovecot.host, port: dovecot.port, password: PASSWORD }));

  it.each(Object.entries(hostile))("passes in at most 5 s and 256 MiB: %s", { timeout: 30_000 }, async (name, raw) => {
    const mailbox = await world.mailbox();
    const large =
      typeof raw === "string" && raw.includes("\r\n\r\n") ? [{ raw: padded(raw.replaceAll(`<${name}@`, `<${name}-large@`)) }] : [];
    const mails = [{ raw }, ...large, { raw: `${head("after")}\r\nstill here` }];
    dovecot.deliver(mailbox.email, mails);
    const before = process.memoryUsage().rss;
    const started = performance.now();

    const report = await world.pull(mailbox);

    expect((performance.now() - started) / mails.length).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
    expect(report).toMatchObject({ stored: mails.length, remaining: 0, error: "" });
  });

  it(`passes ${mutations} damaged mails`, { timeout: 900_000 }, async () => {
    const mailbox = await world.mailbox();
    dovecot.deliver(
      mailbox.email,
      Array.from({ length: mutations }, (_, n) => ({ raw: mutated(n) })),
    );

    expect(await world.pull(mailbox, { ms: 800_000, leaseMs: 900_000 })).toMatchObject({ stored: mutations, remaining: 0, error: "" });
  });
});
