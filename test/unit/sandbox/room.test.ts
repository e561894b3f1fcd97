import { expect, it } from "vitest";
import { assertRoom } from "#shared/sandbox/room.ts";

const MB = 1_000_000;

it.each([
  ["is not counted while its size says that there is room", { rows: 49_999, bytes: 100 * MB - 1 }, undefined, 0, true],
  ["is counted where nothing is known of its size", undefined, { rows: 0, bytes: 0 }, 1, true],
  ["has room where less is counted than was added up", { rows: 50_000, bytes: 0 }, { rows: 49_999, bytes: 100 * MB - 1 }, 1, true],
  ["is full of records", { rows: 50_000, bytes: 0 }, { rows: 50_000, bytes: 0 }, 1, false],
  ["is full of bytes", { rows: 0, bytes: 100 * MB }, { rows: 1, bytes: 100 * MB }, 1, false],
  ["is full though nothing was known", undefined, { rows: 60_000, bytes: 1 }, 1, false],
] as const)("a test world %s", async (_, stored, counted, times, hasRoom) => {
  let measured = 0;
  const asked = assertRoom({ measure: async () => ((measured += 1), counted ?? { rows: 0, bytes: 0 }) }, "u", stored);

  await (hasRoom ? asked : expect(asked).rejects.toMatchObject({ reason: "sandboxFull" }));
  expect(measured).toBe(times);
});
