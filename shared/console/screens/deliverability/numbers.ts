import type { MetricsRow, Send } from "../../../client/index.ts";

/** The numbers of a week that the table and the CSV file show. */
export const counted = [
  ["sent", "Sent"],
  ["replied", "Answered"],
  ["bounced_hard", "Bounced for good"],
  ["bounced_soft", "Bounced for now"],
  ["complained", "Complaints"],
  ["unsubscribed", "Unsubscribed"],
] as const;

/** The name of a number of the table. */
export type Counted = (typeof counted)[number][0];
/** The numbers of a week. */
export type Numbers = Readonly<Record<Counted, number>>;

const DAY_MS = 86_400_000;

/** Two weeks of seven days in UTC, as the service counts them: the last one ends with today. */
export const weeksTo = (now: Date): Readonly<Record<"now" | "before", { readonly from: Date; readonly to: Date }>> => {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const at = (days: number): Date => new Date(end - days * DAY_MS);
  return { now: { from: at(7), to: at(0) }, before: { from: at(14), to: at(7) } };
};

const none: Numbers = { sent: 0, replied: 0, bounced_hard: 0, bounced_soft: 0, complained: 0, unsubscribed: 0 };

/** The sums of several days by mailbox id, or by tag. */
export const sumsOf = (rows: readonly MetricsRow[]): ReadonlyMap<string, Numbers> => {
  const sums = new Map<string, Numbers>();
  for (const row of rows) {
    const before = sums.get(row.key) ?? none;
    sums.set(row.key, Object.fromEntries(counted.map(([name]) => [name, before[name] + row[name]])) as unknown as Numbers);
  }
  return sums;
};

/** A line of the table: a mailbox or tag, this week and the week before. */
export interface Line {
  readonly key: string;
  readonly name: string;
  readonly now: Numbers;
  readonly before: Numbers;
}

/** Both weeks by mailbox or tag; those that sent most come first. */
export const linesOf = (
  now: ReadonlyMap<string, Numbers>,
  before: ReadonlyMap<string, Numbers>,
  nameOf: (key: string) => string,
): readonly Line[] =>
  [...new Set([...now.keys(), ...before.keys()])]
    .map((key) => ({ key, name: nameOf(key), now: now.get(key) ?? none, before: before.get(key) ?? none }))
    .toSorted((a, b) => b.now.sent - a.now.sent || b.before.sent - a.before.sent);

/** What the classes of a bounce mean, and what to do. */
export const bounceClasses: Readonly<Record<string, readonly [name: string, advice: string]>> = {
  unknown_user: ["No such address", "Take the address off your lists: it does not exist."],
  mailbox_full: ["Mailbox full", "It may pass. Try again in some days."],
  policy: ["Refused by a rule", "The receiver's rules refuse it: read the server's words, and check SPF, DKIM and DMARC of your domain."],
  spam: ["Taken for spam", "Send less at once, to people who expect it, and look at the text and its links."],
  dmarc: ["DMARC failed", "The domain's records do not fit this server: check SPF and DKIM on the mailbox's page."],
  too_large: ["Too large", "Send the file as a link, or a smaller one."],
  expired: ["Time ran out", "The receiver's server did not answer for days. Try again later."],
  relay: ["Relaying denied", "The receiving server does not know this domain: look for a slip of the pen in the address."],
  other: ["Another reason", "Read the server's words."],
};

/** How many recipients bounced by class, including reports that prove nothing. */
export const bouncesByClass = (sends: readonly Send[]): readonly (readonly [name: string, count: number])[] => {
  const found = new Map<string, number>();
  for (const { bounces } of sends) for (const { class: kind = "other" } of bounces) found.set(kind, (found.get(kind) ?? 0) + 1);
  return [...found].toSorted(([, a], [, b]) => b - a);
};

const cell = (value: string | number): string => {
  const text = String(value);
  // A spreadsheet would run what begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The table as CSV (RFC 4180): one line for each mailbox or tag of each part, both weeks. */
export const csvOf = (parts: readonly (readonly [part: string, lines: readonly Line[]])[]): string =>
  [
    ["by", "name", ...counted.flatMap(([name]) => [name, `${name}_week_before`])],
    ...parts.flatMap(([part, lines]) =>
      lines.map(({ name, now, before }) => [part, name, ...counted.flatMap(([one]) => [now[one], before[one]])]),
    ),
  ]
    .map((line) => line.map(cell).join(","))
    .join("\r\n")
    .concat("\r\n");
