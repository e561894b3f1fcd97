import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { ids } from "#shared/platform/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { webhooksWorld } from "#test/support/webhooks-world.ts";

const page = { limit: 50, offset: 0 };

describeOnMongo("webhooks", (connect) => {
  const { webhooks, webhookDeliveries, admit, make, happen, worker, age } = webhooksWorld(connect);

  /** Just after its worker's first transaction, which is that of a release. */
  const afterTransaction = (happens: () => Promise<unknown>): typeof connect => {
    let pending = true;
    return async () => {
      const database = await connect();
      const transaction: typeof database.transaction = async (work) => {
        const result = await database.transaction(work);
        if (pending) {
          pending = false;
          await happens();
        }
        return result;
      };
      return { ...database, transaction };
    };
  };
  const moments = {
    "before a worker lets go": (happens: () => Promise<unknown>) => interrupted(connect, "webhooks", "findOne", happens),
    "while a worker lets go": (happens: () => Promise<unknown>) => interrupted(connect, "webhooks", "updateOne", happens),
    "just after a worker let go": afterTransaction,
  };
  const writers = {
    replay: async (userId: string, id: string) => webhooks.replay((await webhooks.find(userId, id))!, { since: new Date(0) }, admit),
    publication: (userId: string) => happen(userId, 1),
  };
  const races = Object.entries(moments).flatMap(([when, moment]) =>
    Object.entries(writers).map(([who, write]) => ({ when, moment, who, write })),
  );
  it.each(races)("get what a $who queues $when, at the next wake-up", async ({ moment, write }) => {
    const userId = ids.objectId();
    await happen(userId, 3);
    const { webhook } = await make(userId);
    await writers.replay(userId, webhook.id);
    const late = worker(() => true);
    const race = async () => {
      await write(userId, webhook.id);
      await late.run(webhook.id);
    };
    const early = worker(() => true, moment(race));

    await early.run(webhook.id);
    for (let wakes = early.woken.length; wakes > 0; wakes -= 1) await late.run(webhook.id);

    expect(early.posted).toHaveLength(3);
    expect((await webhooks.deliveries(userId, webhook.id, page)).filter(({ status }) => status !== "delivered")).toEqual([]);
  });

  it("whose wake was lost are found by the sweeper", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 1);

    expect(await webhookDeliveries.forgotten(60_000)).not.toContainEqual({ id: webhook.id, userId });
    expect(await webhookDeliveries.forgotten(-60_000)).toContainEqual({ id: webhook.id, userId });
    await worker(() => true).run(webhook.id);
    expect(await webhookDeliveries.forgotten(-60_000)).not.toContainEqual({ id: webhook.id, userId });
  });

  it.each(["rests", "is off", "has a worker"])("are left alone by the sweeper while one %s, whatever is due", async (why) => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 1);
    if (why === "rests")
      await webhooksOf(await connect()).updateOne({ _id: oid(webhook.id) }, { $set: { restUntil: new Date(Date.now() + 60_000) } });
    if (why === "is off") await webhooks.update(userId, webhook.id, { status: "disabled" });
    if (why === "has a worker") await webhookDeliveries.lease(webhook.id, 60_000);

    expect(await webhookDeliveries.forgotten(-60_000)).not.toContainEqual({ id: webhook.id, userId });
  });

  it("wait with an event for as long as the answer to it asks, and never less than after any failure, though the others went through", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 3);
    const dueIn = async () => {
      const rows = (await (
        await connect()
      )
        .collection("webhookDeliveries")
        .find({ webhookId: oid(webhook.id) })
        .toArray()) as unknown as {
        readonly dueAt?: Date;
      }[];
      return rows.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime() - Date.now()] : []));
    };
    const picky = (waitMs: number) =>
      worker((body) => (JSON.parse(body) as { sequence: number }).sequence !== 2, connect, 3, { responseStatus: 503, waitMs });

    await picky(3_600_000).run(webhook.id);
    const [asked = 0, ...others] = await dueIn();
    await age(webhook.id);
    await picky(1).run(webhook.id);
    const [own = 0] = await dueIn();

    expect(others).toEqual([]);
    expect(Math.abs(asked - 3_600_000)).toBeLessThan(60_000);
    expect(Math.abs(own - 30_000)).toBeLessThan(20_000);
  });
});
