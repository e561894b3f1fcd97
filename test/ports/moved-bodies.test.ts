import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "mongodb";
import { expect, it } from "vitest";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { purgeMailbox } from "#shared/inbox/purge-mailbox.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { eraseObjects } from "#shared/platform/mongo/moved-bodies.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { worldDatabase } from "#shared/platform/mongo/world-database.ts";
import { clock } from "#shared/platform/system.ts";
import { inWorld } from "#shared/platform/world.ts";
import { mongoWorlds } from "#shared/sandbox/store/worlds.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { moveDueBodies } from "#shared/service/move-bodies.ts";
import { mongoNotes } from "#shared/threads/store/notes.ts";
import { mongoThreads } from "#shared/threads/store/threads.ts";
import { viewThread } from "#shared/threads/view-thread.ts";
import { localBucket } from "#test/support/body-store.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { recordingLog, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const bucket = localBucket();
const smtpServer = smtpServers();
const days = { kept: 400, inDatabase: 7 };
const WEEK_MS = 7 * 86_400_000;
const pdf = { name: "a.pdf", type: "application/pdf", content: Buffer.from("%PDF\0\r\n\xff", "latin1") };

describeOnMongo(
  "bodies that leave the database",
  (connect) => {
    const sends = mongoSends(connect, bucket.store);
    const log = recordingLog();
    const run = (over: Connect = connect, store = bucket.store) => moveDueBodies({ connect: over, store, clock, log });
    const row = async (collection: string, id: string) =>
      (await (await connect()).collection<Document>(collection).findOne({ _id: oid(id) }, TEST_ONLY)) ?? undefined;
    /** Lets the days in the database pass for all rows. */
    const pass = async (prefix = "") => {
      const database = await connect();
      for (const name of ["sendBodies", "sendAttachments", "messageBodies"]) {
        const later = [{ $set: { movesAt: { $subtract: ["$movesAt", WEEK_MS + 1000] } } }];
        await database.collection(prefix + name).updateMany({ movesAt: { $gte: new Date(0) } }, later);
      }
    };
    /** A mailbox with an email that was sent with a file, and its answer. */
    const correspondence = async () => {
      const smtp = await smtpServer();
      const rig = await sendingRig({ connect, smtp, ports: { sends, eventOutbox: mongoEventOutbox(connect, () => days) } });
      const [send] = await rig.accept({ bodyText: "Shall we meet?", bodyHtml: "<p>Shall we meet?</p>", attachments: [pdf] });
      await rig.deliver();
      const store = inboxStore(connect, { id: rig.mailbox.id, userId: rig.mailbox.userId }, () => days, bucket.store);
      await store.receive([{ inReplyTo: send!.messageId, body: "Yes, at noon.\n\n> Shall we meet?" }]);
      const [message] = await store.all();
      return { rig, smtp, store, userId: store.userId, send: send!, message: message! };
    };
    type Correspondence = Awaited<ReturnType<typeof correspondence>>;
    const readAll = async ({ userId, send, message, store }: Correspondence) => ({
      sent: (await sends.bodies(userId, [send.id])).get(send.id),
      files: (await sends.contents(userId, send.id))?.map((file) => Buffer.from(file).toString("latin1")),
      received: (await store.messages.bodies(userId, [message.id])).get(message.id),
    });

    it("stay until their days are over, and read the same afterwards", async () => {
      const one = await correspondence();
      const before = await readAll(one);
      await run();
      expect(await bucket.keysOf(one.userId)).toEqual([]);
      await pass();

      await run();

      expect((await bucket.keysOf(one.userId)).toSorted()).toEqual([
        `dated/${one.userId}/messageBodies/${one.message.id}`,
        `dated/${one.userId}/sendAttachments/${one.send.id}`,
        `dated/${one.userId}/sendBodies/${one.send.id}`,
      ]);
      expect(Object.keys((await row("messageBodies", one.message.id))!).toSorted()).toEqual(["_id", "expiresAt", "moved", "userId"]);
      expect(Object.keys((await row("sendBodies", one.send.id))!).toSorted()).toEqual(["_id", "expiresAt", "moved", "snippet", "userId"]);
      expect(Object.keys((await row("sendAttachments", one.send.id))!).toSorted()).toEqual(["_id", "expiresAt", "moved", "userId"]);
      expect(await readAll(one)).toEqual(before);
      expect(before).toMatchObject({ sent: { text: "Shall we meet?" }, files: [pdf.content.toString("latin1")] });
    });

    it("are in a conversation as before, and in its summary when it is counted again", async () => {
      const one = await correspondence();
      const ports = { notes: mongoNotes(connect), threads: mongoThreads(connect), messages: one.store.messages, sends };
      const view = () => viewThread(ports, one.userId, one.message.threadId);
      const before = await view();
      await pass();
      await run();

      bucket.state.reads = 0;
      expect(await view()).toEqual(before);
      expect(bucket.state.reads).toBe(2);
      expect(await wrongThreads(connect, one.store.mailbox.id)).toEqual([]);
    });

    it("are compared with an answer that comes later", async () => {
      const one = await correspondence();
      await pass();
      await run();

      await one.store.receive([{ inReplyTo: one.send.messageId, body: "Or at one?\n\nJane wrote:\n\nShall we meet?" }]);

      const [late] = await one.store.all();
      expect(late).toMatchObject({ kind: "reply", emailJobId: one.send.id });
    });

    it("are read in parallel, within a bound", async () => {
      const store = inboxStore(connect, {}, () => days, bucket.store);
      for (let page = 0; page < 2; page++) await store.receive(Array.from({ length: 20 }, (_, n) => ({ body: `Mail ${page} ${n}` })));
      await pass();
      await run();
      bucket.state.most = 0;

      const all = await store.all();
      const bodies = await store.messages.bodies(
        store.userId,
        all.map(({ id }) => id),
      );

      expect(bodies.size).toBe(40);
      expect(bucket.state.most).toBeGreaterThan(4);
      expect(bucket.state.most).toBeLessThanOrEqual(16);
    });

    it("are whole in the row when the move dies after its objects, and move with the next", async () => {
      const one = await correspondence();
      const before = await readAll(one);
      await pass();

      const dying = interrupted(connect, "messageBodies", "bulkWrite", () => Promise.reject(new Error("killed")));
      await expect(run(dying)).rejects.toThrow("killed");
      expect((await row("messageBodies", one.message.id))?.["text"]).toContain("at noon");
      expect(await readAll(one)).toEqual(before);

      await run();
      expect((await row("messageBodies", one.message.id))?.["moved"]).toBe(true);
      expect(await readAll(one)).toEqual(before);
    });

    it("of before the setting move once an operator gives them a date (infra/retention.md)", async () => {
      const store = inboxStore(connect, {}, () => ({ kept: 400, inDatabase: 0 }), bucket.store);
      await store.receive([{}]);
      const [message] = await store.all();
      await run();
      expect(await bucket.keysOf(store.userId)).toEqual([]);

      const old = { _id: oid(message!.id), expiresAt: { $exists: true }, movesAt: { $exists: false }, moved: { $exists: false } };
      const date = [{ $set: { movesAt: { $subtract: ["$expiresAt", 393 * 86_400_000] } } }];
      await (await connect()).collection("messageBodies").updateMany(old, date);
      await pass();
      await run();
      expect(await bucket.keysOf(store.userId)).toHaveLength(1);
    });

    it("are not forgotten when the store refuses them", async () => {
      const one = await correspondence();
      await pass();
      bucket.state.failing = true;
      await expect(run())
        .rejects.toThrow("503")
        .finally(() => (bucket.state.failing = false));

      expect((await row("messageBodies", one.message.id))?.["text"]).toContain("at noon");
    });

    it("are an error and no empty text while the store does not answer", async () => {
      const one = await correspondence();
      await pass();
      await run();
      bucket.state.failing = true;

      const read = [one.store.messages.bodies(one.userId, [one.message.id]), sends.contents(one.userId, one.send.id)];
      const outcomes = await Promise.allSettled(read);
      bucket.state.failing = false;
      expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    });

    it("are an error when their bytes were damaged", async () => {
      const one = await correspondence();
      await pass();
      await run();
      const file = join(bucket.dir, `dated/${one.userId}/messageBodies/${one.message.id}`);
      const bytes = readFileSync(file);
      bytes[bytes.length - 6]! ^= 1;
      writeFileSync(file, bytes);

      await expect(one.store.messages.bodies(one.userId, [one.message.id])).rejects.toThrow();
    });

    it("leave no object of a row that was erased meanwhile", async () => {
      const one = await correspondence();
      await pass();
      const erasing = {
        ...bucket.store,
        put: async (key: string, content: Uint8Array) => {
          await bucket.store.put(key, content);
          if (key.endsWith(one.message.id)) await (await connect()).collection("messageBodies").deleteOne({ _id: oid(one.message.id) });
        },
      };

      await run(connect, erasing);
      await run();

      expect((await bucket.keysOf(one.userId)).filter((key) => key.includes("messageBodies"))).toEqual([]);
    });

    it("that were written anew while their object was stored stay as they are now, and move when their own days are over", async () => {
      const one = await correspondence();
      const read = async () => (await sends.bodies(one.userId, [one.send.id])).get(one.send.id);
      await pass();
      const rewriting = {
        ...bucket.store,
        put: async (key: string, content: Uint8Array) => {
          await bucket.store.put(key, content);
          const anew = { $set: { text: "Written anew", html: "", movesAt: new Date(Date.now() + WEEK_MS) } };
          if (key.endsWith(`sendBodies/${one.send.id}`))
            await (await connect()).collection("sendBodies").updateOne({ _id: oid(one.send.id) }, anew);
        },
      };

      await run(connect, rewriting);
      expect(await read()).toMatchObject({ text: "Written anew" });

      await pass();
      await run();
      expect((await row("sendBodies", one.send.id))?.["moved"]).toBe(true);
      expect(await read()).toMatchObject({ text: "Written anew" });
    });

    it("go with a purged mailbox, and a deleted account; others' stay", async () => {
      const [purged, deleted, other] = [await correspondence(), await correspondence(), await correspondence()];
      const mailboxes = mongoSealedMailboxes(connect, async () => ({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } }));
      await mailboxes.insert(purged.store.mailbox, {});
      await mailboxes.delete(purged.userId, purged.store.mailbox.id);
      await pass();
      await run();
      const before = await bucket.keysOf(other.userId);

      await purgeMailbox({ purges: mongoPurges(connect) }, purged.userId, purged.store.mailbox.id);
      // `user delete --purge` does so after the rows (test/processes/admin.test.ts).
      await eraseObjects(await connect(), oid(deleted.userId), "all");
      await run();

      expect(await bucket.keysOf(purged.userId)).toEqual([]);
      expect(await bucket.keysOf(deleted.userId)).toEqual([]);
      expect([before.length, await bucket.keysOf(other.userId)]).toEqual([3, before]);
    });

    it("have no date in a stage that keeps them for ever, nor after that stage has begun to delete", async () => {
      const store = inboxStore(connect, {}, () => ({ kept: 0, inDatabase: 7 }), bucket.store);
      await store.receive([{}]);
      await pass();
      await run();

      const [message] = await store.all();
      expect(await bucket.keysOf(store.userId)).toEqual([`undated/${store.userId}/messageBodies/${message!.id}`]);
      expect((await store.messages.bodies(store.userId, [message!.id])).size).toBe(1);
    });

    it("of a test world leave likewise, and go when it is emptied; live ones stay", async () => {
      const one = await correspondence();
      const { userId } = one;
      const worlds = mongoWorlds(connect);
      await worlds.open(userId);
      const world = { userId, now: () => new Date() };
      const within: Connect = async () => worldDatabase(await connect(), world);
      const inside = inboxStore(within, { userId }, () => days, bucket.store);
      const before = await inWorld(world, async () => {
        await inside.receive([{ body: "From the world." }]);
        const [message] = await inside.all();
        return { id: message!.id, body: (await inside.messages.bodies(userId, [message!.id])).get(message!.id) };
      });
      await pass();
      await pass("test.");
      await run();
      expect(await inWorld(world, () => inside.messages.bodies(userId, [before.id]))).toEqual(new Map([[before.id, before.body]]));
      expect((await bucket.keysOf(userId)).filter((key) => key.includes("/test."))).toHaveLength(1);

      await worlds.reset(userId);
      await run();
      expect((await bucket.keysOf(userId)).filter((key) => key.includes("/test."))).toEqual([]);
      expect(await bucket.keysOf(userId)).toHaveLength(3);
    });

    it("are read when their email is sent after all; while the store is out the email waits, and spends no attempt", async () => {
      const smtp = await smtpServer();
      const rig = await sendingRig({ connect, smtp, ports: { sends } });
      const [send] = await rig.accept({ bodyText: "Late, but here." });
      await (await connect()).collection("sendBodies").updateOne({ _id: oid(send!.id) }, { $set: { movesAt: new Date(1) } });
      await run();
      expect((await row("sendBodies", send!.id))?.["moved"]).toBe(true);

      bucket.state.failing = true;
      await rig.deliver();
      bucket.state.failing = false;
      expect(await rig.read(send!)).toMatchObject({ status: "queued", attempts: 0 });
      expect(rig.log.events).toContain("delivery stopped by our own failure");

      await (await connect()).collection("sends").updateOne({ _id: oid(send!.id) }, { $set: { dueAt: new Date(1) } });
      await (await connect()).collection("deliveryLimits").deleteOne({ _id: oid(rig.mailbox.id) });
      await rig.deliver();
      expect(await rig.read(send!)).toMatchObject({ status: "sent" });
      expect(smtp.accepted).toHaveLength(1);
    });
  },
  true,
);
