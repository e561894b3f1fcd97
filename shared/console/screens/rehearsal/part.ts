import type { Rehearsal, RehearsedEmail } from "../../../client/index.ts";

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
