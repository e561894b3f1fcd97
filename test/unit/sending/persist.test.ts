import { describe, expect, it, vi } from "vitest";
import { persist } from "#shared/sending/deliver/outcome.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

/** A worker whose pauses pass at once, on a clock that they move. */
const worker = () => {
  let now = 0;
  const pauses: number[] = [];
  const log = recordingLog();
  const pause = async (ms: number) => {
    pauses.push(ms);
    now += ms;
  };
  return { pauses, log, ports: { clock: { now: () => new Date(now) }, log, pause } };
};
const failing = (times: number) => {
  const write = vi.fn<() => Promise<string>>().mockResolvedValue("written");
  for (let time = 0; time < times; time += 1) write.mockRejectedValueOnce(new Error("no primary"));
  return write;
};

describe("writing a result", () => {
  it.each([0, 1, 2, 5, 20])("repeats a write that fails %i times until it is written", async (times) => {
    const { ports, pauses } = worker();
    const write = failing(times);

    expect(await persist(ports, write, 290_000)).toBe("written");
    expect(write).toHaveBeenCalledTimes(times + 1);
    expect(pauses).toHaveLength(times);
  });

  it("waits longer each time, five seconds at most", async () => {
    const { ports, pauses } = worker();

    await persist(ports, failing(8), 290_000);

    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  it("gives up when the worker's time ends, and says so", async () => {
    const { ports, log } = worker();
    const write = failing(1000);

    expect(await persist(ports, write, 10_000)).toBeUndefined();
    expect(write.mock.calls.length).toBeGreaterThan(5);
    expect(log.events).toEqual(["a result could not be written"]);
  });
});
