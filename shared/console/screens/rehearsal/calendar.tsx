import type { Mailbox, Rehearsal, RehearsedEmail } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { number } from "../../ui/numbers.ts";

/** What a rehearsal says of some of its emails, as it says it of all. */
export const partOf = (emails: readonly RehearsedEmail[], timezone: string) => {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" });
  const ended = (ends: RehearsedEmail["ends"]): number => emails.filter((email) => email.ends === ends).length;
  const days = emails.flatMap(({ at, mailbox_id }) => (at === undefined ? [] : [{ day: day.format(new Date(at)), mailbox_id, leaves: 1 }]));
  return {
    emails: emails.length,
    leaves: ended("leaves"),
    cancelled: ended("cancelled"),
    fails: ended("fails"),
    later: ended("later"),
    days,
  };
};

/** The numbers of a whole rehearsal, likewise. */
export const wholeOf = ({ emails, leaves, cancelled, fails, later, days }: Rehearsal): ReturnType<typeof partOf> => ({
  emails,
  leaves,
  cancelled: Object.values(cancelled).reduce((sum, n) => sum + n, 0),
  fails,
  later,
  days: [...days],
});

type Days = readonly Pick<Rehearsal["days"][number], "day" | "mailbox_id" | "leaves">[];

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const shown = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** Every day from the first to the last on which something leaves, also those on which nothing does. */
export const allDays = (days: Days): readonly string[] => {
  const times = days.map(({ day }) => Date.parse(day));
  const first = Math.min(...times);
  return times.length === 0 ? [] : Array.from({ length: (Math.max(...times) - first) / DAY_MS + 1 }, (_, n) => dayOf(first + n * DAY_MS));
};

const sumOf = (days: Days, day: string, mailbox?: string): number =>
  days
    .filter((one) => one.day === day && (mailbox === undefined || one.mailbox_id === mailbox))
    .reduce((sum, { leaves }) => sum + leaves, 0);

/** A number with a bar as long as its share of the largest; a part of it in the accent's colour. */
const Cell = ({ all, own, most }: { readonly all: number; readonly own: number; readonly most: number }) => (
  <td>
    {all === 0 ? (
      <span class="soft">–</span>
    ) : (
      <span class="day-bar">
        <span>{own === all ? number(all) : t("{own} of {all}", { own: number(own), all: number(all) })}</span>
        <i aria-hidden="true" style={{ width: `${(100 * own) / most}%` }} />
        <i aria-hidden="true" class="others" style={{ width: `${(100 * (all - own)) / most}%` }} />
      </span>
    )}
  </td>
);

interface CalendarProps {
  readonly days: Days;
  /** The part of a sequence, where one is looked at. */
  readonly own: Days | undefined;
  readonly mailboxes: readonly Mailbox[];
}

/** How many emails leave: a row for each day, a column for each mailbox. */
export const Calendar = ({ days, own = days, mailboxes }: CalendarProps) => {
  const sending = mailboxes.filter(({ id }) => days.some(({ mailbox_id }) => mailbox_id === id));
  const all = allDays(days);
  const most = Math.max(1, ...all.flatMap((day) => sending.map(({ id }) => sumOf(days, day, id))));
  const mostOfAll = Math.max(1, ...all.map((day) => sumOf(days, day)));
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={t("Calendar")}>
      <table class="figures calendar">
        <thead>
          <tr>
            <th scope="col">{t("Day")}</th>
            {sending.map(({ id, email }) => (
              <th key={id} scope="col">
                {email}
              </th>
            ))}
            {sending.length > 1 && <th scope="col">{t("All")}</th>}
          </tr>
        </thead>
        <tbody>
          {all.map((day) => (
            <tr key={day}>
              <th scope="row">{shown.format(new Date(day))}</th>
              {sending.map(({ id }) => (
                <Cell key={id} all={sumOf(days, day, id)} own={sumOf(own, day, id)} most={most} />
              ))}
              {sending.length > 1 && <Cell all={sumOf(days, day)} own={sumOf(own, day)} most={mostOfAll} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
