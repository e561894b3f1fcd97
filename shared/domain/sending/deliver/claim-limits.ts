import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { ClaimLimits } from "../ports/claims.ts";

/** Sends in one claim: 16 or 17 for each of three connections. */
export const SENDS_PER_CLAIM = 50;
/** Exchange Online accepts 30 messages a minute (Microsoft, "Exchange Online limits"). */
const OUTLOOK_PER_MINUTE = 30;

/** How much of a mailbox's mail one claim may take. */
export const limitsOf = ({ type, maxDailySends }: Pick<Mailbox, "type" | "maxDailySends">): ClaimLimits => ({
  size: SENDS_PER_CLAIM,
  maxDaily: maxDailySends,
  ...(type === "outlook" && { perMinute: OUTLOOK_PER_MINUTE }),
});
