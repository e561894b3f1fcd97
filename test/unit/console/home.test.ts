import { expect, it } from "vitest";
import type { MetricsRow } from "#shared/client/index.ts";
import { firstOf, hoursOf, todayOf } from "#shared/console/screens/home/numbers.ts";

const none = {
  id: "",
  key: "",
  accepted: 0,
  sent: 0,
  failed: 0,
  cancelled: 0,
  replied: 0,
  auto_replied: 0,
  bounced_hard: 0,
  bounced_soft: 0,
  complained: 0,
  unsubscribed: 0,
  received: 0,
  intent_known: 0,
  intent_unknown: 0,
  interested: 0,
  prevented_answered: 0,
  prevented_bounced: 0,
  prevented_away: 0,
  prevented_suppressed: 0,
  prevented_asked: 0,
  prevented_moved: 0,
  prevented_contacted: 0,
};
const row = (at: Date, facts: Partial<MetricsRow>): MetricsRow => ({ ...none, at: at.toISOString(), ...facts });
const now = new Date(2026, 10, 23, 14, 30);
const at = (days: number, hour: number) => new Date(2026, 10, 23 + days, hour);

it("adds up today since midnight, and a week ago until the same time", () => {
  const rows = [
    row(at(0, 0), { sent: 1, bounced_hard: 1, bounced_soft: 2 }),
    row(at(0, 14), { sent: 2, received: 4, prevented_answered: 2, prevented_suppressed: 1 }),
    row(at(-1, 14), { sent: 100 }),
    row(at(-7, 14), { sent: 8 }),
    row(at(-7, 15), { sent: 100 }),
    row(at(-7, 0), { replied: 3, failed: 5 }),
  ];

  expect(firstOf(now)).toEqual(at(-7, 0));
  expect(todayOf(rows, now)).toEqual({
    today: { sent: 3, replied: 0, received: 4, bounced: 3, failed: 0, prevented: 3 },
    before: { sent: 8, replied: 3, received: 0, bounced: 0, failed: 5, prevented: 0 },
  });
});

it("shows every hour, also those without a row, oldest first", () => {
  const hours = hoursOf([row(at(0, 13), { sent: 7 }), row(at(0, 10), { sent: 9 })], now, 3);

  expect(hours.map(({ time, sent }) => [time * 1000, sent])).toEqual([
    [at(0, 12).getTime(), 0],
    [at(0, 13).getTime(), 7],
    [at(0, 14).getTime(), 0],
  ]);
});
