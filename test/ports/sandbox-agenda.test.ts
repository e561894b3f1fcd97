// What is due in a test world and when the next thing happens, bounds to the millisecond; worlds beside other worlds.
import { ObjectId } from "mongodb";
import { beforeEach, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { worldDatabase } from "#shared/platform/mongo/world-database.ts";
import { inWorld } from "#shared/platform/world.ts";
import type { DuePiece } from "#shared/sandbox/ports.ts";
import { mongoAgenda } from "#shared/sandbox/store/agenda.ts";
import { mongoSandboxMails } from "#shared/sandbox/store/sandbox-mails.ts";
import { mongoWorlds } from "#shared/sandbox/store/worlds.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { ring } from "#test/support/account-world.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const NOW = new Date("2027-03-01T09:00:00Z");
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const raw = Buffer.from("Subject: hi\r\n\r\nhi\r\n");

describeOnMongo(
  "a test world",
  (connect) => {
    let userId: string;
    let mailbox: Mailbox;
    let other: Mailbox;
    const within = <R>(work: (there: typeof connect) => Promise<R>, now = NOW, whose = userId): Promise<R> => {
      const world = { userId: whose, now: () => now };
      return inWorld(world, () => work(async () => worldDatabase(await connect(), world)));
    };
    const look = (now = NOW) => within((there) => mongoAgenda(there).look(), now);
    const due = async (now = NOW) => {
      const { due: pieces } = await look(now);
      const of = (work: DuePiece["work"]) => pieces.flatMap((piece) => (piece.work === work ? [piece.id] : []));
      const click = pieces.flatMap((piece) => (piece.work === "click" ? [piece] : []));
      return { deliver: of("deliver"), post: of("post"), pull: of("pull"), step: of("step"), click };
    };
    const next = async (now = NOW) => (await look(now)).next;
    const put = (name: string, document: object) =>
      within(async (there) => void (await (await there()).collection(name).insertOne({ userId: oid(userId), ...document })));
    const aSend = (box: Mailbox, facts: object) =>
      put("sends", { mailboxId: oid(box.id), messageId: `<${new ObjectId().toHexString()}@a.test>`, status: "queued", ...facts });
    const box = async (facts: Partial<Mailbox> = {}) => {
      const made = aMailbox({ userId, type: "sandbox", inboxSyncEnabled: true, ...facts });
      await within((there) => mongoSealedMailboxes(there, ring).insert(made, {}));
      return made;
    };
    beforeEach(async () => {
      userId = new ObjectId().toHexString();
      [mailbox, other] = [await box(), await box()];
    });

    it("delivers a mailbox's sends when they are due, not a millisecond before, and no other mailbox's", async () => {
      await aSend(mailbox, { dueAt: inMs(1) });
      await aSend(other, { dueAt: inMs(5) });

      expect([(await due()).deliver, await next()]).toEqual([[], inMs(1)]);
      expect([(await due(inMs(1))).deliver, await next(inMs(1))]).toEqual([[mailbox.id], inMs(5)]);
      expect(new Set((await due(inMs(5))).deliver)).toEqual(new Set([mailbox.id, other.id]));
    });

    it.each(["queued", "scheduled", "processing", "sent"])("looks at sends that are %s", async (status) => {
      await aSend(mailbox, { status, dueAt: NOW });

      expect((await due()).deliver).toEqual([mailbox.id]);
    });

    it.each(["cancelled", "failed"])("looks at no %s send", async (status) => {
      await aSend(mailbox, { status, dueAt: NOW });
      await aSend(other, { status, dueAt: inMs(9) });

      expect([(await due()).deliver, await next()]).toEqual([[], undefined]);
    });

    it("sees later work behind work that waits now", async () => {
      await aSend(mailbox, { dueAt: inMs(-MINUTE_MS) });
      await aSend(mailbox, { dueAt: inMs(7) });

      expect(await next()).toEqual(inMs(7));
    });

    it("ends a day's pause a day after the mailbox's own oldest email of that day", async () => {
      await aSend(mailbox, { dueAt: NOW });
      const held = { heldFor: "daily_limit", heldUntil: inMs(MINUTE_MS) };
      await within(async (there) => void (await (await there()).collection("deliveryLimits").insertOne({ _id: oid(mailbox.id), ...held })));
      const sent = (whose: Mailbox, at: Date) => aSend(whose, { status: "sent", countedAt: at });
      // Another mailbox's, and one of the day before, end nothing.
      await sent(other, inMs(MINUTE_MS - DAY_MS + 5));
      await sent(mailbox, inMs(MINUTE_MS - DAY_MS));
      await sent(mailbox, inMs(-60 * MINUTE_MS));
      await sent(mailbox, inMs(-30 * MINUTE_MS));

      expect([(await due()).deliver, await next()]).toEqual([[], inMs(DAY_MS - 60 * MINUTE_MS)]);
    });

    it.each([
      ["processing", "reconnect", true],
      ["sent", "daily_limit", true],
      ["sent", "pace", true],
      ["sent", "reconnect", false],
      ["queued", "daily_limit", false],
    ])("while a mailbox is paused, looks at a send that is %s although it is for %s: %s", async (status, heldFor, isLooked) => {
      await aSend(mailbox, { dueAt: inMs(-2 * MINUTE_MS) });
      await aSend(mailbox, { status, dueAt: inMs(-MINUTE_MS) });
      const held = { heldFor, heldUntil: inMs(5 * MINUTE_MS) };
      await within(async (there) => void (await (await there()).collection("deliveryLimits").insertOne({ _id: oid(mailbox.id), ...held })));

      expect([(await due()).deliver, await next()]).toEqual([isLooked ? [mailbox.id] : [], inMs(5 * MINUTE_MS)]);
    });

    it("tests a webhook whose URL has not answered, also without events, but not while it rests", async () => {
      const untested = { _id: new ObjectId(), status: "active", unverified: true };
      await put("webhooks", untested);
      await put("webhooks", { _id: new ObjectId(), status: "active", unverified: true, restUntil: inMs(9) });
      await put("webhooks", { _id: new ObjectId(), status: "disabled", unverified: true });
      await put("webhooks", { _id: new ObjectId(), status: "active" });

      expect([(await due()).post, await next()]).toEqual([[untested._id.toHexString()], inMs(9)]);
    });

    it("ends holds of emails that still wait, the first first", async () => {
      await aSend(mailbox, { status: "cancelled", holdUntil: inMs(1) });
      await aSend(mailbox, { status: "scheduled", holdUntil: NOW });
      expect([(await due()).step, await next()]).toEqual([["sends"], undefined]);
      await aSend(mailbox, { status: "scheduled", holdUntil: inMs(9) });
      await aSend(mailbox, { status: "scheduled", holdUntil: inMs(3) });

      expect(await next()).toEqual(inMs(3));
    });

    it("wakes conversations at the end of their snooze, not a millisecond before, the first first", async () => {
      for (const ms of [20, 10]) await put("threads", { mailboxId: oid(mailbox.id), snoozedUntil: inMs(ms) });

      expect([(await due()).step, await next()]).toEqual([[], inMs(10)]);
      expect((await due(inMs(9))).step).toEqual([]);
      expect([(await due(inMs(10))).step, await next(inMs(10))]).toEqual([["snoozes"], inMs(20)]);
    });

    it("pulls mailboxes in which mail has arrived and that read, and clicks once", async () => {
      const [off, gone] = [await box({ inboxSyncEnabled: false }), await box({ deletedAt: NOW })];
      const at = (ms: number) => ({ at: inMs(ms), raw });
      const clicks = await within(async (there) => {
        const mails = mongoSandboxMails(there);
        for (const unread of [off, gone]) await mails.send(unread.id, [at(0), at(4)]);
        await mails.send(mailbox.id, [at(30), at(20)]);
        return mails.send(mailbox.id, [
          { at: inMs(25), token: "b" },
          { at: inMs(22), token: "a" },
        ]);
      });

      expect([(await due()).pull, await next()]).toEqual([[], inMs(20)]);
      expect((await due(inMs(19))).pull).toEqual([]);
      expect([(await due(inMs(20))).pull, await next(inMs(20))]).toEqual([[mailbox.id], inMs(22)]);
      expect((await due(inMs(25))).click.map(({ token }) => token)).toEqual(["a", "b"]);
      await within((there) => mongoAgenda(there).clicked(clicks[1]!));
      expect((await due(inMs(25))).click.map(({ token }) => token)).toEqual(["b"]);
    });

    it("has nothing of another account's world", async () => {
      const stranger = new ObjectId().toHexString();
      await aSend(mailbox, { dueAt: NOW });
      await put("threads", { snoozedUntil: NOW });
      await within((there) =>
        mongoSandboxMails(there).send(mailbox.id, [
          { at: NOW, raw },
          { at: inMs(5), raw },
          { at: NOW, token: "t" },
        ]),
      );

      expect(await within((there) => mongoAgenda(there).look(), NOW, stranger)).toEqual({ due: [], next: undefined });
      expect(await within((there) => mongoAgenda(there).left(), NOW, stranger)).toBeUndefined();
    });

    it("numbers mail as it arrives, in its mailbox, by time, and each once", async () => {
      const read = (uids: readonly number[]) =>
        within(async (there) => (await mongoSandboxMails(there).read(mailbox.id, uids)).map(({ at }) => at.getTime() - NOW.getTime()));
      const arrive = (now: Date, store = (there: typeof connect) => mongoSandboxMails(there)) =>
        within((there) => store(there).arrive(mailbox.id), now);
      const send = (whose: Mailbox, ...ms: readonly number[]) =>
        within((there) =>
          mongoSandboxMails(there).send(
            whose.id,
            ms.map((at) => ({ at: inMs(at), raw })),
          ),
        );
      await send(other, -3, -2, -1);
      await within((there) => mongoSandboxMails(there).arrive(other.id));
      await send(mailbox, 5, 2, 6);

      expect(await arrive(inMs(1))).toEqual({ count: 0, uidNext: 1 });
      expect(await arrive(inMs(5))).toEqual({ count: 2, uidNext: 3 });
      expect(await arrive(inMs(5))).toEqual({ count: 2, uidNext: 3 });
      expect(await read([1, 2, 3])).toEqual([2, 5]);
      // A worker that was overtaken after it had looked gives no number a second time.
      const overtaken = (there: typeof connect) =>
        mongoSandboxMails(
          interrupted(there, "sandboxMails", "bulkWrite", async () => {
            await send(mailbox, 3);
            await arrive(inMs(6));
          }),
        );
      await arrive(inMs(6), overtaken);
      expect(await read([3])).toEqual([3]);
      expect(await read([4])).toEqual([6]);
      const uids = (range: object) => within((there) => mongoSandboxMails(there).uids(mailbox.id, range));
      expect(await uids({ above: 1, upTo: 3 })).toEqual([2, 3]);
      expect(await uids({ upTo: Infinity, skip: 1, limit: 2 })).toEqual([2, 3]);
    });

    it("begins with its account's name and settings, without its password and where it logged in", async () => {
      const users = (await connect()).collection("users");
      await users.insertOne({ _id: oid(userId), name: "Ann", email: `${userId}@a.test`, passwordHash: "h", loginNetworks: ["n"] });
      await mongoWorlds(connect).open(userId);
      const there = await (await connect()).collection("test.users").findOne({ _id: oid(userId) });

      expect(there).toEqual({ _id: oid(userId), name: "Ann", email: `${userId}@a.test` });
    });

    it("is moved and measured alone", async () => {
      const worlds = mongoWorlds(connect);
      const stranger = new ObjectId().toHexString();
      for (const id of [userId, stranger]) await worlds.open(id);
      const lease = await worlds.lease(userId, 60_000, "call");
      await worlds.set(lease!, { offsetMs: 7 }, 60_000);
      await worlds.add(userId, { rows: 2, bytes: 9 });
      await worlds.release(lease!);

      expect(await worlds.lease(userId, 60_000, "call")).toMatchObject({ offsetMs: 7 });
      expect(await worlds.open(userId)).toEqual({ offsetMs: 7, stored: { rows: 2, bytes: 9 } });
      expect(await worlds.open(stranger)).toEqual({ offsetMs: 0, stored: { rows: 0, bytes: 0 } });
      // Two mailboxes, counted record by record, once a minute.
      expect(await worlds.measure(userId)).toMatchObject({ rows: 2 });
      await box();
      expect(await worlds.measure(userId)).toMatchObject({ rows: 2 });
      const worldsNow = (await connect()).collection("worlds");
      await worldsNow.updateOne({ _id: oid(userId) }, { $set: { countedAt: new Date(Date.now() - MINUTE_MS - 1_000) } });
      expect(await worlds.measure(userId)).toMatchObject({ rows: 3 });
      expect(await worlds.measure(stranger)).toMatchObject({ rows: 0 });
    });

    it("is emptied alone, is bare until that has ended, and has its own settings afterwards", async () => {
      const worlds = mongoWorlds(connect);
      const stranger = new ObjectId().toHexString();
      for (const id of [userId, stranger]) await worlds.open(id);
      await within((there) => mongoSealedMailboxes(there, ring).insert(aMailbox({ userId: stranger }), {}), NOW, stranger);
      await (await connect()).collection("test.refusals").insertOne({ mailboxId: oid(mailbox.id), hour: NOW });
      await worlds.measure(userId);
      const rowOf = async (id: string) => (await connect()).collection("worlds").findOne({ _id: oid(id) });
      const bare: unknown[] = [];
      const during = interrupted(connect, "test.mailboxes", "deleteMany", async () => {
        bare.push((await rowOf(userId))?.["isBare"], (await rowOf(stranger))?.["isBare"]);
      });
      const boxes = async (id: string) => (await connect()).collection("test.mailboxes").countDocuments({ userId: oid(id) });

      await mongoWorlds(during).reset(userId);

      expect(bare).toEqual([true, undefined]);
      expect([await boxes(userId), await boxes(stranger)]).toEqual([0, 1]);
      expect(await (await connect()).collection("test.refusals").findOne({ mailboxId: oid(mailbox.id) })).toBeNull();
      expect(await rowOf(userId)).toMatchObject({ stored: { rows: 0, bytes: 0 } });
      expect(await rowOf(userId)).not.toHaveProperty("isBare");
      expect(await (await connect()).collection("test.wallets").findOne({ _id: oid(userId) })).toMatchObject({ balance: 1_000_000 });
    });
  },
  true,
);
