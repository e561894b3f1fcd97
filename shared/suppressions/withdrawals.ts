import type { Log } from "#shared/platform/ports.ts";

/** A withdrawal by a client or a recipient, which a restore of the database would undo. It has only ids and counts, because it is logged. */
export type Withdrawal =
  | { readonly what: "key" | "member" | "webhook"; readonly userId: string; readonly id: string }
  | { readonly what: "mailbox"; readonly userId: string; readonly id: string; readonly purge: boolean }
  /** A recipient unsubscribed by the link of a send, or undid that within the minute. The address is the send's. */
  | { readonly what: "unsubscribed" | "resubscribed"; readonly sendId: string }
  /** Addresses that an account has suppressed. */
  | { readonly what: "suppressions"; readonly userId: string; readonly count: number };

/** The log event by which `admin -- after-restore` finds withdrawals. */
export const WITHDRAWN = "withdrawn";

/** Logs a withdrawal, because the log survives a restore of the database. */
export const logWithdrawal = (log: Log, withdrawal: Withdrawal): void => log.info(WITHDRAWN, withdrawal);
