// What keeps the people of a sequence, and what is added to it, from others.
import { beforeEach, expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import type { Draft, Enrolled } from "#shared/sending/ports/acceptance.ts";
import { sendBodiesOf } from "#shared/sending/store/send-documents.ts";
import { PEOPLE_MAX, type Sequence } from "#shared/sequences/sequence.ts";
import { enrolPeople } from "#shared/sequences/store/enrolments.ts";
import { sequencesOf } from "#shared/sequences/store/sequences.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { madeAt, storedSequences, UNTOUCHED } from "#test/support/stored-sequences.ts";

const PAGE = { limit: 50, offset: 0 };

describeOnMongo("the people of a sequence", (connect) => {
  const { people, userId, sequenceOf, stateOf, writeSend, three } = storedSequences(connect);
  let { mine, sibling, foreign } = {} as Awaited<ReturnType<typeof three>>;
  beforeEach(async () => void ({ mine, sibling, foreign } = await three()));
  const othersAreUntouched = async () => expect([await stateOf(sibling), await stateOf(foreign)]).toEqual([UNTOUCHED, UNTOUCHED]);

  it("who are found, listed and removed in it alone, by its own account", async () => {
    const [one, other] = [mine.sequence.id, foreign.sequence.userId];
    expect((await people.among(userId, one, ["a@peer.test", "b@peer.test"])).map(({ id }) => id)).toEqual([mine.person.id]);
    expect(await people.among(other, one, ["a@peer.test"])).toEqual([]);
    expect((await people.list(userId, one, PAGE)).map(({ person }) => person.id)).toEqual([mine.person.id]);
    expect([
      await people.list(other, one, PAGE),
      await people.outdated(other, one, 2, 9),
      await people.countOutdated(other, one, 2),
    ]).toEqual([[], [], 0]);
    expect(await people.remove(other, one, mine.person.id)).toBeUndefined();
    expect(await people.remove(userId, sibling.sequence.id, mine.person.id)).toBeUndefined();
    expect(await stateOf(mine)).toEqual(UNTOUCHED);

    expect(await people.remove(userId, one, mine.person.id)).toEqual([mine.send.id]);
    const [removed] = await people.among(userId, one, ["a@peer.test"]);
    await new Promise((done) => setTimeout(done, 5));
    expect(await people.remove(userId, one, mine.person.id)).toEqual([]);
    expect((await people.among(userId, one, ["a@peer.test"]))[0]!.removedAt).toEqual(removed!.removedAt);
    await othersAreUntouched();
  });

  it("whose text is written once from the revision that was read, and never of what has left or is another's", async () => {
    await sendBodiesOf(await connect()).insertOne({ _id: oid(mine.send.id), userId: oid(userId), html: "", text: "Old" });
    const text = ({ send }: typeof mine) => [{ id: send.id, subject: "New", html: "", text: "New" }];
    expect(await people.rewrite({ ...mine.person, userId: foreign.sequence.userId }, 2, text(mine))).toBe(false);
    expect(await people.rewrite(mine.person, 2, text(foreign))).toBe(false);
    await writeSend(mine.send, { status: "sent", sentAt: madeAt });
    expect(await people.rewrite(mine.person, 2, text(mine))).toBe(false);
    expect(await people.countOutdated(userId, mine.sequence.id, 2)).toBe(1);

    await writeSend(mine.send, { status: "scheduled" });
    expect(await people.rewrite(mine.person, 2, text(mine))).toBe(true);
    expect(await people.rewrite(mine.person, 3, [{ ...text(mine)[0]!, text: "Late" }])).toBe(false);
    expect((await sendBodiesOf(await connect()).findOne({ _id: oid(mine.send.id) }))?.text).toBe("New");
  });

  it.each<[string, Partial<Sequence>, Partial<Enrolled>, boolean]>([
    ["that is open takes them", {}, {}, true],
    ["of another revision", { revision: 2 }, {}, false],
    ["that is paused", { pausedAt: madeAt }, {}, false],
    ["that is deleted", { deletedAt: madeAt }, {}, false],
    ["that is full", { people: PEOPLE_MAX }, {}, false],
    ["with one place left", { people: PEOPLE_MAX - 1 }, {}, true],
    ["that has them", {}, { email: "a@peer.test" }, false],
  ])("whom one %s", async (_, facts, who, isTaken) => {
    const { sequence } = await sequenceOf(userId, facts);
    const database = await connect();
    const enrol = (owner: string) =>
      database.transaction((session) => {
        const [first, other] = [ids.objectId(), ids.objectId()];
        const one = { ...mine.person, id: ids.objectId(), sequenceId: sequence.id, email: "b@peer.test", sendIds: [first], ...who };
        const left = { ...one, id: ids.objectId(), email: "c@peer.test", sendIds: [other] };
        const enrolment = { sequenceId: sequence.id, revision: 1, steps: 1, people: [one, left] };
        return enrolPeople({ database, session }, oid(owner), enrolment, [{ send: { id: first } } as Draft]);
      });

    await expect(enrol(foreign.sequence.userId)).rejects.toMatchObject({ name: "EnrolmentOutdated" });
    if (isTaken) await enrol(userId);
    else await expect(enrol(userId)).rejects.toMatchObject({ name: "EnrolmentOutdated" });

    const { people: count } = (await sequencesOf(database).findOne({ _id: oid(sequence.id) }))!;
    expect(count).toBe((facts.people ?? 1) + (isTaken ? 1 : 0));
    expect(await people.among(userId, sequence.id, ["b@peer.test", "c@peer.test"])).toHaveLength(isTaken ? 1 : 0);
  });
});
