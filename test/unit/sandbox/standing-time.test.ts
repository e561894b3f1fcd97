import { expect, it } from "vitest";
import { persist } from "#shared/sending/deliver/outcome.ts";

const NOW = new Date("2027-03-01T09:00:00Z");

it("gives up a write that keeps failing although a test world's time stands", async () => {
  let waited = 0;
  const logged: string[] = [];
  const log = { error: (event: string) => void logged.push(event) } as never;
  const pause = async (ms: number) => {
    waited += ms;
    if (waited > 1_000_000) throw new Error("endless");
  };
  const write = () => Promise.reject(new Error("refused"));

  expect(await persist({ clock: { now: () => NOW }, log, pause }, write, NOW.getTime() + 60_000)).toBeUndefined();

  expect([logged, waited < 60_000, waited > 50_000]).toEqual([["a result could not be written"], true, true]);
});
