import { describe, expect, it } from "vitest";
import { creditsPerDay, walletItem } from "#shared/attention/items.ts";

const now = new Date("2026-11-23T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const changed = daysAgo(0.5);
const told = (balance: number, spent: number | undefined, lowBalance?: number) =>
  walletItem(
    "655f1c2e9b1e8a0012345678",
    { balance, updatedAt: changed, ...(lowBalance !== undefined && { lowBalance }) },
    spent === undefined ? undefined : { from: daysAgo(7), before: balance + spent, toppedUp: 0 },
    now,
  );

describe("the pace", () => {
  it("is what was spent, top-ups counted, by the days of the ledger", () => {
    expect(creditsPerDay(30, { from: daysAgo(7), before: 60, toppedUp: 40 }, now)).toBe(10);
  });

  it("of an account that began today is what it has spent", () => {
    expect(creditsPerDay(60, { from: daysAgo(0.01), before: 0, toppedUp: 100 }, now)).toBe(40);
  });

  it("is never below nothing", () => {
    expect(creditsPerDay(90, { from: daysAgo(7), before: 60, toppedUp: 0 }, now)).toBe(0);
  });
});

describe("a wallet", () => {
  it("that lasts longer than a week and is not low is no matter", () => {
    expect(told(701, 700)).toBeUndefined();
    expect(told(101, undefined)).toBeUndefined();
  });

  it("that runs dry within a week is told with the day, however much is in it", () => {
    expect(told(600, 700)).toEqual({
      kind: "wallet_low",
      severity: "soon",
      since: changed,
      reason: "600 credits are left; at 100 a day, as in the last 7 days, the wallet runs dry on 2026-11-29.",
      action: "Top up the wallet before 2026-11-29: new emails are refused when it is empty.",
      subject: { type: "wallet", id: "655f1c2e9b1e8a0012345678", name: "Wallet" },
    });
  });

  it("is urgent when two days are left", () => {
    expect(told(200, 700)).toMatchObject({ severity: "urgent" });
    expect(told(201, 700)).toMatchObject({ severity: "soon" });
  });

  it("that is low by the account's own number is a note while it lasts", () => {
    expect(told(100, 7)).toMatchObject({ severity: "note", reason: expect.stringMatching(/at 1 a day, .* dry on 2027-03-03\.$/) });
    expect(told(500, undefined, 500)).toMatchObject({
      severity: "note",
      reason: "500 credits are left; none was spent in the last 7 days.",
    });
    expect(told(5, undefined, 0)).toBeUndefined();
  });

  it("that is empty is urgent, also where nothing is low", () => {
    expect(told(0, 700, 0)).toMatchObject({ severity: "urgent", reason: "The wallet is empty." });
  });

  it("counts one credit as one", () => {
    expect(told(1, undefined)).toMatchObject({ reason: "1 credit is left; none was spent in the last 7 days." });
  });

  it("that lasts longer than any calendar is told with its last day", () => {
    expect(told(1e9, 1, 1e9)).toMatchObject({ severity: "note", reason: expect.stringContaining("the wallet runs dry on ") });
  });
});
