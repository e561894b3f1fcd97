// A request on a sequence dies between its writes: the sweeper, or the same request again, finishes what it began.
import { expect, it } from "vitest";
import { publishForgotten } from "#shared/events/publish.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { deleteSequence, removePerson, settleForgotten } from "#shared/sequences/change.ts";
import { changeSequence } from "#shared/sequences/rewrite.ts";
import { sequencesOf } from "#shared/sequences/store/sequences.ts";
import { before, diesEverywhere } from "#test/support/dying.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { sequencePorts, sequenceWith } from "#test/support/sequence-ports.ts";

const NAMES = ["a@peer.test", "b@peer.test", "c@peer.test"];

type World = Awaited<ReturnType<typeof sequenceWith>>;

describeOnMongo("requests on sequences that die", (connect) => {
  const ports = { ...sequencePorts(connect), webhookQueue: { wake: async () => undefined } };
  /** Two minutes later the sweeper comes. */
  const swept = async ({ sequence }: World) => {
    const rows = sequencesOf(await connect());
    await rows.updateOne(
      { _id: oid(sequence.id), unsettledAt: { $exists: true } },
      { $set: { unsettledAt: new Date(Date.now() - 120_000) } },
    );
    await settleForgotten(ports);
    expect(await rows.findOne({ _id: oid(sequence.id), unsettledAt: { $exists: true } })).toBeNull();
    await publishForgotten(ports, 0);
  };
  const statesOf = async ({ all }: World) =>
    [...new Set((await all()).map(({ status, pausedAt }) => (pausedAt ? "paused" : status)))].toSorted();
  const untold = async ({ all }: World) => {
    const ids = (await all()).map(({ id }) => oid(id));
    return rawSends(await connect()).countDocuments({ _id: { $in: ids }, newsAt: { $exists: true } }, TEST_ONLY);
  };
  const isMarked = async ({ userId, sequence }: World) => ports.sequences.find(userId, sequence.id);
  const sequence = () => sequenceWith(ports, NAMES);

  it("end with every step cancelled and told once the sequence is deleted", async () => {
    const deaths = await diesEverywhere(
      connect,
      sequence,
      (dying, { userId, sequence: { id } }) => deleteSequence(sequencePorts(dying), userId, id),
      async (world) => {
        await swept(world);
        expect(await statesOf(world)).toEqual((await isMarked(world))!.deletedAt ? ["cancelled"] : ["queued", "scheduled"]);
        expect(await untold(world)).toBe(0);
      },
    );
    expect(deaths).toBeGreaterThan(3);
  });

  it("end with every step paused, or going on, as the sequence is", async () => {
    const pausing = await diesEverywhere(
      connect,
      sequence,
      (dying, { userId, sequence: { id } }) => changeSequence(sequencePorts(dying), userId, id, { paused: true }),
      async (world) => {
        await swept(world);
        expect(await statesOf(world)).toEqual((await isMarked(world))!.pausedAt ? ["paused"] : ["queued", "scheduled"]);
      },
    );
    const paused = async () => {
      const world = await sequence();
      await world.pause(true);
      return world;
    };
    const going = await diesEverywhere(
      connect,
      paused,
      (dying, { userId, sequence: { id } }) => changeSequence(sequencePorts(dying), userId, id, { paused: false }),
      async (world) => {
        await swept(world);
        expect(await statesOf(world)).toEqual((await isMarked(world))!.pausedAt ? ["paused"] : ["scheduled"]);
      },
    );
    expect([pausing, going].every((deaths) => deaths > 1)).toBe(true);
  });

  it("end as the sequence is where its pause ends between two writes of the request that pauses it", async () => {
    const world = await sequence();
    const {
      userId,
      sequence: { id },
    } = world;
    const late = before(connect, "sends", "updateMany", () => world.pause(false));

    await changeSequence(sequencePorts(late), userId, id, { paused: true });

    expect([await statesOf(world), (await isMarked(world))!.pausedAt]).toEqual([["paused"], undefined]);
    await swept(world);
    expect(await statesOf(world)).toEqual(["scheduled"]);
  });

  it("leave a person in the sequence, or removed with every step cancelled and told", async () => {
    await diesEverywhere(
      connect,
      sequence,
      async (dying, { userId, sequence: { id }, enrolled }) => {
        const [{ person } = { person: undefined }] = await enrolled();
        await removePerson(sequencePorts(dying), userId, { sequenceId: id, id: person!.id });
      },
      async (world) => {
        await swept(world);
        const [first, ...rest] = await world.enrolled();
        const isWhole = first!.sends.map(({ status }) => status);
        expect(isWhole).toEqual(first!.person.removedAt ? ["cancelled", "cancelled"] : ["queued", "scheduled"]);
        expect(rest.flatMap((one) => one.sends).every(({ status }) => status !== "cancelled")).toBe(true);
        expect(await untold(world)).toBe(0);
      },
    );
  });
});
