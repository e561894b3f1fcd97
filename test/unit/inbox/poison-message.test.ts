import { describe, expect, it } from "vitest";
import { aPullWorld, day, mails } from "#test/support/pull-world.ts";

/** Fetching this message fails, alone or with others. */
const cannotFetch = (uid: number) => (call: string) =>
  new RegExp(`^fetch (?:.*,)?${uid}(?:,|$)`).test(call) ? new Error("cut") : undefined;

describe("a message that stops every pull", () => {
  it("is found one by one and stored by its headers after three starts and one more try, and the others whole", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(5));
    world.server.state.fails = cannotFetch(3);

    const reports = [];
    for (let i = 0; i < 7; i++) reports.push(await world.pull());

    expect(reports.map(({ stored }) => stored)).toEqual([0, 2, 0, 0, 1, 2, 0]);
    expect(world.stored.size).toBe(5);
    expect(world.server.calls.filter((call) => call === "stub 3")).toHaveLength(1);
    expect(world.cursor()).toMatchObject({ lastUid: 5, starts: 0, stubs: [{ uid: 3 }] });
  });

  it("that stops the process each time is given up without another try", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(2));
    await world.pull();
    world.server.deliver(mails(1));
    const state = world.states.get(world.mailbox.id)!;
    state.cursors = state.cursors.map((cursor) => (cursor.path === "INBOX" ? { ...cursor, starts: 4 } : cursor));
    world.server.calls.splice(0);

    expect(await world.pull()).toMatchObject({ error: "" });
    expect(world.server.calls).toContain("stub 3");
    expect(world.server.calls).not.toContain("fetch 3");
  });

  it("is read whole after a day, or at once by a newer reader", async () => {
    for (const change of [{ triedAt: day(1) }, { reader: 0 }]) {
      const world = await aPullWorld();
      world.server.deliver(mails(3));
      world.server.state.fails = cannotFetch(3);
      for (let i = 0; i < 6; i++) await world.pull();
      world.server.state.fails = () => undefined;
      world.server.calls.splice(0);

      await world.pull();
      expect(world.server.calls).toEqual(["login", "folders"]);
      const state = world.states.get(world.mailbox.id)!;
      state.cursors = state.cursors.map((cursor) => ({
        ...cursor,
        ...(cursor.stubs && { stubs: cursor.stubs.map((headersOnly) => ({ ...headersOnly, ...change })) }),
      }));
      await world.pull();

      expect(world.server.calls).toContain("fetch 3");
      expect(world.cursor()?.stubs).toEqual([]);
      expect(world.pages.at(-1)?.map(({ message }) => message.uid)).toEqual([3]);
    }
  });

  it("is not what a failing server is taken for: FETCH refused for a while leaves the next message whole", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    world.server.state.fails = (call) => (/^(?:fetch|stub)/.test(call) ? new Error("NO busy") : undefined);
    for (let i = 0; i < 8; i++) await world.pull();
    world.server.state.fails = () => undefined;

    expect(await world.pull()).toMatchObject({ stored: 3 });
    expect(world.cursor()).toMatchObject({ lastUid: 3, starts: 0 });
    expect(world.cursor()?.stubs ?? []).toEqual([]);
  });

  it("is not what a failing store is taken for", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(3));
    const ingest = { commit: () => Promise.reject(new Error("no primary")) };
    for (let i = 0; i < 8; i++) {
      await expect(world.pull({}, { ingest })).rejects.toThrow("no primary");
      await world.syncStates.release({
        ...world.mailbox,
        token: world.states.get(world.mailbox.id)?.token ?? "",
        cursors: [],
        failures: 0,
      });
    }
    expect(world.cursor()?.starts).toBe(0);

    expect(await world.pull()).toMatchObject({ stored: 3 });
    expect(world.server.calls.filter((call) => call.startsWith("stub"))).toEqual([]);
  });

  it("is not what a slow server is taken for: running out of time after progress counts nothing", async () => {
    const world = await aPullWorld();
    world.server.deliver(mails(550));

    const report = await world.pull({ signal: world.timeUpAt("fetch 501,") });

    expect(report).toMatchObject({ stored: 500, remaining: 50, skipped: "deadline", error: "" });
    expect(world.cursor()).toMatchObject({ lastUid: 500, starts: 0 });
    expect((await world.current()).inboxLastError).toBe("");
  });
});
