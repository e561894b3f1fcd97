/** How often a mailbox is looked at for new mail unless told otherwise, in minutes; a pull that failed is tried again after as long. */
export const POLL_MINUTES = 2;
/** How often mailboxes whose turn comes are queued, in minutes: the shortest interval. */
export const ROUND_MINUTES = 1;
/** How many mailboxes one message of the probe queue names at most: fifty logins cost half a second of one CPU, and Lambda waits for them once. */
export const MAILBOXES_PER_PROBE = 50;
