import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoAgenda } from "#shared/sandbox/store/agenda.ts";
import { mongoSandboxMails } from "#shared/sandbox/store/sandbox-mails.ts";
import { mongoWorlds } from "#shared/sandbox/store/worlds.ts";
import { worldDatabase } from "#shared/platform/mongo/world-database.ts";
import { inWorld } from "#shared/platform/world.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const NOW = new Date("2027-03-01T09:00:00Z");
const keyring = async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } });
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describeOnMongo(
  "test worlds in MongoDB",
  (connect) => {
    /** Runs work in a world that stands at NOW, with the database as it is seen there. */
    const within = <R>(userId: string, work: (there: typeof connect) => Promise<R>, now = NOW): Promise<R> => {
      const world = { userId, now: () => now };
      return inWorld(world, () => work(async () => worldDatabase(await connect(), world)));
    };

    it("tell what is due and what comes next, and keep mail, by queries that an index serves", async () => {
      const mailbox = aMailbox({ type: "sandbox", inboxSyncEnabled: true });
      const { id, userId } = mailbox;
      await within(userId, async (there) => {
        await mongoSealedMailboxes(there, keyring).insert(mailbox, {});
        const [mails, agenda] = [mongoSandboxMails(there), mongoAgenda(there)];
        const raw = Buffer.from("Subject: hi\r\n\r\nhi\r\n");
        await mails.send(
          id,
          [
            { at: NOW, raw },
            { at: inMinutes(5), raw },
            { at: inMinutes(3), token: "link" },
          ],
          "<sent@shop.test>",
        );

        expect(await agenda.look()).toEqual({ due: [{ work: "pull", id }], next: inMinutes(3) });
        expect(await mails.arrive(id)).toEqual({ count: 1, uidNext: 2 });
        expect(await mails.uids(id, { above: 0 })).toEqual([1]);
        expect(await mails.read(id, [1, 7])).toEqual([{ uid: 1, at: NOW, raw }]);
        expect([await mails.holds(id, "<sent@shop.test>"), await mails.holds(id, "<other@shop.test>")]).toEqual([true, false]);
        expect((await agenda.look()).due).toEqual([]);
        // The event of its connection, which nobody has published.
        expect(await agenda.left()).toEqual(inMinutes(1));
      });
      const later = await within(userId, (there) => mongoAgenda(there).look(), inMinutes(4));
      expect(later.due).toMatchObject([{ work: "click", token: "link" }]);
      await within(userId, async (there) => {
        await mongoAgenda(there).clicked(later.due[0]!.id);
        const purges = mongoPurges(there);
        await (await there()).collection("mailboxes").updateOne({ _id: new ObjectId(id) }, { $set: { purging: { since: NOW } } });
        while (await purges.step(id));
        expect(await mongoAgenda(there).look()).toEqual({ due: [], next: undefined });
      });
    });

    it("are leased to one worker at a time, wake when they are planned to, and begin anew", async () => {
      const worlds = mongoWorlds(connect);
      const userId = new ObjectId().toHexString();
      expect(await worlds.holder(userId)).toBeUndefined();
      const lease = await worlds.lease(userId, 60_000, "job");
      expect(await worlds.lease(userId, 60_000, "call")).toBeUndefined();
      expect(await worlds.holder(userId)).toBe("job");
      expect(await worlds.set(lease!, { offsetMs: 5, at: NOW }, 60_000)).toBe(true);
      expect(await worlds.open(userId)).toEqual({ offsetMs: 5, at: NOW, stored: { rows: 0, bytes: 0 } });
      const until = async () =>
        (await (await connect()).collection("worlds").findOne({ _id: new ObjectId(userId) }))?.["lease"]?.until as Date;
      await worlds.set(lease!, { offsetMs: 5, at: NOW }, 1_000);
      const before = await until();
      await worlds.renew({ ...lease!, token: "another's" }, 60_000);
      expect(await until()).toEqual(before);
      await worlds.renew(lease!, 60_000);
      expect((await until()).getTime() - before.getTime()).toBeGreaterThan(50_000);
      expect(await worlds.open(userId)).toEqual({ offsetMs: 5, at: NOW, stored: { rows: 0, bytes: 0 } });
      await worlds.release(lease!);
      expect(await worlds.holder(userId)).toBeUndefined();
      await worlds.renew(lease!, 60_000);
      expect(await until()).toBeUndefined();
      expect(await worlds.set(lease!, { offsetMs: 9 }, 60_000)).toBe(false);

      await worlds.plan(userId, undefined);
      // The worker that takes this lease dies: its world is due when the lease has ended, and not before.
      await worlds.lease(userId, 60_000, "call");
      expect(await worlds.due()).not.toContain(userId);
      const planned = await (await connect()).collection("worlds").findOne({ _id: new ObjectId(userId) });
      expect(planned?.["wakeAt"]).toEqual(planned?.["lease"].until);

      await worlds.plan(userId, new Date(Date.now() - 1_000));
      expect(await worlds.due()).toContain(userId);
      await worlds.plan(userId, undefined);
      expect(await worlds.due()).not.toContain(userId);

      await (await connect()).collection("test.wallets").updateOne({ _id: new ObjectId(userId) }, { $set: { balance: 3 } });
      await worlds.reset(userId);
      expect(await (await connect()).collection("test.wallets").findOne({ _id: new ObjectId(userId) })).toMatchObject({
        balance: 1_000_000,
      });
    });

    it("are furnished by the next call when emptying one did not end", async () => {
      const worlds = mongoWorlds(connect);
      const userId = new ObjectId().toHexString();
      await worlds.open(userId);
      const database = await connect();
      // A call while another empties it must not say that this has ended.
      const lease = await worlds.lease(userId, 60_000, "call");
      await database.collection("worlds").updateOne({ _id: new ObjectId(userId) }, { $set: { isBare: true } });
      await worlds.open(userId);
      expect(await database.collection("worlds").findOne({ _id: new ObjectId(userId) })).toMatchObject({ isBare: true });
      await worlds.release(lease!);
      await database.collection("worlds").updateOne({ _id: new ObjectId(userId) }, { $set: { isBare: true } });
      await database.collection("test.wallets").deleteOne({ _id: new ObjectId(userId) });
      await worlds.open(userId);
      expect(await database.collection("test.wallets").findOne({ _id: new ObjectId(userId) })).toMatchObject({ balance: 1_000_000 });
    });
  },
  true,
);
