import { asLines } from "#test/support/as-lines.ts";
import { beforeEach, expect, it } from "vitest";
import type { Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { markUnknownAfterRestore } from "#shared/sending/store/recovery.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { pauseMailbox } from "#shared/sending/store/delivery-rows.ts";
import { sendDocument } from "#shared/sending/store/send-documents.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoSentCopies } from "#shared/sending/store/deferrals.ts";
import type { Window } from "#shared/sending/departure/wall-time.ts";
import type { ClaimedDraft, ClaimLimits } from "#shared/sending/ports/claims.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { type Names, plain, sameWorld } from "#test/support/changes.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { type Filled, fill, inMinutes, MINE, namesOf } from "#test/support/sends-in-every-state.ts";

const MINUTE_MS = 60_000;
const LEASE_MS = 7 * MINUTE_MS;
const window: Window = { days: ["mon"], from: "09:00", to: "17:00", timezone: "UTC" };
const noRoom = [{ email: "$x@y.test", reply: "no" }];
const later = [{ email: "$z@y.test", reply: "later" }];

describeOnMongo("of sends in every state", (connect) => {
  const deliveries = mongoDeliveries(connect, LEASE_MS);
  const sends = mongoSends(connect);
  const copies = mongoSentCopies(connect);
  const original = ids.objectId();
  const world = sameWorld(connect, async (made) => {
    const filled = await fill(made, ids.objectId(), { waitsFor: original });
    const { userId, mailboxId } = filled;
    await rawSends(made).insertOne(sendDocument(aSend(aMailbox({ id: mailboxId, userId }), { id: original, status: "cancelled" })));
    return filled;
  });
  let database: Database;
  let mine: Filled;
  let names: Names;
  /** The account and the mailbox of all of them. */
  let owner: readonly string[];
  beforeEach(async () => {
    database = await connect();
    mine = await world.begin();
    owner = [mine.userId, mine.mailboxId];
    names = new Map([...namesOf(mine), [original, "original"]]);
  });
  /** Writes all at once; answers whose write was answered with something. What is so already, counts as done where several are written together. */
  const each = (write: (send: Send) => Promise<unknown>) => async () => {
    const done = await Promise.all(mine.all.map(async (send) => ((await write(send)) ? [send.id] : [])));
    return done.flat().length > 0 ? done.flat() : undefined;
  };
  const every = () => mine.all.map(({ id }) => id);
  const drafted = (drafts: readonly ClaimedDraft[]) => drafts.map(({ send, body }) => [send.id, body?.text]);
  /** The names of sends, in an order of their own, each with what it is due; all are told with their account and mailbox. */
  const byName = (some: readonly Pick<Send, "id" | "userId" | "mailboxId" | "dueAt">[]) => {
    for (const { userId, mailboxId } of some) expect([userId, mailboxId]).toEqual(owner);
    return some.map(({ id, dueAt }) => `${names.get(id)}${dueAt ? ` ${String(plain(dueAt, names))}` : ""}`).toSorted();
  };

  const claim = async (limits: ClaimLimits) => {
    const outcome = await deliveries.claim(mine.mailboxId, limits);
    if (outcome.kind === "paused") return `paused for ${Math.round(outcome.forMs / MINUTE_MS)}min`;
    if (outcome.kind === "limited") return { limited: byName([outcome.next]) };
    return outcome.kind === "claimed" ? drafted(outcome.drafts) : outcome.kind;
  };
  /** Lets the one other worker of the mailbox be all that is under way: two would keep a third out. */
  const alone = async (...tokens: readonly string[]) => {
    const held = mine.all.filter(({ leaseToken = "" }) => ["another", ...tokens].includes(leaseToken));
    await rawSends(database).updateMany({ _id: { $in: held.map(({ id }) => oid(id)) } }, { $set: { dueAt: inMinutes(-1) } });
  };

  const writes = {
    "claim, beside two workers": () => claim({ size: 9 }),
    "claim, all": async () => [await alone(), await claim({ size: 9 })],
    "claim, two": async () => [await alone(), await claim({ size: 2 })],
    "claim, within a cap": async () => [await alone(), await claim({ size: 9, maxDaily: 100 })],
    "claim, twice within a cap": async () => [
      await alone(MINE),
      await claim({ size: 1, maxDaily: 100 }),
      await claim({ size: 1, maxDaily: 100 }),
    ],
    "claim, up to a cap": async () => [await alone(), await claim({ size: 9, maxDaily: 15 })],
    "claim, over a cap": async () => [await alone(), await claim({ size: 9, maxDaily: 5 })],
    "claim, within a pace": async () => [await alone(), await claim({ size: 9, perMinute: 10 })],
    "claim, over a pace": async () => [await alone(), await claim({ size: 9, perMinute: 0 })],
    "claim, held": async () => [
      await alone(),
      await pauseMailbox(database, oid(mine.mailboxId), 10 * MINUTE_MS, "rate"),
      await claim({ size: 9, maxDaily: 100 }),
    ],
    "claim, held, to send nothing": async () => [
      await alone(),
      await pauseMailbox(database, oid(mine.mailboxId), 10 * MINUTE_MS, "rate"),
      await claim({ size: 9 }),
    ],
    claimUnknown: async () => drafted((await deliveries.claimUnknown(mine.mailboxId)).drafts),
    intend: each((send) => deliveries.intend(MINE, send)),
    "intend, one refused": each((send) => deliveries.intend(MINE, send, { refused: noRoom, deferred: [] })),
    "intend, one put off": each((send) => deliveries.intend(MINE, send, { refused: [], deferred: later })),
    succeed: each((send) => deliveries.succeed(send)),
    "succeed, another id": each((send) => deliveries.succeed(send, { providerMessageId: "<$new@x.test>" })),
    "succeed, a copy to file": each((send) => deliveries.succeed(send, { hasCopy: true })),
    "succeed, one put off": each((send) => deliveries.succeed(send, { deferredForMs: 5 * MINUTE_MS })),
    claimDeferred: async () => drafted((await deliveries.claimDeferred(mine.mailboxId)).drafts),
    "claimDeferred, held": async () => {
      await pauseMailbox(database, oid(mine.mailboxId), 10 * MINUTE_MS, "rate");
      return drafted((await deliveries.claimDeferred(mine.mailboxId)).drafts);
    },
    "claimDeferred, at the cap": async () => {
      await pauseMailbox(database, oid(mine.mailboxId), 10 * MINUTE_MS, "daily_limit");
      return drafted((await deliveries.claimDeferred(mine.mailboxId)).drafts);
    },
    intendDeferred: each((send) => deliveries.intendDeferred(MINE, send, { refused: noRoom, deferred: [] })),
    "intendDeferred, one put off": each((send) => deliveries.intendDeferred(MINE, send, { refused: [], deferred: later })),
    "deferAgain, tried": each((send) =>
      deliveries.deferAgain(MINE, send, { refused: noRoom, deferred: later }, { afterMs: 5 * MINUTE_MS, counts: true }),
    ),
    "deferAgain, untried": each((send) =>
      deliveries.deferAgain(MINE, send, { refused: [], deferred: later }, { afterMs: 5 * MINUTE_MS, counts: false }),
    ),
    settleDeferred: each((send) => deliveries.settleDeferred(MINE, send, [])),
    "settleDeferred, one refused": each((send) => deliveries.settleDeferred(MINE, send, noRoom)),
    "requeue, untried": () => deliveries.requeue(MINE, mine.all, { afterMs: 5 * MINUTE_MS, counts: false }),
    "requeue, tried": () => deliveries.requeue(MINE, mine.all, { afterMs: 5 * MINUTE_MS, counts: true, lastError: "$4xx" }),
    reschedule: each((send) => deliveries.reschedule(MINE, send, inMinutes(90))),
    fail: () => deliveries.fail(MINE, mine.all, "$550"),
    "fail, unknown": () => deliveries.fail(MINE, mine.all, "$?", { outcomeUnknown: true, refused: noRoom }),
    withdraw: () => deliveries.withdraw(MINE, mine.all, "replied"),
    markUnknown: each((send) => deliveries.markUnknown(MINE, send, 5 * MINUTE_MS)),
    renew: () => deliveries.renew(MINE, mine.all),
    pause: () => deliveries.pause(mine.mailboxId, 5 * MINUTE_MS, "retry"),
    "pause, one way": () => deliveries.pause(mine.mailboxId, 5 * MINUTE_MS, "retry", {}),
    recover: async () => {
      const { woken, failed, more } = await deliveries.recover();
      return { woken: byName(woken), failed: byName(failed), more };
    },
    expire: async () => {
      const { failed, more } = await deliveries.expire();
      return { failed: byName(failed), more };
    },
    cancelWaiting: () => deliveries.cancelWaiting(mine.mailboxId),
    markUnknownAfterRestore: () => markUnknownAfterRestore(database, inMinutes(-75)),
    cancel: each(({ id }) => sends.cancel(mine.userId, id)),
    "move, to a time": each(({ id }) => sends.move(mine.userId, id, { time: { at: inMinutes(90) } })),
    "move, to now": each(({ id }) => sends.move(mine.userId, id, { time: { at: undefined }, sendBefore: inMinutes(99) })),
    "move, by the clocks of a place, into a window": each(({ id }) =>
      sends.move(mine.userId, id, { time: { at: inMinutes(90), sendAt: { local: "2026-12-01T09:00", timezone: "UTC" } }, window }),
    ),
    "move, out of its window": async () => {
      const { waits, timed } = mine.sends;
      for (const { id } of [waits, timed]) await sends.move(mine.userId, id, { window });
      for (const { id } of [waits, timed])
        await sends.move(mine.userId, id, { time: { at: inMinutes(90), scheduledAfter: "P1D" }, window: null });
    },
    "move, at its time": each(({ id }) => sends.move(mine.userId, id, { sendBefore: inMinutes(99) })),
    noteEta: each(({ id, dueAt = inMinutes(20) }) => sends.noteEta(mine.userId, id, dueAt, inMinutes(33))),
    "noteEta, of an earlier plan": each(({ id }) => sends.noteEta(mine.userId, id, inMinutes(1), inMinutes(33))),
    cancelMany: () => sends.cancelMany(mine.userId, { ids: every() }),
    "cancelMany, by metadata": () => sends.cancelMany(mine.userId, { metadata: { campaign: "spring" } }),
    endFollowUps: async () => byName(await sends.endFollowUps(mine.userId, [original])),
    rescheduleFollowUps: () =>
      sends.rescheduleFollowUps(
        mine.userId,
        mine.all.filter(({ id }) => id !== mine.sends.timed.id).map(({ id }) => ({ id, at: inMinutes(90) })),
      ),
    makeFollowUpsDue: async () => byName(await sends.makeFollowUpsDue(mine.userId, [original])),
    "copies.take": async () => drafted(await copies.take(mine.mailboxId, 5 * MINUTE_MS, 9)),
    "copies.putBack": () => copies.putBack(every()),
    "copies.drop": each(({ id }) => copies.drop(id)),
  } satisfies Readonly<Record<string, () => Promise<unknown>>>;
  type Write = keyof typeof writes;

  const text = (change: unknown) => JSON.stringify(change, (_, value: unknown) => (value === undefined ? "gone" : value));
  /** Each change once, with the names of what it happened to. */
  const grouped = (changes: Readonly<Record<string, unknown>>) =>
    [...Map.groupBy(Object.entries(changes), ([, change]) => text(change))].map(([, of]) => ({
      to: of.map(([name]) => name.replace("sends ", "")).join(" "),
      change: of[0]?.[1],
    }));
  it.each(Object.entries(writes))("%s changes this and nothing else, and answers what it did", async (_, write) => {
    let answer: unknown;
    const changes = await world.changesBy(names, async () => {
      answer = await write();
    });
    const did = { changes: grouped(changes), answer: plain(answer, names) };
    expect(asLines(did)).toMatchSnapshot();
  });

  it("changes nothing of another account", async () => {
    const userId = ids.objectId();
    mine = { ...mine, userId, all: mine.all.map((send) => ({ ...send, userId })) };
    const own: readonly Write[] = [
      "intend",
      "intendDeferred",
      "deferAgain, tried",
      "settleDeferred",
      "succeed",
      "cancel",
      "noteEta",
      "move, to now",
      "cancelMany",
      "cancelMany, by metadata",
      "endFollowUps",
      "rescheduleFollowUps",
      "makeFollowUpsDue",
    ];

    for (const name of own) expect(await world.changesBy(names, writes[name]), name).toEqual({});
  });

  it("changes nothing of another mailbox", async () => {
    mine = { ...mine, mailboxId: ids.objectId() };
    const boxes: readonly Write[] = ["claimUnknown", "claimDeferred", "pause, one way", "cancelWaiting", "copies.take"];

    for (const name of boxes) expect(await world.changesBy(names, writes[name]), name).toEqual({});
  });

  const answers = async () => ({
    due: byName(await copies.waiting(10 * MINUTE_MS, 60 * MINUTE_MS)),
    dueLonger: await copies.waiting(55 * MINUTE_MS, 60 * MINUTE_MS),
    dueShorter: await copies.waiting(MINUTE_MS, 45 * MINUTE_MS),
    early: byName(await deliveries.early(mine.mailboxId, every())),
    earlyElsewhere: await deliveries.early(ids.objectId(), every()),
    waiting: byName(await deliveries.waiting(every())),
    forgotten: byName((await deliveries.forgotten(21 * MINUTE_MS)).found),
    forgottenLonger: (await deliveries.forgotten(23 * MINUTE_MS)).found,
    forgottenElsewhere: (await deliveries.forgotten(5 * MINUTE_MS, mine.mailboxId)).found,
    counted: (await sends.loads([mine.mailboxId], inMinutes(15))).byMailbox.get(mine.mailboxId)?.counted,
    loads: (await sends.loads([mine.mailboxId], inMinutes(15))).byMailbox.get(mine.mailboxId)?.waiting.map(({ dueAt }) => dueAt),
    loadsElsewhere: [...(await sends.loads([original], inMinutes(15))).byMailbox],
    countUnsent: await sends.countUnsent(mine.userId, { campaign: "spring" }, 99),
    countUnsentTo: await sends.countUnsent(mine.userId, { campaign: "spring" }, 2),
    followUps: byName(await sends.followUps(mine.userId, [original])),
    failed: byName(await sends.list(mine.userId, { status: "failed" }, { limit: 9, offset: 0 })),
    contents: (await sends.contents(mine.userId, mine.sends.queued.id))?.map((content) => Buffer.from(content).toString()),
    holds: await sends.pauses([mine.mailboxId]),
  });

  it("tells what is asked", async () => {
    expect(plain(await answers(), names)).toEqual({
      due: ["toFile"],
      dueLonger: [],
      dueShorter: [],
      early: ["deferredLater 20min", "scheduled 20min", "timed 25min", "waits 20min"],
      earlyElsewhere: [],
      waiting: [
        "deferred -5min",
        "deferredLater 20min",
        "late -18min",
        "overdue -22min",
        "queued -20min",
        "scheduled 20min",
        "timed 25min",
        "waits 20min",
      ],
      forgotten: ["overdue"],
      forgottenLonger: [],
      forgottenElsewhere: [],
      // Those that a worker has claimed leave now.
      counted: ["-50min", "-30min", "-12min", "-12min", "-12min", "-3min", "-3min", ...Array.from({ length: 6 }, () => "0min"), "4min"],
      loads: ["-22min", "-20min", "-18min"],
      loadsElsewhere: [["original", { counted: [], waiting: [] }]],
      countUnsent: 14,
      countUnsentTo: 2,
      followUps: ["late -18min", "overdue -22min", "queued -20min", "scheduled 20min", "timed 25min", "waits 20min"],
      failed: ["failed", "gaveUp"],
      contents: ["a"],
      holds: {},
    });
  });

  it("tells another account nothing", async () => {
    mine = { ...mine, userId: ids.objectId() };

    expect(await answers()).toMatchObject({ countUnsent: 0, countUnsentTo: 0, followUps: [], failed: [], contents: undefined });
  });

  it("tells of a held mailbox until when and why, finds what was begun in it, and names what is due first when the hold ends", async () => {
    await pauseMailbox(database, oid(mine.mailboxId), 10 * MINUTE_MS, "rate");

    expect(plain(await sends.pauses([mine.mailboxId, original]), names)).toEqual({ mailbox: { until: "10min", for: "rate" } });
    // No pause holds what a worker had begun.
    const begun = { id: "died", userId: "user", mailboxId: "mailbox" };
    expect(plain((await deliveries.forgotten(5 * MINUTE_MS)).found, names)).toEqual([begun]);
    const due = { id: "overdue", userId: "user", mailboxId: "mailbox", dueAt: "-22min" };
    expect(plain(await deliveries.release(mine.mailboxId), names)).toEqual(due);
    expect(await sends.pauses([mine.mailboxId])).toEqual(new Map());
    expect(await deliveries.release(original)).toBeUndefined();
  });
});
