import { randomBytes } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Collection } from "mongodb";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startImap } from "#infra/local/sandbox/imap/start-imap.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { type Connect, connectMongo, databaseNow } from "#shared/platform/mongo/database.ts";
import { createIndexes } from "#shared/service/indexes.ts";
import type { Send } from "#shared/sending/send.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { deliveryRowsOf, pausedForMs } from "#shared/sending/store/delivery-rows.ts";
import { sendsOf, toSend } from "#shared/sending/store/send-documents.ts";
import type { ApiName } from "#shared/providers/provider.ts";
import { type ApiMailbox, startApiMailbox } from "#test/support/api-sending.ts";
import { randomBy } from "#test/support/random.ts";
import { type ScriptableSmtp, type ScriptableSmtpOptions, startScriptableSmtp } from "#test/support/scriptable-smtp.ts";
import { sendingRig, type RigOptions } from "#test/support/sending-rig.ts";
import type { ImapServer } from "#test/support/sync-world.ts";
import { rememberContent } from "./contents.ts";
import { startWorkers, type Workers } from "./workers.ts";

const authority = await createAuthority();
const certificate = await authority.issue(loopbackNames);

/** Everything a fault test works with: its own database, servers that end with it, workers in processes of their own, seeded chance. */
export interface FaultContext {
  readonly uri: string;
  readonly connect: Connect;
  readonly workers: Workers;
  /** Chance in [0, 1), the same for the same seed. */
  readonly random: () => number;
  /** How thorough: 1 for the short form. */
  readonly scale: number;
  readonly smtp: (options?: ScriptableSmtpOptions) => Promise<ScriptableSmtp>;
  /** An IMAP server that takes any user, and what puts mail into it. */
  readonly imap: () => Promise<{ readonly account: ImapServer; readonly deliver: (email: string, raw: string) => void }>;
  /** The stand-in of an interface with the mailbox of one address, what it sent, and how many drafts it has. */
  readonly api: (api: ApiName, email: string) => Promise<ApiMailbox>;
  readonly rig: (options: Omit<RigOptions, "connect">) => ReturnType<typeof sendingRig>;
  /** The sends as they are now. */
  readonly readAll: (sends: readonly Pick<Send, "id">[]) => Promise<readonly Send[]>;
  /** Lets so many ms pass for a mailbox: all that is dated in its sends and its delivery row is so much longer ago. */
  readonly pass: (mailboxId: string, ms: number) => Promise<void>;
  /** How long until something in a mailbox is due and not held, ms by the database's clock; undefined when nothing waits. */
  readonly untilDue: (mailboxId: string) => Promise<number | undefined>;
  /** How long the server keeps the transaction of a client that died, ms: until then its documents are locked. */
  readonly deadTransactionMs: number;
  readonly close: () => Promise<void>;
}

/** A server ends a dead client's transaction after 60 s, or sooner where it can be told to (a real mongod looks every half of that). */
const DEFAULT_LIFETIME_S = 60;
const SHORT_LIFETIME_S = 8;
const shortenTransactions = async (connect: Connect): Promise<number> => {
  const admin = (await connect()).raw.admin();
  const told = admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: SHORT_LIFETIME_S });
  return told.then(
    () => SHORT_LIFETIME_S * 1_500,
    () => DEFAULT_LIFETIME_S * 1_000,
  );
};

/** Opens a context on a server; the certificate authority of its mail servers is trusted by this process and its workers. */
export const openContext = async (server: string, seed: number, scale: number): Promise<FaultContext> => {
  setDefaultCACertificates([...getCACertificates("default"), authority.ca]);
  const url = new URL(server);
  url.pathname = `/faults_${randomBytes(6).toString("hex")}`;
  const uri = url.toString();
  // Many workers share this process, which on AWS have one each.
  const connect = connectMongo(
    async () => uri,
    () => ({ maxPoolSize: 20, waitQueueTimeoutMS: 30_000 }),
  );
  await createIndexes(await connect());
  const deadTransactionMs = (await shortenTransactions(connect)) + 2_000;
  const servers: { stop(): Promise<void> }[] = [];
  const workers = startWorkers({ uri, ca: authority.ca });
  const sends = async () => sendsOf(await connect());
  return {
    uri,
    connect,
    workers,
    deadTransactionMs,
    random: randomBy(seed),
    scale,
    smtp: async (options = {}) => {
      const started = await startScriptableSmtp({ tls: "implicit", certificate, ...options });
      servers.push(started);
      return started;
    },
    imap: async () => {
      const store = openMailStore();
      const started = await startImap({ store, certificate, accepts: () => true });
      servers.push(started);
      const account = { host: "localhost", port: started.port, password: "any" };
      return { account, deliver: (email, raw) => void store.deliver(email, Buffer.from(raw)) };
    },
    api: async (api, email) => {
      const started = await startApiMailbox(api, certificate, email);
      servers.push(started);
      return started;
    },
    rig: (options) => sendingRig({ connect, onAccept: rememberContent, ...options }),
    readAll: async (wanted) => (await (await sends()).find({ _id: { $in: wanted.map(({ id }) => oid(id)) } }).toArray()).map(toSend),
    pass: async (mailboxId, ms) => {
      const database = await connect();
      const move = async (rows: Collection<never>, of: object, ...fields: readonly string[]) => {
        for (const field of fields)
          await rows.updateMany({ ...of, [field]: { $exists: true } }, [{ $set: { [field]: { $subtract: [`$${field}`, ms] } } }]);
      };
      await move(deliveryRowsOf(database) as never, { _id: oid(mailboxId) }, "heldUntil", "at");
      await move((await sends()) as never, { mailboxId: oid(mailboxId) }, "dueAt", "countedAt", "sentAt", "sendBefore");
    },
    untilDue: async (mailboxId) => {
      const database = await connect();
      const [first] = await (
        await sends()
      )
        .find({ mailboxId: oid(mailboxId), dueAt: { $gte: new Date(0) } })
        .sort({ dueAt: 1 })
        .limit(1)
        .toArray();
      if (!first?.dueAt) return undefined;
      const dueInMs = first.dueAt.getTime() - (await databaseNow(database)).getTime();
      return Math.max(0, dueInMs, await pausedForMs(database, oid(mailboxId)));
    },
    close: async () => {
      await workers.stop();
      await Promise.all(servers.map((started) => started.stop()));
      const database = await connect();
      await database.raw.dropDatabase().catch(() => undefined);
      await database.close();
    },
  };
};
