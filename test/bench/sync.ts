/**
 * Sync from Dovecot against bare floors of the same mail: messages a second, round trips of an idle poll, the first 500 at 60 ms.
 * `node test/bench/sync.ts`, as root with Debian's Dovecot; MONGOD_BINARY for a real mongod. SYNC_BENCH_MESSAGES, default 10,000.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import { simpleParser } from "mailparser";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";
import { parseMessage } from "#shared/adapters/imap/parse-message.ts";
import { connectMongo } from "#shared/adapters/mongo/database.ts";
import { createIndexes } from "#shared/adapters/mongo/indexes.ts";
import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { startDovecotAlone } from "../interop/dovecot-alone.ts";
import { PASSWORD } from "../interop/peers/dovecot.ts";

const messages = Number(process.env["SYNC_BENCH_MESSAGES"] ?? 10_000);
const ROUNDS = 3;
const PAGE = 500;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const text = "Dear all, the numbers of this week are in: 1,204 opened, 37 answered, and the façade needs new paint.\r\n";
const head = (n: number) =>
  `From: Person ${n % 97} <p${n % 97}@peer.test>\r\nTo: me@example.com\r\nSubject: Weekly numbers ${n}\r\nMessage-ID: <${n}.bench@peer.test>\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n`;
/** 7.5 KB, text and html. */
const small = (n: number) =>
  `${head(n)}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text.repeat(32)}--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>${text.repeat(36)}</p>\r\n--b--\r\n`;
const file = Buffer.alloc(1_000_000, 7).toString("base64").replace(/.{76}/g, "$&\r\n");
const attached = (n: number) =>
  `${head(n)}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n${file}\r\n--b--\r\n`;

const dovecot = await startDovecotAlone();
const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
const mongo = await startMongo({
  mongodBinary: process.env["MONGOD_BINARY"] ?? "",
  dataDir: process.env["MONGOD_BINARY"] ? dataDir : undefined,
});
const uri = new URL(mongo.uri);
uri.pathname = "/bench";
const connect = connectMongo(async () => uri.toString());
await createIndexes(await connect());
const proxy = await startCuttingProxy({ host: "127.0.0.1", port: dovecot.port });
const direct = () => ({ host: "localhost", port: dovecot.port, password: PASSWORD });
const world = syncWorld(connect, direct);
const far = syncWorld(connect, () => ({ ...direct(), port: proxy.port }));

const bareClient = async (user: string) => {
  const client = new ImapFlow({ host: "localhost", port: dovecot.port, secure: true, auth: { user, pass: PASSWORD }, logger: false });
  await client.connect();
  await client.mailboxOpen("INBOX", { readOnly: true });
  return client;
};

/** The floor: fetch whole sources by ranges, parse, insertMany. */
const bare = async (user: string, parse: (source: Buffer) => unknown): Promise<number> => {
  const rows = (await connect()).raw.collection("bare");
  await rows.deleteMany({});
  const started = performance.now();
  const client = await bareClient(user);
  const uids = await client.search({ all: true }, { uid: true });
  if (!Array.isArray(uids)) throw new Error("no uids");
  for (let at = 0; at < uids.length; at += PAGE) {
    const page = await client.fetchAll(uids.slice(at, at + PAGE), { source: true }, { uid: true });
    const parsed = await Promise.all(page.map(async ({ uid, source }) => ({ uid, mail: await parse(source ?? Buffer.alloc(0)) })));
    await rows.insertMany(parsed.map(({ uid, mail }) => ({ uid, mail: mail as object })));
  }
  await client.logout();
  return uids.length / ((performance.now() - started) / 1000);
};

const product = async (email: string, count: number): Promise<number> => {
  // Another account each time, so that the same mail is new.
  const mailbox = await world.mailbox({ email });
  const started = performance.now();
  const report = await world.pull(mailbox, { ms: 600_000, leaseMs: 700_000 });
  if (report.stored !== count) throw new Error(`stored ${report.stored}: ${report.error}`);
  return count / ((performance.now() - started) / 1000);
};

const compare = async (name: string, user: string, count: number, parse: (source: Buffer) => unknown): Promise<void> => {
  const [floors, products]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await bare(user, parse));
    products.push(await product(user, count));
  }
  const ratio = median(products.map((value, i) => value / (floors[i] ?? 1)));
  console.log(`${name}: ${Math.round(median(products))}/s, floor ${Math.round(median(floors))}/s, ratio ${ratio.toFixed(2)}`);
};

try {
  console.log(`database: ${mongo.kind}`);
  dovecot.deliver(
    "small@example.com",
    Array.from({ length: messages }, (_, n) => ({ raw: small(n) })),
  );
  await compare(`${messages} small messages, floor by our parser`, "small@example.com", messages, parseMessage);
  await compare(`${messages} small messages, floor by mailparser`, "small@example.com", messages, (source) =>
    simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true }),
  );
  dovecot.deliver(
    "large@example.com",
    Array.from({ length: 100 }, (_, n) => ({ raw: attached(n) })),
  );
  await compare("100 with 1 MB attached, floor whole sources by mailparser", "large@example.com", 100, (source) => simpleParser(source));

  const idle = await far.mailbox({ email: "idle@example.com" });
  dovecot.deliver(idle.email, [{ raw: small(1) }]);
  dovecot.deliver(idle.email, [{ raw: small(2) }], "Junk");
  await far.pull(idle);
  proxy.network.delayMs = 100;
  const trips: number[] = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    await far.pull(idle);
    trips.push((performance.now() - started) / 200);
  }
  console.log(`idle poll: ${median(trips).toFixed(1)} round trips (at 200 ms each, our own time included)`);

  proxy.network.delayMs = 30;
  const first = await far.mailbox({ email: "first@example.com" });
  dovecot.deliver(
    first.email,
    Array.from({ length: 500 }, (_, n) => ({ raw: small(n) })),
  );
  const started = performance.now();
  await far.pull(first);
  console.log(`first 500 messages at 60 ms: ${((performance.now() - started) / 1000).toFixed(2)} s`);
} finally {
  await (await connect()).close();
  await Promise.all([proxy.stop(), dovecot.stop(), mongo.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
}
