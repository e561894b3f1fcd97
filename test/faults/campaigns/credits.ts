import { ObjectId } from "mongodb";
import { connectMongo } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { sendBodiesOf, sendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { ledgerOf, mongoWallets, walletsOf } from "#shared/accounts/store/users.ts";
import type { AcceptedSends } from "#shared/sending/ports/acceptance.ts";
import { ids } from "#shared/platform/system.ts";
import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { draftsOf } from "#test/support/sending-stores.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { emptyReport, remark, type Report, sumOf } from "../report.ts";

/** Charging and storing in two steps: what the transaction is there against. */
const twoSteps = (context: FaultContext, connect = context.connect): AcceptedSends => ({
  accept: async (userId, drafts) => {
    const database = await connect();
    const wallet = await walletsOf(database).findOne({ _id: oid(userId) });
    const count = Math.min(wallet?.balance ?? 0, drafts.length);
    if (count === 0) return { count };
    await walletsOf(database).updateOne({ _id: oid(userId) }, { $inc: { balance: -count } });
    await sendsOf(database).insertMany(drafts.slice(0, count).map(({ send }) => sendDocument(send)));
    return { count };
  },
});

/** The invariant of G11, by what is stored: top-ups − balance = charges = sends = bodies, and the balance is never negative. */
const audit = async (context: FaultContext, userId: string, topUp: number, told: number): Promise<Report> => {
  const database = await context.connect();
  const of = { userId: oid(userId) };
  const [wallet, charges, sends, bodies] = await Promise.all([
    walletsOf(database).findOne({ _id: oid(userId) }),
    ledgerOf(database)
      .find({ ...of, type: "charge" })
      .toArray(),
    sendsOf(database).countDocuments(of),
    sendBodiesOf(database).countDocuments(of),
  ]);
  const spent = topUp - (wallet?.balance ?? 0);
  const consistent = spent === charges.length && spent === sends && spent === bodies && (wallet?.balance ?? 0) >= 0;
  return remark(
    {
      ...emptyReport,
      acknowledged: told,
      lost: Math.max(0, told - sends),
      duplicated: charges.length - new Set(charges.map(({ sendId }) => String(sendId))).size,
    },
    ...(consistent ? [] : [`spent ${spent}, charged ${charges.length}, sends ${sends}, bodies ${bodies}`]),
  );
};

const concurrent = async (context: FaultContext, acceptedSendsOf: (context: FaultContext) => AcceptedSends): Promise<Report> => {
  const userId = new ObjectId().toHexString();
  await mongoWallets(context.connect).topUp(userId, 40, "test");
  const acceptedSends = acceptedSendsOf(context);
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, () => acceptedSends.accept(userId, draftsOf(userId, [{}])).catch(() => ({ count: 0 }))),
  );
  return audit(
    context,
    userId,
    40,
    outcomes.reduce((sum, { count }) => sum + count, 0),
  );
};

/** Long enough for the first statements, short enough that the driver's retry finds the network well, ms. */
const ONE_CUT_MS = 40;

/** Cuts the connection to the database after so many of its bytes: between any two statements, and between the commit and its reply. */
const cut = async (context: FaultContext, cutAfterBytes: number): Promise<Report> => {
  const userId = ids.objectId();
  await mongoWallets(context.connect).topUp(userId, 617, "test");
  const { hostname, port, pathname } = new URL(context.uri);
  const proxy = await startCuttingProxy({ host: hostname, port: Number(port) });
  const connect = connectMongo(async () => `mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true&retryWrites=true`);
  const acceptedSends = mongoAcceptedSends(connect);
  await acceptedSends.accept(userId, []);
  proxy.network.cutAfterBytes = cutAfterBytes;
  // Once: the driver's next connection works again.
  setTimeout(() => (proxy.network.cutAfterBytes = Infinity), ONE_CUT_MS);
  const told = await acceptedSends
    .accept(
      userId,
      draftsOf(
        userId,
        Array.from({ length: 20 }, () => ({})),
      ),
    )
    .catch(() => ({ count: 0 }));
  proxy.network.cutAfterBytes = Infinity;
  await (await connect()).close();
  await proxy.stop();
  return audit(context, userId, 617, told.count);
};

/** T11: concurrent charges on a small balance, and connections cut at every place of the accepting transaction: the invariant holds exactly. */
export const t11: FaultTest = {
  id: "T11",
  title: "credits under races and cut connections",
  mutants: ["charge outside the transaction"],
  run: async (context, mutant) => {
    if (mutant) return concurrent(context, twoSteps);
    const reports: Report[] = [];
    for (let round = 0; round < 2 * context.scale; round += 1) {
      reports.push(await concurrent(context, ({ connect }) => mongoAcceptedSends(connect)));
      for (let step = 0; step < 8; step += 1) reports.push(await cut(context, 400 + Math.floor(context.random() * 3_000)));
    }
    return sumOf(reports);
  },
};
