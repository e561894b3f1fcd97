/**
 * Sync from Dovecot against bare floors of the same mail: messages a second, round trips of an idle poll, the first 500 at 60 ms. As
 * root with Debian's Dovecot; SYNC_BENCH_MESSAGES small messages (10,000), SYNC_BENCH_LARGE with 1 MB attached (500).
 */
import { existsSync } from "node:fs";
import { ImapFlow } from "imapflow";
import { simpleParser } from "mailparser";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { startDovecotAlone } from "../interop/dovecot-alone.ts";
import { PASSWORD } from "../interop/peers/dovecot.ts";
import { startDatabase } from "./database.ts";
import { mbsyncRate } from "./mbsync.ts";
import { type Bench, median, type Row } from "./row.ts";

const count = Number(process.env["SYNC_BENCH_MESSAGES"] ?? 10_000);
const largeCount = Number(process.env["SYNC_BENCH_LARGE"] ?? 500);
const ROUNDS = 3;
const PAGE = 500;

const text = "Dear all, the numbers of this week are in: 1,204 opened, 37 answered, and the façade needs new paint.\r\n";
const head = (n: number) =>
  `From: Person ${n % 97} <p${n % 97}@peer.test>\r\nTo: me@example.com\r\nSubject: Weekly numbers ${n}\r\nMessage-ID: <${n}.bench@peer.test>\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n`;
/** 7.5 KB, text and html. */
const small = (n: number) =>
  `${head(n)}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text.repeat(32)}--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>${text.repeat(36)}</p>\r\n--b--\r\n`;
const file = Buffer.alloc(1_000_000, 7).toString("base64").replace(/.{76}/g, "$&\r\n");
const attached = (n: number) =>
  `${head(n)}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n${file}\r\n--b--\r\n`;

type Parse = (source: Buffer) => unknown;
const byMailparser: Parse = (source) => simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });

const rowsOn = async (): Promise<readonly Row[]> => {
  const dovecot = await startDovecotAlone();
  const database = await startDatabase();
  const proxy = await startCuttingProxy({ host: "127.0.0.1", port: dovecot.port });
  const near = () => ({ host: "localhost", port: dovecot.port, password: PASSWORD });
  const world = syncWorld(database.connect, near);
  const far = syncWorld(database.connect, () => ({ ...near(), port: proxy.port }));

  /** The floor: fetch whole sources by ranges, parse, insertMany. */
  const bare = async (user: string, parse: Parse): Promise<number> => {
    const rows = (await database.connect()).raw.collection("bare");
    await rows.deleteMany({});
    const started = performance.now();
    const client = new ImapFlow({ host: "localhost", port: dovecot.port, secure: true, auth: { user, pass: PASSWORD }, logger: false });
    await client.connect();
    await client.mailboxOpen("INBOX", { readOnly: true });
    const uids = await client.search({ all: true }, { uid: true });
    if (!Array.isArray(uids)) throw new Error("no uids");
    for (let at = 0; at < uids.length; at += PAGE) {
      const page = await client.fetchAll(uids.slice(at, at + PAGE), { source: true }, { uid: true });
      const parsed = await Promise.all(page.map(async ({ uid, source }) => ({ uid, mail: await parse(source ?? Buffer.alloc(0)) })));
      await rows.insertMany(parsed);
    }
    await client.logout();
    return uids.length / ((performance.now() - started) / 1000);
  };
  const ours = async (email: string): Promise<number> => {
    // Another account each time, so that the same mail is new.
    const mailbox = await world.mailbox({ email });
    const started = performance.now();
    const report = await world.pull(mailbox, { ms: 600_000, leaseMs: 700_000 });
    if (report.stored === 0 || report.remaining > 0) throw new Error(`the pull stopped: ${report.error}`);
    return report.stored / ((performance.now() - started) / 1000);
  };
  const compare = async (name: string, user: string, parse: Parse, target?: number): Promise<Row> => {
    const [floors, products]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      floors.push(await bare(user, parse));
      products.push(await ours(user));
    }
    return {
      name,
      unit: "messages/s",
      ours: median(products),
      floor: median(floors),
      ...(target !== undefined && { target }),
      note: `${database.kind} MongoDB`,
    };
  };
  /** Debian's mbsync, which only copies files, from the same server in the same rounds. */
  const besideMbsync = async (user: string): Promise<Row> => {
    const [floors, products]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const rate = mbsyncRate({ port: dovecot.port, caFile: dovecot.caFile, user, password: PASSWORD });
      if (rate !== undefined) floors.push(rate);
      products.push(await ours(user));
    }
    const row = { name: `sync: ${count} small, floor mbsync`, unit: "messages/s", ours: median(products) };
    return floors.length > 0 ? { ...row, floor: median(floors), target: 2 } : { ...row, note: "no mbsync at /usr/bin: no floor" };
  };
  const idlePoll = async (): Promise<Row> => {
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
    return {
      name: "sync: idle poll",
      unit: "round trips",
      ours: median(trips),
      target: 4.5,
      atMost: true,
      note: "at 200 ms each, all our own time included",
    };
  };
  const first500 = async (): Promise<Row> => {
    const mailbox = await far.mailbox({ email: "first@example.com" });
    dovecot.deliver(
      mailbox.email,
      Array.from({ length: 500 }, (_, n) => ({ raw: small(n) })),
    );
    proxy.network.delayMs = 30;
    const started = performance.now();
    await far.pull(mailbox);
    return { name: "sync: first 500 messages at 60 ms", unit: "s", ours: (performance.now() - started) / 1000, target: 1.4, atMost: true };
  };

  try {
    dovecot.deliver(
      "small@example.com",
      Array.from({ length: count }, (_, n) => ({ raw: small(n) })),
    );
    dovecot.deliver(
      "large@example.com",
      Array.from({ length: largeCount }, (_, n) => ({ raw: attached(n) })),
    );
    return [
      await compare(`sync: ${count} small, floor by mailparser`, "small@example.com", byMailparser, 0.7),
      await compare(`sync: ${count} small, floor by our parser`, "small@example.com", parseMessage),
      await besideMbsync("small@example.com"),
      await compare(`sync: ${largeCount} with 1 MB attached, floor whole sources`, "large@example.com", byMailparser, 20),
      await idlePoll(),
      await first500(),
    ];
  } finally {
    await Promise.all([proxy.stop(), dovecot.stop(), database.stop()]);
  }
};

/** Nothing where there is no Dovecot to pull from. */
export const bench: Bench = async () => (process.getuid?.() === 0 && existsSync("/usr/sbin/dovecot") ? rowsOn() : []);
