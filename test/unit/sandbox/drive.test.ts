import { describe, expect, it, vi } from "vitest";
import { drive, WorldBusy, settleWorld, wakeWorlds } from "#shared/sandbox/drive.ts";
import { moveClock, resetWorld } from "#shared/sandbox/clock.ts";
import { aWorld, MINUTE, REAL, USER } from "#test/support/driven-world.ts";

describe("driving a world", () => {
  it("opens what is snoozed at its time, before the emails that leave then", async () => {
    const { did, to } = aWorld([
      { kind: "deliver", id: "a", at: 5 },
      { kind: "step", id: "snoozes", at: 5 },
    ]);
    await to(10);
    expect(did).toEqual(["step snoozes @5", "deliver a @5", "sweep @10"]);
  });

  it("does what is due in order, each at its time, and sweeps at the end", async () => {
    const { did, to, state, things } = aWorld([
      { kind: "post", id: "w", at: 5 },
      { kind: "deliver", id: "a", at: 5 },
      { kind: "pull", id: "m", at: 5 },
      { kind: "click", id: "c", at: 5 },
      { kind: "deliver", id: "a", at: 2 },
      { kind: "deliver", id: "late", at: 11 },
    ]);

    const driven = await to(10);

    expect(did).toEqual(["deliver a @2", "click c @5", "clicked c", "pull m @5", "publish", "deliver a @5", "post w @5", "sweep @10"]);
    expect([driven.isSettled, driven.now.getTime(), driven.next?.getTime()]).toEqual([true, REAL + 10 * MINUTE, REAL + 11 * MINUTE]);
    expect([state.offsetMs, state.at, state.holder, things.length]).toEqual([10 * MINUTE, undefined, "", 1]);
    expect(state.plan).toEqual(new Date(REAL + MINUTE));
  });

  it("does what work makes due at the same moment", async () => {
    const world = aWorld([{ kind: "deliver", id: "a", at: 1 }]);
    world.does.set("a", () => void world.things.push({ kind: "pull", id: "m", at: 1 }));
    world.does.set("m", () => void world.things.push({ kind: "post", id: "w", at: 1 }));
    await world.to(1);
    expect(world.did).toEqual(["deliver a @1", "pull m @1", "publish", "post w @1", "sweep @1"]);
  });

  it("goes on with a queue while its first changes", async () => {
    const world = aWorld(Array.from({ length: 50 }, (_, n) => ({ kind: "post" as const, id: "w", at: n / 1000 })));
    await world.to(1);
    expect(world.did.filter((what) => what.startsWith("post")).length).toBeGreaterThanOrEqual(50);
    expect(world.things).toEqual([]);
  });

  it("looks again at what waits, at most a quarter of an hour, and lets the rest of the world go on", async () => {
    const world = aWorld([
      { kind: "deliver", id: "stuck", at: 0 },
      { kind: "deliver", id: "later", at: 60 },
    ]);
    world.does.set("stuck", () => "stays");
    const driven = await world.to(100);
    const sweeps = world.did.flatMap((what) => (what.startsWith("sweep @") ? Number(what.slice(7)) : []));
    expect([sweeps.length, sweeps[0], sweeps.at(-2), sweeps.at(-1)]).toEqual([61, 0.25, 15, 100]);
    expect(world.did).toContain("deliver later @60");
    expect([driven.isSettled, world.wakes]).toEqual([true, [30_000, 15_000]]);
  });

  it("does at once what a sweep frees", async () => {
    const world = aWorld([{ kind: "deliver", id: "held", at: 0 }]);
    let isHeld = true;
    world.does.set("held", () => (isHeld ? "stays" : undefined));
    world.does.set("sweep", () => void (isHeld = false));
    await world.to(10);
    expect(world.things).toEqual([]);
    expect(world.did).toContain("deliver held @0.25");
  });

  it("does what the last sweep makes due", async () => {
    const world = aWorld();
    world.does.set("sweep", () => void world.things.push({ kind: "deliver", id: "freed", at: 3 }));
    await world.to(3);
    expect(world.did).toEqual(["sweep @3", "deliver freed @3"]);
  });

  it("comes again for what died before it was done, when the sweeper would take it, and at most once a minute", async () => {
    const world = aWorld();
    const planned = async (minutes: number | undefined) => {
      world.state.left = minutes === undefined ? undefined : new Date(REAL + minutes * MINUTE);
      await world.to(0);
      return world.state.plan && (world.state.plan.getTime() - REAL) / MINUTE;
    };
    expect([await planned(undefined), await planned(3), await planned(-5)]).toEqual([undefined, 3, 1]);
  });

  it("goes on after a piece that fails", async () => {
    const world = aWorld([
      { kind: "deliver", id: "bad", at: 1 },
      { kind: "post", id: "good", at: 1 },
    ]);
    world.does.set("bad", () => {
      throw new Error("bad");
    });
    const driven = await world.to(2);
    expect([driven.isSettled, world.did.includes("post good @1"), world.logged[0]]).toEqual([true, true, "work of a test world failed"]);
  });

  it("clicks a link whose email is gone once", async () => {
    const world = aWorld([{ kind: "click", id: "gone", at: 1 }]);
    world.does.set("gone", () => {
      throw new Error("not found");
    });
    const agenda = { ...world.ports.agenda, clicked: async () => void world.things.splice(0) };
    await drive({ ...world.ports, agenda }, USER, () => new Date(REAL + 20 * MINUTE), new Date(REAL + 17_000), "call");
    expect(world.did).toEqual(["click gone @1", "sweep @20"]);
  });

  it("ends when its time is over, where it is, and is woken at once to go on", async () => {
    const world = aWorld([1, 2, 3].map((at) => ({ kind: "deliver" as const, id: `s${at}`, at })));
    for (const id of ["s1", "s2", "s3"]) world.does.set(id, () => void (world.state.real += 10_000));
    const driven = await world.to(10);
    expect([driven.isSettled, driven.now.getTime(), world.wakes]).toEqual([false, REAL + 3 * MINUTE, [30_000, 0]]);
    expect(world.did).toEqual(["deliver s1 @1", "deliver s2 @2"]);
    const rest = await drive(world.ports, USER, () => new Date(REAL + 10 * MINUTE), new Date(world.state.real + 17_000), "call");
    expect([rest.isSettled, rest.now.getTime(), world.things]).toEqual([true, REAL + 10 * MINUTE, []]);
  });

  it("does nothing more once another worker has the world, and leaves that worker's lease alone", async () => {
    const world = aWorld([1, 1, 2].map((at, n) => ({ kind: "deliver" as const, id: `s${n + 1}`, at })));
    world.does.set("s1", () => void (world.state.holder = "another"));
    await expect(world.to(10)).rejects.toThrow(WorldBusy);
    expect([world.did, world.state.holder]).toEqual([["deliver s1 @1"], "another"]);
    await expect(world.to(10)).rejects.toThrow(WorldBusy);
  });

  it("goes on from where a dead worker left the world, and never turns it back", async () => {
    const world = aWorld([{ kind: "deliver", id: "s", at: 7 }]);
    world.state.at = new Date(REAL + 5 * MINUTE);
    const driven = await world.to(5);
    expect([driven.from.getTime(), world.did[0], world.state.offsetMs, world.state.at]).toEqual([
      REAL + 5 * MINUTE,
      "deliver s @7",
      10 * MINUTE,
      undefined,
    ]);
    world.state.real += MINUTE;
    world.things.push({ kind: "deliver", id: "slow", at: 11 });
    world.does.set("slow", () => void (world.state.real += 5_000));
    await drive(world.ports, USER, (now) => now, new Date(world.state.real + 17_000), "call");
    expect([world.did.includes("deliver slow @11"), world.state.offsetMs]).toEqual([true, 10 * MINUTE]);
  });
});

