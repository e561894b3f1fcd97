import { AwsError } from "../aws-endpoint.ts";

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const invalid = (message: string) => new AwsError("ValidationException", message);

/** How far a time zone is ahead of UTC at a moment, ms. */
const offsetMs = (at: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
};

/** The moment of a local time; the offset is computed twice, because the first guess may be beyond a clock change. */
const instantOf = (wallTime: string, zone: string): number => {
  const asUtc = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(asUtc)) throw invalid("Invalid Schedule Expression at(...)");
  try {
    return asUtc - offsetMs(asUtc - offsetMs(asUtc, zone), zone);
  } catch {
    throw invalid(`Invalid ScheduleExpressionTimezone ${zone}`);
  }
};

/** When a schedule fires first and how often, ms; `at(2026-11-20T10:00:00)` in its zone, or `rate(2 minutes)`, which starts at once. */
export const readExpression = (expression: string, zone: string, now: number): { first: number; everyMs?: number } => {
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression);
  if (at !== null) return { first: instantOf(at[1] ?? "", zone) };
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const everyMs = Number(rate?.[1]) * (UNIT_MS[rate?.[2] ?? ""] ?? Number.NaN);
  if (!(everyMs > 0)) throw invalid(`Invalid Schedule Expression ${expression}`);
  return { first: now, everyMs };
};
