import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/client/index.ts";
import { changesOf, paceTiles, preferencesOf } from "#shared/console/screens/mailbox/preferences.ts";
import { exampleMailbox } from "#shared/mailboxes/contract/mailbox-record.ts";

const mailbox = (changes: Partial<Mailbox> = {}): Mailbox => ({ ...(exampleMailbox as Mailbox), ...changes });

describe("the settings of a mailbox", () => {
  const stored = mailbox();
  const form = preferencesOf(stored);

  it("hold the pace: seconds, three numbers and hours, each removed when empty, and what is wrong as it was typed", () => {
    const pace = {
      min_gap: { from: "PT60S", to: "PT3M" },
      max_hourly_sends: 20,
      ramp: { from: 20, by: 5, to: 80, since: "2026-11-21T09:30:00.000Z" },
    };
    const workday = { days: ["fri", "mon", "tue", "wed", "thu"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" } as const;
    const paced = mailbox({ ...pace, workday: { ...workday, days: [...workday.days] } });
    const paceForm = preferencesOf(paced);
    expect(paceForm).toMatchObject({
      min_gap: "60-180",
      max_hourly_sends: "20",
      ramp: "20, 5, 80",
      workday: "workdays",
      hours: "09:00-17:00",
    });
    expect(changesOf(paceForm, paced)).toEqual({});
    const empty = { ...paceForm, min_gap: "", max_hourly_sends: " ", ramp: "", workday: "none" };
    expect(changesOf(empty, paced)).toEqual({ min_gap: null, max_hourly_sends: null, ramp: null, workday: null });
    expect(changesOf({ ...form, min_gap: "90", ramp: "20 5 80", max_hourly_sends: "7" }, stored)).toEqual({
      min_gap: "PT90S",
      ramp: { from: 20, by: 5, to: 80 },
      max_hourly_sends: 7,
    });
    expect(changesOf({ ...form, min_gap: "soon", ramp: "20, x", max_hourly_sends: "many" }, stored)).toEqual({
      min_gap: "soon",
      ramp: { from: 20, by: "x", to: undefined },
      max_hourly_sends: "many",
    });
    const days = mailbox({ workday: { ...workday, days: ["sat"] } });
    expect(preferencesOf(days).workday).toBe("these");
    expect(changesOf({ ...preferencesOf(days), hours: "10:00 - 12:00" }, days)).toMatchObject({
      workday: { days: ["sat"], from: "10:00", to: "12:00" },
    });
    expect(changesOf({ ...form, workday: "every", timezone: "Asia/Tokyo" }, stored)).toMatchObject({ workday: { timezone: "Asia/Tokyo" } });
  });

  it("shows the pace in its capacity, and nothing without one", () => {
    const ramp = { from: 20, by: 5, to: 80, since: "2026-11-21T09:30:00.000Z" };
    expect(paceTiles({ sent_in_hour: 0, max_daily_now: 500 })).toEqual([]);
    expect(
      paceTiles({
        sent_in_hour: 3,
        max_daily_now: 25,
        min_gap: "PT90S",
        max_hourly_sends: 20,
        ramp,
        workday: { days: ["mon", "tue"], from: "09:00", to: "17:00", timezone: "UTC" },
      }),
    ).toEqual([
      ["seconds between two at least", "90"],
      ["sent in an hour, of 20", "3"],
      ["a day for now, growing to 80", "25"],
      ["Mon and Tue", "09:00–17:00"],
    ]);
  });
});
