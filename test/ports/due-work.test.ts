// What is due in a test world, and what the sweeper of live mail finds, are the same: of random sends, and of a record of each kind.
import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import type { DueRecords } from "#shared/platform/mongo/due-records.ts";
import { worldDatabase } from "#shared/platform/mongo/world-database.ts";
import { inWorld } from "#shared/platform/world.ts";
import { mongoAgenda } from "#shared/sandbox/store/agenda.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { dueWork } from "#shared/service/due-work.ts";
import { ring } from "#test/support/account-world.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { randomBy } from "#test/support/random.ts";

const MINUTE_MS = 60_000;
const STATES = ["queued", "scheduled", "processing", "sent", "failed", "cancelled"];
const PAUSES = ["rate", "daily_limit", "pace", "reconnect", "mailbox"];
const WHEN = [-200, -20, -2, 2, 20, 200];
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1);

describeOnMongo(
  "due work",
  (connect) => {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const within = <R>(userId: string, now: Date, work: (there: typeof connect) => Promise<R>): Promise<R> => {
      const world = { userId, now: () => now };
      return inWorld(world, () => work(async () => worldDatabase(await connect(), world)));
    };
    const look = (userId: string, now: Date) => within(userId, now, (there) => mongoAgenda(there).look());
    const sweepOn = (on: typeof connect, now: Date) =>
      sweep({
        deliveries: mongoDeliveries(on),
        sends: mongoSends(on),
        eventOutbox: { publish: async () => [] },
        wakeUps: { wake: async () => undefined },
        clock: { now: () => now },
        log: quiet,
      });
    const aWorld = async (boxes: number) => {
      const userId = new ObjectId().toHexString();
      const mailboxes = Array.from({ length: boxes }, () => aMailbox({ userId, type: "sandbox" }));
      for (const box of mailboxes) await within(userId, new Date(), (there) => mongoSealedMailboxes(there, ring).insert(box, {}));
      const own = { userId: oid(userId) };
      const told = { $set: { inboxSyncEnabled: true }, $unset: { news: "", newsAt: "" } } as const;
      await within(userId, new Date(), async (there) => (await there()).collection("mailboxes").updateMany(own, told));
      return { userId, mailboxIds: mailboxes.map(({ id }) => oid(id)) };
    };
    const put = async (name: string, document: object) => {
      const database = await connect();
      for (const there of [name, `test.${name}`]) await database.collection(there).insertOne({ ...document });
    };

    it.each(SEEDS)("is the same of random sends in live mail and in a world, and comes next when a world says: seed %s", async (seed) => {
      const random = randomBy(seed);
      const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
      const now = new Date();
      const at = () => new Date(now.getTime() + pick(WHEN) * MINUTE_MS);
      const maybe = (part: number, facts: () => object): object => (random() < part ? facts() : {});
      const { userId, mailboxIds } = await aWorld(8);
      for (const mailboxId of mailboxIds) {
        const hold = maybe(0.6, () => ({ heldUntil: at(), heldFor: pick(PAUSES) }));
        await put("deliveryLimits", { _id: mailboxId, ...hold });
        for (let n = Math.floor(random() * 3); n >= 0; n -= 1) {
          const status = pick(STATES);
          const isWaiting = status === "queued" || status === "scheduled";
          await put("sends", {
            _id: new ObjectId(),
            userId: oid(userId),
            mailboxId,
            messageId: `<${random()}@a.test>`,
            attempts: 1,
            createdAt: new Date(now.getTime() - 300 * MINUTE_MS),
            status,
            ...maybe(0.8, () => ({ dueAt: at() })),
            ...(status === "processing" && { stage: pick(["claimed", "intent"]) }),
            ...(!isWaiting && maybe(0.5, () => ({ leaseToken: "t" }))),
            ...(isWaiting && maybe(0.4, () => ({ sendBefore: at() }))),
            ...(status === "scheduled" && maybe(0.3, () => ({ holdUntil: at(), ...maybe(0.4, () => ({ draft: true })) }))),
            ...(status === "scheduled" && maybe(0.2, () => ({ pausedAt: now }))),
          });
        }
      }
      const statesIn = async (name: string) => {
        const rows = (await connect()).collection(name).find({ userId: oid(userId) }, { projection: { status: 1, stage: 1 } });
        return (await rows.toArray()).map((row) => `${row._id.toHexString()} ${row["status"]} ${row["stage"]}`).toSorted();
      };

      await sweepOn(connect, now);
      const { found } = await mongoDeliveries(connect).forgotten(0);
      let seen = await look(userId, now);
      for (let steps = 0; seen.due.some(({ work }) => work === "step"); steps += 1) {
        expect(steps).toBeLessThan(2);
        await within(userId, now, (there) => sweepOn(there, now));
        seen = await look(userId, now);
      }

      expect(await statesIn("test.sends")).toEqual(await statesIn("sends"));
      const live = found.filter((send) => send.userId === userId).map(({ mailboxId }) => mailboxId);
      expect(seen.due.map(({ id }) => id).toSorted()).toEqual(live.toSorted());

      const dueAt = async (time: number) => (await look(userId, new Date(time))).due.map(({ work, id }) => `${work} ${id}`).toSorted();
      let from = now.getTime();
      for (let { next } = seen; next; { next } = await look(userId, next)) {
        expect(await dueAt(next.getTime() - 1)).toEqual(await dueAt(from));
        expect(next.getTime()).toBeGreaterThan(from);
        from = next.getTime();
      }
      expect(await dueAt(now.getTime() + 3 * 24 * 60 * MINUTE_MS)).toEqual(await dueAt(from));
    });

    const kinds = Object.entries<readonly DueRecords[]>(dueWork).flatMap(([step, some]) => some.map((kind) => ({ step, kind })));

    it.each(kinds.map(({ step, kind }) => [`${step}: ${kind.collection}`, kind.at ?? "at once", kind.inWorld, step, kind] as const))(
      "is found in a world: %s by %s, %s",
      async (_name, _at, _inWorld, step, kind) => {
        const now = new Date("2027-03-01T09:00:00Z");
        const { userId, mailboxIds } = await aWorld(1);
        const own = {
          _id: kind.collection === "feeds" || kind.collection === "wallets" ? oid(userId) : new ObjectId(),
          userId: oid(userId),
        };
        await within(userId, now, async (there) => {
          const database = await there();
          if (step === "webhooks" && kind.at) await database.collection("webhooks").insertOne({ ...own, status: "active" });
          const links = { mailboxId: mailboxIds[0], webhookId: own._id, token: "t", eventId: new ObjectId(), messageId: "<m@a.test>" };
          await database.collection(kind.collection).insertOne(sampleOf({ ...own, ...links }, kind, now));
        });
        const isOnWay = kind.inWorld === "line" || kind.inWorld === "moment";
        const isDue = async (at: Date) => (await look(userId, at)).due.length > 0;

        expect(await isDue(now)).toBe(isOnWay);
        expect(await isDue(new Date(now.getTime() - 1))).toBe(isOnWay && kind.at === undefined);
        const left = await within(userId, now, (there) => mongoAgenda(there).left());
        expect(left).toEqual(kind.inWorld === "end" && kind.leftMs > 0 ? new Date(now.getTime() + kind.leftMs) : undefined);
      },
    );
  },
  true,
);

/** A record that waits as one of a kind and is due then. */
const sampleOf = (own: object, { where = {}, at }: DueRecords, due: Date) => {
  const sample: Record<string, unknown> = { ...own };
  const set = (path: string, value: unknown) => {
    const [name = "", inner] = path.split(".");
    sample[name] = inner === undefined ? value : { [inner]: value };
  };
  for (const [path, condition] of Object.entries<unknown>(where as Record<string, unknown>)) {
    if (typeof condition !== "object") set(path, condition);
    else if (condition && "$in" in condition) set(path, (condition.$in as readonly unknown[])[0]);
    else if (condition && "$gte" in condition) set(path, condition.$gte);
    else if (condition && "$exists" in condition && condition.$exists === true) set(path, due);
  }
  if (at !== undefined) set(at, due);
  return sample;
};
