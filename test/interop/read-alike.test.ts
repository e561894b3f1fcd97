/** Mail of public bug reports, small and large, as Dovecot splits it and as we do. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { faultsOf, givenMails, readingOf } from "#test/support/given-mails.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

let dovecot: DovecotAlone;
beforeAll(async () => {
  dovecot = await startDovecotAlone();
});
afterAll(() => dovecot?.stop());

const reader = imapMailReader(imapConnections({ openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls }));
/** A field of 140 KB: more than a mail may have that is fetched whole. */
const padding = `X-Padding: ${`${"x".repeat(900)}\r\n `.repeat(160)}x\r\n`;
const withCrlf = (raw: string) => raw.replace(/\r?\n/g, "\r\n");

it.each([
  ["small", "small@example.com", ""],
  ["large", "large@example.com", padding],
])("a %s mail is read right from Dovecot", async (_, username, before) => {
  dovecot.deliver(
    username,
    givenMails.map(({ raw }) => ({ raw: Buffer.from(before + withCrlf(raw), "latin1") })),
  );
  const account = { host: "localhost", port: dovecot.port, username, credential: { password: PASSWORD } };
  const session = await reader.open(account, AbortSignal.timeout(60_000));
  await session.open("INBOX");
  const facts = await session.facts(givenMails.map((__, i) => i + 1));
  const mails = new Map((await session.fetch(facts)).map(({ facts: { uid }, parsed }) => [uid, parsed]));
  session.close();

  const faults = givenMails.flatMap(({ id, raw, parent, expect: expected }, i) => {
    const [ours, theirs] = [readingOf(parseMessage(Buffer.from(withCrlf(raw), "latin1")), parent), readingOf(mails.get(i + 1)!, parent)];
    const differing = Object.keys(ours).filter((field) => JSON.stringify(ours[field]) !== JSON.stringify(theirs[field]));
    const wrong = [
      ...faultsOf(expected, theirs),
      ...differing.map((field) => `${field}: ${JSON.stringify(ours[field])} / ${JSON.stringify(theirs[field])}`),
    ];
    return wrong.length > 0 ? [`${id}: ${wrong.join("; ")}`] : [];
  });
  expect(faults).toEqual([]);
});
