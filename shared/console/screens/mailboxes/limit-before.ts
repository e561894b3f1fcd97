import type { Mailbox } from "../../../client/index.ts";

// The service keeps one limit, and pausing sets it to 0: this browser remembers what it was.
const nameOf = ({ id }: Pick<Mailbox, "id">): string => `limit-before ${id}`;

/** Remembers the limit of a mailbox that is being paused. */
export const noteLimit = (mailbox: Pick<Mailbox, "id" | "max_daily_sends">): void => {
  if (mailbox.max_daily_sends > 0) localStorage.setItem(nameOf(mailbox), String(mailbox.max_daily_sends));
};

/** The limit to propose for resuming: what it was, else the service's own of its type. */
export const limitBefore = (mailbox: Pick<Mailbox, "id" | "type">): number =>
  Number(localStorage.getItem(nameOf(mailbox)) ?? 0) || (mailbox.type === "outlook" ? 1000 : 500);
