import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ids } from "#shared/platform/system.ts";
import { adapters } from "#test/support/rooms.ts";

const AT = Date.UTC(2026, 10, 27, 12);
const drawAt = (ms: number, count = 1): readonly string[] => {
  vi.setSystemTime(ms);
  return Array.from({ length: count }, () => ids.objectId());
};
/** What an id says below its time. */
const restOf = (id: string): bigint => BigInt(`0x${id.slice(8)}`) & ((1n << 54n) - 1n);

afterEach(() => vi.useRealTimers());

describe("ids", () => {
  it("are ObjectIDs with their second, each once, and sort in the order in which they are made", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const made = [...drawAt(AT, 5_000), ...drawAt(AT + 1, 5_000), ...drawAt(AT + 999, 100), ...drawAt(AT + 1_000, 100)];
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(Number.parseInt(made[0]!.slice(0, 8), 16)).toBe(AT / 1_000);
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
  });

  it("tell nobody who gets two of them how many were made in between, nor which process made them", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let at = AT;
    // Own ids, with nobody's or a thousand ids of others in between: whichever it was, the second is as often below the first as above it.
    const isAbove = (others: number): boolean => {
      const [own = ""] = drawAt((at += 1));
      drawAt((at += 1), others);
      return restOf(drawAt((at += 1))[0]!) > restOf(own);
    };
    for (const others of [0, 1_000]) {
      const above = Array.from({ length: 200 }, () => isAbove(others)).filter(Boolean).length;
      expect(above).toBeGreaterThan(50);
      expect(above).toBeLessThan(150);
    }
  });

  it("are made in one place: no store lets the driver's counter make one", () => {
    const counting = adapters().filter((file) => /new ObjectId\(\)/.test(readFileSync(file, "utf8").replaceAll(/`[^`]*`/g, "")));
    expect(counting).toEqual([]);
  });
});
