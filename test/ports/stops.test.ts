import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { addSuppressions, mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { cancelMany, cancelSend } from "#shared/sending/waiting-sends.ts";
import { deleteMailbox } from "#shared/sending/delete-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { ring } from "#test/support/account-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const CONNECTIONS = 3;
/** All are claimed at once. */
const CLAIMED = 40;

describeOnMongo("a stop", (connect) => {
  const real = mongoSealedMailboxes(connect, ring);
  const suppressions = mongoSuppressions(connect);
  const metadata = { campaign: "spring" };

  const setUp = async (count = CLAIMED, script: Script = { dot: { delayMs: 25 } }, ports: Partial<DeliverPorts> = {}) => {
    const smtp = await smtpServer(script);
    const rig = await sendingRig({ connect, smtp, ports: { mailboxes: real, ...ports } });
    await real.insert(rig.mailbox, { smtpPassword: "secret" });
    const sends = await rig.accept(...Array.from({ length: count }, (_, n) => ({ to: { name: "", email: `p${n}@ext.test` }, metadata })));
    return { smtp, rig, sends, userId: rig.mailbox.userId, mailboxId: rig.mailbox.id };
  };
  type World = Awaited<ReturnType<typeof setUp>>;
  const cancelPorts = ({ rig }: World) =>
    ({ ...rig.ports, sends: mongoSends(connect), schedules: { delete: async () => undefined } }) as never;

  /** Stops once the server took `after` mails; how many more it took from the stop's answer on, at each of `workers`' connections. */
  const leaveAfter = async (world: World, stop: () => Promise<unknown>, { after = 3, workers = 1 } = {}) => {
    const { smtp, rig } = world;
    const working = Promise.all(Array.from({ length: workers }, () => rig.deliver()));
    while (smtp.accepted.length < after) await sleep(1);
    await stop();
    const answered = smtp.accepted.length;
    await working;
    return smtp.accepted.length - answered;
  };
  const others = (sends: readonly Send[]) => sends.slice(10, -1).map(({ toEmail }) => toEmail);

  const stops: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
    "max_daily_sends 0": ({ userId, mailboxId }) => real.update(userId, mailboxId, { maxDailySends: 0 }),
    "max_daily_sends below what has left": ({ userId, mailboxId }) => real.update(userId, mailboxId, { maxDailySends: 2 }),
    "deleting the mailbox": ({ rig, userId, mailboxId }) =>
      deleteMailbox({ mailboxes: real, deliveries: mongoDeliveries(connect), wakeUps: rig.wakeUps }, userId, mailboxId),
    "suppressing every address": ({ userId, sends }) =>
      suppressions.add(
        userId,
        sends.map(({ toEmail }) => toEmail),
      ),
    "suppressing the domain, in the transaction of a page": async ({ userId }) => {
      const database = await connect();
      const wanted = [{ email: "ext.test", reason: "manual" as const }];
      await database.transaction((session) => addSuppressions({ database, session }, oid(userId), wanted));
    },
    "cancelling by ids": (world) => cancelMany(cancelPorts(world), world.userId, { ids: world.sends.map(({ id }) => id) }),
    "cancelling by metadata": (world) => cancelMany(cancelPorts(world), world.userId, { metadata }),
  };

  it.each(Object.keys(stops))("%s lets at most one mail a connection leave after its answer", async (name) => {
    const world = await setUp();
    expect(await leaveAfter(world, () => stops[name]!(world))).toBeLessThanOrEqual(CONNECTIONS);

    await world.rig.deliver();
    expect(world.smtp.accepted.length).toBeLessThanOrEqual(3 + 2 * CONNECTIONS);
    const states = new Set(await world.rig.statuses(world.sends));
    expect(states).toEqual(new Set(["sent", name.startsWith("max") ? "queued" : "cancelled"]));
  });

  it("holds for what two workers have claimed", async () => {
    const world = await setUp(100);
    const stop = () => real.update(world.userId, world.mailboxId, { maxDailySends: 0 });

    expect(await leaveAfter(world, stop, { workers: 2, after: 8 })).toBeLessThanOrEqual(2 * CONNECTIONS);
  });

  it("of some leaves the others alone: each of them gets its mail", async () => {
    const world = await setUp();
    const [one, two, last] = [world.sends.slice(5, 8), world.sends.slice(8, 10), world.sends.at(-1)!];
    await leaveAfter(world, async () => {
      await cancelSend(cancelPorts(world), world.userId, last.id);
      await cancelMany(cancelPorts(world), world.userId, { ids: one.map(({ id }) => id) });
      await suppressions.add(
        world.userId,
        two.map(({ toEmail }) => toEmail),
      );
    });

    const taken = world.smtp.accepted.flatMap(({ rcpt }) => rcpt);
    expect(taken).toEqual(expect.arrayContaining(others(world.sends)));
    expect(taken).not.toContain(last.toEmail);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it("of a copy leaves the email to the others", async () => {
    const world = await setUp(0);
    const cc = [{ name: "", email: "copy@ext.test" }];
    await world.rig.accept(...Array.from({ length: CLAIMED }, (_, n) => ({ to: { name: "", email: `p${n}@ext.test` }, cc })));
    await leaveAfter(world, () => suppressions.add(world.userId, ["Copy@ext.test"]));
    await world.rig.deliver();

    const taken = world.smtp.accepted.flatMap(({ rcpt }) => rcpt);
    expect(taken.filter((email) => email === "copy@ext.test").length).toBeLessThanOrEqual(3 + 2 * CONNECTIONS);
    expect(taken.filter((email) => email !== "copy@ext.test").toSorted()).toEqual(
      Array.from({ length: CLAIMED }, (_, n) => `p${n}@ext.test`).toSorted(),
    );
  });

  it("that lowers the limit leaves the room that is left, and no more", async () => {
    const world = await setUp();
    await leaveAfter(world, () => real.update(world.userId, world.mailboxId, { maxDailySends: 20 }));
    await world.rig.deliver();

    expect(world.smtp.accepted).toHaveLength(20);
  });

  it("is read from one document, directly before each intent", async () => {
    const order: string[] = [];
    const deliveries = mongoDeliveries(connect);
    const told: DeliverPorts["deliveries"] = {
      ...deliveries,
      stopVersion: (userId) => (order.push("version"), deliveries.stopVersion(userId)),
      intend: (...given) => (order.push("intent"), deliveries.intend(...given)),
    };
    const { rig } = await setUp(2, {}, { deliveries: told });
    await rig.deliver();

    expect(order).toEqual(["version", "version", "intent", "version", "intent"]);
  });

  it("counts at once for an account that had none, however many come together", async () => {
    const userId = ids.objectId();
    const before = await mongoDeliveries(connect).stopVersion(userId);
    await Promise.all(Array.from({ length: 8 }, (_, n) => suppressions.add(userId, [`n${n}@ext.test`])));

    expect(await mongoDeliveries(connect).stopVersion(userId)).toBe(before + 8);
  });
});
