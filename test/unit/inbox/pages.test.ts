import { expect, it } from "vitest";
import { windowOf } from "#shared/inbox/pull/window.ts";
import { aPullWorld, day, mail, mails } from "#test/support/pull-world.ts";

/** Received before the wanted moment, on the same day as the server counts. */
const early = { receivedAt: new Date(day(30).getTime() - 1) };

it.each([
  ["last", [mail(1), mail(2), mail(3, early)]],
  ["first", [mail(1, early), mail(2), mail(3)]],
  ["only", [mail(1, early)]],
])("what is not wanted lies behind the cursor when it is the %s", async (_, delivered) => {
  const world = await aPullWorld();
  world.server.deliver(delivered);

  expect(await world.pull()).toMatchObject({ remaining: 0, error: "" });
  expect(world.cursor()).toMatchObject({ lastUid: delivered.length, starts: 0 });
  world.server.calls.splice(0);
  await world.pull();
  expect(world.server.calls).toEqual(["login", "folders"]);
});

it("a pull that stops between two pages goes on behind the first, and knows what it read last", async () => {
  const world = await aPullWorld();
  world.server.deliver(mails(501));
  world.server.state.fails = (call) => (call === "fetch 501" ? new Error("cut") : undefined);

  expect(await world.pull()).toMatchObject({ stored: 500, remaining: 1 });

  expect(world.cursor()).toMatchObject({ lastUid: 500 });
  expect([...windowOf(world.cursor()!).known.keys()].at(-1)).toBe(500);
});