describe("settling and moving", () => {
  it("answers that nothing is settled yet while the service's own job has the world, and 409 while another call has it", async () => {
    const world = aWorld([{ kind: "post", id: "slow", at: 0 }], 5 * MINUTE);
    const feeds = { read: async () => ({ events: [], through: 7, more: false }) } as never;
    const ports = { ...world.ports, feeds, pause: async (ms: number) => void (world.state.real += ms) };
    world.state.holder = "job";
    const at = new Date(REAL + 5 * MINUTE);

    const moved = await moveClock(ports, USER, { advanceMs: MINUTE });
    expect(moved).toEqual({
      from: new Date(at.getTime() + 15_000),
      now: new Date(at.getTime() + 15_000),
      isSettled: false,
      next: moved.now,
      eventsAfter: 7,
      happened: [],
    });
    expect([world.did, world.state.holder]).toEqual([[], "job"]);

    world.state.holder = "another call";
    await expect(moveClock(ports, USER, { advanceMs: MINUTE })).rejects.toMatchObject({ reason: "conflict" });
    await expect(resetWorld(ports, USER)).rejects.toMatchObject({ reason: "conflict" });
  });

  it("moves a world whose worker died as soon as its lease has ended, before a call gives up waiting", async () => {
    const feeds = { read: async () => ({ events: [], through: 0, more: false }) } as never;
    const world = aWorld();
    const leases: number[] = [];
    const { worlds: all } = world.ports;
    const worlds = { ...all, lease: (...args: Parameters<typeof all.lease>) => (leases.push(args[1]), all.lease(...args)) };
    await drive({ ...world.ports, worlds }, USER, (now) => now, new Date(REAL + 1_000), "job");
    world.state.holder = "dead";
    const pause = async (ms: number) => {
      world.state.real += ms;
      if (world.state.real - REAL >= leases[0]!) world.state.holder = "";
    };

    const moved = await moveClock({ ...world.ports, feeds, pause }, USER, { advanceMs: MINUTE });
    expect(moved.now.getTime() - moved.from.getTime()).toBe(MINUTE);
  });

  it("renews the lease through long work, and leaves the time where it stands", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const world = aWorld([{ kind: "post", id: "slow", at: 0 }]);
      let after: readonly [number, number] = [0, 0];
      world.does.set("slow", () => {
        const before = world.stands.length;
        vi.advanceTimersByTime(11_900);
        after = [world.renewed.length, world.stands.length - before];
      });
      await world.to(0);
      expect(after).toEqual([1, 0]);
      // What has ended renews nothing.
      vi.advanceTimersByTime(60_000);
      expect(world.renewed).toEqual(["mine"]);
      let reset = 0;
      const worlds = { ...world.ports.worlds, reset: async () => void (vi.advanceTimersByTime(5_000), (reset = world.renewed.length)) };
      await resetWorld({ ...world.ports, worlds }, USER);
      expect(reset).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(["call", "job"] as const)("has the queue look after a call, which may die, before its work, and after no job: %s", async (by) => {
    const [world, wakes] = [aWorld([{ kind: "deliver", id: "a", at: 0 }]), by === "call" ? [30_000] : []];
    world.does.set("a", () => expect(world.wakes).toEqual(wakes) as undefined);
    await drive(world.ports, USER, (now) => now, new Date(REAL + 5_000), by);
    expect([world.logged, world.wakes]).toEqual([[], wakes]);
  });

  it("wakes itself again when another worker has the world, and throws other errors", async () => {
    const world = aWorld();
    world.state.holder = "another";
    await settleWorld(world.ports, USER);
    expect(world.wakes).toEqual([2_000]);
    const broken = { ...world.ports, worlds: { ...world.ports.worlds, lease: () => Promise.reject(new Error("outage")) } };
    await expect(settleWorld(broken, USER)).rejects.toThrow("outage");
  });

  it("wakes every world that is due", async () => {
    const world = aWorld();
    await wakeWorlds(world.ports);
    expect(world.wakes).toEqual([0]);
  });

  it("waits fifteen seconds for another worker, then refuses; a repetition keeps its first target", async () => {
    const feeds = { read: async () => ({ events: [], through: 0, more: false }) } as never;
    const world = aWorld();
    world.state.holder = "another";
    await expect(moveClock({ ...world.ports, feeds }, USER, { advanceMs: MINUTE })).rejects.toMatchObject({ reason: "conflict" });
    world.state.holder = "another";
    let looks = 0;
    const pause = async (ms: number) => {
      world.state.real += ms;
      if ((looks += 1) === 10) world.state.holder = "";
    };
    const moved = await moveClock({ ...world.ports, feeds, pause }, USER, { advanceMs: MINUTE });
    expect(moved.now.getTime() - moved.from.getTime()).toBe(MINUTE);
    await expect(moveClock({ ...world.ports, feeds }, USER, { to: new Date("2099-01-01") })).rejects.toMatchObject({
      details: [{ field: "to" }],
    });
    expect(world.state.holder).toBe("");
  });
});
