import { expect, it } from "vitest";
import { continuePurges, purgeMailbox } from "#shared/inbox/purge-mailbox.ts";

/** Purges that need so many steps. */
const purges = (needed: number) => {
  const steps: (string | undefined)[] = [];
  return {
    steps,
    begin: async (userId: string, id: string) => void steps.push(`begin ${userId} ${id}`),
    step: async (id?: string) => {
      steps.push(id);
      return steps.filter((step) => !step?.startsWith("begin")).length <= needed;
    },
  };
};

it.each([
  [0, 1],
  [2, 3],
  [99, 100],
  [1_000, 100],
])("goes on with %i steps of purging in %i looks of one sweep", async (needed, looks) => {
  const given = purges(needed);

  await continuePurges({ purges: given });

  expect(given.steps).toEqual(Array.from({ length: looks }, () => undefined));
});

it("erases little mail within the request, of that mailbox alone, and leaves much to the sweeper", async () => {
  const [little, much] = [purges(2), purges(1_000)];

  await purgeMailbox({ purges: little }, "u", "m");
  await purgeMailbox({ purges: much }, "u", "m");

  expect(little.steps).toEqual(["begin u m", "m", "m", "m"]);
  expect(much.steps).toEqual(["begin u m", ...Array.from({ length: 10 }, () => "m")]);
});
