import type { Mailbox } from "../../../client/index.ts";

// The service stores only one limit, and pausing sets it to 0: this browser remembers the former one.
const nameOf = ({ id }: Pick<Mailbox, "id">): string => `limit-before ${id}`;

/** Remembers the limit of a mailbox that is being paused. */
export const rememberLimit = (mailbox: Pick<Mailbox, "id" | "max_daily_sends">): void => {
  if (mailbox.max_daily_sends > 0) localStorage.setItem(nameOf(mailbox), String(mailbox.max_daily_sends));
};

/** The daily limit to suggest when a mailbox is resumed: its earlier one, else the usual one; undefined when neither is known. */
export const limitBefore = (mailbox: Pick<Mailbox, "id">, usual: number | undefined): number | undefined =>
  Number(localStorage.getItem(nameOf(mailbox)) ?? 0) || usual;
