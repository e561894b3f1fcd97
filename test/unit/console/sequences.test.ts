// The screen of a sequence: what is pasted, and what a cell says.
import { describe, expect, it } from "vitest";
import { cellOf } from "#shared/console/screens/sequences/cells.ts";
import { readPeople, usedIn } from "#shared/console/screens/sequences/pasted.ts";

const USED = new Set(["company"]);
const read = (text: string, used: ReadonlySet<string> = USED) =>
  readPeople(text, used).people.map(({ line, person }) => [line, person.to, person.variables]);

describe("a paste", () => {
  it("has a person on each line, with values after the address; a comma before no name belongs to the value", () => {
    expect(read("ann@example.com, company=Miller, Sons & Co\n\n  ben@example.com\ncid@example.com; company = C = 3\r\n")).toEqual([
      [1, "ann@example.com", { company: "Miller, Sons & Co" }],
      [3, "ben@example.com", {}],
      [4, "cid@example.com", { company: "C = 3" }],
    ]);
  });

  it("gives the address a name, which is a value only where a step has it", () => {
    const to = { name: "Ann", email: "ann@example.com" };
    expect(read("ann@example.com, name=Ann")).toEqual([[1, to, {}]]);
    expect(read("ann@example.com, name=Ann", usedIn(["Dear {{ name|all}}, {{company}}"]))).toEqual([[1, to, { name: "Ann" }]]);
    expect(read("Ann <ann@example.com>, company=A")).toEqual([[1, "Ann <ann@example.com>", { company: "A" }]]);
  });

  it("is a table where its first line names the columns; what is empty has no value", () => {
    expect(read('Company;E-Mail\n"A; B";ann@example.com\n;ben@example.com')).toEqual([
      [2, "ann@example.com", { company: "A; B" }],
      [3, "ben@example.com", {}],
    ]);
    expect(readPeople("email,company\nann@example.com,A,B", USED).problem).not.toBe("");
  });

  it("leaves to the API what is wrong with a person", () => {
    expect(read("ann@example.com\nnobody, compny=A")).toEqual([
      [1, "ann@example.com", {}],
      [2, "nobody", { compny: "A" }],
    ]);
  });
});

describe("a cell", () => {
  const at = "2026-11-27T10:00:00.000Z";
  const now = Date.parse(at) - 1;
  const step = { step: 1, send_id: "655f1c2e9b1e8a00123456bb", status: "scheduled", cancel_reason: "" } as const;
  const sent = { ...step, status: "sent", sent_at: at } as const;

  it.each([
    [{ ...step, scheduled_at: at }, false, "waits", at],
    [{ ...step, scheduled_at: at }, true, "paused", undefined],
    [{ ...step, scheduled_at: at, away_until: at }, false, "away", at],
    [sent, true, "sent", at],
    [{ ...sent, replied_at: at }, false, "answered", at],
    [{ ...sent, bounced_at: at }, false, "bounced", at],
    [{ ...step, status: "failed" }, true, "failed", undefined],
    [{ ...step, status: "cancelled", cancel_reason: "replied", scheduled_at: at }, true, "cancelled", undefined],
  ] as const)("of %j, paused: %s, says %s", (of, isPaused, state, time) => {
    expect(cellOf(of, isPaused, now)).toMatchObject({ state, ...(time && { at: time }) });
  });

  it("says why a step was cancelled", () => {
    expect(cellOf({ ...step, status: "cancelled", cancel_reason: "left" }, false, now).why).toBe("they have left");
  });
});
