import { setTimeout as sleep } from "node:timers/promises";
import { type Connect, connectMongo } from "#shared/platform/mongo/database.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { bodyDocument, sendBodiesOf, sendDocument, sendsOf, toSend } from "#shared/sending/store/send-documents.ts";
import { type LedgerDocument, ledgerOf, mongoWallets, walletsOf } from "#shared/accounts/store/users.ts";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { AcceptedSends } from "#shared/sending/ports/acceptance.ts";
import { clock, ids } from "#shared/platform/system.ts";
import type { RealMongo } from "#test/support/real-mongod.ts";
import { deliverPorts, sendingRig } from "#test/support/sending-rig.ts";
import { apiClient, keyring, type Seen } from "./api-client.ts";
import { type FaultContext, openContext } from "./context.ts";
import type { Mutant } from "./mutants.ts";
import { recoverAll } from "./recover.ts";
import { compare, remark, type Report } from "./report.ts";

const CLIENTS = 4;
const TOP_UP = 1_000_000;
/** Which connections a fail point strikes: the service's, not the test's own. */
export const APP_NAME = "service";
/** No request may take longer (T18), ms. */
const ANSWER_MS = 20_000;
const TIME_LIMIT_MS = 90_000;
/** How often a client with an Idempotency-Key repeats what failed. */
const REPEATS = 4;

