import type { Mailbox, MailboxCapacity, UpdateMailbox } from "../../../client/index.ts";
import { dayNames, listed, t } from "../../data/language.ts";

/** What the form holds of a mailbox's pace, as texts. */
interface PaceForm {
  /** Seconds, or two numbers of them between which the gap is drawn; empty for none. */
  readonly min_gap: string;
  readonly max_hourly_sends: string;
  /** Three numbers: the first day's limit, how many more a day, the most. */
  readonly ramp: string;
  /** `none`, `workdays`, `every`, or `these` for other days that were set over the API. */
  readonly workday: string;
  /** Such as `09:00-17:00`. */
  readonly hours: string;
  readonly timezone: string;
}

type Pace = Pick<Mailbox, "min_gap" | "max_hourly_sends" | "ramp" | "workday">;
type Days = NonNullable<Mailbox["workday"]>["days"];

const WORKDAYS: Days = ["mon", "tue", "wed", "thu", "fri"];
const EVERY: Days = [...WORKDAYS, "sat", "sun"];
const PARTS = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** A duration as the seconds that it lasts; another text stays as it is. */
const secondsOf = (duration: string): string => {
  const found = PARTS.exec(duration);
  if (!found) return duration;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return String(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
};

const gapText = (gap: Pace["min_gap"], to = "-"): string =>
  gap === undefined ? "" : typeof gap === "string" ? secondsOf(gap) : `${secondsOf(gap.from)}${to}${secondsOf(gap.to)}`;

const daysOf = (days: Days): string =>
  [WORKDAYS, EVERY].map((some) => some.length === days.length && some.every((day) => days.includes(day))).join();

/** The form of a mailbox's pace. */
const paceFormOf = ({ min_gap, max_hourly_sends, ramp, workday }: Pace): PaceForm => ({
  min_gap: gapText(min_gap),
  max_hourly_sends: max_hourly_sends?.toString() ?? "",
  ramp: ramp ? `${ramp.from}, ${ramp.by}, ${ramp.to}` : "",
  workday: workday ? ({ "true,false": "workdays", "false,true": "every" }[daysOf(workday.days)] ?? "these") : "none",
  hours: workday ? `${workday.from}-${workday.to}` : "09:00-17:00",
  timezone: workday?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** A number, or the text as it was typed, so that the service names the field. */
const numberOr = (text: string | undefined): number =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : (text as unknown as number);

/** The two sides of a dash; the second is undefined without one. */
const sidesOf = (text: string): readonly string[] => text.split(/[-–]/).map((side) => side.trim());

const gapOf = (text: string): UpdateMailbox["min_gap"] => {
  const [from = "", to] = sidesOf(text);
  const lasting = (seconds: string) => (/^\d+$/.test(seconds) ? `PT${seconds}S` : seconds);
  if (text === "") return null;
  return to === undefined ? lasting(from) : { from: lasting(from), to: lasting(to) };
};

const rampOf = (text: string): UpdateMailbox["ramp"] => {
  const [from, by, to] = text.split(/[,\s]+/).filter(Boolean);
  return from === undefined ? null : { from: numberOr(from), by: numberOr(by), to: numberOr(to) };
};

const workdayOf = ({ workday, hours, timezone }: PaceForm, stored: Pace["workday"]): UpdateMailbox["workday"] => {
  if (workday === "none") return null;
  const [from = "", to = ""] = sidesOf(hours);
  const days = { workdays: WORKDAYS, every: EVERY }[workday] ?? stored?.days ?? WORKDAYS;
  return { days, from, to, timezone: timezone.trim() };
};

/** The request of such a form; days that it does not know stay those of the mailbox. */
const paceValues = (form: PaceForm, mailbox: Pace): Pick<UpdateMailbox, keyof Pace> => ({
  min_gap: gapOf(form.min_gap.trim()),
  max_hourly_sends: form.max_hourly_sends.trim() === "" ? null : numberOr(form.max_hourly_sends.trim()),
  ramp: rampOf(form.ramp),
  workday: workdayOf(form, mailbox.workday),
});

/** A mailbox's pace for its capacity: what each limit is, and its value. */
export const paceTiles = (
  capacity: Pick<MailboxCapacity, keyof Pace | "sent_in_hour" | "max_daily_now">,
): readonly (readonly [string, string])[] => {
  const { min_gap, max_hourly_sends, ramp, workday, sent_in_hour, max_daily_now } = capacity;
  return [
    ...(min_gap === undefined ? [] : [[t("seconds between two at least"), gapText(min_gap, "–")] as const]),
    ...(max_hourly_sends === undefined ? [] : [[t("sent in an hour, of {n}", { n: max_hourly_sends }), String(sent_in_hour)] as const]),
    ...(ramp ? [[t("a day for now, growing to {n}", { n: ramp.to }), String(max_daily_now)] as const] : []),
    ...(workday ? [[listed(workday.days.map((day) => t(dayNames[day]))), `${workday.from}–${workday.to}`] as const] : []),
  ];
};

/** What the form of the settings holds, as texts. */
export interface Preferences extends PaceForm {
  readonly display_name: string;
  /** Addresses, split by commas, spaces or lines. */
  readonly aliases: string;
  readonly max_daily_sends: string;
  readonly sync_interval_minutes: string;
  /** Whole minutes; empty for none. */
  readonly max_poll_interval: string;
  /** `none`, `all` or `these`. */
  readonly folders: string;
  /** Names of folders, one a line. */
  readonly names: string;
  /** Where a change of a message is made: `here`, or `both` here and at its provider. */
  readonly sync_changes: string;
}

/** The form of a mailbox's settings. */
export const preferencesOf = (mailbox: Mailbox): Preferences => ({
  display_name: mailbox.display_name,
  aliases: mailbox.aliases.join(", "),
  max_daily_sends: String(mailbox.max_daily_sends),
  ...paceFormOf(mailbox),
  sync_interval_minutes: mailbox.sync_interval_minutes?.toString() ?? "",
  max_poll_interval: /\d+/.exec(mailbox.max_poll_interval)?.[0] ?? "",
  folders: mailbox.folders === "all" ? "all" : mailbox.folders.length === 0 ? "none" : "these",
  names: mailbox.folders === "all" ? "" : mailbox.folders.join("\n"),
  sync_changes: mailbox.sync_changes ? "both" : "here",
});

const parts = (text: string, between: string | RegExp): readonly string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean);

const valuesOf = (form: Preferences, mailbox: Mailbox): UpdateMailbox => ({
  display_name: form.display_name.trim(),
  aliases: parts(form.aliases, /[,\s]/),
  // A value that is no number is sent as null, so that the service names the field.
  max_daily_sends: form.max_daily_sends.trim() === "" ? Number.NaN : Number(form.max_daily_sends),
  ...paceValues(form, mailbox),
  sync_interval_minutes: form.sync_interval_minutes.trim() === "" ? undefined : Number(form.sync_interval_minutes),
  max_poll_interval: form.max_poll_interval.trim() === "" ? "" : `PT${form.max_poll_interval.trim()}M`,
  folders: form.folders === "all" ? "all" : form.folders === "none" ? [] : parts(form.names, "\n"),
  sync_changes: form.sync_changes === "both",
});

/** The request of a changed form: only what differs from the mailbox. */
export const changesOf = (form: Preferences, mailbox: Mailbox): UpdateMailbox => {
  const before: Readonly<Record<string, unknown>> = { ...valuesOf(preferencesOf(mailbox), mailbox) };
  return Object.fromEntries(
    Object.entries(valuesOf(form, mailbox)).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
};

/** The error of a field or of its parts, such as `aliases.1`. */
export const errorAt = (errors: Readonly<Record<string, string>>, field: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
