// A request on many people of a sequence dies between its transactions: the same request again does the rest, and nothing twice.
import { expect, it } from "vitest";
import { changeSequence } from "#shared/sequences/rewrite.ts";
import { diesEverywhere } from "#test/support/dying.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { addTo, sequencePorts, sequenceWith } from "#test/support/sequence-ports.ts";

const NAMES = ["a@peer.test", "b@peer.test", "c@peer.test"];

describeOnMongo("requests on many people that die", (connect) => {
  const ports = sequencePorts(connect);

  it("give everybody the new text when the request comes again", async () => {
    const steps = [{ step: 2, bodyText: "Anew {{name}}" }];
    const deaths = await diesEverywhere(
      connect,
      () => sequenceWith(ports, NAMES),
      (dying, { userId, sequence: { id } }) => changeSequence(sequencePorts(dying), userId, id, { steps }),
      async ({ userId, sequence: { id }, enrolled }) => {
        const half = await ports.people.countOutdated(userId, id, 2);
        expect((await changeSequence(ports, userId, id, { steps })).remaining).toBe(0);
        expect(half).toBeLessThanOrEqual(NAMES.length);
        for (const { person, sends } of await enrolled()) {
          const bodies = await ports.sends.bodies(
            userId,
            sends.map((send) => send.id),
          );
          expect(sends.map((send) => bodies.get(send.id)!.text.split("\n")[0])).toEqual([`First ${person.email}`, `Anew ${person.email}`]);
        }
      },
    );
    expect(deaths).toBeGreaterThan(NAMES.length);
  });

  it("add each of many people once, and charge each once, when the request comes again", async () => {
    const many = Array.from({ length: 12 }, (_, n) => `p${n}@peer.test`);
    const long = `First {{name}} ${"x".repeat(200_000)}`;
    const deaths = await diesEverywhere(
      connect,
      () => sequenceWith(ports, [], { bodyText: long }),
      (dying, world) => addTo(sequencePorts(dying), world.sequence, many),
      async ({ userId, sequence, enrolled }) => {
        const again = await addTo(ports, sequence, many);
        expect(again.every((one) => "person" in one || one.reason === "conflict")).toBe(true);
        const there = await enrolled();
        expect(there.map(({ person }) => person.email).toSorted()).toEqual(many.toSorted());
        expect(there.every(({ sends }) => sends.length === 2)).toBe(true);
        expect([await ports.balance(userId), (await ports.sequences.find(userId, sequence.id))!.people]).toEqual([100 - 24, 12]);
      },
    );
    expect(deaths).toBeGreaterThan(3);
  });
});
