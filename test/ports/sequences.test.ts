import { expect, it } from "vitest";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { changeSequence } from "#shared/sequences/rewrite.ts";
import { peopleOf, sequencesOf } from "#shared/sequences/store/sequences.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { sequencePorts, sequenceWith } from "#test/support/sequence-ports.ts";

const PAGE = { limit: 50, offset: 0 };

describeOnMongo("sequences", (connect) => {
  const ports = sequencePorts(connect);
  const { sends, deliveries, sequences, people, sealed } = ports;
  const asked = (emails: readonly string[], keptDays = 0) => sequenceWith(ports, emails, { keptDays });

  it("that are paused reach a worker that holds a step: its intent fails, and nothing is claimed until they go on", async () => {
    const { pause, claim, all } = await asked(["a@peer.test"]);
    const held = await claim();
    expect(held.drafts).toHaveLength(1);

    await pause(true);

    expect(await deliveries.intend(held.token, held.drafts[0]!.send)).toBe(false);
    expect((await claim()).drafts).toEqual([]);
    expect((await all()).map(({ status, dueAt }) => [status, dueAt])).toEqual([
      ["scheduled", undefined],
      ["scheduled", undefined],
    ]);
    await pause(false);
    const again = await claim();
    expect(again.drafts.map(({ send }) => send.step)).toEqual([1]);
    expect(await deliveries.intend(again.token, again.drafts[0]!.send)).toBe(true);
    await pause(true);
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
    await sequences.delete(userId, sequence.id);
    expect((await sequences.settle(userId, sequence.id)).cancelled.length).toBe(4);
    expect(await sequences.settle(userId, sequence.id)).toEqual({ cancelled: [], more: false });

    await sealed.delete(userId, mailbox.id);
    const purges = mongoPurges(connect);
    await purges.begin(userId, mailbox.id);
    while (await purges.step(mailbox.id));
    expect((await peopleOf(database).find({}, TEST_ONLY).toArray()).filter((row) => row.userId.toHexString() === userId)).toEqual([]);
    expect((await sequencesOf(database).find({}, TEST_ONLY).toArray()).filter((row) => row.userId.toHexString() === userId)).toEqual([]);
  });
});
