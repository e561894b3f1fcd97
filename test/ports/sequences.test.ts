import { expect, it } from "vitest";
import { clock, ids } from "#shared/platform/system.ts";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoMailboxes } from "#shared/mailboxes/store/mailboxes.ts";
import { enrol } from "#shared/sequences/enrol.ts";
import { changeSequence } from "#shared/sequences/rewrite.ts";
import type { Sequence } from "#shared/sequences/sequence.ts";
import { mongoPeople } from "#shared/sequences/store/people.ts";
import { mongoSequences, peopleOf, sequencesOf } from "#shared/sequences/store/sequences.ts";
import { followingElement } from "#shared/threads/follow-up.ts";
import { unsubscribeLinks } from "#test/support/memory/sending.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { sendingOnMongo } from "#test/support/sending-stores.ts";

const PAGE = { limit: 50, offset: 0 };
const texts = { subject: "", bodyHtml: "", quoteHistory: true };

describeOnMongo("sequences", (connect) => {
  const { acceptedSends, sends, deliveries, user } = sendingOnMongo(connect);
  const [sequences, people] = [mongoSequences(connect), mongoPeople(connect)];
  const sealed = mongoSealedMailboxes(connect, async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } }));
  const compose = { clock, ids, sanitize };
  const following = (request: Parameters<typeof followingElement>[1]) => followingElement(compose, request);
  const ports = {
    ...compose,
    acceptedSends,
    sends,
    sequences,
    people,
    following,
    mailboxes: mongoMailboxes(connect),
    ips: { list: async () => [] },
    suppressions: { among: async () => new Map() },
    unsubscribeLinks,
    wakeUps: { wake: async () => {} },
  };
  const by = { id: ids.objectId(), scopes: ["send"] as const };

  /** A sequence of two steps with these people, whose emails are due. */
  const asked = async (emails: readonly string[], keptDays = 0) => {
    const userId = await user(100);
    const mailbox = aMailbox({ userId });
    await sealed.insert(mailbox, {});
    const createdAt = new Date();
    const sequence: Sequence = {
      id: ids.objectId(),
      userId,
      mailboxId: mailbox.id,
      name: "",
      revision: 1,
      people: 0,
      createdAt,
      updatedAt: createdAt,
      steps: [
        {
          ...texts,
          subject: "Hi {{name}}",
          bodyText: "First {{name}}",
        },
        {
          ...texts,
          bodyText: "Second",
          scheduledAfter: "P1D",
        },
      ],
    };
    await sequences.insert(sequence);
    const added = emails.map((email) => ({ to: { name: "", email }, variables: { name: email } }));
    await enrol({ ...ports, keptDays: () => keptDays }, { userId, id: sequence.id }, added, {
      by,
      claim: undefined,
      answer: (results) => results,
    });
    const claim = async () => {
      const claimed = await deliveries.claim(mailbox.id, { size: 10 });
      if (claimed.kind !== "claimed") throw new Error(claimed.kind);
      return claimed;
    };
    const all = async () => (await people.list(userId, sequence.id, PAGE)).flatMap((one) => one.sends);
    return { userId, mailbox, sequence, claim, all };
  };

  it("that are paused reach a worker that holds a step: its intent fails, and nothing is claimed until they go on", async () => {
    const { userId, sequence, claim, all } = await asked(["a@peer.test"]);
    const held = await claim();
    expect(held.drafts).toHaveLength(1);

    await sequences.pause(userId, sequence.id, true);

    expect(await deliveries.intend(held.token, held.drafts[0]!.send)).toBe(false);
    expect((await claim()).drafts).toEqual([]);
    expect((await all()).map(({ status, dueAt }) => [status, dueAt])).toEqual([
      ["scheduled", undefined],
      ["scheduled", undefined],
    ]);
    await sequences.pause(userId, sequence.id, false);
    const again = await claim();
    expect(again.drafts.map(({ send }) => send.step)).toEqual([1]);
    expect(await deliveries.intend(again.token, again.drafts[0]!.send)).toBe(true);
    await sequences.pause(userId, sequence.id, true);
    expect((await all()).map(({ status }) => status)).toEqual(["processing", "scheduled"]);
  });

  it("write a new text for all that wait of a person, or for nothing of whom a worker holds", async () => {
    const { userId, sequence, claim, all } = await asked(["a@peer.test"]);
    const change = () => changeSequence(ports, userId, sequence.id, { steps: [{ step: 2, bodyText: "Anew {{name}}" }] });
    const held = await claim();
    expect((await change()).remaining).toBe(1);
    const bodies = async () => {
      const found = await all();
      const rows = await sends.bodies(
        userId,
        found.map(({ id }) => id),
      );
      return found.map(({ id }) => rows.get(id)!.text.split("\n")[0]);
    };
    expect(await bodies()).toEqual(["First a@peer.test", "Second"]);

    await deliveries.intend(held.token, held.drafts[0]!.send);
    expect((await change()).remaining).toBe(0);
    expect(await bodies()).toEqual(["First a@peer.test", "Anew a@peer.test"]);
  });

  it("refuse a rewriting whose step was claimed after it was read, and write nothing of it", async () => {
    const { userId, sequence, claim, all } = await asked(["a@peer.test"]);
    const [{ person, sends: read } = { person: undefined, sends: [] }] = await people.outdated(userId, sequence.id, 2, 10);
    await claim();

    const wanted = read.map(({ id }) => ({ id, subject: "Never", html: "", text: "Never" }));
    expect(await people.rewrite(person!, 2, wanted)).toBe(false);

    expect((await all()).map(({ subject }) => subject)).toEqual(["Hi a@peer.test", "Re: Hi a@peer.test"]);
    expect(await people.countOutdated(userId, sequence.id, 2)).toBe(1);
  });

  it("are found by indexes alone, and are gone with their mailbox's purge", async () => {
    const { userId, mailbox, sequence } = await asked(["a@peer.test", "b@peer.test"], 30);
    expect(await sequences.list(userId, { mailboxIds: [mailbox.id] }, PAGE)).toMatchObject([{ id: sequence.id, people: 2 }]);
    expect(await sequences.numbers(userId, sequence.id)).toMatchObject([
      { step: 1, waiting: 2, sent: 0 },
      { step: 2, waiting: 2, sent: 0 },
    ]);
    const database = await connect();
    const rows = await peopleOf(database).find({}, TEST_ONLY).toArray();
    const mine = rows.filter((row) => row.userId.toHexString() === userId);
    expect(mine.map(({ expiresAt, createdAt }) => (expiresAt!.getTime() - createdAt.getTime()) / 86_400_000)).toEqual([31, 31]);
    expect((await sequences.cancelWaiting(userId, sequence.id)).length).toBe(4);
    expect(await sequences.cancelWaiting(userId, sequence.id)).toEqual([]);

    await sealed.delete(userId, mailbox.id);
    const purges = mongoPurges(connect);
    await purges.begin(userId, mailbox.id);
    while (await purges.step(mailbox.id));
    expect((await peopleOf(database).find({}, TEST_ONLY).toArray()).filter((row) => row.userId.toHexString() === userId)).toEqual([]);
    expect((await sequencesOf(database).find({}, TEST_ONLY).toArray()).filter((row) => row.userId.toHexString() === userId)).toEqual([]);
  });
});