/** What was begun before the fault ended may still be in the way. */
const untilIn = async <R>(work: () => Promise<R>): Promise<R> => {
  for (const until = Date.now() + TIME_LIMIT_MS; ; await sleep(500)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};

/** Clients and workers on a database of their own, as Lambda runs them: each environment has its own few connections and does one thing at a time. */
export interface DatabaseLoad {
  readonly seen: readonly Seen[];
  /** The API in an environment of its own. */
  readonly request: (label: string, keyed: boolean) => Promise<Seen>;
  /** Accepts and delivers without pause until `until` has ended. */
  readonly during: (until: () => Promise<void>) => Promise<void>;
  /** Lets everything come to rest and compares what clients were told, the database and the mail server. */
  readonly audit: () => Promise<Report>;
  /** A connection of the service's. */
  readonly connect: () => Connect;
  readonly context: FaultContext;
  readonly close: () => Promise<void>;
}

/** Accepting without a transaction. */
const stepByStep = (connect: Connect): AcceptedSends => ({
  accept: async (userId, drafts) => {
    const database = await connect();
    for (const draft of drafts) {
      const sendId = oid(draft.send.id);
      await walletsOf(database).updateOne({ _id: oid(userId) }, { $inc: { balance: -1 } });
      await sendsOf(database).insertOne(sendDocument(draft.send));
      await sendBodiesOf(database).insertOne(bodyDocument(draft));
      const charge = {
        _id: sendId,
        userId: oid(userId),
        type: "charge",
        amount: 1,
        balanceAfter: 0,
        sendId,
        createdAt: new Date(),
      } as const;
      await ledgerOf(database).insertOne(charge as LedgerDocument);
    }
    return { count: drafts.length };
  },
});

/** Opens the load on a replica set. */
export const openLoad = async (mongo: RealMongo, seed: number, scale: number, mutant?: Mutant): Promise<DatabaseLoad> => {
  const context = await openContext(mongo.uri, seed, scale);
  const uri = mongo.uriOf(new URL(context.uri).pathname.slice(1));
  const opened: Connect[] = [];
  const connect = () => {
    const made = connectMongo(
      async () => uri,
      () => ({ appName: APP_NAME }),
    );
    opened.push(made);
    return made;
  };
  const smtp = await context.smtp();
  const worker = connect();
  const mailboxes = mongoSealedMailboxes(worker, keyring);
  const rig = await sendingRig({ connect: worker, smtp, ports: { mailboxes } });
  const { mailbox } = rig;
  const { userId } = mailbox;
  const apiKey = `sk_live_${ids.random(32)}`;
  await mongoSealedMailboxes(context.connect, keyring).insert(mailbox, { smtpPassword: "secret" });
  await mongoApiKeys(context.connect).insert(
    { id: ids.objectId(), userId, hash: hashApiKey(apiKey), last4: "0000", createdAt: clock.now() },
    10,
  );
  await mongoWallets(context.connect).topUp(userId, TOP_UP - 1000, "load");

  const seen: Seen[] = [];
  const environment = () => {
    const own = connect();
    const ask = apiClient(own, mutant === "charge outside the transaction" ? stepByStep(own) : mongoAcceptedSends(own), apiKey, mailbox.id);
    return async (label: string, keyed: boolean) => {
      const answer = await ask(label, keyed);
      seen.push(answer);
      return answer;
    };
  };
  const environments = Array.from({ length: CLIENTS }, environment);
  const second = { ...rig.ports, ...deliverPorts(connect(), mailboxes) };

  const during = async (until: () => Promise<void>) => {
    const running = { on: true };
    const client = async (ask: (typeof environments)[number], index: number) => {
      while (running.on) {
        const label = `${index % 2 ? "keyed" : "bare"} ${ids.objectId()}`;
        for (let time = 0; time < (index % 2 ? REPEATS : 1); time += 1) {
          const { status } = await ask(label, index % 2 === 1);
          if (status === 200 || !running.on) break;
          await sleep(100);
        }
        await sleep(10);
      }
    };
    const work = async (deliver: () => Promise<unknown>) => {
      while (running.on) {
        await deliver().catch(() => undefined);
        await sleep(50);
      }
    };
    const all = [...environments.map(client), work(() => rig.deliver()), work(() => second.deliveries.recover())];
    try {
      await until();
    } finally {
      running.on = false;
      await Promise.all(all);
    }
  };

  let judged = 0;
  const audit = async (): Promise<Report> => {
    const database = await context.connect();
    const of = { userId: oid(userId) };
    const accepted = (await sendsOf(database).find(of).toArray()).map(toSend);
    const ended = await untilIn(() => recoverAll(context, rig, accepted));
    const [wallet, charges, bodies] = await Promise.all([
      walletsOf(database).findOne({ _id: oid(userId) }),
      ledgerOf(database)
        .find({ ...of, type: "charge" })
        .toArray(),
      sendBodiesOf(database).countDocuments(of),
    ]);
    const stored = new Set(accepted.map(({ id }) => id));
    const perLabel = Map.groupBy(accepted, ({ subject }) => subject);
    const told = seen.filter(({ status }) => status === 200);
    const charged = new Set(charges.map(({ sendId }) => sendId?.toHexString()));
    const spent = TOP_UP - (wallet?.balance ?? 0);
    const exact =
      [charges.length, accepted.length, bodies, charged.size].every((count) => count === spent) &&
      accepted.every(({ id }) => charged.has(id));
    const delivered = compare(ended, smtp.accepted);
    const fresh = seen.slice(judged);
    judged = seen.length;
    const strange = fresh.filter(({ status }) => ![200, 409, 503].includes(status));
    const slow = fresh.filter(({ ms }) => ms >= ANSWER_MS);
    const orphans = told.filter(({ id, label }) => perLabel.get(label)?.[0]?.id !== id);
    return remark(
      {
        ...delivered,
        acknowledged: told.length,
        lost: delivered.lost + told.filter(({ id }) => !stored.has(id ?? "")).length,
        duplicated: delivered.duplicated + accepted.length - perLabel.size,
      },
      ...(exact ? [] : [`spent ${spent}, charged ${charges.length}, sends ${accepted.length}, bodies ${bodies}`]),
      ...(delivered.unknown === 0 ? [] : [`${delivered.unknown} results were given up although the database came back in time`]),
      ...strange.map(({ status, error }) => `the API answered ${status}: ${error}`),
      ...slow.map(({ status, ms }) => `the API took ${ms} ms to answer ${status}`),
      ...orphans.map(({ label }) => `${label}: the answer names another send`),
    );
  };
  return {
    seen,
    request: environment(),
    during,
    audit,
    connect,
    context,
    close: async () => {
      for (const made of opened) await (await made()).close();
      await context.close();
    },
  };
};
